"""Statements of one function of a stage, as lines of TypeScript."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, get_type_hints

from ...models import mathematics
from .expressions import COMPARED, Expressions, Finder, Known, Text, camel, fitting
from .kinds import NOTHING, NUMBER, RANGE, Kind, is_structure, kind_of_annotation, parts_of


class FunctionText:
    """A function in TypeScript.

    Args:
        finder: the module.
        function: of Python.
        name: in TypeScript.
        given: kinds of the arguments.

    Attributes:
        returns: kind of what it returns.
        lines: text.
    """

    def __init__(self, finder: Finder, function: Any, name: str, given: Sequence[Kind]):
        self._finder, self._expressions = finder, Expressions(finder, function)
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
        assert isinstance(node, ast.FunctionDef)
        self._body = node.body[1:] if ast.get_docstring(node) else node.body
        self._arguments = [each.arg for each in node.args.args]
        self._read = {
            each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
        }
        self.returns: Any = kind_of_annotation(get_type_hints(function).get("return"))
        self._expressions.kinds.update(zip(self._arguments, given, strict=True))
        self._declared: set[str] = set(self._arguments)
        self._made = 0
        body = self._block(self._body, 1)
        self.lines = [*self._comment(function), f"{self._head(name, given)} {{", *body, "}"]

    def _head(self, name: str, given: Sequence[Kind]) -> str:
        arguments = [
            f"{camel(argument) if argument in self._read else '_' + camel(argument)}: {self._finder.type_text(kind)}"
            for argument, kind in zip(self._arguments, given, strict=True)
        ]
        kind = NOTHING if self.returns is None else self.returns
        return f"export function {name}({', '.join(arguments)}): {self._finder.type_text(kind)}"

    def _comment(self, function: Any) -> list[str]:
        doc = (inspect.getdoc(function) or "").partition("\n\n")[0].replace("\n", " ").replace("``", "")
        return [f"// {line}" for line in textwrap.wrap(doc, 112)]

    # ---- blocks

    def _block(self, body: Sequence[ast.stmt], depth: int) -> list[str]:
        """Return the lines of statements; variables that outlive the block of their first value are declared here."""
        lines: list[str] = []
        outer = set(self._declared)
        for place, statement in enumerate(body):
            later = names_of(body[place + 1 :])
            nested = {
                name for name in stored_inside(statement) if name not in self._declared and name in later
            }  # set in a branch or a loop, read or set after it
            text = self._statement(statement, depth, nested)
            lines += [f"{'  ' * depth}{self._declaration(name)}" for name in sorted(nested & self._declared)]
            lines += text
        self._declared = outer
        return lines

    def _declaration(self, name: str) -> str:
        return f"let {camel(name)}: {self._finder.type_text(self._expressions.kinds[name])};"

    def _statement(self, node: ast.stmt, depth: int, nested: set[str]) -> list[str]:
        outdent = "  " * depth
        match node:
            case ast.Expr(value=value):
                return [f"{outdent}{self._expressions.read(value).text};"]
            case ast.Return(value=value):
                return [f"{outdent}{self._return(value)}"]
            case ast.Break():
                return [f"{outdent}break;"]
            case ast.Continue():
                return [f"{outdent}continue;"]
            case ast.Assign(targets=targets, value=value):
                return [outdent + line for line in self._assign(targets, value, node)]
            case ast.AnnAssign(target=target, value=value) if value is not None:
                return [outdent + line for line in self._assign([target], value, node)]
            case ast.AugAssign():
                return [outdent + self._augment(node)]
            case _:
                self._declared |= nested
                return self._compound(node, depth)

    def _compound(self, node: ast.stmt, depth: int) -> list[str]:
        outdent = "  " * depth
        match node:
            case ast.If(test=test, body=body, orelse=otherwise):
                lines = [f"{outdent}if ({self._expressions.truth(test).text}) {{", *self._block(body, depth + 1)]
                if otherwise:
                    lines += [f"{outdent}}} else {{", *self._block(otherwise, depth + 1)]
                return [*lines, f"{outdent}}}"]
            case ast.While(test=test, body=body, orelse=[]):
                return [
                    f"{outdent}while ({self._expressions.truth(test).text}) {{",
                    *self._block(body, depth + 1),
                    f"{outdent}}}",
                ]
            case ast.For(target=ast.Name(id=name), iter=values, body=body, orelse=[]):
                heads = self._loop(name, values)
                self._declared.add(name)
                lines = [*(outdent + head for head in heads), *self._block(body, depth + 1), f"{outdent}}}"]
                self._declared.discard(name)
                return lines
            case _:
                raise self._expressions.refused(node)

    def _loop(self, name: str, values: ast.expr) -> list[str]:
        """Return the head of a loop, and lines before it."""
        kinds, own = self._expressions.kinds, camel(name)
        if isinstance(values, ast.Tuple):
            parts = [self._expressions.number(each).text for each in values.elts]
            kinds[name] = NUMBER
            return [f"for (const {own} of [{', '.join(parts)}]) {{"]
        found = self._expressions.read(values)
        if found.kind != RANGE:
            raise self._expressions.refused(values)
        kinds[name] = NUMBER
        if isinstance(values, ast.Call) and found.text.startswith("["):
            first, end, *steps = self._bounds(values)
            is_down = bool(steps) and steps[0].text.startswith("-")
            return [
                f"for (let {own} = {first.text}; {own} {'>' if is_down else '<'} {end.within(COMPARED + 1)}; "
                f"{own}{'--' if is_down else '++'}) {{"
            ]
        span = self._fresh("span")
        return [f"const {span} = {found.text};", f"for (let {own} = {span}[0]; {own} < {span}[1]; {own}++) {{"]

    def _bounds(self, values: ast.Call) -> list[Text]:
        """Return first, end and, where it is given, step of a range."""
        given = [self._expressions.number(each) for each in values.args]
        return given if len(given) > 1 else [Text("0", NUMBER), *given]

    # ---- assignments

    def _return(self, value: ast.expr | None) -> str:
        if value is None:
            return "return;"
        found = self._expressions.read(value)
        kinds = parts_of(self.returns)
        if kinds is not None and isinstance(value, ast.Tuple):
            parts = [fitting(self._expressions.read(each), kind) for each, kind in zip(value.elts, kinds, strict=True)]
            return f"return [{', '.join(part.text for part in parts)}];"
        if self.returns is None or self.returns == NOTHING:
            self.returns = found.kind
        return f"return {fitting(found, self.returns).text};"

    def _augment(self, node: ast.AugAssign) -> str:
        left, right = self._expressions.read(node.target), self._expressions.read(node.value)
        whole = self._expressions.joined(node, left, right)
        return f"{left.text} = {whole.text};"

    def _assign(self, targets: Sequence[ast.expr], value: ast.expr, node: ast.stmt) -> list[str]:
        if len(targets) > 1:  # a = b = value
            return [line for target in reversed(targets) for line in self._assign([target], value, node)]
        (target,) = targets
        if not isinstance(target, ast.Tuple):
            return [self._set(target, self._expressions.read(value))]
        if isinstance(value, ast.Tuple):
            return self._side_by_side(target.elts, value.elts)
        return self._unpack(target.elts, value)

    def _side_by_side(self, targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> list[str]:
        """Set several targets to values that are all computed before."""
        set_before: list[str] = []
        is_free = True
        for target, value in zip(targets, values, strict=True):
            parts = {ast.unparse(each) for each in ast.walk(value) if isinstance(each, ast.expr)}
            is_free &= not parts & set(set_before)
            set_before.append(ast.unparse(target))
        found = [self._expressions.read(value) for value in values]
        if is_free:
            return [self._set(target, each) for target, each in zip(targets, found, strict=True)]
        names = [self._fresh("next") for _ in values]
        lines = [f"const {name} = {each.text};" for name, each in zip(names, found, strict=True)]
        return lines + [
            self._set(target, Text(name, each.kind)) for target, name, each in zip(targets, names, found, strict=True)
        ]

    def _unpack(self, targets: Sequence[ast.expr], value: ast.expr) -> list[str]:
        """Set several targets to the parts of a structure or a tuple."""
        if isinstance(value, ast.Call) and self._is_sincos(value):
            angle = self._expressions.number(value.args[0])
            reads = names_of([value]) & {each.id for each in targets if isinstance(each, ast.Name)}
            lines: list[str] = []
            if reads or angle.text != camel(angle.text):
                name = self._fresh("angle")
                lines, angle = [f"const {name} = {angle.text};"], Text(name, NUMBER)
            sine, cosine = (Text(f"Math.{word}({angle.text})", NUMBER) for word in ("sin", "cos"))
            return [*lines, *self._set_all(targets, [sine, cosine])]
        found, lines = self._expressions.read(value), list[str]()
        if not isinstance(value, ast.Name | ast.Attribute):
            name = self._fresh("made")
            lines, found = [f"const {name} = {found.text};"], Text(name, found.kind)
        kinds = parts_of(found.kind)
        if is_structure(found.kind):
            fields = self._finder.structure(found.kind)
            parts = [Text(f"{found.text}.{camel(name)}", kind) for name, kind in fields.items()]
        elif kinds is not None:
            parts = [Text(f"{found.text}[{place}]", kind) for place, kind in enumerate(kinds)]
        else:
            raise self._expressions.refused(value)
        return [*lines, *self._set_all(targets, parts)]

    def _is_sincos(self, value: ast.Call) -> bool:
        return self._expressions.value(value.func) == Known(mathematics.sincos)

    def _set_all(self, targets: Sequence[ast.expr], values: Sequence[Text]) -> list[str]:
        pairs = zip(targets, values, strict=True)
        return [
            self._set(target, value)
            for target, value in pairs
            if not (isinstance(target, ast.Name) and target.id not in self._read)
        ]

    def _set(self, target: ast.expr, value: Text) -> str:
        if not isinstance(target, ast.Name):
            place = self._expressions.read(target)
            return f"{place.text} = {fitting(value, place.kind).text};"
        name, kinds = target.id, self._expressions.kinds
        if name in self._declared:
            if name in kinds:
                value = fitting(value, kinds[name])
            kinds.setdefault(name, value.kind)
            return f"{camel(name)} = {value.text};"
        self._declared.add(name)
        kinds[name] = value.kind
        word = "let" if self._is_set_again(name) else "const"
        return f"{word} {camel(name)} = {value.text};"

    def _is_set_again(self, name: str) -> bool:
        return sum(each == name for statement in self._body for each in stores_in(statement)) > 1

    def _fresh(self, word: str) -> str:
        self._made += 1
        return f"{word}{self._made}"


def stores_in(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement sets, once for each time that it stands there."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id


def stored_inside(statement: ast.stmt) -> set[str]:
    """Return the names that are set within a branch or a loop; variables that loops count with are their own."""
    if not isinstance(statement, ast.If | ast.For | ast.While):
        return set()
    counters = {ast.unparse(each.target) for each in ast.walk(statement) if isinstance(each, ast.For)}
    return {name for part in (*statement.body, *statement.orelse) for name in stores_in(part)} - counters


def names_of(nodes: Sequence[ast.AST]) -> set[str]:
    """Return all names in some statements that are read before they are set there, as far as their order tells."""
    found: set[str] = set()
    for node in nodes:
        found |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found
