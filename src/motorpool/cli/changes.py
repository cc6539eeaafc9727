"""Options of ``motorpool run`` as values: changes of the scenario, and the recording."""

from pathlib import Path
from typing import Any, Literal, NamedTuple


class Changes(NamedTuple):
    """Changes that the options make to the scenario; None leaves a value."""

    vehicles: int | None = None
    objects: int | None = None
    terrain: str | None = None
    seed: int | None = None
    exercise: dict[str, Any] | Literal[False] | None = None


class Recording(NamedTuple):
    """A recording that is asked for."""

    path: Path | None  # .parquet; None for none
    every: int = 1  # steps between two that are recorded
    overwrite: bool = False  # a file that exists
