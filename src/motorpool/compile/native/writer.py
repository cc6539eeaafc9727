"""LLVM text of a function of the typed form.

A function without branches and loops is inlined; any other is called. Names that are assigned once before all their
uses are values; others lie in stack cells, which LLVM turns into registers. An LLVM function takes only the leaves of
its arguments that it uses.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..form import nodes as n
from ..form.types import FLOAT, SINGLE, TRUTH, WHOLE, RangeType, Struct, Type, UnsupportedError
from .emitter import COMPARISONS, FLAGS, Emitter
from .intrinsics import INTRINSICS
from .values import (
    LLVM,
    NOTHING,
    Array,
    Number,
    Range,
    Slot,
    Structure,
    Value,
    built,
    kinds_of,
    leaves_of,
    literal,
    value_of,
    whole,
)

if TYPE_CHECKING:
    from .module import Module

LOOP_HINT = "llvm.loop.interleave.count"


class Frame:
    """State of a function that is being written, or of one that is inlined in it."""

    def __init__(self, function: n.Function, names: dict[str, Value | Slot]):
        self.function, self.names = function, names
        text = function.text
        self.direct = None if text.is_straight else text.direct  # names that are values; None for all

    def is_direct(self, name: str) -> bool:
        """Return whether a name is a value, without a stack cell."""
        return self.direct is None or name in self.direct or name not in self.function.types


class Writer(Emitter):
    """One LLVM function.

    Args:
        interleave: number of vectors that its loops compute at once, over disjoint arrays; 0 for plain loops.
    """

    def __init__(self, module: "Module", function: n.Function, name: str, interleave: int):
        super().__init__(module.declared, module.constants, may_wrap=not interleave)
        self.module = module
        self._name, self._interleave, self._returns = name, interleave, function.returns
        self._loops: list[tuple[str, str]] = []  # labels of the next turn and of the end
        self._parameters: list[Number] = []
        self._current: list[Number] = []  # numbers that updates change
        self.frame = Frame(function, {})
        self.line = 0
        self.open("body")
        for parameter, kind in function.parameters:
            leaves = [Number(leaf, f"%a{len(self._parameters) + k}") for k, leaf in enumerate(kinds_of(kind))]
            self._parameters += leaves
            value = built(kind, iter(leaves))
            if parameter in function.text.assigned:
                self._let(parameter, value, kind)
            else:
                self.frame.names[parameter] = value

    def written(self) -> tuple[str, list[int]]:
        """Return the text of the LLVM function, and which leaves of its arguments it takes.

        Raises:
            UnsupportedError: machine code has no counterpart of something.
        """
        try:
            self._suite(self.frame.function.body)
        except UnsupportedError as refusal:
            if not refusal.file:
                refusal.file, refusal.line = self.frame.function.text.file, self.line
            raise
        if self.lines is not None:
            self.end("ret void" if not kinds_of(self._returns) else "unreachable")
        return self._whole_text(), [k for k, leaf in enumerate(self._parameters) if leaf.is_used]

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
        result = result_text(self._returns)
        return f'define internal {result} @"{self._name}"({parameters}) nounwind {attributes} {{\n{entry}\n{body}\n}}\n'

    # ---- names

    def _let(self, name: str, value: Value, kind: Type) -> None:
        frame = self.frame
        if frame.is_direct(name):
            frame.names[name] = value
            return
        settled = frame.function.types[name]
        if isinstance(value, Number) and isinstance(settled, str):
            value = self.to(value, settled)
        slot = frame.names.get(name)
        if slot is None:
            slot = frame.names[name] = Slot(settled, [(leaf, self.alloca(LLVM[leaf])) for leaf in kinds_of(settled)])
        assert isinstance(slot, Slot)
        for (leaf_kind, cell), leaf in zip(slot.cells, leaves_of(value), strict=True):
            self.write(f"store {LLVM[leaf_kind]} {self.text(leaf)}, ptr {cell}")

    def _loaded(self, value: Value | Slot) -> Value:
        if not isinstance(value, Slot):
            return value
        loaded = [self.emit(f"load {LLVM[kind]}, ptr {cell}", kind) for kind, cell in value.cells]
        return built(value.type, iter(loaded))

    # ---- expressions

    def value(self, node: n.Expression) -> Value:
        """Return the value of an expression."""
        return self._loaded(self._path(node))

    def number(self, node: n.Expression) -> Number:
        """Return the value of an expression that is a number."""
        value = self.value(node)
        assert isinstance(value, Number), node
        return value

    def array(self, node: n.Expression) -> Array:
        """Return the value of an expression that is an array."""
        value = self.value(node)
        assert isinstance(value, Array), node
        return value

    def _path(self, node: n.Expression) -> Value | Slot:
        if isinstance(node, n.Variable):
            return self.frame.names[node.name]
        if isinstance(node, n.Field):
            return self._field(self._path(node.value), node.place)
        return _METHODS[type(node)](self, node)

    def _field(self, value: Value | Slot, place: int) -> Value | Slot:
        if isinstance(value, Slot):
            assert isinstance(value.type, Struct)
            first = sum(len(kinds_of(kind)) for kind in value.type.types[:place])
            kind = value.type.types[place]
            return Slot(kind, value.cells[first : first + len(kinds_of(kind))])
        assert isinstance(value, Structure)
        return value.fields[place]

    def _of_variable(self, node: n.Variable) -> Value:
        return self._loaded(self._path(node))

    def _of_field(self, node: n.Field) -> Value:
        return self._loaded(self._path(node))

    def _of_literal(self, node: n.Literal) -> Value:
        assert isinstance(node.type, str)
        return literal(node.value, node.type)

    def _of_constant(self, node: n.Constant) -> Value:
        return value_of(node.value, node.type)

    def _of_known(self, _node: n.Known) -> Value:
        return NOTHING

    def _of_pick(self, node: n.Pick) -> Value:
        index, value = self.number(node.index), self.value(node.value)
        assert isinstance(value, Structure)
        if index.constant is None:
            assert isinstance(node.type, str)
            fields = [self.to(field, node.type) for field in value.fields if isinstance(field, Number)]
            return self.load(self.in_memory(fields), [index])
        if not -len(value.fields) <= index.constant < len(value.fields):
            raise UnsupportedError(f"a tuple of {len(value.fields)} has no element {index.constant}")
        return value.fields[int(index.constant)]

    def _of_item(self, node: n.Item) -> Value:
        return self.load(self.array(node.array), [self.number(index) for index in node.indices])

    def _of_current(self, _node: n.Current) -> Value:
        return self._current[-1]

    def _of_length(self, node: n.Length) -> Value:
        return self.array(node.array).shape[node.axis]

    def _of_convert(self, node: n.Convert) -> Value:
        assert isinstance(node.type, str)
        return self.to(self.number(node.value), node.type)

    def _of_minus(self, node: n.Minus) -> Value:
        return self.negative(self.number(node.value))

    def _of_not(self, node: n.Not) -> Value:
        return self.emit(f"xor i1 {self.text(self.number(node.value))}, true", TRUTH)

    def _of_invert(self, node: n.Invert) -> Value:
        return self.inverted(self.number(node.value))

    def _of_binary(self, node: n.Binary) -> Value:
        if node.operator in ("and", "or"):
            return self._truth(node)
        left = self.number(node.left)
        right = self.number(node.right)
        if node.operator in COMPARISONS:
            return self.compare(node.operator, left, right)
        return self.binary(node.operator, left, right)

    def _of_chain(self, node: n.Chain) -> Value:
        return self._truth(node)

    def _truth(self, node: n.Expression) -> Value:
        yes, no, done = self.new_label("yes"), self.new_label("no"), self.new_label("done")
        self.branch(node, yes, no)
        for label in (yes, no):
            self.open(label)
            self.jump(done)
        self.open(done)
        return self.emit(f"phi i1 [true, %{yes}], [false, %{no}]", TRUTH)

    def branch(self, node: n.Expression, yes: str, no: str) -> None:
        """Jump to one of two labels."""
        match node:
            case n.Binary(operator="and" | "or"):
                more = self.new_label("more")
                self.branch(node.left, *((more, no) if node.operator == "and" else (yes, more)))
                self.open(more)
                self.branch(node.right, yes, no)
            case n.Not():
                self.branch(node.value, no, yes)
            case n.Chain():
                self._chain(node, yes, no)
            case _:
                holds = self.number(node)
                if holds.constant is not None:
                    self.end(f"br label %{yes if holds.constant else no}")
                else:
                    self.end(f"br i1 {self.text(holds)}, label %{yes}, label %{no}")

    def _chain(self, node: n.Chain, yes: str, no: str) -> None:
        left = self.number(node.operands[0])
        for place, (operator, operand) in enumerate(zip(node.operators, node.operands[1:], strict=True)):
            right = self.number(operand)
            more = yes if place == len(node.operators) - 1 else self.new_label("more")
            holds = self.compare(operator, left, right)
            self.end(f"br i1 {self.text(holds)}, label %{more}, label %{no}")
            if more != yes:
                self.open(more)
            left = right

    def _of_choice(self, node: n.Choice) -> Value:
        yes, no, done = self.new_label("then"), self.new_label("else"), self.new_label("endif")
        self.branch(node.condition, yes, no)
        sides: list[tuple[list[Number], str, list[str] | None]] = []
        for label, side in ((yes, node.if_true), (no, node.if_false)):
            self.open(label)
            sides.append((leaves_of(self.value(side)), self.label, self.lines))
            self.jump(done)
        self.open(done)
        chosen: list[Number] = []
        (one_side, one_label, _), (other_side, other_label, _) = sides
        for leaf, one, other in zip(kinds_of(node.type), one_side, other_side, strict=True):
            flags = FLAGS + " " if leaf in (FLOAT, SINGLE) else ""
            arms = f"[{self.text(one)}, %{one_label}], [{self.text(other)}, %{other_label}]"
            chosen.append(self.emit(f"phi {flags}{LLVM[leaf]} {arms}", leaf))
            chosen[-1].not_negative = one.not_negative and other.not_negative
        return built(node.type, iter(chosen))

    def _of_intrinsic(self, node: n.Intrinsic) -> Value:
        return INTRINSICS[node.name](self, node.type, *(self.value(argument) for argument in node.arguments))

    def _of_make(self, node: n.Make) -> Value:
        return Structure([self.value(argument) for argument in node.arguments])

    def _of_span(self, node: n.Span) -> Value:
        start = self.number(node.start)
        assert isinstance(node.type, RangeType)
        return Range(start, self.number(node.stop), node.type.step)

    def _of_call(self, node: n.Call) -> Value:
        arguments = [self.value(argument) for argument in node.arguments]
        if node.function.text.is_straight:
            return self._written_here(node.function, arguments)
        name, used = self.module.function(node.function)
        leaves = [leaf for value in arguments for leaf in leaves_of(value)]
        given = ", ".join(f"{LLVM[leaves[k].kind]} {self.text(leaves[k])}" for k in used)
        kinds = kinds_of(node.type)
        if not kinds:
            self.write(f'call void @"{name}"({given})')
            return built(node.type, iter(()))
        result = self.emit(f'call {result_text(node.type)} @"{name}"({given})', kinds[0])
        if len(kinds) == 1:
            return built(node.type, iter([result]))
        whole_type = result_text(node.type)
        parts = [self.emit(f"extractvalue {whole_type} {result.text}, {k}", leaf) for k, leaf in enumerate(kinds)]
        return built(node.type, iter(parts))

    def _written_here(self, function: n.Function, arguments: list[Value]) -> Value:
        """Return the result of a function without branches, which is inlined."""
        names: dict[str, Value | Slot] = {
            name: value for (name, _), value in zip(function.parameters, arguments, strict=True)
        }
        before, self.frame = self.frame, Frame(function, names)
        result: Value = NOTHING
        try:
            for statement in function.body:
                self.line = statement.line
                if isinstance(statement, n.Return):
                    result = self.value(statement.value) if statement.value else NOTHING
                else:
                    self._do(statement)
        except UnsupportedError as refusal:
            if not refusal.file:
                refusal.file, refusal.line = function.text.file, self.line
            raise
        self.frame = before
        return result

    # ---- statements

    def _suite(self, body: Sequence[n.Statement]) -> None:
        for statement in body:
            if self.lines is None:
                return
            self.line = statement.line
            self._do(statement)

    def _do(self, statement: n.Statement) -> None:
        _METHODS[type(statement)](self, statement)

    def _do_let(self, statement: n.Let) -> None:
        self._let(statement.name, self.value(statement.value), statement.value.type)

    def _do_unpack(self, statement: n.Unpack) -> None:
        whole_value = self.value(statement.value)
        assert isinstance(whole_value, Structure)
        for name, part in zip(statement.names, whole_value.fields, strict=True):
            if name != "_":
                self.frame.names[name] = part

    def _do_store(self, statement: n.Store) -> None:
        array = self.array(statement.array)
        indices = [self.number(index) for index in statement.indices]
        self.store(array, indices, self.number(statement.value))

    def _do_update(self, statement: n.Update) -> None:
        array = self.array(statement.array)
        indices = [self.number(index) for index in statement.indices]
        number = self.load(array, indices)
        assert isinstance(number, Number)
        self._current.append(number)
        value = self.number(statement.value)
        self._current.pop()
        self.store(array, indices, value)

    def _do_do(self, statement: n.Do) -> None:
        self.value(statement.value)

    def _do_return(self, statement: n.Return) -> None:
        leaves = leaves_of(self.value(statement.value)) if statement.value else []
        if not leaves:
            self.end("ret void")
        elif len(leaves) == 1:
            self.end(f"ret {LLVM[leaves[0].kind]} {self.text(leaves[0])}")
        else:
            llvm, made = result_text(self._returns), "poison"
            for place, leaf in enumerate(leaves):
                inserted = f"insertvalue {llvm} {made}, {LLVM[leaf.kind]} {self.text(leaf)}, {place}"
                made = self.emit(inserted, "ptr").text
            self.end(f"ret {llvm} {made}")

    def _do_if(self, statement: n.If) -> None:
        yes, done = self.new_label("then"), self.new_label("endif")
        no = self.new_label("else") if statement.otherwise else done
        self.branch(statement.condition, yes, no)
        is_reached = not statement.otherwise
        for label, body in ((yes, statement.then), (no, statement.otherwise)):
            if body:
                self.open(label)
                self._suite(body)
                is_reached |= self.lines is not None
                self.jump(done)
        if not statement.then:
            self.open(yes)
            self.jump(done)
            is_reached = True
        if is_reached:
            self.open(done)

    def _do_while(self, statement: n.While) -> None:
        head, body, done = self.new_label("while"), self.new_label("body"), self.new_label("done")
        after = self.new_label("nobreak") if statement.otherwise else done
        self.jump(head)
        self.open(head)
        self.branch(statement.condition, body, after)
        self.open(body)
        self._turn(statement.body, head, done)
        self._after(statement.otherwise, after, done)

    def _do_repeat(self, statement: n.Repeat) -> None:
        for turn in range(statement.count):
            self._let(statement.name, whole(turn), WHOLE)
            self._suite(statement.body)

    def _do_for(self, statement: n.For) -> None:
        over = self.value(statement.over)
        array: Array | None = None
        if isinstance(over, Structure):
            over = self.in_memory([field for field in over.fields if isinstance(field, Number)])
        if isinstance(over, Array):
            array, over = over, Range(whole(0), over.shape[0], 1)
        assert isinstance(over, Range)
        head, body, step, done = (self.new_label(stem) for stem in ("for", "body", "step", "done"))
        after = self.new_label("nobreak") if statement.otherwise else done
        cell, start, stop = self.alloca("i64"), self.text(over.start), self.text(over.stop)
        self.write(f"store i64 {start}, ptr {cell}")
        self.jump(head)
        self.open(head)
        index = self.emit(f"load i64, ptr {cell}", WHOLE)
        index.not_negative = over.start.not_negative and over.step > 0
        goes_on = self.emit(f"icmp {'slt' if over.step > 0 else 'sgt'} i64 {index.text}, {stop}", TRUTH)
        self.end(f"br i1 {goes_on.text}, label %{body}, label %{after}")
        self.open(body)
        self._let(statement.name, self.load(array, [index]) if array else index, WHOLE)
        self._turn(statement.body, step, done)
        self.open(step)
        old = self.emit(f"load i64, ptr {cell}", WHOLE)
        self.write(f"store i64 {self.emit(f'add nsw i64 {old.text}, {over.step}', WHOLE).text}, ptr {cell}")
        self.end(f"br label %{head}{self._hint()}")
        self._after(statement.otherwise, after, done)

    def _turn(self, body: Sequence[n.Statement], step: str, done: str) -> None:
        self._loops.append((step, done))
        self._suite(body)
        self._loops.pop()
        self.jump(step)

    def _after(self, otherwise: Sequence[n.Statement], after: str, done: str) -> None:
        if otherwise:
            self.open(after)
            self._suite(otherwise)
            self.jump(done)
        self.open(done)

    def _hint(self) -> str:
        """Return metadata that makes LLVM interleave several vectors, which it does not do with long loops."""
        if not self._interleave:
            return ""
        notes = self.module.notes
        first = len(notes)
        notes.append(f"!{first} = distinct !{{!{first}, !{first + 1}}}")
        notes.append(f'!{first + 1} = !{{!"{LOOP_HINT}", i32 {self._interleave}}}')
        return f", !llvm.loop !{first}"

    def _do_break(self, _statement: n.Break) -> None:
        self.end(f"br label %{self._loops[-1][1]}")

    def _do_continue(self, _statement: n.Continue) -> None:
        self.end(f"br label %{self._loops[-1][0]}")

    def _do_declare(self, _statement: n.Declare) -> None:
        pass


_METHODS: dict[type, Any] = {
    kind: getattr(Writer, f"_{'of' if issubclass(kind, n.Expression) else 'do'}_{kind.__name__.lower()}")
    for kind in vars(n).values()
    if isinstance(kind, type)
    and issubclass(kind, (n.Expression, n.Statement))
    and kind not in (n.Expression, n.Statement)
}


def result_text(kind: Type) -> str:
    """Return LLVM's text of the type of a result."""
    kinds = kinds_of(kind)
    if not kinds:
        return "void"
    return LLVM[kinds[0]] if len(kinds) == 1 else "{" + ", ".join(LLVM[leaf] for leaf in kinds) + "}"
