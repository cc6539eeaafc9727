"""Trailers: the articulation angle of each.

A model declares its trailers (``models.declarations``); a parameter may give the number of trailers of a vehicle.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, WithJsonSchema
from typing_extensions import TypedDict

from ....vehicles.fleet import most_trailers, trailer_counts
from ..frames.census import SMALL_WORLD, Ids
from ..schema.fields import NULLABLE
from .topic import Topic, Update, encode

if TYPE_CHECKING:
    from ....models.declarations import TrailerFields
    from ....vehicles.fleet import Fleet
    from ....world import World
    from ..client import Client
    from ..hub import Hub

INTERVAL = 0.05  # between two messages [s]
CROWD = 100  # number of lorries above which the interval is longer
CROWD_INTERVAL = 0.1  # between two messages then [s]
STEP = 1e-3  # the smallest turn that is sent [rad]
MOST = 100  # vehicles of a message in a large world: 25 kB a second

Articulation = Annotated[
    list[Any],
    WithJsonSchema(
        {
            "type": "array",
            "prefixItems": [{"type": "integer", "title": "vehicle"}],
            "items": NULLABLE | {"title": "angles"},
        }
    ),
]


def trailers_of(fleet: "Fleet") -> tuple["TrailerFields", ...]:
    """Return the fields of each trailer of a fleet's model, as many as the vehicle with the most trailers has."""
    return fleet.model.trailers[: most_trailers(fleet)]


class Trailers(TypedDict):
    """Articulation angles of all trailers, sent on connection and at up to 20 Hz on changes (10 Hz above 100)."""

    type: Literal["trailers"]
    trailers: Annotated[
        list[Articulation],
        Field(description="id, then each trailer's angle from what draws it, the first one first, left positive [rad]"),
    ]


class TrailersTopic(Topic):
    """Angles of trailers: of all lorries, or in a large world of those in the client's area of interest."""

    name = "trailers"
    messages = (Trailers,)

    def __init__(self, hub: "Hub") -> None:
        super().__init__(hub)
        self._due = 0.0  # time of the next reading on the clock
        self._waiting: str | None = None
        self._is_due = False
        self.fit(self.world)

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
        """Read the angles, if it is time."""
        if not (self.has_audience and self._lorries) or self.clock() < self._due:
            return
        self._due = self.clock() + self._interval
        if self._is_large:
            self._is_due = True
            return
        angles = self._angles()
        if self._sent is None or np.any(abs(angles - self._sent) >= STEP):
            self._sent, self._waiting = angles, self.message()

    look = observe

    def updates(self) -> Iterator[Update]:
        """Yield the waiting message, if there is one."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            yield self.name, waiting

    def welcome(self, client: "Client") -> Iterator[Update]:
        """Yield the message about all lorries of a small world."""
        if self._lorries and not self._is_large:
            yield self.name, self.message()

    def is_due(self) -> bool:
        """Return, once, whether there was a new reading of a large world."""
        due, self._is_due = self._is_due, False
        return due

    def message_near(self, client: "Client") -> str:
        """Return the message about the lorries in the client's area of interest."""
        return self.message(client.near(MOST))

    def message(self, vehicles: Ids | None = None) -> str:
        """Return the message about the lorries among these vehicles, by default about all."""
        lorries: list[list[Any]] = []
        for fleet, ids, names in self._lorries:
            rows = slice(None) if vehicles is None else vehicles[(vehicles >= ids.start) & (vehicles < ids.stop)]
            rows = rows if isinstance(rows, slice) else rows - ids.start
            columns = [np.round(_column(fleet, name)[rows], 4).tolist() for name in names]
            counts = trailer_counts(fleet)[rows].tolist()
            numbers: list[int] = np.arange(ids.start, ids.stop, dtype=np.int64)[rows].tolist()
            for number, count, *angles in zip(numbers, counts, *columns, strict=True):
                lorries.append([number, *angles[:count]])
        message: Trailers = {"type": "trailers", "trailers": lorries}
        return encode(message)

    def _angles(self) -> NDArray[np.float64]:
        """Return all angles, concatenated for comparison; NaN becomes 0."""
        columns = [_column(fleet, name) for fleet, _, names in self._lorries for name in names]
        return np.nan_to_num(np.concatenate(columns), nan=0.0)


def _column(fleet: "Fleet", name: str) -> NDArray[np.float64]:
    return getattr(fleet.state, name)
