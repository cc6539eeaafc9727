"""JavaScript: an ES module; and TypeScript, the same with types."""

from typing import ClassVar

from ...form import nodes as n
from ...form.types import FLOAT, TRUTH, Struct, Type
from ..driving import Drive
from .language import Blocks, Language, camel, identifier_of, pascal, words_of

HELPERS = {
    "minimum": """
        function minimum(a@, b@)@ { // NaN if either is
          return b < a || b !== b ? b : a;
        }
        """,
    "maximum": """
        function maximum(a@, b@)@ { // NaN if either is
          return b > a || b !== b ? b : a;
        }
        """,
    "clamp": """
        function clamp(value@, low@, high@)@ {
          return minimum(maximum(value, low), high);
        }
        """,
    "wrap_angle": """
        function wrapAngle(angle@)@ { // into (-pi, pi]
          if (-Math.PI < angle && angle <= Math.PI) {
            return angle;
          }
          const rest = angle % (2 * Math.PI);
          const wrapped = Math.abs(rest) > Math.PI ? rest - Math.sign(rest) * 2 * Math.PI : rest;
          return wrapped <= -Math.PI ? Math.PI : wrapped;
        }
        """,
}
KEYWORDS = words_of(
    "arguments await break case catch class const continue debugger default delete do else enum eval "
    "export extends false finally for function if implements import in instanceof interface let new null "
    "package private protected public return static super switch this throw true try typeof var void "
    "while with yield"
)


