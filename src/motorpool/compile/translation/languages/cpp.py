"""C++: a header in C++17."""

from typing import ClassVar

from ...form import nodes as n
from ...form.types import FLOAT, TRUTH, Struct, Type
from ..driving import Drive
from .c import KEYWORDS
from .language import Language, identifier_of, words_of

HELPERS = {
    "minimum": """
        inline double minimum(double a, double b) { // NaN if either is
            return b < a || b != b ? b : a;
        }
        """,
    "maximum": """
        inline double maximum(double a, double b) { // NaN if either is
            return b > a || b != b ? b : a;
        }
        """,
    "clamp": """
        inline double clamp(double value, double low, double high) {
            return minimum(maximum(value, low), high);
        }
        """,
    "wrap_angle": """
        inline double wrap_angle(double angle) { // into (-pi, pi]
            constexpr double pi = 3.141592653589793;
            if (-pi < angle && angle <= pi) {
                return angle;
            }
            const double wrapped = std::remainder(angle, 2.0 * pi);
            return wrapped <= -pi ? pi : wrapped;
        }
        """,
}


class Cpp(Language):
    """C++17."""

    name, title, suffix = "cpp", "C++17", ".hpp"
    other_names = ("c++", "c++17")
    numbers: ClassVar = {FLOAT: "double", TRUTH: "bool"}
    checked = "compiled by g++ and run"
    reserved = (KEYWORDS - {"real"}) | words_of(
        "and asm bool catch class compl delete explicit export false friend mutable namespace new not "
        "operator or private protected public template this throw true try typeid typename using virtual xor"
    )
    words: ClassVar = {
        word: f"std::{word}" for word in ("abs", "sin", "cos", "tan", "atan", "atan2", "sqrt", "exp", "floor")
    }
    helpers = HELPERS
    nan, infinity = "NAN", "INFINITY"

    def write(self) -> str:
        """Return a header."""
        program, space = self.program, f"motorpool::{identifier_of(self.program.name)}"
        lines = [*(f"// {line}".rstrip() for line in self.heading()), "#pragma once", "", "#include <cmath>", ""]
        lines += [f"namespace {space} {{", ""]
        lines += [
            f"inline constexpr double {each.name} = {self.number(each.value)};{self.behind(each.comment)}"
            for each in program.constants
        ]
        for struct in program.structs:
            lines += ["", *self._struct(struct)]
        for text in self.helper_texts():
            lines += ["", text]
        for function in program.functions:
            lines += ["", *self._function(function)]
        return "\n".join([*lines, "", f"}} // namespace {space}"]) + "\n"

    def usage(self) -> list[str]:
        """Return an example."""
        space = identifier_of(self.program.name)
        ground = ", {}" if self.program.struct("Ground") else ""
        return [
            f'#include "{space}.hpp"',
            f"namespace car = motorpool::{space};",
            "car::State state;",
            "car::Params params;",
            f"car::Control control = {self.used_control('{}', prefix='car::')};",
            f"state = car::step(state, control, params, 1.0 / 60.0{ground});",
        ]

    def variable(self, let: n.Let) -> str:
        """Return the declaration of a variable."""
        assert self.function is not None
        const = "" if let.name in self.function.changed else "const "
        return f"{const}{self.type(let.value.type)} {self.identifier(let.name)}"

    def unpack(self, unpack: n.Unpack) -> list[str]:
        """Return a structured binding if every name is used and none is assigned again."""
        assert self.function is not None
        if "_" in unpack.names or self.function.changed & set(unpack.names):
            return super().unpack(unpack)
        return [f"const auto [{', '.join(map(self.identifier, unpack.names))}] = {self.text(unpack.value)};"]

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the brackets of a call, or of a structure's values."""
        if isinstance(value, n.Make):
            return f"{self.type(value.struct)}{{", "}"
        return super().brackets(value)

    def main(self, drive: Drive) -> list[str]:
        """Return a main function."""
        ground = ", ground" if self.has_ground else ""
        return [
            "#include <cstdio>",
            "",
            "int main() {",
            f"    using namespace motorpool::{identifier_of(self.program.name)};",
            "    State state;",
            "    Params params;",
            "    Control control;",
            *(["    Ground ground;"] if self.has_ground else []),
            f"    const double dt = {self.number(drive.dt)};",
            *(f"    {line}" for line in self.assigned(drive)),
            "    const struct { int steps; double speed, steer; } phases[] = {" + self.phases(drive, "{}") + "};",
            "    for (const auto& phase : phases) {",
            "        for (int i = 0; i < phase.steps; i++) {",
            *(
                ["            control = control_from_command(state, phase.speed, phase.steer, params, dt);"]
                if self.has_command
                else []
            ),
            f"            state = step(state, control, params, dt{ground});",
            "        }",
            "    }",
            '    std::printf("%.17g %.17g %.17g\\n", state.x, state.y, state.yaw);',
            "}",
        ]

    def _struct(self, struct: Struct) -> list[str]:
        lines = [*(self.commented(struct.doc) if struct.doc else []), f"struct {struct.name} {{"]
        for name, kind in struct.fields:
            detail = self.program.details_of(struct).get(name)
            default = f" = {self.number(detail.default)}" if detail else ""
            behind = self.behind(detail.text) if detail else ""
            lines.append(f"    {self.type(kind)} {self.identifier(name)}{default};{behind}")
        return [*lines, "};"]

    def _function(self, function: n.Function) -> list[str]:
        unused = set(function.unused)
        arguments = ", ".join(
            f"{'[[maybe_unused]] ' if name in unused else ''}{self._argument(name, kind, function)}"
            for name, kind in function.parameters
        )
        doc = self.commented(function.doc) if function.doc else []
        head = f"inline {self.type(function.returns)} {self.called(function.name)}({arguments}) {{"
        return [*doc, head, *self.body(function, 1), "}"]

    def _argument(self, name: str, kind: Type, function: n.Function) -> str:
        by_reference = isinstance(kind, Struct) and name not in function.changed
        return f"{f'const {self.type(kind)}&' if by_reference else self.type(kind)} {self.identifier(name)}"
