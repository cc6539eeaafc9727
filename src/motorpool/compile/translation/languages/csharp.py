"""C#: a static class, for Unity, Godot and .NET."""

from typing import ClassVar

from ...form import nodes as n
from ...form.types import FLOAT, TRUTH, Struct
from ..driving import Drive
from .language import POSTFIX, Blocks, Language, camel, identifier_of, pascal, words_of

HELPERS = {
    "minimum": """
        static double Minimum(double a, double b) // NaN if either is
        {
            return b < a || double.IsNaN(b) ? b : a;
        }
        """,
    "maximum": """
        static double Maximum(double a, double b) // NaN if either is
        {
            return b > a || double.IsNaN(b) ? b : a;
        }
        """,
    "clamp": """
        static double Clamp(double value, double low, double high)
        {
            return Minimum(Maximum(value, low), high);
        }
        """,
    "wrap_angle": """
        static double WrapAngle(double angle) // into (-pi, pi]
        {
            if (-Math.PI < angle && angle <= Math.PI)
            {
                return angle;
            }
            double wrapped = Math.IEEERemainder(angle, 2.0 * Math.PI);
            return wrapped <= -Math.PI ? Math.PI : wrapped;
        }
        """,
}
KEYWORDS = words_of(
    "abstract as base bool break byte case catch char checked class const continue decimal default "
    "delegate do double else enum event explicit extern false finally fixed float for foreach goto if "
    "implicit in int interface internal is lock long namespace new null object operator out override "
    "params private protected public readonly ref return sbyte sealed short sizeof stackalloc static "
    "string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual "
    "void volatile while"
)


