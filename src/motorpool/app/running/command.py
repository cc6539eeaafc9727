"""The command ``motorpool run``, whose options are those of the run and of all its parts."""

import contextlib
import dataclasses
import inspect
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ...base import extensions
from ...base.command_line.command import Command
from ...world.part import Part
from ..cli.second_process import Claims, early_start
from .options import RANK, RunOptions
from .run import Run

_OURS = ("names", "bare", "words", "rank", "is_argument")  # settings that Typer does not know


class RunCommand(TyperCommand):
    """Command with options whose value may be left out, such as ``--ros``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join these options with their value, or with the default, before the arguments are parsed."""
        bare = {f"--{each.name.replace('_', '-')}": each.metadata for each, _ in _fields() if each.metadata.get("bare")}
        joined: list[str] = []
        for place, word in enumerate(args):
            before = args[place - 1] if place else ""
            if before in bare and word in bare[before]["words"]:
                joined[-1] = f"{before}={word}"
            else:
                joined.append(f"{word}={bare[word]['bare']}" if word in bare else word)
        return super().parse_args(ctx, joined)


def run(**given: Any) -> int:
    """Run a scenario: live in the browser, or headless."""
    run = Run(
        _of(RunOptions, given),
        [part.kind(_of(part.kind.Options, given)) for part in parts()],
    )
    if run.options.headless:
        from .headless import run_headless

        return run_headless(run)
    with _early_start(run) as claims:
        from .live import run_live

        return run_live(run, claims)


@cache
def parts() -> tuple[Part, ...]:
    """Return the parts of runs, ours and those of installed packages, in the order of entering the world."""
    found = [extensions.load(place) for place in extensions.provided(extensions.PARTS).values()]
    usable = [part for part in found if not part.needs or find_spec(part.needs)]
    return tuple(sorted(usable, key=lambda part: part.rank))


def _of(options: type, given: dict[str, Any]) -> Any:
    return options(**{each.name: given[each.name] for each in dataclasses.fields(options)})


def _fields() -> Iterator[tuple[dataclasses.Field[Any], int]]:
    """Yield the field of each option and its rank in the help."""
    for options, rank in ((RunOptions, RANK), *((part.kind.Options, part.rank) for part in parts())):
        for each in dataclasses.fields(options):
            yield each, each.metadata.get("rank", rank)


def _parameter(field: dataclasses.Field[Any]) -> inspect.Parameter:
    """Return the parameter of a function by which Typer makes the option."""
    annotation: Any = field.type
    if "help" in field.metadata:
        settings = {name: value for name, value in field.metadata.items() if name not in _OURS}
        make = typer.Argument if field.metadata.get("is_argument") else typer.Option
        annotation = Annotated[annotation, make(*field.metadata["names"], **settings)]
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=annotation)


def _early_start(run: Run) -> contextlib.AbstractContextManager[Claims | None]:
    """Begin to compile for a built-in scenario before other imports; code of other scenarios needs consent first."""
    if run.options.threads != 1 and run.is_built_in:
        return early_start(run.names[0], run.changes)
    return contextlib.nullcontext()


run.__signature__ = inspect.Signature(  # pyright: ignore[reportFunctionMemberAccess] - Typer reads it
    [_parameter(field) for field, _ in sorted(_fields(), key=lambda each: each[1])]
)

RUN = Command(
    "run",
    run,
    examples=(
        "motorpool run",
        "motorpool run convoy --record convoy.parquet",
        "motorpool run jacksboro --headless --record out.csv --record-every 60",
        "motorpool run --host 0.0.0.0 --port 8080",
        "motorpool run --ros --foxglove",
    ),
    settings={"cls": RunCommand},
)
