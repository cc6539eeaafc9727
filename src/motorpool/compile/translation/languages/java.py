"""Java: a class with static functions."""

from typing import ClassVar

from ...form import nodes as n
from ...form.types import FLOAT, TRUTH, Struct
from ..driving import Drive
from .language import Language, camel, identifier_of, pascal, words_of

HELPERS = {
    "minimum": """
        static double minimum(double a, double b) { // NaN if either is
            return b < a || b != b ? b : a;
        }
        """,
    "maximum": """
        static double maximum(double a, double b) { // NaN if either is
            return b > a || b != b ? b : a;
        }
        """,
    "clamp": """
        static double clamp(double value, double low, double high) {
            return minimum(maximum(value, low), high);
        }
        """,
    "wrap_angle": """
        static double wrapAngle(double angle) { // into (-pi, pi]
            if (-Math.PI < angle && angle <= Math.PI) {
                return angle;
            }
            double wrapped = Math.IEEEremainder(angle, 2.0 * Math.PI);
            return wrapped <= -Math.PI ? Math.PI : wrapped;
        }
        """,
}


class Java(Language):
    """Java 8 or newer."""

    name, title, suffix = "java", "Java", ".java"
    numbers: ClassVar = {FLOAT: "double", TRUTH: "boolean"}
    checked = "compiled by javac and run"
    reserved = words_of(
        "abstract assert boolean break byte case catch char class const continue default do double else enum "
        "extends final finally float for goto if implements import instanceof int interface long native new "
        "package private protected public return short static strictfp super switch synchronized this throw "
        "throws transient try void volatile while true false null"
    )
    words: ClassVar = {
        **{word: f"Math.{word}" for word in ("abs", "sin", "cos", "tan", "atan", "atan2", "sqrt", "exp", "floor")},
        "wrap_angle": "wrapAngle",
    }
    helpers = HELPERS
    nan, infinity = "Double.NaN", "Double.POSITIVE_INFINITY"

    def write(self) -> str:
        """Return a file with one public class."""
        program = self.program
        lines = [f"// {line}".rstrip() for line in self.heading()]
        lines += ["", f"public final class {self.class_name} {{"]
        inner = [f"private {self.class_name}() {{}}", ""]
        inner += [
            f"static final double {each.name} = {self.number(each.value)};{self.behind(each.comment)}"
            for each in program.constants
        ]
        for struct in program.structs:
            inner += ["", *self._struct(struct)]
        for text in self.helper_texts():
            inner += ["", *text.splitlines()]
        for function in program.functions:
            inner += ["", *self._function(function)]
        return "\n".join([*lines, *(f"    {line}".rstrip() for line in inner), "}"]) + "\n"

    @property
    def file_name(self) -> str:
        """Return the name of the file: that of its class."""
        return f"{self.class_name}{self.suffix}"

    @property
    def class_name(self) -> str:
        """Return the name of the class, and of its file."""
        return pascal(identifier_of(self.program.name))

    def usage(self) -> list[str]:
        """Return an example."""
        name = self.class_name
        ground = f", new {name}.Ground()" if self.program.struct("Ground") else ""
        return [
            f"var state = new {name}.State();",
            f"var parameters = new {name}.Params();",
            f"var control = {self.used_control(f'new {name}.Control()', params='parameters', prefix=f'{name}.')};",
            f"state = {name}.step(state, control, parameters, 1.0 / 60.0{ground});",
        ]

    def commented(self, text: str) -> list[str]:
        """Return a text as a documentation comment."""
        lines = self.wrapped(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
        return [f"/** {lines[0]} */"] if len(lines) == 1 else ["/**", *(f" * {line}".rstrip() for line in lines), " */"]

    def identifier(self, name: str) -> str:
        """Return a name in camelCase."""
        return super().identifier(camel(name))

    def variable(self, let: n.Let) -> str:
        """Return the declaration of a variable."""
        return f"{self.type(let.value.type)} {self.identifier(let.name)}"

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the brackets of a call, or of a constructor."""
        if isinstance(value, n.Make):
            return f"new {self.type(value.struct)}(", ")"
        return super().brackets(value)

    def main(self, drive: Drive) -> list[str]:
        """Return a class with a main method, in the same file as the model's class."""
        name, ground = self.class_name, ", ground" if self.has_ground else ""
        parts = {"state": "State", "parameters": "Params", "control": "Control"}
        parts |= {"ground": "Ground"} if self.has_ground else {}
        command = f"control = {name}.controlFromCommand(state, phase[1], phase[2], parameters, dt);"
        return [
            "class Main {",
            "    public static void main(String[] arguments) {",
            *(f"        {name}.{kind} {part} = new {name}.{kind}();" for part, kind in parts.items()),
            f"        double dt = {self.number(drive.dt)};",
            *(f"        {line}" for line in self.assigned(drive)),
            f"        for (double[] phase : new double[][] {{{self.phases(drive, '{}')}}}) {{",
            "            for (int i = 0; i < phase[0]; i++) {",
            *([f"                {command}"] if self.has_command else []),
            f"                state = {name}.step(state, control, parameters, dt{ground});",
            "            }",
            "        }",
            '        System.out.println(state.x + " " + state.y + " " + state.yaw);',
            "    }",
            "}",
        ]

    def _struct(self, struct: Struct) -> list[str]:
        lines = [*(self.commented(struct.doc) if struct.doc else []), f"public static final class {struct.name} {{"]
        for name, kind in struct.fields:
            detail = self.program.details_of(struct).get(name)
            default = f" = {self.number(detail.default)}" if detail else ""
            behind = self.behind(detail.text) if detail else ""
            lines.append(f"    public {self.type(kind)} {self.identifier(name)}{default};{behind}")
        if not struct.fields:
            return [*lines, "}"]
        if struct in self.program.public:
            lines += ["", f"    public {struct.name}() {{}}"]
        arguments = ", ".join(f"{self.type(kind)} {self.identifier(name)}" for name, kind in struct.fields)
        lines += ["", f"    public {struct.name}({arguments}) {{"]
        names = [self.identifier(name) for name, _ in struct.fields]
        return [*lines, *(f"        this.{name} = {name};" for name in names), "    }", "}"]

    def _function(self, function: n.Function) -> list[str]:
        arguments = ", ".join(f"{self.type(kind)} {self.identifier(name)}" for name, kind in function.parameters)
        doc = self.commented(function.doc) if function.doc else []
        head = f"public static {self.type(function.returns)} {self.called(function.name)}({arguments}) {{"
        return [*doc, head, *self.body(function, 1), "}"]
