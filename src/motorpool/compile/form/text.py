"""Syntax trees of functions, and the use of their names."""

import ast
import linecache
import struct
from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any, NamedTuple, cast

from .types import UnsupportedError

SHORT = 8  # iterations of a loop that is unrolled
MOST_CLOSING = 8  # lines after the last code of a function that may belong to it
_OWN_NAMES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)  # they have names of their own
_STRAIGHT = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Pass)


class Text:
    """Text of a function.

    Attributes:
        code: its byte code, one object for all copies with the same literals.
        assigned: names that it assigns.
        direct: locals that are values: assigned once, and read only where that value is.
        unassigned: name that may be read before it is assigned, and the line; None where there is none.
        is_straight: it has no branches, no loops but short ones, and no returns before its end.
    """

    def __init__(self, function: FunctionType):
        self.tree, self.code, self.file = _tree_of(function), function.__code__, function.__code__.co_filename
        arguments = self.tree.args
        self.parameters = [
            argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        ]
        stores: Counter[str] = Counter()
        loads: Counter[str] = Counter()
        for node in walk(self.tree):
            if isinstance(node, ast.Name):
                (loads if isinstance(node.ctx, ast.Load) else stores)[node.id] += 1
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                stores[node.target.id] += 2
        self.assigned = frozenset(stores)
        uses = _Uses({name for name, count in stores.items() if count == 1 and name not in self.parameters}, loads)
        uses.of_suite(self.tree.body)
        self.direct = frozenset(uses.direct)
        *first, last = self.tree.body
        self.unassigned = _read_unassigned(self.tree, self.parameters, self.assigned)
        self.is_straight = all(isinstance(statement, _STRAIGHT) for statement in first) and isinstance(
            last, (*_STRAIGHT, ast.Return)
        )

    def line(self, number: int) -> str:
        """Return a line of the function's file."""
        return linecache.getline(self.file, number)


def walk(node: ast.AST) -> list[ast.AST]:
    """Return a node and all below it but contexts and operators, in any order; three times as fast as ``ast.walk``."""
    found: list[ast.AST] = []
    waiting = [node]
    while waiting:
        node = waiting.pop()
        found.append(node)
        for name in _PARTS.get(node.__class__) or _parts_of(node.__class__):
            part = getattr(node, name, None)
            if part.__class__ is list:
                waiting += [each for each in cast("list[Any]", part) if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST):
                waiting.append(part)
    return found


_PARTS: dict[type[ast.AST], tuple[str, ...]] = {}  # fields of each kind of node that may hold nodes


def _parts_of(kind: type[ast.AST]) -> tuple[str, ...]:
    found = tuple(
        name for name in kind._fields if name not in ("ctx", "op", "ops", "id", "attr", "kind", "type_comment")
    )
    return _PARTS.setdefault(kind, found)


@cache
def text_of(function: FunctionType) -> Text:
    """Return the syntax tree of a function and the use of its names."""
    return Text(function)


def turns_of(statement: ast.stmt) -> int | None:
    """Return the number of iterations of a loop over ``range(number)``; None for any other statement."""
    match statement:
        case ast.For(iter=ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int(turns))]), orelse=[]):
            return max(turns, 0)
        case _:
            return None


def is_short(statement: ast.stmt) -> bool:
    """Return whether a statement is a loop of few iterations and plain statements, which machine code unrolls."""
    turns = turns_of(statement)
    return (
        isinstance(statement, ast.For)
        and turns is not None
        and turns <= SHORT
        and all(map(_is_straight, statement.body))
    )


def _is_straight(statement: ast.stmt) -> bool:
    return isinstance(statement, _STRAIGHT) or is_short(statement)


