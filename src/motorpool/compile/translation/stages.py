"""Translation of stages of a world to TypeScript: their loops over columns, and all functions that these call.

Models are formulas, which every language supports. Stages also have arrays, whole numbers and loops, for which the
TypeScript writer is extended here.
"""

import inspect
import re
import textwrap
from collections.abc import Sequence
from typing import Any, ClassVar

from ...base.errors import ModelError
from ..form import nodes as n
from ..form.annotations import parameters_of
from ..form.reader import Reader, Target
from ..form.types import FLOAT, SINGLE, TRUTH, WHOLE, ArrayType, KnownType, RangeType, Struct, Type, UnsupportedError
from .languages.javascript import HELPERS, TypeScript
from .languages.language import ORDER, POSTFIX, PRODUCT, SUM, UNARY
from .program import WORDS, NamedConstant, Naming, Program

STAGES = Target(WORDS)
ARRAYS = {
    "float64": "Float64Array", "float32": "Float32Array", "int8": "Int8Array", "uint8": "Uint8Array",
    "int32": "Int32Array", "uint32": "Uint32Array", "int64": "Int32Array",
}  # fmt: skip
TYPES = """
export type Column = Float64Array | Float32Array | Int8Array | Uint8Array | Int32Array | Uint32Array;
export type Span = [number, number]; // from the first on, to before the second

// Numbers in rows and columns, row after row.
export interface Table {
  values: Column;
  shape: [number, number];
}
"""
MODULO = """
        function modulo(a@, b@)@ { // of b's sign
          return a - b * Math.floor(a / b);
        }
        """
FRACTIONLESS = ("floor", "ceil", "rint")


class StageScript(TypeScript):
    """TypeScript with arrays, whole numbers and loops."""

    numbers: ClassVar = {FLOAT: "number", SINGLE: "number", WHOLE: "number", TRUTH: "boolean"}
    helpers: ClassVar = HELPERS | {"modulo": MODULO}
    words: ClassVar = TypeScript.words | {
        "min": "Math.min", "max": "Math.max", "ceil": "Math.ceil", "rint": "Math.round", "log": "Math.log",
        "isfinite": "Number.isFinite", "isnan": "Number.isNaN",
    }  # fmt: skip

    def type(self, kind: Type) -> str:
        """Return the name of a type."""
        match kind:
            case ArrayType():
                return ARRAYS[kind.dtype] if kind.dimensions == 1 else "Table"
            case RangeType():
                return "Span"
            case KnownType():
                return "void"
            case _:
                return super().type(kind)

    def identifier(self, name: str) -> str:
        """Return a name in camelCase; ``_`` for a loop variable that is not used."""
        return super().identifier(name) if name != "_" else name

    def commented(self, text: str) -> list[str]:
        """Return the first paragraph of a text as comment lines."""
        first = text.partition("\n\n")[0].replace("\n", " ").replace("``", "")
        return [f"// {line}" for line in textwrap.wrap(first, 112)]

    # ---- statements

    def statement(self, statement: n.Statement, depth: int) -> list[str]:
        """Return the lines of a statement."""
        pad = self.indent * depth
        match statement:
            case n.Store():
                place = self.text(n.Item(statement.array, statement.indices, statement.value.type))
                return [f"{pad}{place} = {self.text(statement.value)};"]
            case n.Update():
                self._current = self.text(n.Item(statement.array, statement.indices, statement.value.type))
                return [f"{pad}{self._current} = {self.text(statement.value)};"]
            case n.Return(value=None):
                return [f"{pad}return;"]
            case n.Do():
                return [f"{pad}{self.text(statement.value)};"]
            case n.Break() | n.Continue():
                return [f"{pad}{type(statement).__name__.lower()};"]
            case n.While(otherwise=[]):
                return self._block(f"while ({self.text(statement.condition)})", statement.body, depth)
            case n.For(otherwise=[]):
                return self._loop(statement, depth)
            case n.Repeat():
                count = n.Span(n.Literal(0, WHOLE), n.Literal(statement.count, WHOLE), RangeType(1))
                return self._loop(n.For(statement.line, statement.name, count, statement.body, []), depth)
            case _:
                return super().statement(statement, depth)

    def _block(self, head: str, body: Sequence[n.Statement], depth: int) -> list[str]:
        pad = self.indent * depth
        return [f"{pad}{head} {{", *self.statements(body, depth + 1), f"{pad}}}"]

    def _loop(self, loop: n.For, depth: int) -> list[str]:
        pad, own, over = self.indent * depth, self.identifier(loop.name), loop.over
        if isinstance(over, n.Span):
            assert isinstance(over.type, RangeType)
            step = over.type.step
            sign, then = ("<" if step > 0 else ">"), {1: "++", -1: "--"}.get(step, f" += {step}")
            stop = self.text(over.stop, ORDER + 1)
            head = f"for (let {own} = {self.text(over.start)}; {own} {sign} {stop}; {own}{then})"
            return self._block(head, loop.body, depth)
        if isinstance(over.type, RangeType):
            span = f"span{loop.line}"
            head = f"for (let {own} = {span}[0]; {own} < {span}[1]; {own}++)"
            return [f"{pad}const {span} = {self.text(over)};", *self._block(head, loop.body, depth)]
        return self._block(f"for (const {own} of {self.text(over)})", loop.body, depth)

    # ---- expressions

    def bound_text(self, value: n.Expression) -> tuple[str, int]:
        """Return an expression's text and precedence."""
        match value:
            case n.Item():
                return self._item(value), POSTFIX
            case n.Current():
                return self._current, POSTFIX
            case n.Length():
                array = self.text(value.array, POSTFIX)
                is_column = isinstance(value.array.type, ArrayType) and value.array.type.dimensions == 1
                return (f"{array}.length" if is_column else f"{array}.shape[{value.axis}]"), POSTFIX
            case n.Pick():
                return f"{self.text(value.value, POSTFIX)}[{self.text(value.index)}]", POSTFIX
            case n.Span():
                return f"[{self.text(value.start)}, {self.text(value.stop)}]", POSTFIX
            case n.Invert():
                return f"~{self.text(value.value, POSTFIX)}", UNARY
            case n.Binary() if value.type != TRUTH or value.operator == "^":
                return self._arithmetic(value)
            case n.Convert(type="i64") if value.value.type in (FLOAT, SINGLE):
                inner = value.value
                is_whole = isinstance(inner, n.Intrinsic) and inner.name in FRACTIONLESS
                return (self.text(inner) if is_whole else f"Math.trunc({self.text(inner)})"), POSTFIX
            case n.Intrinsic(name="scratch", type=ArrayType(dtype=dtype)):
                return f"new {ARRAYS[dtype]}({self.text(value.arguments[0])})", POSTFIX
            case n.Intrinsic(name="rows_of"):
                column, first, count = value.arguments
                start = self.text(first, SUM)
                return f"{self.text(column, POSTFIX)}.subarray({start}, {start} + {self.text(count, SUM)})", POSTFIX
            case _:
                return super().bound_text(value)

    def _item(self, value: n.Item) -> str:
        array = self.text(value.array, POSTFIX)
        if len(value.indices) == 1:
            return f"{array}[{self.text(value.indices[0])}]"
        row, column = value.indices
        place = f"{self.text(row, PRODUCT)} * {array}.shape[1] + {self.text(column, SUM + 1)}"
        return f"{array}.values[{place}]"

    def _arithmetic(self, value: n.Binary) -> tuple[str, int]:
        match value.operator:
            case "//":
                return f"Math.floor({self.text(value.left, PRODUCT)} / {self.text(value.right, PRODUCT + 1)})", POSTFIX
            case "%":
                return f"modulo({self.text(value.left)}, {self.text(value.right)})", POSTFIX
            case "**":
                return f"Math.pow({self.text(value.left)}, {self.text(value.right)})", POSTFIX
            case "&" | "|" | "^" | "<<" | ">>":
                operator = "!==" if value.type == TRUTH else value.operator
                return f"({self.text(value.left, SUM)} {operator} {self.text(value.right, SUM)})", POSTFIX
            case _:
                return self.binary(value)

    def declared(self, constant: NamedConstant) -> str:
        """Return the line of a constant."""
        return f"export const {constant.name} = {self._constant_text(constant.value, constant.type)};"

    def _constant_text(self, value: Any, kind: Type) -> str:
        if not isinstance(kind, Struct):
            return self.number(value)
        parts = [self._constant_text(each, field) for each, field in zip(value, kind.types, strict=True)]
        if kind.is_tuple:
            return f"[{', '.join(parts)}]"
        names = [self.identifier(name) for name in kind.names]
        return f"{{ {', '.join(f'{name}: {part}' for name, part in zip(names, parts, strict=True))} }}"

    def interface(self, struct: Struct) -> list[str]:
        """Return the lines of a structure's type."""
        comments = _comments_of(struct.of)
        lines = [*self.commented(struct.doc), f"export interface {struct.name} {{"]
        lines += [
            f"  {self.identifier(name)}: {self.type(kind)};{comments.get(name, '')}" for name, kind in struct.fields
        ]
        return [*lines, "}"]


