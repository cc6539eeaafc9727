"""Options of ``motorpool run`` as values: changes of the scenario, recording, and limits."""

from pathlib import Path
from typing import Any, Literal, NamedTuple


class Changes(NamedTuple):
    """Values that replace those of the scenario; None keeps the scenario's value."""

    vehicles: int | None = None
    objects: int | None = None
    terrain: str | None = None
    seed: int | None = None
    exercise: dict[str, Any] | Literal[False] | None = None


class Recording(NamedTuple):
    """File of a recording."""

    path: Path | None  # None for no recording
    every: int = 1  # number of steps from one recorded step to the next
    overwrite: bool = False  # replace an existing file
    profile: str | None = None  # "ros2" for a bag of ROS; None for the format of the suffix


class Limits(NamedTuple):
    """Limits of a run."""

    seconds: float | None = None  # simulated time; None for the default of the kind of run [s]
    threads: int | None = None  # greatest number of processors; None for all
