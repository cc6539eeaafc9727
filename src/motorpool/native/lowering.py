"""Lowers a function to LLVM: its statements, and the LLVM function around them.

Types go forward from the arguments. A function is lowered once for each types of its arguments, as an LLVM function
that takes only the leaves that it uses.
"""

import ast
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from .expressions import Expressions, Frame, State, result_text, words_for
from .text import turns_of
from .values import (
    LLVM,
    NOTHING,
    Array,
    Number,
    Range,
    Structure,
    Type,
    UnsupportedError,
    Value,
    WidenedError,
    built,
    common_type,
    described,
    kinds_of,
    leaves_of,
    literal,
    type_of,
)

if TYPE_CHECKING:
    from .module import Module

LOOP_HINT = "llvm.loop.interleave.count"


class Lowering(Expressions):
    """One function for arguments of some types.

    Args:
        module: that it becomes part of.
        function: in plain Python.
        name: of the LLVM function.
        arguments: types of its arguments.
        state: types of its names so far.
        interleave: number of vectors that its loops work on at once, over arrays that lie apart; 0 for plain loops.
    """

    def __init__(
        self,
        module: "Module",
        function: FunctionType,
        name: str,
        arguments: Sequence[Type],
        state: State,
        interleave: int,
    ):
        super().__init__(module, Frame(function), state, may_wrap=not interleave)
        self._name, self._interleave = name, interleave
        self._loops: list[tuple[str, str]] = []  # labels of the next turn and of the end
        self._parameters: list[Number] = []
        self.open("body")
        for parameter, kind in zip(self.frame.text.parameters, arguments, strict=True):
            leaves = [Number(leaf, f"%a{len(self._parameters) + k}") for k, leaf in enumerate(kinds_of(kind))]
            self._parameters += leaves
            value = built(kind, iter(leaves))
            if parameter in self.frame.text.assigned:
                self.assign(parameter, value)
            else:
                self.frame.names[parameter] = value

    def lowered(self) -> tuple[str, Type, list[int]]:
        """Return the text of the LLVM function, the type of its result, and which leaves of its arguments it takes.

        Raises:
            UnsupportedError: it cannot be compiled.
            WidenedError: it is to be lowered again.
        """
        try:
            self._suite(self.frame.text.tree.body)
        except UnsupportedError as refusal:
            if not refusal.file:
                refusal.file, refusal.line = self.frame.text.file, self.frame.line
            raise
        if self.lines is not None:
            if self.state.result in (None, type_of(NOTHING)):
                self.state.result = type_of(NOTHING)
                self.end("ret void")
            else:
                self.end("unreachable")
        return self._whole_text(), self.state.result, [k for k, leaf in enumerate(self._parameters) if leaf.is_used]

    def _whole_text(self) -> str:
        is_apart = " noalias" if self._interleave else ""
        parameters = ", ".join(
            f"{LLVM[leaf.kind]}{is_apart if leaf.kind == 'ptr' else ''} {leaf.text}"
            for leaf in self._parameters
            if leaf.is_used
        )
        attributes = f'noinline "prefer-vector-width"="{self.module.width}"' if self._interleave else "alwaysinline"
        body = "\n".join(f"{label}:\n" + "\n".join(lines) for label, lines in self.blocks)
        entry = "\n".join(["entry:", *self.entry, "  br label %body"])
        result = result_text(self.state.result)
        return f'define internal {result} @"{self._name}"({parameters}) nounwind {attributes} {{\n{entry}\n{body}\n}}\n'

    # ---- statements

    def _suite(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            if self.lines is None:
                return
            self.frame.line = statement.lineno
            self.do(statement)

    def do(self, statement: ast.stmt) -> None:
        """Lower a statement."""
        known: Callable[[Any], None] | None = getattr(self, f"_do_{type(statement).__name__.lower()}", None)
        if known is None:
            raise UnsupportedError(f"compiled code has no {words_for(statement)}")
        known(statement)

    def _do_expr(self, statement: ast.Expr) -> None:
        if not isinstance(statement.value, ast.Constant):
            self.evaluated(statement.value)

    def _do_pass(self, _statement: ast.Pass) -> None:
        pass

    def _do_assign(self, statement: ast.Assign) -> None:
        value = self.evaluated(statement.value)
        for target in statement.targets:
            self.set(target, value)

    def _do_annassign(self, statement: ast.AnnAssign) -> None:
        if statement.value:
            self.set(statement.target, self.evaluated(statement.value))

    def _do_augassign(self, statement: ast.AugAssign) -> None:
        operation, target = type(statement.op).__name__, statement.target
        if isinstance(target, ast.Subscript):
            array, indices = self.array(self.evaluated(target.value)), self.indices(target.slice)
            value = self.binary(operation, self.load(array, indices), self.evaluated(statement.value))
            self.store(array, indices, value)
        else:
            self.set(target, self.binary(operation, self.evaluated(target), self.evaluated(statement.value)))

    def set(self, target: ast.expr, value: Value) -> None:
        """Assign a value to a name, a row of an array, or several of them."""
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            if isinstance(value, Array):
                parts = [self.load(value, [literal(place)]) for place in range(len(target.elts))]
            else:
                parts = self.fields_of(value)
            if len(parts) != len(target.elts):
                raise UnsupportedError(f"{len(parts)} values are assigned to {len(target.elts)} names")
            for each, part in zip(target.elts, parts, strict=True):
                self.set(each, part)
        elif isinstance(target, ast.Subscript):
            self.store(self.array(self.evaluated(target.value)), self.indices(target.slice), value)
        else:
            raise UnsupportedError(
                f"`{ast.unparse(target)}` cannot be assigned; structures are made anew with all their fields"
            )

    def _do_return(self, statement: ast.Return) -> None:
        value = self.evaluated(statement.value) if statement.value else NOTHING
        kind, known = type_of(value), self.state.result
        if known is None:
            known = self.state.result = kind
        elif known != kind:
            both = common_type(known, kind)
            if both != known:
                self.state.result = both
                raise WidenedError
            value = self.convert(value, known)
        leaves = leaves_of(value)
        if not leaves:
            self.end("ret void")
        elif len(leaves) == 1:
            self.end(f"ret {LLVM[leaves[0].kind]} {self.text(leaves[0])}")
        else:
            llvm, whole = result_text(known), "poison"
            for place, leaf in enumerate(leaves):
                inserted = f"insertvalue {llvm} {whole}, {LLVM[leaf.kind]} {self.text(leaf)}, {place}"
                whole = self.emit(inserted, "ptr").text
            self.end(f"ret {llvm} {whole}")

    def _do_if(self, statement: ast.If) -> None:
        yes, done = self.new_label("then"), self.new_label("endif")
        no = self.new_label("else") if statement.orelse else done
        self.branch(statement.test, yes, no)
        is_reached = not statement.orelse
        for label, body in ((yes, statement.body), (no, statement.orelse)):
            if body:
                self.open(label)
                self._suite(body)
                is_reached |= self.lines is not None
                self.jump(done)
        if is_reached:
            self.open(done)

    def _do_while(self, statement: ast.While) -> None:
        head, body, done = self.new_label("while"), self.new_label("body"), self.new_label("done")
        after = self.new_label("nobreak") if statement.orelse else done
        self.jump(head)
        self.open(head)
        self.branch(statement.test, body, after)
        self.open(body)
        self._turn(statement.body, head, done)
        self._after(statement.orelse, after, done)

    def _do_for(self, statement: ast.For) -> None:
        turns = turns_of(statement)
        if turns is not None:
            for turn in range(turns):
                self.set(statement.target, literal(turn))
                self._suite(statement.body)
            return
        over = self.evaluated(statement.iter)
        array: Array | None = None
        if isinstance(over, Structure):
            over = self.in_memory(over.fields)
        if isinstance(over, Array):
            array, over = over, Range(literal(0), over.shape[0], 1)
        if not isinstance(over, Range):
            raise UnsupportedError(
                f"a loop goes over a range, an array or a tuple, not over {described(type_of(over))}"
            )
        head, body, step, done = (self.new_label(stem) for stem in ("for", "body", "step", "done"))
        after = self.new_label("nobreak") if statement.orelse else done
        cell, start, stop = self.alloca("i64"), self.text(over.start), self.text(over.stop)
        self.write(f"store i64 {start}, ptr {cell}")
        self.jump(head)
        self.open(head)
        index = self.emit(f"load i64, ptr {cell}", "i64")
        index.not_negative = over.start.not_negative and over.step > 0
        goes_on = self.emit(f"icmp {'slt' if over.step > 0 else 'sgt'} i64 {index.text}, {stop}", "i1")
        self.end(f"br i1 {goes_on.text}, label %{body}, label %{after}")
        self.open(body)
        self.set(statement.target, self.load(array, [index]) if array else index)
        self._turn(statement.body, step, done)
        self.open(step)
        old = self.emit(f"load i64, ptr {cell}", "i64")
        self.write(f"store i64 {self.emit(f'add nsw i64 {old.text}, {over.step}', 'i64').text}, ptr {cell}")
        self.end(f"br label %{head}{self._hint()}")
        self._after(statement.orelse, after, done)

    def _turn(self, body: Sequence[ast.stmt], step: str, done: str) -> None:
        self._loops.append((step, done))
        self._suite(body)
        self._loops.pop()
        self.jump(step)

    def _after(self, orelse: Sequence[ast.stmt], after: str, done: str) -> None:
        if orelse:
            self.open(after)
            self._suite(orelse)
            self.jump(done)
        self.open(done)

    def _hint(self) -> str:
        """Return metadata by which LLVM works on several vectors at once, which it does not do with long loops."""
        if not self._interleave:
            return ""
        notes = self.module.notes
        first = len(notes)
        notes.append(f"!{first} = distinct !{{!{first}, !{first + 1}}}")
        notes.append(f'!{first + 1} = !{{!"{LOOP_HINT}", i32 {self._interleave}}}')
        return f", !llvm.loop !{first}"

    def _do_break(self, _statement: ast.Break) -> None:
        self.end(f"br label %{self._loops[-1][1]}")

    def _do_continue(self, _statement: ast.Continue) -> None:
        self.end(f"br label %{self._loops[-1][0]}")
