"""Commands of ``motorpool``, and messages about wrong usage.

The options of a command are declared in ``commands``; its module is imported when the command is called.
"""

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from .. import __version__
from ..deprecation import with_present_options
from .cluster_option import ClusterCommand
from .commands import experiments, machine, models, recordings, terrain, vehicles, worlds
from .compilation import told
from .dis.app import dis_app
from .examples import epilog
from .robots import RunCommand

app = typer.Typer(
    name="motorpool",
    help="Simulate ground vehicles: in a live world in the browser, or as fast as the machine can.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: list[tuple[Any, dict[str, Any]]] = [  # in the order of the help, with settings for Typer
    (worlds.run, {"cls": RunCommand}),
    (models.playground, {}),
    (worlds.scenarios, {}),
    (models.models, {}),
    (vehicles.vehicles, {}),
    (models.compare, {}),
    (experiments.courses, {}),
    (vehicles.validate, {}),
    (models.export, {}),
    (experiments.sweep, {"cls": ClusterCommand}),
    (
        terrain.route,
        {"context_settings": {"ignore_unknown_options": True}},
    ),  # a position may begin with a minus: -9000,0
    (terrain.mobility, {}),
    (terrain.terrain, {}),
    (vehicles.fit, {}),
    (worlds.check, {}),
    (recordings.replay, {}),
    (recordings.recover, {}),
    (machine.kernels, {}),
    (machine.bench, {"context_settings": machine.PASSED_ON}),
]

for _command, _settings in COMMANDS:
    app.command(epilog=epilog(_command.__name__), **_settings)(_command)
app.add_typer(dis_app)


def run_app(arguments: Sequence[str]) -> int:
    """Run a command and return the exit code; wrong usage gives a sentence on stderr and 2."""
    try:
        with told():
            result: Any = app(args=with_present_options(arguments), prog_name="motorpool", standalone_mode=False)
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
    return error.format_message().strip().rstrip(".").replace(". Did you mean", "; did you mean")


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
    """Simulate ground vehicles: in a live world in the browser, or as fast as the machine can."""