class CSharp(Language):
    """C# 7, for Unity and Godot."""

    name, title, suffix = "csharp", "C#", ".cs"
    other_names = ("c#", "cs")
    blocks = Blocks(branch=("if ({})", "{"), otherwise=("}", "else", "{"), loop=("for (int i = 0; i < {}; i++)", "{"))
    numbers: ClassVar = {FLOAT: "double", TRUTH: "bool"}
    checked = "compiled by Mono's mcs and run"
    reserved = KEYWORDS
    words: ClassVar = {
        **{
            word: f"Math.{pascal(word)}"
            for word in ("abs", "sin", "cos", "tan", "atan", "atan2", "sqrt", "exp", "floor")
        },
        **{word: pascal(word) for word in HELPERS},
    }
    names = " = "
    helpers = HELPERS
    nan, infinity = "double.NaN", "double.PositiveInfinity"

    def write(self) -> str:
        """Return a file with one static class."""
        program = self.program
        lines = [
            *(f"// {line}".rstrip() for line in self.heading()),
            "",
            "using System;",
            "",
            "namespace Motorpool",
            "{",
        ]
        inner = [f"public static class {self.class_name}", "{"]
        inner += [
            f"    const double {each.name} = {self.number(each.value)};{self.behind(each.comment)}"
            for each in program.constants
        ]
        for struct in program.structs:
            inner += ["", *(f"    {line}".rstrip() for line in self._struct(struct))]
        for text in self.helper_texts():
            inner += ["", *(f"    {line}".rstrip() for line in text.splitlines())]
        for function in program.functions:
            inner += ["", *(f"    {line}".rstrip() for line in self._function(function))]
        return "\n".join([*lines, *(f"    {line}".rstrip() for line in [*inner, "}"]), "}"]) + "\n"

    @property
    def file_name(self) -> str:
        """Return the name of the file: that of its class."""
        return f"{self.class_name}{self.suffix}"

    @property
    def class_name(self) -> str:
        """Return the name of the class: that of the model."""
        return pascal(identifier_of(self.program.name))

    def usage(self) -> list[str]:
        """Return an example."""
        ground = f", {self.class_name}.Ground.Default" if self.program.struct("Ground") else ""
        name = self.class_name
        return [
            "using Motorpool;",
            f"var state = {name}.State.Default;",
            f"var parameters = {name}.Params.Default;",
            f"var control = {self._used_control()};",
            f"state = {name}.Step(state, control, parameters, Time.fixedDeltaTime{ground});",
        ]

    def _used_control(self) -> str:
        name = self.class_name
        return self.used_control(
            f"{name}.Control.Default", params="parameters", dt="Time.fixedDeltaTime", prefix=f"{name}."
        )

    def commented(self, text: str) -> list[str]:
        """Return a text as a documentation comment."""
        safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        lines = self.wrapped(safe)
        if len(lines) == 1:
            return [f"/// <summary>{lines[0]}</summary>"]
        return ["/// <summary>", *(f"/// {line}".rstrip() for line in lines), "/// </summary>"]

    def identifier(self, name: str) -> str:
        """Return a name in camelCase; a keyword is prefixed with @."""
        word = "parameters" if name == "params" else camel(name)
        return f"@{word}" if word in self.reserved else word

    def called(self, name: str) -> str:
        """Return a function's name."""
        return pascal(name)

    def variable(self, let: n.Let) -> str:
        """Return the declaration of a variable."""
        return f"{self.type(let.value.type)} {self.identifier(let.name)}"

    def binary(self, value: n.Binary) -> tuple[str, int]:
        """Return two operands and their operator; x != x becomes a test for NaN."""
        if value.operator == "!=" and self.text(value.left) == self.text(value.right):
            return f"double.IsNaN({self.text(value.left)})", POSTFIX
        return super().binary(value)

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the brackets of a call, or of a structure's fields."""
        if isinstance(value, n.Make):
            return f"new {self.type(value.struct)} {{ ", " }"
        return super().brackets(value)

    def main(self, drive: Drive) -> list[str]:
        """Return a program with a Main; in Unity its body belongs into FixedUpdate."""
        name, ground = self.class_name, ", ground" if self.has_ground else ""
        parts = {"state": "State", "parameters": "Params", "control": "Control"}
        parts |= {"ground": "Ground"} if self.has_ground else {}
        command = f"control = {name}.ControlFromCommand(state, phase[1], phase[2], parameters, dt);"
        rows = self.phases(drive, "{}").replace("{", "new double[] { ").replace("}", " }")
        return [
            "static class Program",
            "{",
            "    static void Main()",
            "    {",
            *(f"        var {part} = Motorpool.{name}.{kind}.Default;" for part, kind in parts.items()),
            f"        double dt = {self.number(drive.dt)};",
            *(f"        {line}" for line in self.assigned(drive)),
            f"        foreach (var phase in new[] {{ {rows} }})",
            "        {",
            "            for (int i = 0; i < phase[0]; i++)",
            "            {",
            *([f"                {command.replace(name, f'Motorpool.{name}')}"] if self.has_command else []),
            f"                state = Motorpool.{name}.Step(state, control, parameters, dt{ground});",
            "            }",
            "        }",
            '        Console.WriteLine(FormattableString.Invariant($"{state.x:R} {state.y:R} {state.yaw:R}"));',
            "    }",
            "}",
        ]

    def _struct(self, struct: Struct) -> list[str]:
        lines = [*(self.commented(struct.doc) if struct.doc else []), f"public struct {struct.name}", "{"]
        for name, kind in struct.fields:
            detail = self.program.details_of(struct).get(name)
            behind = self.behind(detail.text) if detail else ""
            lines.append(f"    public {self.type(kind)} {self.identifier(name)};{behind}")
        if struct in self.program.public:
            lines += ["", f"    public static {struct.name} Default => new {struct.name}", "    {"]
            lines += [
                f"        {self.identifier(name)} = {self.number(detail.default)},"
                for name, detail in self.program.details_of(struct).items()
            ]
            lines += ["    };"]
        return [*lines, "}"]

    def _function(self, function: n.Function) -> list[str]:
        arguments = ", ".join(f"{self.type(kind)} {self.identifier(name)}" for name, kind in function.parameters)
        doc = self.commented(function.doc) if function.doc else []
        head = f"public static {self.type(function.returns)} {self.called(function.name)}({arguments})"
        return [*doc, head, "{", *self.body(function, 1), "}"]