class _Uses:
    """Names of a suite that are values themselves, found in one walk from its end to its start.

    Attributes:
        direct: names that are assigned once, and read only after that in the same suite, or in the loop's body.
    """

    def __init__(self, once: set[str], loads: Counter[str]):
        self._once, self._loads = once, loads
        self.direct: set[str] = set()

    def of_suite(self, body: list[ast.stmt]) -> Counter[str]:
        """Return the number of reads of each name in a suite."""
        later: Counter[str] = Counter()
        for statement in reversed(body):
            suites = {
                name: self.of_suite(cast("list[ast.stmt]", suite))
                for name in ("body", "orelse")
                if isinstance(suite := getattr(statement, name, None), list)
            }
            if isinstance(statement, ast.For):
                self._note([statement.target], suites["body"])
            elif isinstance(statement, ast.Assign):
                self._note(statement.targets, later)
            elif isinstance(statement, ast.AnnAssign) and statement.value:
                self._note([statement.target], later)
            for uses in suites.values():
                later.update(uses)
            later.update(_reads(statement, without=tuple(suites)))
        return later

    def _note(self, targets: list[ast.expr], uses: Counter[str]) -> None:
        """Keep the names of targets that are read nowhere else."""
        for target in targets:
            for node in walk(target):
                if isinstance(node, ast.Name) and node.id in self._once and uses[node.id] == self._loads[node.id]:
                    self.direct.add(node.id)


