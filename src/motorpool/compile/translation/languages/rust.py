"""Rust: a module without dependencies."""

from typing import ClassVar

from ...form import nodes as n
from ...form.types import FLOAT, TRUTH, Struct, Type
from ..driving import Drive
from .language import Blocks, Language, identifier_of, snake, words_of

HELPERS = {
    "minimum": """
        fn minimum(a: f64, b: f64) -> f64 { // NaN if either is
            if b < a || b.is_nan() { b } else { a }
        }
        """,
    "maximum": """
        fn maximum(a: f64, b: f64) -> f64 { // NaN if either is
            if b > a || b.is_nan() { b } else { a }
        }
        """,
    "clamp": """
        fn clamp(value: f64, low: f64, high: f64) -> f64 {
            minimum(maximum(value, low), high)
        }
        """,
    "wrap_angle": """
        fn wrap_angle(angle: f64) -> f64 { // into (-pi, pi]
            use std::f64::consts::PI;
            if -PI < angle && angle <= PI {
                return angle;
            }
            let rest = angle % (2.0 * PI);
            let wrapped = if rest.abs() > PI { rest - rest.signum() * 2.0 * PI } else { rest };
            if wrapped <= -PI { PI } else { wrapped }
        }
        """,
}
METHODS = ("abs", "sin", "cos", "tan", "atan", "sqrt", "exp", "floor")


