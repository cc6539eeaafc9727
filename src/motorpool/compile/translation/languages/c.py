"""C: a header in C99."""

from typing import ClassVar

from ...form import nodes as n
from ...form.types import FLOAT, TRUTH, Struct, Type
from .. import program as p
from ..driving import Drive
from .language import Language, identifier_of, snake, words_of

HELPERS = {
    "minimum": """
        static inline real {prefix}minimum(real a, real b) { /* NaN if either is */
            return b < a || b != b ? b : a;
        }
        """,
    "maximum": """
        static inline real {prefix}maximum(real a, real b) { /* NaN if either is */
            return b > a || b != b ? b : a;
        }
        """,
    "clamp": """
        static inline real {prefix}clamp(real value, real low, real high) {
            return {prefix}minimum({prefix}maximum(value, low), high);
        }
        """,
    "wrap_angle": """
        static inline real {prefix}wrap_angle(real angle) { /* into (-pi, pi] */
            const real pi = 3.141592653589793;
            if (-pi < angle && angle <= pi) {
                return angle;
            }
            const real wrapped = remainder(angle, 2.0 * pi);
            return wrapped <= -pi ? pi : wrapped;
        }
        """,
}
KEYWORDS = words_of(
    "auto break case char const continue default do double else enum extern float for goto if inline int "
    "long register restrict return short signed sizeof static struct switch typedef union unsigned void "
    "volatile while y0 y1 j0 j1 gamma real"
)


