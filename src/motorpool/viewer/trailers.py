"""Messages to browsers about trailers: the articulation angle of each.

A model declares its trailers (``models.declarations``); a parameter may give the number of trailers of a vehicle.
``TrailerUpdates`` reads the world in the simulation's thread and keeps its newest message; the server's thread sends it
with the next frame.
"""

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .census import SMALL_WORLD, Ids
from .json_encoding import encode

if TYPE_CHECKING:
    from ..fleet import Fleet
    from ..models.declarations import TrailerFields
    from ..world import World

TOPIC: Literal["trailers"] = "trailers"
INTERVAL = 0.05  # between two messages [s]
CROWD = 100  # number of lorries above which the interval is longer
CROWD_INTERVAL = 0.1  # between two messages then [s]
STEP = 1e-3  # the smallest turn that is sent [rad]


def trailers_of(fleet: "Fleet") -> tuple["TrailerFields", ...]:
    """Return the fields of each trailer of a fleet's model, as many as the vehicle with the most trailers has."""
    return fleet.model.trailers[: int(_counts(fleet).max(initial=0))]


def _counts(fleet: "Fleet") -> NDArray[np.int64]:
    """Return the number of trailers of each vehicle of a fleet."""
    most, count = len(fleet.model.trailers), fleet.model.trailer_count
    if count is None:
        return np.full(fleet.count, most)
    return np.minimum(np.asarray(getattr(fleet.params, count), np.int64), most)


class TrailerUpdates:
    """An observer that writes messages about the angles of trailers.

    In a small world a message is about all lorries. In a large one each browser has messages of its own, about lorries
    in its area of interest (`due`, `message`).

    Attributes:
        has_audience: whether a browser is connected; if not, observing costs nothing.
    """

    def __init__(self, world: "World", *, clock: Callable[[], float] = time.monotonic) -> None:
        self.has_audience = False
        self._clock = clock
        self._due = 0.0  # time of the next reading on the clock
        self._waiting: str | None = None
        self._is_due = False
        self.fit(world)

    def fit(self, world: "World") -> None:
        """Find the lorries among the vehicles that the world has now."""
        self._lorries = [
            (fleet, rows, [trailer.hitch_angle for trailer in trailers])
            for fleet, rows in zip(world.fleets, world.vehicles.rows, strict=True)
            if (trailers := trailers_of(fleet))
        ]
        count = sum(fleet.count for fleet, _, _ in self._lorries)
        self._interval = CROWD_INTERVAL if count > CROWD else INTERVAL
        self._sent: NDArray[np.float64] | None = None
        self._is_large = world.count > SMALL_WORLD

    def observe(self, world: "World") -> None:
        """Read the angles, if it is time; called at the end of a step, in the simulation's thread."""
        if not (self.has_audience and self._lorries) or self._clock() < self._due:
            return
        self._due = self._clock() + self._interval
        if self._is_large:
            self._is_due = True
            return
        angles = self._angles()
        if self._sent is None or np.any(abs(angles - self._sent) >= STEP):
            self._sent, self._waiting = angles, self.message()

    def updates(self) -> Iterator[tuple[str, str]]:
        """Yield the waiting message, if there is one; in the server's thread."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            yield TOPIC, waiting

    def snapshot(self) -> Iterator[tuple[str, str]]:
        """Yield the message for a new browser, if there are trailers and all browsers get the same."""
        if self._lorries and not self._is_large:
            yield TOPIC, self.message()

    def due(self) -> bool:
        """Return, once, whether the messages of a large world are due; in the server's thread."""
        due, self._is_due = self._is_due, False
        return due

    def message(self, vehicles: Ids | None = None) -> str:
        """Return the message about the lorries among these vehicles, by default about all."""
        told: list[list[Any]] = []
        for fleet, ids, names in self._lorries:
            rows = slice(None) if vehicles is None else vehicles[(vehicles >= ids.start) & (vehicles < ids.stop)]
            rows = rows if isinstance(rows, slice) else rows - ids.start
            columns = [np.round(_column(fleet, name)[rows], 4).tolist() for name in names]
            counts = _counts(fleet)[rows].tolist()
            numbers: list[int] = np.arange(ids.start, ids.stop, dtype=np.int64)[rows].tolist()
            for number, count, *angles in zip(numbers, counts, *columns, strict=True):
                told.append([number, *angles[:count]])
        return encode({"type": TOPIC, "trailers": told})

    def _angles(self) -> NDArray[np.float64]:
        """Return all angles, concatenated for comparison; NaN becomes 0."""
        columns = [_column(fleet, name) for fleet, _, names in self._lorries for name in names]
        return np.nan_to_num(np.concatenate(columns), nan=0.0)


def _column(fleet: "Fleet", name: str) -> NDArray[np.float64]:
    return getattr(fleet.state, name)