class Rust(Language):
    """Rust 2021."""

    name, title, suffix = "rust", "Rust", ".rs"
    other_names = ("rs",)
    blocks = Blocks(branch=("if {} {",), loop=("for _ in 0..{} {",))
    numbers: ClassVar = {FLOAT: "f64", TRUTH: "bool"}
    checked = "compiled by rustc and run"
    reserved = words_of(
        "as async await box break const continue crate dyn else enum extern false fn for if impl in let loop "
        "match mod move mut pub ref return self static struct super trait true type unsafe use where while "
        "yield"
    )
    items, names, are_short = (".", ""), ": ", True
    helpers = HELPERS
    nan, infinity = "f64::NAN", "f64::INFINITY"

    def write(self) -> str:
        """Return a module."""
        program = self.program
        lines = [f"//! {line}".rstrip() for line in self.heading()]
        lines += ["#![allow(dead_code, clippy::all)]", ""]
        lines += [
            f"const {each.name}: f64 = {self.number(each.value)};{self.behind(each.comment)}"
            for each in program.constants
        ]
        for struct in program.structs:
            if not struct.is_tuple:
                lines += ["", *self._struct(struct)]
        for text in self.helper_texts():
            lines += ["", text]
        for function in program.functions:
            lines += ["", *self._function(function)]
        return "\n".join(lines) + "\n"

    def usage(self) -> list[str]:
        """Return an example."""
        module = identifier_of(self.program.name)
        ground = f", {module}::Ground::default()" if self.program.struct("Ground") else ""
        return [
            f"mod {module};",
            f"let mut state = {module}::State::default();",
            f"let params = {module}::Params::default();",
            f"let control = {self.used_control(f'{module}::Control::default()', prefix=f'{module}::')};",
            f"state = {module}::step(state, control, params, 1.0 / 60.0{ground});",
        ]

    def variable(self, let: n.Let) -> str:
        """Return the declaration of a variable."""
        assert self.function is not None
        return f"let {'mut ' if let.name in self.function.changed else ''}{self.identifier(let.name)}"

    def declare(self, declare: n.Declare) -> list[str]:
        """Return the declaration of a variable without a value."""
        return [f"let {self.identifier(declare.name)}: {self.type(declare.type)};"]

    def unpack(self, unpack: n.Unpack) -> list[str]:
        """Return a destructuring assignment."""
        assert self.function is not None
        changed = self.function.changed
        names = [f"{'mut ' if name in changed else ''}{self.identifier(name)}" for name in unpack.names]
        return [f"let ({', '.join(names)}) = {self.text(unpack.value)};"]

    def bound_text(self, value: n.Expression) -> tuple[str, int]:
        """Return an expression's text; mathematical functions are methods."""
        if isinstance(value, n.Intrinsic) and value.name in METHODS:
            (argument,) = value.arguments
            text = self.text(argument, 8)
            return f"{f'({text}_f64)' if isinstance(argument, n.Literal) else text}.{value.name}()", 8
        if isinstance(value, n.Intrinsic) and value.name == "atan2":
            y, x = value.arguments
            return f"{self.text(y, 8)}.atan2({self.text(x)})", 8
        return super().bound_text(value)

    def select(self, value: n.Choice) -> str:
        """Return a conditional expression."""
        return (
            f"if {self.text(value.condition)} {{ {self.text(value.if_true)} }} else {{ {self.text(value.if_false)} }}"
        )

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the brackets of a call, a tuple or a structure."""
        if isinstance(value, n.Make):
            return ("(", ")") if value.struct.is_tuple else (f"{value.struct.name} {{ ", " }")
        return super().brackets(value)

    def called(self, name: str) -> str:
        """Return a function's name."""
        return self.identifier(snake(name))

    def main(self, drive: Drive) -> list[str]:
        """Return a main function."""
        ground = ", ground" if self.has_ground else ""
        command = "let control = control_from_command(state, speed, steer, params, dt);"
        sets_ground = self.has_ground and drive.ground
        return [
            "fn main() {",
            "    let mut state = State::default();",
            "    let params = Params::default();",
            *([] if self.has_command else ["    let mut control = Control::default();"]),
            *([f"    let {'mut ' if sets_ground else ''}ground = Ground::default();"] if self.has_ground else []),
            f"    let dt = {self.number(drive.dt)};",
            *(f"    {line}" for line in self.assigned(drive)),
            f"    for (steps, speed, steer) in [{self.phases(drive, '()')}] {{",
            "        for _ in 0..steps {",
            *([f"            {command}"] if self.has_command else []),
            f"            state = step(state, control, params, dt{ground});",
            "        }",
            "    }",
            '    println!("{} {} {}", state.x, state.y, state.yaw);',
            "}",
        ]

    def type(self, kind: Type) -> str:
        """Return the name of a type."""
        if isinstance(kind, Struct):
            return f"({', '.join(self.type(each) for _, each in kind.fields)})" if kind.is_tuple else kind.name
        return super().type(kind)

    def _struct(self, struct: Struct) -> list[str]:
        doc = [f"/{line}" for line in self.commented(struct.doc)] if struct.doc else []
        lines = [*doc, "#[derive(Clone, Copy, Debug, PartialEq)]", f"pub struct {struct.name} {{"]
        for name, kind in struct.fields:
            detail = self.program.details_of(struct).get(name)
            behind = self.behind(detail.text) if detail else ""
            lines.append(f"    pub {self.identifier(name)}: {self.type(kind)},{behind}")
        lines.append("}")
        if struct in self.program.public:
            lines += [
                "",
                f"impl Default for {struct.name} {{",
                "    fn default() -> Self {",
                f"        {struct.name} {{",
            ]
            lines += [
                f"            {self.identifier(name)}: {self.number(detail.default)},"
                for name, detail in self.program.details_of(struct).items()
            ]
            lines += ["        }", "    }", "}"]
        return lines

    def _function(self, function: n.Function) -> list[str]:
        arguments = ", ".join(self._argument(name, kind, function) for name, kind in function.parameters)
        doc = [f"/{line}" for line in self.commented(function.doc)] if function.doc else []
        head = f"pub fn {self.called(function.name)}({arguments}) -> {self.type(function.returns)} {{"
        return [*doc, head, *self.body(function, 1), "}"]

    def _argument(self, name: str, kind: Type, function: n.Function) -> str:
        mark = "mut " if name in function.changed else "_" if name in function.unused else ""
        return f"{mark}{self.identifier(name)}: {self.type(kind)}"
