"""GDScript: a script for Godot 4."""

from typing import ClassVar

from ...form import nodes as n
from ...form.types import FLOAT, TRUTH, Struct
from ..driving import Drive
from .language import Blocks, Language, identifier_of, pascal, words_of

HELPERS = {
    "minimum": """
        static func minimum(a: float, b: float) -> float: # NaN if either is
            return b if b < a or is_nan(b) else a
        """,
    "maximum": """
        static func maximum(a: float, b: float) -> float: # NaN if either is
            return b if b > a or is_nan(b) else a
        """,
    "clamp": """
        static func limited(value: float, low: float, high: float) -> float:
            return minimum(maximum(value, low), high)
        """,
    "wrap_angle": """
        static func wrapped_angle(angle: float) -> float: # into (-pi, pi]
            if -PI < angle and angle <= PI:
                return angle
            var wrapped := fmod(angle, TAU)
            if absf(wrapped) > PI:
                wrapped -= signf(wrapped) * TAU
            return PI if wrapped <= -PI else wrapped
        """,
}


class GDScript(Language):
    """GDScript of Godot 4."""

    name, title, suffix = "gdscript", "GDScript (Godot 4)", ".gd"
    other_names = ("gd",)
    numbers: ClassVar = {FLOAT: "float", TRUTH: "bool"}
    comment, end, indent = "#", "", "\t"
    blocks = Blocks(branch=("if {}:",), otherwise=("else:",), loop=("for _i in range({}):",), end=())
    operators: ClassVar = {"and": "and", "or": "or"}
    reserved = words_of(
        "if elif else for while match break continue pass return class class_name extends is in as self super "
        "signal func static const enum var breakpoint preload await yield assert void PI TAU INF NAN and or "
        "not true false null range floor ceil abs sign min max clamp lerp load"
    )
    words: ClassVar = {"abs": "absf", "floor": "floorf", "clamp": "limited", "wrap_angle": "wrapped_angle"}
    helpers = HELPERS
    nan, infinity = "NAN", "INF"

    def write(self) -> str:
        """Return a script."""
        program = self.program
        lines = [f"# {line}".rstrip() for line in self.heading()]
        lines += [f"class_name {pascal(identifier_of(program.name))}", "extends RefCounted", ""]
        lines += [
            f"const {each.name} := {self.number(each.value)}{self.behind(each.comment)}" for each in program.constants
        ]
        for struct in program.structs:
            lines += ["", "", *self._class(struct)]
        for text in self.helper_texts():
            lines += ["", "", text.replace("    ", self.indent)]
        for function in program.functions:
            lines += ["", "", *self._function(function)]
        return "\n".join(lines) + "\n"

    def usage(self) -> list[str]:
        """Return an example."""
        name = pascal(identifier_of(self.program.name))
        ground = f", {name}.Ground.new()" if self.program.struct("Ground") else ""
        return [
            f"var state := {name}.State.new()",
            f"var params := {name}.Params.new()",
            "func _physics_process(delta: float) -> void:",
            f"    var control := {self.used_control(f'{name}.Control.new()', dt='delta', prefix=f'{name}.')}",
            f"    state = {name}.step(state, control, params, delta{ground})",
        ]

    def variable(self, let: n.Let) -> str:
        """Return the declaration of a variable."""
        return f"var {self.identifier(let.name)}: {self.type(let.value.type)}"

    def declare(self, declare: n.Declare) -> list[str]:
        """Return the declaration of a variable without a value."""
        return [f"var {self.identifier(declare.name)}: {self.type(declare.type)}"]

    def negated(self, value: n.Not) -> str:
        """Return the negation of a truth value."""
        return f"not {self.text(value.value, 7)}"

    def select(self, value: n.Choice) -> str:
        """Return a conditional expression."""
        return f"{self.text(value.if_true, 1)} if {self.text(value.condition, 1)} else {self.text(value.if_false)}"

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the brackets of a call, or of a constructor."""
        if isinstance(value, n.Make):
            return f"{value.struct.name}.new(", ")"
        return super().brackets(value)

    def main(self, drive: Drive) -> list[str]:
        """Return a function that runs the drive."""
        ground = ", ground" if self.has_ground else ""
        command = "control = control_from_command(state, phase[1], phase[2], params, dt)"
        lines = [
            "static func drive() -> State:",
            "    var state := State.new()",
            "    var params := Params.new()",
            "    var control := Control.new()",
            *(["    var ground := Ground.new()"] if self.has_ground else []),
            f"    var dt := {self.number(drive.dt)}",
            *(f"    {line}" for line in self.assigned(drive, end="")),
            f"    for phase in [{self.phases(drive, '[]')}]:",
            "        for _i in range(phase[0]):",
            *([f"            {command}"] if self.has_command else []),
            f"            state = step(state, control, params, dt{ground})",
            "    return state",
        ]
        return [line.replace("    ", self.indent) for line in lines]

    def _class(self, struct: Struct) -> list[str]:
        lines = [*(self.commented(struct.doc) if struct.doc else []), f"class {struct.name}:"]
        zero = {FLOAT: "0.0", TRUTH: "false"}
        for name, kind in struct.fields:
            detail = self.program.details_of(struct).get(name)
            default = self.number(detail.default) if detail else zero.get(str(kind), "null")
            behind = self.behind(detail.text) if detail else ""
            lines.append(f"\tvar {self.identifier(name)}: {self.type(kind)} = {default}{behind}")
        if not struct.fields:
            return [*lines, "\tpass"]
        is_public = struct in self.program.public
        arguments = ", ".join(
            f"{self.identifier(name)}_in: {self.type(kind)}"
            + (f" = {self.number(self.program.details_of(struct)[name].default)}" if is_public else "")
            for name, kind in struct.fields
        )
        names = [self.identifier(name) for name, _ in struct.fields]
        return [*lines, "", f"\tfunc _init({arguments}) -> void:", *(f"\t\t{name} = {name}_in" for name in names)]

    def _function(self, function: n.Function) -> list[str]:
        arguments = ", ".join(
            f"{'_' if name in function.unused else ''}{self.identifier(name)}: {self.type(kind)}"
            for name, kind in function.parameters
        )
        doc = [f"#{line}" for line in self.commented(function.doc)] if function.doc else []
        head = f"static func {self.called(function.name)}({arguments}) -> {self.type(function.returns)}:"
        return [*doc, head, *self.body(function, 1)]
