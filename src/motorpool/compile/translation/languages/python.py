"""Python without dependencies."""

from collections.abc import Mapping
from typing import ClassVar

from ...form import nodes as n
from ...form.types import FLOAT, TRUTH, Struct, Type
from ..driving import Drive
from .language import UNARY, Blocks, Language, identifier_of

HELPERS = {
    "sin": """
        def sin(angle):
            return math.sin(angle) if math.isfinite(angle) else math.nan
        """,
    "cos": """
        def cos(angle):
            return math.cos(angle) if math.isfinite(angle) else math.nan
        """,
    "tan": """
        def tan(angle):
            return math.tan(angle) if math.isfinite(angle) else math.nan
        """,
    "sqrt": """
        def sqrt(value):
            return math.sqrt(value) if value >= 0.0 else math.nan
        """,
    "exp": """
        def exp(value):
            return math.exp(value) if value < 709.0 else math.inf
        """,
    "floor": """
        def floor(value):
            return float(math.floor(value)) if math.isfinite(value) else value
        """,
    "minimum": """
        def minimum(a, b):  # NaN if either is
            return b if b < a or b != b else a
        """,
    "maximum": """
        def maximum(a, b):
            return b if b > a or b != b else a
        """,
    "clamp": """
        def clamp(value, low, high):
            return minimum(maximum(value, low), high)
        """,
    "wrap_angle": """
        def wrap_angle(angle):  # into (-pi, pi]
            if -math.pi < angle <= math.pi:
                return angle
            if not math.isfinite(angle):
                return math.nan
            wrapped = math.remainder(angle, 2.0 * math.pi)
            return math.pi if wrapped <= -math.pi else wrapped
        """,
}


class Python(Language):
    """Python 3.9 or newer."""

    name, title, suffix = "python", "Python", ".py"
    other_names = ("py",)
    numbers: ClassVar = {FLOAT: "float", TRUTH: "bool"}
    checked = "run by Python"
    comment, end = "#", ""
    blocks = Blocks(branch=("if {}:",), otherwise=("else:",), loop=("for _ in range({}):",), end=())
    operators: ClassVar = {"and": "and", "or": "or"}
    words: ClassVar = {"atan": "math.atan", "atan2": "math.atan2"}
    items = ("[", "]")
    helpers = HELPERS
    takes_last_comma = True
    nan, infinity = "math.nan", "math.inf"

    def write(self) -> str:
        """Return a module."""
        program = self.program
        first, *rest = self.heading()
        lines = [f'"""{first}', *rest, '"""', "", "import math"]
        lines += ["from typing import ClassVar, NamedTuple", ""]
        lines += [f"{each.name} = {self.number(each.value)}{self.behind(each.comment)}" for each in program.constants]
        for struct in program.structs:
            if not struct.is_tuple:
                lines += ["", "", *self._class(struct)]
        for text in self.helper_texts():
            lines += ["", "", text]
        for function in program.functions:
            lines += ["", "", *self._def(function)]
        return "\n".join(lines) + "\n"

    def usage(self) -> list[str]:
        """Return an example."""
        ground = ", car.Ground()" if self.program.struct("Ground") else ""
        return [
            f"import {identifier_of(self.program.name)} as car",
            "state, params = car.State(), car.Params()",
            f"control = {self.used_control('car.Control()', dt='1 / 60', prefix='car.')}",
            f"state = car.step(state, control, params, 1 / 60{ground})",
        ]

    def _class(self, struct: Struct) -> list[str]:
        lines = [f"class {struct.name}(NamedTuple):"]
        if struct.doc:
            lines += [f'    """{struct.doc}"""', ""]
        for name, kind in struct.fields:
            detail = self.program.details_of(struct).get(name)
            default = f" = {self.number(detail.default)}" if detail else ""
            behind = self.behind(detail.text) if detail else ""
            lines.append(f"    {self.identifier(name)}: {self.type(kind)}{default}{behind}")
        return lines if struct.fields else [*lines, "    pass"]

    def _def(self, function: n.Function) -> list[str]:
        arguments = ", ".join(self.identifier(name) for name, _ in function.parameters)
        head = f"def {self.called(function.name)}({arguments}):"
        doc = [f'    """{function.doc}"""'] if function.doc else []
        return [head, *doc, *self.body(function, 1)]

    def variable(self, let: n.Let) -> str:
        """Return the variable's name."""
        return self.identifier(let.name)

    def declare(self, declare: n.Declare) -> list[str]:
        """Return no lines: variables need no declaration."""
        return []

    def unpack(self, unpack: n.Unpack) -> list[str]:
        """Return an assignment of several names."""
        return [f"{', '.join(map(self.identifier, unpack.names))} = {self.text(unpack.value)}"]

    def truth(self, value: bool) -> str:
        """Return True or False."""
        return str(value)

    def negated(self, value: n.Not) -> str:
        """Return the negation of a truth value."""
        return f"not {self.text(value.value, UNARY)}"

    def select(self, value: n.Choice) -> str:
        """Return a conditional expression."""
        return f"{self.text(value.if_true, 1)} if {self.text(value.condition, 1)} else {self.text(value.if_false)}"

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the brackets of a call, or of a tuple."""
        if isinstance(value, n.Make) and value.struct.is_tuple:
            return "(", ")"
        return super().brackets(value)

    def main(self, drive: Drive) -> list[str]:
        """Return statements."""
        ground = ", ground" if self.has_ground else ""
        made: dict[str, Mapping[str, float]] = {
            "state": drive.start,
            "params": {},
            "control": {} if self.has_command else drive.control,
        }
        made |= {"ground": drive.ground} if self.has_ground else {}
        texts = {
            part: ", ".join(f"{self.identifier(name)}={self.number(value)}" for name, value in values.items())
            for part, values in made.items()
        }
        command = "control = control_from_command(state, speed, steer, params, dt)"
        return [
            'if __name__ == "__main__":',
            *(f"    {part} = {part.capitalize()}({text})" for part, text in texts.items()),
            f"    dt = {self.number(drive.dt)}",
            f"    for steps, speed, steer in [{self.phases(drive, '()')}]:",
            "        for _ in range(steps):",
            *([f"            {command}"] if self.has_command else []),
            f"            state = step(state, control, params, dt{ground})",
            "    print(state.x, state.y, state.yaw)",
        ]

    def type(self, kind: Type) -> str:
        """Return the name of a type."""
        if isinstance(kind, Struct):
            return "tuple" if kind.is_tuple else kind.name
        return super().type(kind)

    def behind(self, comment: str) -> str:
        """Return a trailing comment, after two spaces."""
        return f"  # {comment}" if comment else ""
