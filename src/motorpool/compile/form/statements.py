"""Reader of statements: from Python's syntax to typed statements."""

import ast
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

from .expressions import OPERATORS, ExpressionReader, words_for
from .nodes import (
    Break,
    Call,
    Constant,
    Continue,
    Current,
    Declare,
    Do,
    Expression,
    Field,
    For,
    Function,
    If,
    Item,
    Known,
    Let,
    Literal,
    Make,
    Repeat,
    Return,
    Statement,
    Store,
    Unpack,
    Update,
    Variable,
    While,
    parts_of,
)
from .text import is_short, turns_of, walk
from .types import (
    ELEMENTS,
    FLOAT,
    WHOLE,
    ArrayType,
    KnownType,
    RangeType,
    Struct,
    Type,
    UnsupportedError,
    common_kind,
    described,
)

if TYPE_CHECKING:
    from .reader import Reader

_RESULT = "return"  # its place among the types of names


class WidenedError(Exception):
    """A name or the result has a wider type than before, so the function must be read again."""


class StatementReader(ExpressionReader):
    """The reading of one function.

    Args:
        arguments: type of each argument, or the object that is known at compile time.
        types: types of its names as known from earlier readings, added to.

    Attributes:
        made: function that is made, empty until it is read.
    """

    def __init__(self, reader: "Reader", function: FunctionType, arguments: Sequence[Any], types: dict[str, Type]):
        super().__init__(reader, function)
        self._types = types
        self._is_text = bool(reader.target.words)  # names are declared, and keep one type
        parameters: list[tuple[str, Type]] = []
        for name, kind in zip(self.text.parameters, arguments, strict=True):
            if not isinstance(kind, (str, ArrayType, RangeType, Struct)):
                self.names[name] = Known(kind.value if isinstance(kind, KnownType) else kind)
                continue
            parameters.append((name, kind))
            if name in self.text.assigned:
                kind = types.setdefault(name, kind)
            self.names[name] = Variable(name, kind)
        self.declared = set(self.names)
        given = [each if not isinstance(each, (str, ArrayType, RangeType, Struct)) else None for each in arguments]
        self.made = Function(function.__name__, self.text, parameters, given, function)
        if self.text.unassigned is not None:
            name, line = self.text.unassigned
            raise UnsupportedError(
                f"{name} may be read before it is assigned; assign it before the branch or loop", self.text.file, line
            )

    def read(self, made: Function) -> None:
        """Read all statements into a function.

        Raises:
            UnsupportedError: one has no counterpart.
            WidenedError: the function must be read again.
        """
        try:
            made.body = self._suite(self.text.tree.body)
        except UnsupportedError as refusal:
            if not refusal.file:
                refusal.file, refusal.line = self.text.file, self.line
            raise
        made.returns, made.types = self._types.get(_RESULT, KnownType(None)), self._types

    def _suite(self, body: Sequence[ast.stmt]) -> list[Statement]:
        outer, self.block = self.block, []
        declared = set(self.declared)
        for place, statement in enumerate(body):
            self.line = statement.lineno
            if self._is_text and isinstance(statement, (ast.If, ast.For, ast.While)):
                self._hoist(statement, body[place + 1 :])
            else:
                self._do(statement)
        block, self.block = self.block, outer
        self.declared = declared
        return block

    def _hoist(self, statement: ast.If | ast.For | ast.While, later: Sequence[ast.stmt]) -> None:
        """Read a branch or loop after declarations of the names that it sets and that are read after it."""
        names = (_stored_inside(statement) - self.declared) & _loaded(later)
        self.declared |= names
        place = len(self.block)
        self._do(statement)
        kinds = {name: self.names[name].type for name in names if isinstance(self.names.get(name), Variable)}
        line = statement.lineno
        self.block[place:place] = [Declare(line, name, kinds[name]) for name in sorted(kinds)]

    def _do(self, statement: ast.stmt) -> None:
        known: Callable[[Any], None] | None = getattr(self, f"_do_{type(statement).__name__.lower()}", None)
        if known is None:
            raise UnsupportedError(f"compiled code has no {words_for(statement)}")
        known(statement)

    # ---- assignments

    def _do_expr(self, statement: ast.Expr) -> None:
        if not isinstance(statement.value, ast.Constant):
            value = self.value(statement.value)
            if isinstance(value, Call):
                self.block.append(Do(self.line, value))

    def _do_pass(self, _statement: ast.Pass) -> None:
        pass

    def _do_assign(self, statement: ast.Assign) -> None:
        value = self.value(statement.value)
        if len(statement.targets) > 1:
            value = self.kept(value, "value")
        for target in statement.targets:
            self._set(target, value, self._comment(statement))

    def _do_annassign(self, statement: ast.AnnAssign) -> None:
        if statement.value:
            self._set(statement.target, self.value(statement.value), self._comment(statement))

    def _do_augassign(self, statement: ast.AugAssign) -> None:
        operator, target = OPERATORS[type(statement.op).__name__], statement.target
        if isinstance(target, ast.Subscript):
            array = self.value(target.value)
            place = self.item(array, self.indices(target.slice))
            if not isinstance(place, Item) or not isinstance(place.type, str):
                raise UnsupportedError("a part of an array cannot be written at once; write a loop")
            value = self.binary(operator, Current(place.type), self.value(statement.value))
            self.block.append(Update(self.line, array, place.indices, self.to(value, place.type)))
        else:
            value = self.binary(operator, self.value(target), self.value(statement.value))
            self._set(target, value, self._comment(statement))

    def _comment(self, statement: ast.stmt) -> str:
        if not self._is_text:
            return ""
        _, mark, comment = self.text.line(statement.end_lineno or statement.lineno).partition("  # ")
        return comment.strip() if mark else ""

    def _set(self, target: ast.expr, value: Expression, comment: str = "") -> None:
        """Assign a value to a name, a number of an array, or several of them."""
        if isinstance(target, ast.Name):
            self._let(target.id, value, comment)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._set_each(target.elts, value, comment)
        elif isinstance(target, ast.Subscript):
            self._store(self.value(target.value), self.indices(target.slice), value)
        else:
            raise UnsupportedError(
                f"`{ast.unparse(target)}` cannot be assigned; structures are made anew with all their fields"
            )

    def _store(self, array: Expression, indices: list[Expression], value: Expression) -> None:
        place = self.item(array, indices)
        if not isinstance(place.type, str):
            raise UnsupportedError("a part of an array cannot be written at once; write a loop")
        self.block.append(Store(self.line, array, indices, self.to(value, place.type)))

    def _let(self, name: str, value: Expression, comment: str) -> None:
        if isinstance(value, Known):
            before = self.names.get(name)
            if before is not None and not self.text.is_straight and name not in self.text.direct:
                self.reader.common(before.type, value.type)
            self.names[name] = value
            return
        kind = value.type
        is_one_type = self._is_text or not (self.text.is_straight or name in self.text.direct)
        if is_one_type:
            known = self._types.get(name)
            if known is None:
                known = self._types[name] = kind
            elif known is not kind and known != kind:
                both = self.reader.common(known, kind)
                if both != known:
                    self._types[name] = both
                    raise WidenedError
                value = self.converted(value, known)
            kind = known
        self.block.append(Let(self.line, name, value, is_new=name not in self.declared, comment=comment))
        self.declared.add(name)
        self.names[name] = Variable(name, kind)

    def _set_each(self, targets: Sequence[ast.expr], value: Expression, comment: str) -> None:
        if isinstance(value.type, ArrayType):
            array = self.kept(value, "row")
            parts = [self.item(array, [Literal(place, WHOLE)]) for place in range(len(targets))]
        elif isinstance(value, Make):
            parts = value.arguments
        elif isinstance(value.type, Struct) and self._is_unpacked(targets, value):
            self._unpack([cast("ast.Name", each).id for each in targets], value, comment)
            return
        else:
            parts = self.fields_of(value)
        if len(parts) != len(targets):
            raise UnsupportedError(f"{len(parts)} values are assigned to {len(targets)} names")
        for target, part in zip(targets, self._apart(targets, parts), strict=True):
            if not (isinstance(target, ast.Name) and target.id == "_"):
                self._set(target, part, comment)
                comment = ""

    def _is_unpacked(self, targets: Sequence[ast.expr], value: Expression) -> bool:
        """Return whether the fields of a call's result go to names that get their first value."""
        kind = value.type
        assert isinstance(kind, Struct)
        if len(kind.types) != len(targets):
            raise UnsupportedError(f"{len(kind.types)} values are assigned to {len(targets)} names")
        if isinstance(value, (Variable, Field, Constant)) or not (kind.is_tuple or not self._is_text):
            return False
        names = [each.id for each in targets if isinstance(each, ast.Name)]
        kinds = [each for each in kind.types if isinstance(each, KnownType)]
        if len(names) != len(targets) or len(set(names)) != len(names) or kinds:
            return False
        if self._is_text:
            return all(name == "_" or name not in self.names for name in names)
        return all(name == "_" or self.text.is_straight or name in self.text.direct for name in names)

    def _unpack(self, names: list[str], value: Expression, comment: str) -> None:
        kind = value.type
        assert isinstance(kind, Struct)
        for name, each in zip(names, kind.types, strict=True):
            if name != "_":
                if self._is_text:
                    self._types.setdefault(name, each)
                    if self._types[name] != each:
                        each = self._types[name] = self.reader.common(self._types[name], each)
                self.names[name] = Variable(name, each)
                self.declared.add(name)
        self.block.append(Unpack(self.line, names, value, comment))

    def _apart(self, targets: Sequence[ast.expr], values: list[Expression]) -> list[Expression]:
        """Return values that do not change while the targets are set one after the other."""
        if len(targets) == 1:
            return values
        names = [each.id if isinstance(each, ast.Name) else "" for each in targets]
        writes = [not isinstance(each, ast.Name) for each in targets]
        safe = list(values)
        for place, value in enumerate(values):
            before = {name for name in names[:place] if name in self.names}
            parts = list(parts_of(value))
            is_overwritten = any(isinstance(part, Variable) and part.name in before for part in parts)
            is_overwritten |= any(writes[:place]) and any(isinstance(part, (Item, Call)) for part in parts)
            if is_overwritten:
                for each in range(place + 1):
                    if not isinstance(safe[each], (Literal, Constant, Known)) and not self._is_made(safe[each]):
                        safe[each] = self._moved(safe[each], names[each])
        return safe

    def _is_made(self, value: Expression) -> bool:
        return isinstance(value, Variable) and value.name not in self.text.assigned | set(self.text.parameters)

    def _moved(self, value: Expression, name: str) -> Expression:
        """Return a value as a variable of its own."""
        taken = {*self.names, *self.text.assigned, *(each for each in self.function.__globals__ if each.islower())}
        stem = f"new_{name}" if name else "next"
        free = next(each for each in (stem, *(f"{stem}_{k}" for k in range(2, 1000))) if each not in taken)
        self.names[free] = moved = Variable(free, value.type)
        self.declared.add(free)
        self.block.append(Let(self.line, free, value, is_new=True))
        return moved

    # ---- the way through

    def _do_return(self, statement: ast.Return) -> None:
        value = self.value(statement.value) if statement.value else Known(None)
        kind, known = value.type, self._types.get(_RESULT)
        if known is None:
            known = self._types[_RESULT] = kind
        elif known is not kind and known != kind:
            both = self.reader.common(known, kind)
            if both != known:
                self._types[_RESULT] = both
                raise WidenedError
            value = self.converted(value, known)
        self.block.append(Return(self.line, None if isinstance(value, Known) else value))

    def _do_if(self, statement: ast.If) -> None:
        condition, line = self.test(statement.test), self.line
        then, otherwise = self._suite(statement.body), self._suite(statement.orelse)
        self.block.append(If(line, condition, then, otherwise))

    def _do_while(self, statement: ast.While) -> None:
        self._may_not_run += 1
        condition, line = self.test(statement.test), self.line
        self._may_not_run -= 1
        body, otherwise = self._suite(statement.body), self._suite(statement.orelse)
        self.block.append(While(line, condition, body, otherwise))

    def _do_for(self, statement: ast.For) -> None:
        line, turns, target = self.line, turns_of(statement), statement.target
        is_repeated = turns is not None and (is_short(statement) or self._is_text) and isinstance(target, ast.Name)
        if is_repeated and not (self._is_text and _leaves(statement.body)):
            name = cast("ast.Name", target).id
            kind = WHOLE if self.reader.target.has_whole_numbers else FLOAT
            body = self._turn(name, kind, statement)
            self.block.append(Repeat(line, name, cast("int", turns), body, is_short(statement)))
            return
        over = self._counted(self.value(statement.iter))
        if not isinstance(target, ast.Name):
            raise UnsupportedError(f"`{ast.unparse(target)}` cannot count a loop; give it one name")
        body = self._turn(target.id, _element(over), statement)
        otherwise = self._suite(statement.orelse)
        self.block.append(For(line, target.id, over, body, otherwise))

    def _turn(self, name: str, kind: Type, statement: ast.For) -> list[Statement]:
        """Read the body of a loop with its variable."""
        is_one_type = not (self.text.is_straight or name in self.text.direct)
        if is_one_type:
            known = self._types.setdefault(name, kind)
            if known != kind:
                both = self.reader.common(known, kind)
                if both != known:
                    self._types[name] = both
                    raise WidenedError
            kind = known
        was_declared = name in self.declared
        self.declared.add(name)
        self.names[name] = Variable(name, kind)
        body = self._suite(statement.body)
        if not was_declared:
            self.declared.discard(name)
        return body

    def _counted(self, over: Expression) -> Expression:
        """Return the range, array or tuple of numbers of one kind that a loop iterates over."""
        kind = over.type
        if isinstance(kind, (RangeType, ArrayType)):
            return over
        if isinstance(kind, Struct) and kind.types and all(isinstance(each, str) for each in kind.types):
            common = cast("str", kind.types[0])
            for each in kind.types[1:]:
                common = common_kind(common, cast("str", each))
            fields = [
                self.to(self.number(field), WHOLE if common == "i1" else common) for field in self.fields_of(over)
            ]
            return self.tuple(fields)
        raise UnsupportedError(f"a loop goes over a range, an array or a tuple, not over {described(kind)}")

    def _do_break(self, _statement: ast.Break) -> None:
        self.block.append(Break(self.line))

    def _do_continue(self, _statement: ast.Continue) -> None:
        self.block.append(Continue(self.line))


def _element(over: Expression) -> Type:
    """Return the type of a loop's variable."""
    kind = over.type
    if isinstance(kind, ArrayType):
        return ArrayType(kind.dtype, kind.dimensions - 1) if kind.dimensions > 1 else ELEMENTS[kind.dtype]
    return kind.types[0] if isinstance(kind, Struct) else WHOLE


def _stored_inside(statement: ast.stmt) -> set[str]:
    nodes = list(walk(statement))
    counters = {each.target.id for each in nodes if isinstance(each, ast.For) and isinstance(each.target, ast.Name)}
    stored = {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return stored - counters


def _loaded(statements: Sequence[ast.stmt]) -> set[str]:
    nodes = [node for statement in statements for node in walk(statement)]
    read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    changed = {node.target for node in nodes if isinstance(node, ast.AugAssign)}
    return read | {target.id for target in changed if isinstance(target, ast.Name)}


def _leaves(body: Sequence[ast.stmt]) -> bool:
    """Return whether statements contain a break or continue of their loop."""
    return any(isinstance(each, (ast.Break, ast.Continue)) for statement in body for each in walk(statement))