class C(Language):
    """C99; names have the model's name as prefix, because C has no namespaces."""

    name, title, suffix = "c", "C99", ".h"
    other_names = ("c99",)
    numbers: ClassVar = {FLOAT: "real", TRUTH: "int"}
    checked = "compiled by gcc and run"
    reserved = KEYWORDS
    words: ClassVar = {"abs": "fabs"}
    helpers = HELPERS

    def __init__(self, program: p.Program):
        super().__init__(program)
        self.prefix = f"{identifier_of(program.name)}_"

    def write(self) -> str:
        """Return a header."""
        program, guard = self.program, f"MOTORPOOL_{identifier_of(self.program.name).upper()}_H"
        lines = ["/*", *self.heading(), "*/", f"#ifndef {guard}", f"#define {guard}", "", "#include <math.h>", ""]
        lines += ["#ifndef MOTORPOOL_REAL", "#define MOTORPOOL_REAL double /* or float */", "#endif"]
        lines += ["#define real MOTORPOOL_REAL", ""]
        lines += [self._constant(each) for each in program.constants]
        for struct in program.structs:
            lines += ["", *self._struct(struct)]
        for struct in program.public:
            lines += ["", *self._defaults(struct)]
        for text in self.helper_texts():
            lines += ["", text.replace("{prefix}", self.prefix)]
        for function in program.functions:
            lines += ["", *self._function(function)]
        return "\n".join([*lines, "", "#undef real", "", f"#endif /* {guard} */"]) + "\n"

    def usage(self) -> list[str]:
        """Return an example."""
        prefix = self.prefix
        ground = f", {prefix}default_ground()" if self.program.struct("Ground") else ""
        return [
            f'#include "{identifier_of(self.program.name)}.h"',
            f"{prefix}state state = {prefix}default_state();",
            f"{prefix}params params = {prefix}default_params();",
            f"{prefix}control control = {self.used_control(f'{prefix}default_control()')};",
            f"state = {prefix}step(state, control, params, 1.0 / 60.0{ground});",
        ]

    def commented(self, text: str) -> list[str]:
        """Return a text as a comment block."""
        lines = self.wrapped(text)
        if len(lines) == 1:
            return [f"/* {lines[0]} */"]
        return ["/*", *(f" * {line}".rstrip() for line in lines), " */"]

    def behind(self, comment: str) -> str:
        """Return a trailing comment."""
        return f" /* {comment} */" if comment else ""

    def word(self, name: str) -> str:
        """Return the name of a mathematical function; helpers have the model's prefix."""
        return f"{self.prefix}{name}" if name in HELPERS else super().word(name)

    def variable(self, let: n.Let) -> str:
        """Return the declaration of a variable."""
        assert self.function is not None
        const = "" if let.name in self.function.changed else "const "
        return f"{const}{self.type(let.value.type)} {self.identifier(let.name)}"

    def called(self, name: str) -> str:
        """Return a function's name."""
        return f"{self.prefix}{name}"

    def constant(self, name: str) -> str:
        """Return a constant's name."""
        return f"{self.prefix.upper()}{name}"

    def truth(self, value: bool) -> str:
        """Return 1 or 0."""
        return str(int(value))

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the brackets of a call, or of a compound literal."""
        if isinstance(value, n.Make):
            return f"({self.type(value.struct)}){{", "}"
        return super().brackets(value)

    def main(self, drive: Drive) -> list[str]:
        """Return a main function."""
        prefix, parts = self.prefix, ["state", "params", "control", *(["ground"] if self.has_ground else [])]
        ground = ", ground" if self.has_ground else ""
        command = f"control = {prefix}control_from_command(state, phases[i].speed, phases[i].steer, params, dt);"
        return [
            "#include <stdio.h>",
            "",
            "int main(void) {",
            *(f"    {prefix}{part} {part} = {prefix}default_{part}();" for part in parts),
            f"    const MOTORPOOL_REAL dt = {self.number(drive.dt)};",
            f"    const struct {{ int steps; double speed, steer; }} phases[] = {{{self.phases(drive, '{}')}}};",
            *(f"    {line}" for line in self.assigned(drive)),
            "    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {",
            "        for (int step = 0; step < phases[i].steps; step++) {",
            *([f"            {command}"] if self.has_command else []),
            f"            state = {prefix}step(state, control, params, dt{ground});",
            "        }",
            "    }",
            '    printf("%.17g %.17g %.17g\\n", (double)state.x, (double)state.y, (double)state.yaw);',
            "    return 0;",
            "}",
        ]

    def type(self, kind: Type) -> str:
        """Return the name of a type."""
        if isinstance(kind, Struct):
            return f"{self.prefix}{snake(kind.name)}"
        return super().type(kind)

    def _constant(self, constant: p.NamedConstant) -> str:
        return f"#define {self.constant(constant.name)} {self.number(constant.value)}{self.behind(constant.comment)}"

    def _struct(self, struct: Struct) -> list[str]:
        lines = [*(self.commented(struct.doc) if struct.doc else []), "typedef struct {"]
        for name, kind in struct.fields:
            detail = self.program.details_of(struct).get(name)
            lines.append(f"    {self.type(kind)} {self.identifier(name)};{self.behind(detail.text) if detail else ''}")
        if not struct.fields:
            lines.append("    char nothing;")
        return [*lines, f"}} {self.type(struct)};"]

    def _defaults(self, struct: Struct) -> list[str]:
        kind = self.type(struct)
        lines = [f"static inline {kind} {self.prefix}default_{struct.name.lower()}(void) {{", f"    {kind} made;"]
        lines += [
            f"    made.{self.identifier(name)} = {self.number(detail.default)};"
            for name, detail in self.program.details_of(struct).items()
        ]
        if not struct.fields:
            lines.append("    made.nothing = 0;")
        return [*lines, "    return made;", "}"]

    def _function(self, function: n.Function) -> list[str]:
        arguments = ", ".join(f"{self.type(kind)} {self.identifier(name)}" for name, kind in function.parameters)
        doc = self.commented(function.doc) if function.doc else []
        head = f"static inline {self.type(function.returns)} {self.called(function.name)}({arguments}) {{"
        unused = [f"    (void){self.identifier(name)};" for name in function.unused]
        return [*doc, head, *unused, *self.body(function, 1), "}"]