class JavaScript(Language):
    """JavaScript (ES2015 or newer) as an ES module."""

    name, title, suffix = "javascript", "JavaScript", ".mjs"
    other_names = ("js",)
    blocks = Blocks(loop=("for (let i = 0; i < {}; i++) {",))
    numbers: ClassVar = {FLOAT: "number", TRUTH: "boolean"}
    checked = "run by Node"
    indent = "  "
    reserved = KEYWORDS
    operators: ClassVar = {"and": "&&", "or": "||", "==": "===", "!=": "!=="}
    words: ClassVar = {
        **{word: f"Math.{word}" for word in ("abs", "sin", "cos", "tan", "atan", "atan2", "sqrt", "exp", "floor")},
        "wrap_angle": "wrapAngle",
    }
    items, names, are_short = ("[", "]"), ": ", True
    helpers = HELPERS
    takes_last_comma = True
    nan, infinity = "NaN", "Infinity"
    is_typed = False

    def write(self) -> str:
        """Return a module."""
        program = self.program
        lines = [f"// {line}".rstrip() for line in self.heading()] + [""]
        lines += [
            f"const {each.name} = {self.number(each.value)};{self.behind(each.comment)}" for each in program.constants
        ]
        if self.is_typed:
            for struct in program.structs:
                lines += ["", *self._interface(struct)]
        for struct in program.public:
            lines += ["", *self._defaults(struct)]
        for text in self.helper_texts():
            lines += ["", text.replace("@", ": number" if self.is_typed else "")]
        for function in program.functions:
            lines += ["", *self.function_lines(function)]
        return "\n".join(lines) + "\n"

    def usage(self) -> list[str]:
        """Return an example."""
        file = identifier_of(self.program.name)
        ground = ", car.defaultGround()" if self.program.struct("Ground") else ""
        return [
            f'import * as car from "./{file}{".mjs" if not self.is_typed else ""}";',
            "let state = car.defaultState();",
            "const params = car.defaultParams();",
            f"const control = {self.used_control('car.defaultControl()', dt='1 / 60', prefix='car.')};",
            f"state = car.step(state, control, params, 1 / 60{ground});",
        ]

    def identifier(self, name: str) -> str:
        """Return a name in camelCase."""
        return super().identifier(camel(name))

    def variable(self, let: n.Let) -> str:
        """Return the declaration of a variable."""
        assert self.function is not None
        kind = let.value.type
        typed = f": {self.type(kind)}" if self.is_typed and isinstance(kind, Struct) else ""
        return f"{'let' if let.name in self.function.changed else 'const'} {self.identifier(let.name)}{typed}"

    def declare(self, declare: n.Declare) -> list[str]:
        """Return the declaration of a variable without a value."""
        typed = f": {self.type(declare.type)}" if self.is_typed else ""
        return [f"let {self.identifier(declare.name)}{typed};"]

    def unpack(self, unpack: n.Unpack) -> list[str]:
        """Return a destructuring declaration."""
        assert self.function is not None
        names = ["" if name == "_" else self.identifier(name) for name in unpack.names]
        word = "let" if self.function.changed & set(unpack.names) else "const"
        return [f"{word} [{', '.join(names)}] = {self.text(unpack.value)};"]

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the brackets of a call, of an array or of an object."""
        if isinstance(value, n.Make):
            return ("[", "]") if value.struct.is_tuple else ("{ ", " }")
        return super().brackets(value)

    def main(self, drive: Drive) -> list[str]:
        """Return statements."""
        ground = ", ground" if self.has_ground else ""
        command = "  control = controlFromCommand(state, speed, steer, params, dt);"
        phases = self.phases(drive, "[]")
        return [
            "let state = defaultState();",
            "const params = defaultParams();",
            f"{'let' if self.has_command else 'const'} control = defaultControl();",
            *(["const ground = defaultGround();"] if self.has_ground else []),
            f"const dt = {self.number(drive.dt)};",
            *self.assigned(drive),
            f"for (const [steps, speed, steer] of [{phases}]) {{",
            "  for (let i = 0; i < steps; i++) {",
            *([f"  {command}"] if self.has_command else []),
            f"    state = step(state, control, params, dt{ground});",
            "  }",
            "}",
            "console.log(state.x, state.y, state.yaw);",
        ]

    def type(self, kind: Type) -> str:
        """Return the name of a type."""
        if isinstance(kind, Struct):
            return f"[{', '.join(self.type(each) for _, each in kind.fields)}]" if kind.is_tuple else kind.name
        return super().type(kind)

    def _interface(self, struct: Struct) -> list[str]:
        if struct.is_tuple:
            return []
        lines = [*(self.commented(struct.doc) if struct.doc else []), f"export interface {struct.name} {{"]
        for name, kind in struct.fields:
            detail = self.program.details_of(struct).get(name)
            behind = self.behind(detail.text) if detail else ""
            lines.append(f"  {self.identifier(name)}: {self.type(kind)};{behind}")
        return [*lines, "}"]

    def _defaults(self, struct: Struct) -> list[str]:
        typed = f": {struct.name}" if self.is_typed else ""
        lines = [*(self.commented(struct.doc) if struct.doc and not self.is_typed else [])]
        lines += [f"export const default{pascal(struct.name)} = (){typed} => ({{"]
        for name, detail in self.program.details_of(struct).items():
            behind = "" if self.is_typed else self.behind(detail.text)
            lines.append(f"  {self.identifier(name)}: {self.number(detail.default)},{behind}")
        return [*lines, "});"]

    def function_lines(self, function: n.Function) -> list[str]:
        """Return the lines of a function."""
        arguments = ", ".join(
            f"{'_' if self.is_typed and name in function.unused else ''}{self.identifier(name)}"
            f"{f': {self.type(kind)}' if self.is_typed else ''}"
            for name, kind in function.parameters
        )
        typed = f": {self.type(function.returns)}" if self.is_typed else ""
        doc = self.commented(function.doc) if function.doc else []
        return [
            *doc,
            f"export function {self.called(function.name)}({arguments}){typed} {{",
            *self.body(function, 1),
            "}",
        ]


class TypeScript(JavaScript):
    """TypeScript, strict."""

    name, title, suffix = "typescript", "TypeScript", ".ts"
    other_names = ("ts",)
    checked = "checked by tsc (strict) and run by Node"
    is_typed = True
