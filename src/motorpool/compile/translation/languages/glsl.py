"""GLSL: functions for a shader, in single precision."""

from typing import ClassVar

from ...form import nodes as n
from ...form.types import FLOAT, TRUTH, Struct
from ..driving import Drive
from .language import Language, words_of

HELPERS = {
    "atan2": """
        float angle_of(float y, float x) { // 0 for the zero vector
            return x == 0.0 && y == 0.0 ? 0.0 : atan(y, x);
        }
        """,
    "wrap_angle": """
        float wrap_angle(float angle) { // into (-pi, pi]
            const float pi = 3.14159265358979;
            return angle - 2.0 * pi * ceil(angle / (2.0 * pi) - 0.5);
        }
        """,
}


class Glsl(Language):
    """GLSL 3.30 or ES 3.00."""

    name, title, suffix = "glsl", "GLSL", ".glsl"
    numbers: ClassVar = {FLOAT: "float", TRUTH: "bool"}
    checked = "syntax checked by glslangValidator; not run"
    reserved = words_of(
        "attribute const uniform varying buffer shared coherent volatile restrict readonly writeonly layout "
        "centroid flat smooth noperspective patch sample break continue do for while switch case default if "
        "else subroutine in out inout float double int void bool true false invariant precise discard return "
        "lowp mediump highp precision struct common partition active asm class union enum typedef template "
        "this resource goto inline noinline public static extern external interface long short half fixed "
        "unsigned superp input output filter sizeof cast namespace using step clamp mix reflect refract "
        "radians degrees distance length normalize texture"
    )
    words: ClassVar = {"minimum": "min", "maximum": "max", "atan2": "angle_of"}
    helpers = HELPERS
    needs: ClassVar = {}
    nan, infinity = "(0.0 / 0.0)", "(1.0 / 0.0)"

    def write(self) -> str:
        """Return functions to insert before those of a shader."""
        program = self.program
        lines = [f"// {line}".rstrip() for line in self.heading()] + [""]
        lines += [
            f"const float {each.name} = {self.number(each.value)};{self.behind(each.comment)}"
            for each in program.constants
        ]
        for struct in program.structs:
            lines += ["", *self._struct(struct)]
        for struct in program.public:
            if struct.fields:
                values = ", ".join(self.number(detail.default) for detail in self.program.details_of(struct).values())
                lines += [
                    "",
                    f"{struct.name} default_{struct.name.lower()}() {{",
                    f"    return {struct.name}({values});",
                    "}",
                ]
        for text in self.helper_texts():
            lines += ["", text]
        for function in program.functions:
            lines += ["", *self._function(function)]
        return "\n".join(lines) + "\n"

    def usage(self) -> list[str]:
        """Return an example."""
        ground = ", default_ground()" if self.program.struct("Ground") else ""
        control = self.used_control("default_control()", params="default_params()")
        return [
            f"Control control = {control};",
            f"state = {self.called('step')}(state, control, default_params(), 1.0 / 60.0{ground});",
        ]

    def variable(self, let: n.Let) -> str:
        """Return the declaration of a variable."""
        return f"{self.type(let.value.type)} {self.identifier(let.name)}"

    def main(self, drive: Drive) -> list[str]:
        """Return a function that makes the drive."""
        ground = ", ground" if self.has_ground else ""
        step = self.called("step")
        lines = ["State drive() {"]
        for part in ("State", "Params", "Control", *(["Ground"] if self.has_ground else [])):
            kind = self.program.struct(part)
            assert kind is not None
            made = f"default_{part.lower()}()" if kind.fields else f"{part}(0.0)"
            lines.append(f"    {part} {part.lower()} = {made};")
        lines += [f"    float dt = {self.number(drive.dt)};", *(f"    {line}" for line in self.assigned(drive))]
        for steps, speed, steer in drive.phases:
            lines.append(f"    for (int i = 0; i < {steps}; i++) {{")
            if self.has_command:
                lines.append(f"        control = control_from_command(state, {speed!r}, {steer!r}, params, dt);")
            lines += [f"        state = {step}(state, control, params, dt{ground});", "    }"]
        return [*lines, "    return state;", "}"]

    def called(self, name: str) -> str:
        """Return a function's name; ``step`` is a built-in of GLSL."""
        return f"{name}_model" if name in self.reserved else name

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the brackets of a call or a constructor."""
        return super().brackets(value)

    def _struct(self, struct: Struct) -> list[str]:
        lines = [*(self.commented(struct.doc) if struct.doc else []), f"struct {struct.name} {{"]
        for name, kind in struct.fields:
            detail = self.program.details_of(struct).get(name)
            behind = self.behind(detail.text) if detail else ""
            lines.append(f"    {self.type(kind)} {self.identifier(name)};{behind}")
        if not struct.fields:
            lines.append("    float nothing;")
        return [*lines, "};"]

    def _function(self, function: n.Function) -> list[str]:
        arguments = ", ".join(f"{self.type(kind)} {self.identifier(name)}" for name, kind in function.parameters)
        doc = self.commented(function.doc) if function.doc else []
        head = f"{self.type(function.returns)} {self.called(function.name)}({arguments}) {{"
        return [*doc, head, *self.body(function, 1), "}"]
