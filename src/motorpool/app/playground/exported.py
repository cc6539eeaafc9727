"""Export of a vehicle to another language: its model with its parameters, and its present drive as main program."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ...compile.translation.driving import Drive
from ...compile.translation.driving import Phase as Held
from ...compile.translation.exporting import language_of
from ...compile.translation.languages import LANGUAGES
from ...compile.translation.program import Program, program_of
from ...models.periods import whole_steps
from ...models.registry import Model
from .demonstrations import Phase
from .driven import Driven
from .input_mapping import Command
from .six_lines import SECONDS


class Exported(NamedTuple):
    """A program text, and the name of its file."""

    text: str
    file: str


def languages() -> list[dict[str, str]]:
    """Return the available languages, sorted by title."""
    found = sorted(LANGUAGES.values(), key=lambda language: language.title)
    return [{"name": language.name, "title": language.title} for language in found]


def exported(
    driven: Driven, told: Command | Sequence[Phase] | None, *, language: str, dt: float, slope: float
) -> Exported:
    """Return a vehicle's model in a language, with its parameters as defaults and a drive in steps of ``dt`` [s].

    Args:
        told: a command to hold for ten seconds, or the phases of a demonstration; None for a vehicle that is commanded
            by a direction, which keeps its present controls.
        slope: rise of the ground towards the east, rise over run [1].

    Raises:
        ModelError: there is no such language, or the model cannot be translated.
    """
    writer = language_of(language)
    program = _program(driven.model)
    details = program.details["Params"]
    changed = {name: details[name]._replace(default=value) for name, value in driven.changed.items()}
    made = writer(replace(program, details=program.details | {"Params": details | changed}))
    return Exported(made.with_drive(_drive(driven, told, dt=dt, slope=slope)), made.file_name)


def _drive(driven: Driven, told: Command | Sequence[Phase] | None, *, dt: float, slope: float) -> Drive:
    if told is None:
        phases = [Held(_steps(SECONDS, dt), 0.0, 0.0)]
    elif isinstance(told, Command):
        phases = [Held(_steps(SECONDS, dt), *told)]
    else:
        phases = list(_held(told, dt))
    start = {name: value for name, value in driven.start._asdict().items() if value != 0.0}
    ground = {"slope_x": slope} if slope != 0.0 and "slope_x" in driven.ground else {}
    return Drive(phases, dt, start, ground, driven.control)


def _held(told: Sequence[Phase], dt: float) -> Iterator[Held]:
    """Yield phases in steps; each leaves the rest of a step to the next one, so that the whole lasts as long."""
    fraction = 0.0
    for phase in told:
        count, fraction = whole_steps(phase.seconds, dt, fraction=fraction)
        if count:
            yield Held(count, phase.speed, phase.steer)


def _steps(seconds: float, dt: float) -> int:
    return max(1, round(seconds / dt))


@lru_cache(maxsize=8)
def _program(model: Model) -> Program:
    return program_of(model)
