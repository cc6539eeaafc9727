"""Frame of the command line: finds commands by name, and explains mistakes in their usage.

Subjects declare their commands in their own folders (``base.command_line``), and installed packages theirs by entry
points of the group ``motorpool.commands``. The module of a command is imported when the command is called.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from ... import __version__
from ...base.command_line.command import Command
from ...base.environment_variables import VARIABLES
from ...base.errors import MotorpoolError, suggestion
from ...base.extensions import COMMANDS, load, provided
from ...base.synonyms import explanation
from ...compile.lines import told
from ...world.scenario import shipped
from .blamed import refuse_empty, with_option
from .short_help import SHORT_HELP

HELP = "Simulate ground vehicles: in a live world in the browser, or as fast as the machine can."
ORDER = (  # of commands in the help; others follow in alphabetical order
    "run", "playground", "scenarios", "models", "vehicles", "compare", "courses", "validate", "export", "sweep",
    "route", "mobility", "terrain", "occupancy", "fit", "check", "replay", "recover", "kernels", "bench", "dis",
)  # fmt: skip
_SETTINGS: dict[str, Any] = {"add_completion": False, "pretty_exceptions_enable": False}
_NO_COMMAND = re.compile(r"No such command '(.*?)'")


class Commands(Mapping[str, Any]):
    """Commands by name, in the order of the help; each is imported when it is looked up."""

    def __init__(self) -> None:
        places = provided(COMMANDS)
        names = [*(name for name in ORDER if name in places), *sorted(places.keys() - {*ORDER})]
        self._places = {name: places[name] for name in names}
        self._found: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """Return a command as Typer has it."""
        if name not in self._found:
            self._found[name] = _built(load(self._places[name]))
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def short_help(self, name: str) -> str:
        """Return the line of a command in the help of all; one that ships is not imported for it."""
        if name in SHORT_HELP:
            return SHORT_HELP[name]
        try:
            return self[name].get_short_help_str(1000)
        except Exception as error:  # of another package's, which must not hide the other commands
            return f"(cannot be imported: {error})"


def _built(command: Command) -> Any:
    if isinstance(command.function, typer.Typer):
        return typer.main.get_command(command.function)
    alone = typer.Typer(**_SETTINGS)
    alone.command(command.name, epilog=command.epilog, **command.settings)(command.function)
    return typer.main.get_command(alone)


class Frame(TyperGroup):
    """The group of all commands."""

    def __init__(self, **settings: Any):
        super().__init__(**settings)
        self.commands: Any = Commands()
        self._is_listing = False

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help of all commands, which are not imported for it."""
        self._is_listing = True
        try:
            super().format_help(ctx, formatter)
        finally:
            self._is_listing = False

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command; in the help of all, only its name and a line of text."""
        if self._is_listing:
            return TyperCommand(cmd_name, help=self.commands.short_help(cmd_name))
        return self.commands.get(cmd_name)


app = typer.Typer(
    name="motorpool",
    cls=Frame,
    help=HELP,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=f"Environment variables: {', '.join(variable.name for variable in VARIABLES)} "
    "(docs/environment-variables.md).",
    **_SETTINGS,
)


def run_app(arguments: Sequence[str]) -> int:
    """Run a command and return the exit code; wrong usage gives a sentence on stderr and 2."""
    try:
        refuse_empty(arguments)
        with told():
            result: Any = app(args=list(arguments), prog_name="motorpool", standalone_mode=False)
    except MotorpoolError as error:
        raise with_option(error, arguments) from error
    except typer.Abort:
        raise KeyboardInterrupt from None
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        return _usage(error)
    return result if isinstance(result, int) else 0


def _usage(error: Any) -> int:
    message = _sentence(error)
    if message:
        command = getattr(getattr(error, "ctx", None), "command_path", "motorpool")
        advice = f" See {command} --help" if message.endswith("?") else f"; see {command} --help"
        print(f"motorpool: {message[0].lower()}{message[1:]}{advice}", file=sys.stderr)
    return error.exit_code


def _sentence(error: Any) -> str:
    refused: list[Any] = error.__cause__.errors() if hasattr(error.__cause__, "errors") else []
    if refused and getattr(error, "param", None) is not None:
        allowed = refused[0]["msg"].partition(",")[0].replace("Input should be", "it must be")
        return f"{error.param.opts[0]} is {refused[0]['input']!r}; {allowed}"
    unknown = _unknown(error)
    return unknown or error.format_message().strip().rstrip(".").replace(". Did you mean", "; did you mean")


def _unknown(error: Any) -> str:
    """Return the sentence on a command or an option that does not exist, with the one that was probably meant."""
    command: Any = getattr(getattr(error, "ctx", None), "command", None)
    option = getattr(error, "option_name", None)
    if command is None:
        return ""
    if option is not None:
        sentence, name = f"no such option: {option}", option
        known = [word for param in command.params for word in param.opts if word.startswith("--")]
    elif found := _NO_COMMAND.match(error.format_message()):
        sentence, name = f"no such command {found[1]!r}", found[1]
        known = list(command.commands)
        if name.endswith((".yaml", ".yml")) or name in shipped.names():
            return f"{sentence}; did you mean 'motorpool run {name}'?"
    else:
        return ""
    advice = suggestion(name, known) or explanation(name)
    return f"{sentence}; {advice}" if advice else sentence


def _show_version(is_given: bool) -> None:
    if is_given:
        print(f"motorpool {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Accept the options of no command."""
