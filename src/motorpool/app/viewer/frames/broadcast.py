"""Frames of a world: an observer that records the vehicles' state, once for every browser.

A frame of a small world holds every vehicle. A frame of a large world holds the vehicles in the browsers' areas of
interest (`interest`) and, a few times a second, the positions of all (`census`).

`Broadcast.observe` runs in the simulation's thread and costs about 0.1 ms for 500 vehicles, a few dozen times
a second. Frames are immutable, so another thread may send them; the simulation never waits.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..schema import binary
from . import wire
from .census import SMALL_WORLD, Census, CensusTaker
from .interest import Sample
from .telemetry import Telemetry, TelemetrySampler

if TYPE_CHECKING:
    from ....world import World
    from ....world.clock import Pacer
    from .interest import Interest

NEAR = 500.0  # to a driven or watched vehicle; at 12 m/s a fifteenth of a second is less than 2 mrad there [m]
CROWD = 250  # vehicles, of which all that change in every frame make a megabit a second and a half
EARLY_FRACTION = 0.25  # of the interval: a step this little too early is taken, or 60 Hz steps beat with 30 Hz frames


@dataclass(frozen=True, kw_only=True)
class Moment:
    """State of the world at one moment that every frame contains."""

    number: int
    tick: int
    time: float  # simulated [s]
    is_paused: bool
    measured_hz: float  # world steps a wall-clock second
    rate: float  # simulated seconds a wall-clock second that are asked for
    own: Mapping[int, bytes]  # the unrounded state of each vehicle that a person drives
    telemetry: Telemetry

    def head(self, *, kind: int, count: int, own_vehicle: int, acknowledged_input: int) -> bytes:
        """Return the header and the own state of one client's frame.

        Args:
            kind: kind of message, of ``schema.binary``.
            count: number of records that follow.
            own_vehicle: id of the vehicle that the client drives, or -1.
            acknowledged_input: sequence number of the client's last input that has been applied.
        """
        header = wire.pack_header(
            kind=kind,
            count=count,
            frame=self.number,
            tick=self.tick & 0xFFFF_FFFF,
            time=self.time,
            acknowledged_input=acknowledged_input,
            own_vehicle=own_vehicle,
            flags=binary.PAUSED_FLAG if self.is_paused else 0,
            measured_hz=min(round(self.measured_hz / binary.RATE_UNIT), 65_535),
            rate=self.rate,
        )
        return header + self.own.get(own_vehicle, wire.NO_OWN_STATE)


@dataclass(frozen=True, kw_only=True)
class Frame(Moment):
    """A small world at one moment, encoded once for all browsers."""

    full: bytes  # every record
    delta: bytes  # the records that changed since the frame numbered one less
    records: wire.Records
    has_changed: NDArray[np.bool_]  # since one or two frames ago, each record

    def message(self, *, is_full: bool, own_vehicle: int, acknowledged_input: int, around: Sequence[int] = ()) -> bytes:
        """Return the frame as one client gets it.

        Args:
            is_full: with every record.
            own_vehicle: that it drives, or -1.
            acknowledged_input: the newest that came from it.
            around: ids of the vehicles that it looks at. What is far from all of them comes in every second frame,
                and so does every vehicle of a large number that no browser looks at in particular.
        """
        is_whole = not around and len(self.records) < CROWD
        records = self.full if is_full else self.delta if is_whole else self._delta_around(around)
        head = self.head(
            kind=binary.FULL if is_full else binary.DELTA,
            count=len(records) // wire.RECORD.itemsize,
            own_vehicle=own_vehicle,
            acknowledged_input=acknowledged_input,
        )
        return head + records

    def _delta_around(self, vehicles: Sequence[int]) -> bytes:
        """Return the records that changed near these vehicles, and half of those that changed elsewhere."""
        records = self.records
        is_due = (records["id"] + self.number) % 2 == 0
        for vehicle in vehicles:
            x, y = (records[name].astype(np.float64) - records[name][vehicle] for name in ("x", "y"))
            is_due |= np.hypot(x, y) * binary.POSITION_UNIT < NEAR
        return records[self.has_changed & is_due].tobytes()


@dataclass(frozen=True, kw_only=True)
class SampledFrame(Moment):
    """A large world at one moment: the state of the vehicles that browsers are sent next, and where all others are."""

    sample: Sample
    census: Census


AnyFrame = Frame | SampledFrame


class Broadcast:
    """Observes a world and hands a `Frame` to its listener at a steady wall-clock rate.

    Attributes:
        driven: ids of the vehicles whose unrounded state goes into each frame, and whose instruments into the
            telemetry; replaced, never changed.
        watched: ids of the vehicles whose autopilots go into the telemetry; replaced, never changed.
        areas: areas of interest, whose requests the frames of a large world answer; replaced, never changed.
        has_audience: whether a browser is connected; if not, observing costs nothing.
        rate_hz: frames a wall-clock second at most, and at most one a world step.
    """

    def __init__(
        self,
        pacer: "Pacer",
        *,
        listener: Callable[[AnyFrame], None],
        telemetry: TelemetrySampler | None = None,
        rate_hz: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.driven: frozenset[int] = frozenset()
        self.watched: frozenset[int] = frozenset()
        self.areas: tuple[Interest, ...] = ()
        self.has_audience = False
        self.rate_hz = rate_hz
        self._pacer = pacer
        self._listener = listener
        self._clock = clock
        self._lock = threading.Lock()
        self._number = 0
        self._telemetry = telemetry or TelemetrySampler()
        self._census_taker: CensusTaker | None = None
        self._before: tuple[wire.Records, wire.Records] | None = None  # records of one and of two frames ago
        self._made = -1.0  # when the newest frame was made, on the clock
        self._due = 0.0  # when the next one is due

    def fit(self) -> None:
        """Count the vehicles that the world has now."""
        with self._lock:
            self._census_taker = None

    def observe(self, world: "World") -> None:
        """Make a frame of the world if one is due; called at the end of a step."""
        if self.has_audience and self._is_due():
            self.publish(world)

    def publish(self, world: "World") -> None:
        """Make a frame of the world now."""
        with self._lock:
            frame = self._frame(world)
            self._made = self._clock()
            self._listener(frame)

    def is_quiet(self, seconds: float) -> bool:
        """Return whether no frame was made for so long, for example because the world is paused."""
        return self._clock() - self._made > seconds

    def _is_due(self) -> bool:
        now, interval = self._clock(), 1 / self.rate_hz
        if now < self._due - EARLY_FRACTION * interval and not self._pacer.is_paused:
            return False
        self._due = max(self._due, now - interval) + interval
        return True

    def _frame(self, world: "World") -> AnyFrame:
        self._number += 1
        driven, watched = (frozenset(one for one in ids if one < world.count) for ids in (self.driven, self.watched))
        moment: Any = {
            "number": self._number,
            "tick": world.tick,
            "time": world.time,
            "is_paused": self._pacer.is_paused,
            "measured_hz": self._pacer.achieved_hz,
            "rate": self._pacer.rate,
            "own": MappingProxyType({vehicle: wire.own_state(world.vehicles, vehicle) for vehicle in driven}),
            "telemetry": self._telemetry.sample(world, now=self._clock(), driven=driven, watched=watched),
        }
        if world.count > SMALL_WORLD:
            self._census_taker = self._census_taker or CensusTaker(world)
            census = self._census_taker.take(world, now=self._clock())
            requests = tuple(area.request for area in self.areas)
            return SampledFrame(**moment, sample=Sample(world.vehicles, requests), census=census)
        records = wire.quantise(world.vehicles)
        has_grown = self._before is None or any(len(before) != len(records) for before in self._before)
        one, two = (records, records) if has_grown or self._before is None else self._before
        self._before = records, one
        has_changed = wire.differ(records, one)
        return Frame(
            **moment,
            full=records.tobytes(),
            delta=records[has_changed].tobytes(),
            records=records,
            has_changed=has_changed | wire.differ(records, two),
        )