def _reads(statement: ast.stmt, without: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the names that a statement reads, once for each time, without some of its suites."""
    for name, value in ast.iter_fields(statement):
        if name in without:
            continue
        for part in cast("list[Any]", value) if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                for node in walk(part):
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                        yield node.id


def _read_unassigned(tree: ast.FunctionDef, parameters: list[str], names: frozenset[str]) -> tuple[str, int] | None:
    """Return the first name that may be read before it is assigned, and its line."""
    flow = _Flow(names)
    flow.suite(tree.body, set(parameters))
    return min(flow.found, key=lambda each: each[1], default=None)


class _Flow:
    """Control flow of a function, with the names that are assigned at each point."""

    def __init__(self, names: frozenset[str]):
        self._names = names
        self._at_breaks: list[list[set[str]]] = []  # of each loop, what is known where it is left by break
        self.found: list[tuple[str, int]] = []

    def suite(self, body: list[ast.stmt], known: set[str]) -> set[str] | None:
        """Return the names that are known after a suite; None where its end is not reached."""
        for statement in body:
            after = self._after(statement, known)
            if after is None:
                return None
            known = after
        return known

    def _look(self, node: ast.AST, known: set[str]) -> None:
        within = list(walk(node))
        if any(isinstance(each, _OWN_NAMES) for each in within):  # refused as such
            return
        read = (each for each in within if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load))
        self.found.extend((each.id, each.lineno) for each in read if each.id in self._names - known)

    def _after(self, statement: ast.stmt, known: set[str]) -> set[str] | None:
        match statement:
            case ast.If():
                self._look(statement.test, known)
                return _common([self.suite(body, set(known)) for body in (statement.body, statement.orelse)])
            case ast.For():
                self._look(statement.iter, known)
                self._loop(statement.body, known | _stored(statement.target))
                self.suite(statement.orelse, set(known))
                return known
            case ast.While():
                self._look(statement.test, known)
                at_breaks = self._loop(statement.body, set(known))
                self.suite(statement.orelse, set(known))
                is_endless = isinstance(statement.test, ast.Constant) and bool(statement.test.value)
                return _common(at_breaks) if is_endless else known
            case ast.Return() | ast.Raise() | ast.Break() | ast.Continue():
                self._look(statement, known)
                if isinstance(statement, ast.Break) and self._at_breaks:
                    self._at_breaks[-1].append(set(known))
                return None
            case ast.AugAssign():
                self._look(statement.value, known)
                if isinstance(statement.target, ast.Name) and statement.target.id not in known:
                    self.found.append((statement.target.id, statement.lineno))
                return known
            case ast.AnnAssign():
                if statement.value is None:
                    return known
                self._look(statement.value, known)
                return known | _stored(statement.target)
            case _:
                self._look(statement, known)
                return known | _stored(statement)

    def _loop(self, body: list[ast.stmt], known: set[str]) -> list[set[str] | None]:
        """Return the known names at each break of a loop's body."""
        self._at_breaks.append([])
        self.suite(body, known)
        return list(self._at_breaks.pop())


def _common(ends: list[set[str] | None]) -> set[str] | None:
    """Return the names that are known at all ends that are reached; None if no end is."""
    reached = [end for end in ends if end is not None]
    return set[str].intersection(*reached) if reached else None


def _stored(node: ast.AST) -> set[str]:
    return {each.id for each in walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _tree_of(function: FunctionType) -> ast.FunctionDef:
    code = function.__code__
    for _ in range(2):
        found = _own_lines_of(code)
        if found is None or not _is_equal(found.code, code):
            found = _functions_of(code.co_filename).get((code.co_name, code.co_firstlineno))
        if found is not None and _is_equal(found.code, code):
            return found.tree
        linecache.checkcache(code.co_filename)  # the file may have changed, and the function with it
        _functions_of.cache_clear()
    raise UnsupportedError(
        f"the text of {function.__name__} is not found; its file must be as it was when it was imported",
        code.co_filename,
        code.co_firstlineno,
    )


class _Function(NamedTuple):
    """A function of a file, in its present text."""

    tree: ast.FunctionDef
    code: CodeType


def _own_lines_of(code: CodeType) -> _Function | None:
    """Return the function at the lines of some byte code; None if the whole file must be parsed to find it.

    A file is parsed and compiled ten times slower than the few of its functions that a kernel calls.
    """
    first, lines = code.co_firstlineno, linecache.getlines(code.co_filename)
    ends = [end for _, end, _, _ in code.co_positions() if end is not None]
    last = max(ends, default=first)
    before = "if True:\n" if lines[first - 1 : first] and lines[first - 1][:1].isspace() else ""
    for more in range(MOST_CLOSING):  # lines with nothing but brackets have no code
        try:
            tree = ast.parse(before + "".join(lines[first - 1 : last + more]))
        except SyntaxError:
            continue
        ast.increment_lineno(tree, first - 1 - bool(before))
        body = cast("ast.If", tree.body[0]).body if before else tree.body
        node = body[0] if len(body) == 1 else None
        if not isinstance(node, ast.FunctionDef):
            return None
        codes = dict(_codes_in(compile(tree, code.co_filename, "exec")))
        return _Function(node, codes[node.name, first]) if (node.name, first) in codes else None
    return None


@cache
def _functions_of(file: str) -> dict[tuple[str, int], _Function]:
    """Return the functions of a file by name and first line."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
        codes = dict(_codes_in(compile(tree, file, "exec")))
    except SyntaxError:  # changed since it was imported
        return {}
    found: dict[tuple[str, int], _Function] = {}
    for node in walk(tree):
        if isinstance(node, ast.FunctionDef):
            key = node.name, min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if key in codes:
                found[key] = _Function(node, codes[key])
    return found


def _codes_in(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield (constant.co_name, constant.co_firstlineno), constant
            yield from _codes_in(constant)


def _is_equal(made: CodeType, code: CodeType) -> bool:
    """Return whether byte code was made of the same text; its literals may have become float32."""
    return made.co_code == code.co_code and made.co_names == code.co_names and _same(made.co_consts, code.co_consts)


def _same(made: tuple[Any, ...], found: tuple[Any, ...]) -> bool:
    pairs = zip(made, found, strict=False)
    return len(made) == len(found) and all(
        isinstance(one, CodeType) or one == other or (isinstance(one, float) and as_single(one) == other)
        for one, other in pairs
    )


def as_single(value: float) -> float:
    """Return a number rounded to 32 bits."""
    return float(struct.unpack("f", struct.pack("f", value))[0])
