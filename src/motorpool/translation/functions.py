"""Statements of a function's text, as statements of a program."""

import ast
import inspect
import textwrap
from collections.abc import Sequence
from typing import Any

from .expressions import ExpressionReader, Finder, Known, Tuple, arguments_of, number
from .program import (
    BOOL,
    FLOAT,
    Declare,
    Expression,
    FieldOf,
    Function,
    If,
    Let,
    Name,
    Repeat,
    Return,
    Statement,
    Struct,
    Type,
    Unpack,
    parts_of,
)  # fmt: skip


class FunctionReader(ExpressionReader):
    """The reading of one function.

    Args:
        finder: the program.
        function: of Python.
        name: in the program.
    """

    def __init__(self, finder: Finder, function: Any, name: str):
        super().__init__(finder, function)
        self._name = name
        self._returned: list[Return] = []
        lines, _ = inspect.getsourcelines(function)
        self._lines = textwrap.dedent("".join(lines)).splitlines()

    def read(self, given: Sequence[Any]) -> Function:
        """Return the function for arguments of these types."""
        arguments: list[tuple[str, Type]] = []
        for name, kind in zip(arguments_of(self._function), given, strict=True):
            if isinstance(kind, Known):
                self.values[name] = kind
            else:
                arguments.append((name, kind))
                self.values[name] = Name(name, kind)
        (tree,) = ast.parse("\n".join(self._lines)).body
        assert isinstance(tree, ast.FunctionDef)
        body = self._read_block(tree.body, loaded_after=set())
        returns = self._agreed_return()
        doc, _, _ = (inspect.getdoc(self._function) or "").partition("\n\nArgs:")
        doc, _, _ = doc.partition("\n\nExample:")
        doc = "\n".join(paragraph.replace("\n", " ") for paragraph in doc.split("\n\n"))
        source = self._function.__module__
        return Function(self._name, arguments, returns, body, doc, source, frozenset(self.changed))

    # ---- statements

    def _read_block(self, statements: Sequence[ast.stmt], loaded_after: set[str]) -> list[Statement]:
        outer, self.block = self.block, []
        for index, statement in enumerate(statements):
            later = loaded_after | _loaded(statements[index + 1 :])
            self._read_statement(statement, later)
        block, self.block = self.block, outer
        return block

    def _read_statement(self, statement: Any, later: set[str]) -> None:
        match statement:
            case ast.Expr(value=ast.Constant()):
                pass  # the docstring
            case ast.Return():
                self._return(self.value(statement.value))
            case ast.Assign(targets=[target]):
                self._assign(target, self.value(statement.value), self._comment(statement))
            case ast.AugAssign():
                value = self.arithmetic(statement.op, self.value(statement.target), self.value(statement.value))
                self._assign(statement.target, value, self._comment(statement))
            case ast.If():
                self._if(statement, later)
            case ast.For():
                self._repeat(statement, later)
            case _:
                raise self.refused(statement)

    def _return(self, value: Expression) -> None:
        made = Return(self.packed(value))
        self._returned.append(made)
        self.block.append(made)

    def _agreed_return(self) -> Type:
        types = {each.value.type for each in self._returned}
        if types == {FLOAT, BOOL}:
            for each in self._returned:
                each.value = number(each.value)
            return FLOAT
        assert len(types) == 1, f"{self._function.__qualname__} returns several types"
        return types.pop()

    def _assign(self, target: ast.expr, value: Expression, comment: str) -> None:
        if isinstance(target, ast.Name):
            self.store(target.id, self.packed(value), comment)
            return
        assert isinstance(target, ast.Tuple)
        if not all(isinstance(element, ast.Name) for element in target.elts):
            self._assign_nested(target.elts, value)
            return
        names = [element.id for element in target.elts if isinstance(element, ast.Name)]
        if isinstance(value, Tuple):
            self._assign_each(names, value.values, comment)
        else:
            self._unpack(names, value, comment)

    def _assign_nested(self, targets: Sequence[ast.expr], value: Expression) -> None:
        """Assign to tuples of names, each from its part of the value."""
        values = value.values if isinstance(value, Tuple) else self.fields(self.kept(value, "values"))
        for target, each in zip(targets, values, strict=True):
            self._assign(target, each, "")

    def _assign_each(self, names: list[str], values: list[Expression], comment: str) -> None:
        """Assign values to names as if at once."""
        safe: list[Expression] = []
        for index, value in enumerate(values):
            before = {name for name in names[:index] if name in self.values}
            uses = {part.name for part in parts_of(value) if isinstance(part, Name)}
            safe.append(value)
            if before & uses:
                for place, each in enumerate(safe[: index + 1]):
                    if not isinstance(each, Name) or each.name in names:
                        safe[place] = self.kept(each, f"new_{names[place]}")
        for name, value in zip(names, safe, strict=True):
            if name != "_":
                self.store(name, self.packed(value), comment)
                comment = ""

    def _unpack(self, names: list[str], value: Expression, comment: str) -> None:
        struct = value.type
        assert isinstance(struct, Struct)
        assert len(struct.fields) == len(names)
        if struct.is_tuple and all(name == "_" or name not in self.values for name in names):
            for name, (_, kind) in zip(names, struct.fields, strict=True):
                self.values[name] = Name(name, kind)
            self.block.append(Unpack(names, value, comment))
            return
        whole = self.kept(value, "values")
        for name, (field, kind) in zip(names, struct.fields, strict=True):
            if name != "_":
                self.store(name, FieldOf(whole, field, kind), "")

    def _if(self, statement: ast.If, later: set[str]) -> None:
        condition = self.truth(self.value(statement.test))
        known = dict(self.values)
        then = self._read_block(statement.body, later)
        values, self.values = self.values, dict(known)
        otherwise = self._read_block(statement.orelse, later)
        for name, value in (values | self.values).items():
            if name not in known and name in later and isinstance(value, Name):
                self.block.append(Declare(name, value.type))
                self.changed.add(name)
                for let in _lets(then) + _lets(otherwise):
                    let.is_new = let.is_new and let.name != name
                known[name] = value
        self.values = known
        self.block.append(If(condition, then, otherwise))

    def _repeat(self, statement: ast.For, later: set[str]) -> None:
        match statement.iter:
            case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int() as count)]):
                known = dict(self.values)
                self.block.append(Repeat(count, self._read_block(statement.body, later | _loaded(statement.body))))
                self.values = {name: value for name, value in self.values.items() if name in known}
            case _:
                raise self.refused(statement)

    def _comment(self, statement: ast.stmt) -> str:
        line = self._lines[(statement.end_lineno or 1) - 1]
        _, mark, comment = line.partition("  # ")
        return comment.strip() if mark else ""


def _lets(statements: Sequence[Statement]) -> list[Let]:
    found: list[Let] = []
    for statement in statements:
        if isinstance(statement, Let):
            found.append(statement)
        elif isinstance(statement, If):
            found += _lets(statement.then) + _lets(statement.otherwise)
    return found


def _loaded(statements: Sequence[ast.stmt]) -> set[str]:
    """Return the names that statements read."""
    nodes = [node for statement in statements for node in ast.walk(statement)]
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