class StageModule:
    """Module of stages with all functions and structures that they need."""

    def __init__(self) -> None:
        self._reader = Reader(STAGES)

    def add(self, stage: Any) -> None:
        """Add a stage, whose parameters and structures must be annotated.

        Raises:
            ModelError: the stage's source has a construct without counterpart in TypeScript.
        """
        try:
            self._reader.function(stage, parameters_of(self._reader, stage))
        except UnsupportedError as refusal:
            where = f"{refusal.file}:{refusal.line}: " if refusal.file else ""
            raise ModelError(f"{where}{refusal.reason}, so it has no translation to TypeScript") from refusal

    def text(self, heading: Sequence[str] = ()) -> str:
        """Return the text of the module, with a heading in a comment at its top."""
        naming = Naming(self._reader, taken=("Column", "Span", "Table"))
        for function in self._reader.begun:
            naming.name_function(function)
        for function in self._reader.functions:
            naming.name_parts(function)
        program = Program("stages", "", "", "", naming.constants, naming.structs, self._reader.functions)
        script = StageScript(program)
        bodies = [["", *script.function_lines(function)] for function in self._reader.functions]
        lines = [f"// {line}".rstrip() for line in heading]
        if self._reads_arrays():
            lines += [*TYPES.strip().splitlines(), ""]
        lines += [script.declared(constant) for constant in naming.constants]
        for struct in naming.structs:
            if not struct.is_tuple:
                lines += ["", *script.interface(struct)]
        for text in script.helper_texts():
            lines += ["", *text.replace("@", ": number").splitlines()]
        return "\n".join([*lines, *(line for body in bodies for line in body)]) + "\n"

    def _reads_arrays(self) -> bool:
        kinds = [kind for function in self._reader.functions for _, kind in function.parameters]
        return any(isinstance(kind, ArrayType) or _has_arrays(kind) for kind in kinds)


def _has_arrays(kind: Type) -> bool:
    return isinstance(kind, Struct) and any(isinstance(each, ArrayType) or _has_arrays(each) for each in kind.types)


def _comments_of(structure: Any) -> dict[str, str]:
    found = re.findall(r"^    (\w+): [^#\n]*#\s*(.*)$", inspect.getsource(structure), re.MULTILINE)
    return {name: f" // {comment}" for name, comment in found}
