"""Lua: a module that returns a table."""

from typing import ClassVar

from ...form import nodes as n
from ...form.types import TRUTH, Struct, Type
from ..driving import Drive
from .language import AND, EQUALITY, OR, PRODUCT, SUM, Blocks, Language, identifier_of, words_of

HELPERS = {
    "atan2": """
        local function atan2(y, x)
          return (math.atan2 or math.atan)(y, x) -- Lua 5.1 and LuaJIT have the first, 5.3 the second
        end
        """,
    "minimum": """
        local function minimum(a, b) -- NaN if either is
          return (b < a or b ~= b) and b or a
        end
        """,
    "maximum": """
        local function maximum(a, b) -- NaN if either is
          return (b > a or b ~= b) and b or a
        end
        """,
    "clamp": """
        local function clamp(value, low, high)
          return minimum(maximum(value, low), high)
        end
        """,
    "wrap_angle": """
        local function wrap_angle(angle) -- into (-pi, pi]
          if -math.pi < angle and angle <= math.pi then
            return angle
          end
          local wrapped = math.fmod(angle, 2 * math.pi)
          if math.abs(wrapped) > math.pi then
            wrapped = wrapped - (wrapped > 0 and 2 or -2) * math.pi
          end
          return wrapped <= -math.pi and math.pi or wrapped
        end
        """,
}


class Lua(Language):
    """Lua 5.1 to 5.4, and LuaJIT."""

    name, title, suffix = "lua", "Lua", ".lua"
    checked = "run by Lua 5.4"
    comment, end, indent = "--", "", "  "
    blocks = Blocks(branch=("if {} then",), otherwise=("else",), loop=("for _ = 1, {} do",), end=("end",))
    reserved = words_of(
        "and break do else elseif end false for function goto if in local nil not or repeat return then true "
        "until while"
    )
    operators: ClassVar = {"!=": "~="}
    binding: ClassVar = {
        "or": OR, "and": AND, "==": EQUALITY, "!=": EQUALITY, "<": EQUALITY, "<=": EQUALITY, ">": EQUALITY,
        ">=": EQUALITY, "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT,
    }  # fmt: skip
    words: ClassVar = {word: f"math.{word}" for word in ("abs", "sin", "cos", "tan", "atan", "sqrt", "exp", "floor")}
    names = " = "
    helpers = HELPERS
    nan, infinity = "(0 / 0)", "math.huge"
    takes_last_comma = False

    def write(self) -> str:
        """Return a module."""
        program = self.program
        lines = [f"-- {line}".rstrip() for line in self.heading()]
        lines += ["", "local M = {}", ""]
        lines += [
            f"local {each.name} = {self.number(each.value)}{self.behind(each.comment)}" for each in program.constants
        ]
        for struct in program.public:
            lines += ["", *self._defaults(struct)]
        for text in self.helper_texts():
            lines += ["", text]
        for function in program.functions:
            lines += ["", *self._function(function)]
        return "\n".join([*lines, "", "return M"]) + "\n"

    def usage(self) -> list[str]:
        """Return an example."""
        ground = ", car.ground()" if self.program.struct("Ground") else ""
        return [
            f'local car = require("{identifier_of(self.program.name)}")',
            "local state, params = car.state(), car.params()",
            f"local control = car.{self.used_control('control()', dt='1 / 60').removeprefix('M.')}",
            f"state = car.step(state, control, params, 1 / 60{ground})",
        ]

    def variable(self, let: n.Let) -> str:
        """Return the declaration of a variable."""
        return f"local {self.identifier(let.name)}"

    def type(self, kind: Type) -> str:
        """Return an empty text: variables have no declared type."""
        return ""

    def declare(self, declare: n.Declare) -> list[str]:
        """Return the declaration of a variable without a value."""
        return [f"local {self.identifier(declare.name)}"]

    def negated(self, value: n.Not) -> str:
        """Return the negation of a truth value."""
        return f"not {self.text(value.value, 8)}"

    def bound_text(self, value: n.Expression) -> tuple[str, int]:
        """Return an expression's text; a choice uses ``and`` and ``or``, which works because no number is false."""
        if isinstance(value, n.Choice):
            condition, if_true = self.text(value.condition, AND), self.text(value.if_true, EQUALITY)
            if value.type == TRUTH:
                return f"{condition} and {if_true} or not ({condition}) and {self.text(value.if_false, EQUALITY)}", OR
            return f"{condition} and {if_true} or {self.text(value.if_false, AND)}", OR
        return super().bound_text(value)

    def called(self, name: str) -> str:
        """Return a function's name."""
        return f"M.{self.identifier(name)}"

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the brackets of a call, or of a table."""
        if isinstance(value, n.Make):
            return "{ ", " }"
        return super().brackets(value)

    def main(self, drive: Drive) -> list[str]:
        """Return statements."""
        ground = ", ground" if self.has_ground else ""
        command = "control = M.control_from_command(state, phase[2], phase[3], params, dt)"
        return [
            "local state, params, control = M.state(), M.params(), M.control()",
            *(["local ground = M.ground()"] if self.has_ground else []),
            f"local dt = {self.number(drive.dt)}",
            *self.assigned(drive, end=""),
            f"for _, phase in ipairs({{ {self.phases(drive, '{}')} }}) do",
            "  for _ = 1, phase[1] do",
            *([f"    {command}"] if self.has_command else []),
            f"    state = M.step(state, control, params, dt{ground})",
            "  end",
            "end",
            'print(string.format("%.17g %.17g %.17g", state.x, state.y, state.yaw))',
        ]

    def with_drive(self, drive: Drive) -> str:
        """Return the module's text with a drive before its final return statement."""
        text = self.write().removesuffix("return M\n")
        return "\n".join([text.rstrip("\n"), "", *self.main(drive), "", "return M"]) + "\n"

    def _defaults(self, struct: Struct) -> list[str]:
        lines = [
            *(self.commented(struct.doc) if struct.doc else []),
            f"function M.{struct.name.lower()}()",
            "  return {",
        ]
        for name, detail in self.program.details_of(struct).items():
            lines.append(f"    {self.identifier(name)} = {self.number(detail.default)},{self.behind(detail.text)}")
        return [*lines, "  }", "end"]

    def _function(self, function: n.Function) -> list[str]:
        arguments = ", ".join(self.identifier(name) for name, _ in function.parameters)
        doc = self.commented(function.doc) if function.doc else []
        return [*doc, f"function {self.called(function.name)}({arguments})", *self.body(function, 1), "end"]
