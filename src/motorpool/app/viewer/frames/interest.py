"""Area of interest of one browser: selection, rate and precision of the vehicles of a large world that it is sent.

Vehicles are ranked by their distance from the camera, those ahead of it before those behind. The nearest ones are
sent in every frame, the next rings in every second and sixth frame; the reach of each ring follows from its share of
the bytes. Beyond the rings a sample that thins out with the distance is sent in every eighteenth frame. All other
vehicles are only counted by cells of the map, one row of cells in each frame. So the cost of a browser does not depend
on the size of the world.

Records are independent of earlier frames. In any `binary.CYCLE` frames that a browser receives, every vehicle of its
area occurs at least once; a vehicle that does not occur has left the area.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..schema import binary
from . import wire
from .census import Census, Ids, Places, lots_of

if TYPE_CHECKING:
    from .broadcast import SampledFrame

BYTES_PER_SECOND = 300_000  # of frames: 2.4 Mbit/s, which leaves 0.6 of 3 for messages
MOST_CANDIDATES = 40_000  # vehicles that are ranked; the rings hold up to 14 000
MOST_SELECTED = 2  # areas between two frames
FOLLOW_TURNS = 10  # frames between two selections for a camera that moves a little
LEAP = 0.25  # of the reach of the rings, or of a component of the gaze: larger moves select the area at once
BEHIND = 3.0  # a vehicle behind the camera counts as so many times farther away
FIRST_ROWS = 4  # of the density in each frame, until the browser has all of them
BISECTIONS = 24  # of 8 km, to less than a millimetre
TIE = 1.0  # largest offset that separates vehicles at the same distance [m]
# near records in a frame besides the rings: own, watched, target, selected, half of those that others drive
CHOSEN = 12
DRIVEN_PERIOD = 2  # frames between two records of a vehicle that a person drives, at any distance
FLAG_COLUMNS = ("driver", "is_parked", "status")
NEAR_COLUMNS = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "steer", *FLAG_COLUMNS)  # in near records
FAR_COLUMNS = ("x", "y", "yaw", "speed", *FLAG_COLUMNS)
NO_IDS = np.zeros(0, np.int32)


class Ring(NamedTuple):
    """Ring of an area of interest: vehicles between the distance of the previous ring and its own."""

    period: int  # frames from one record of a vehicle to the next; divides that of the next ring, and `binary.CYCLE`
    record_bytes: int
    reach: float  # at most [m]
    share: float  # of all bytes, for this ring and all rings before it

    @property
    def vehicle_bytes(self) -> float:
        """Bytes of a frame that a vehicle of this ring takes, on average."""
        return self.record_bytes / self.period


RINGS = (
    Ring(1, wire.NEAR_RECORD.itemsize, 300.0, 0.35),
    Ring(2, wire.NEAR_RECORD.itemsize, 1000.0, 0.55),
    Ring(6, wire.FAR_RECORD.itemsize, 3000.0, 1.0),
    Ring(18, wire.FAR_RECORD.itemsize, 8000.0, 1.0),
)
NEAR_RINGS = 2  # rings whose vehicles are sent as near records


class Viewpoint(NamedTuple):
    """Position of a browser's camera, the direction of its view, and its target vehicle."""

    x: float  # east [m]
    y: float  # north [m]
    z: float  # up [m]
    gaze: tuple[float, float, float]  # direction of the view, about a unit vector
    target: int = binary.NO_VEHICLE  # target of the camera
    selected: int = binary.NO_VEHICLE


@dataclass(frozen=True)
class Selection:
    """The vehicles of the area, ring by ring."""

    rings: tuple[Ids, ...] = (np.zeros(0, np.int32),) * len(RINGS)
    reaches: tuple[float, ...] = (0.0,) * (len(RINGS) - 1)  # of each ring but the last, as far as it got [m]
    census: Census | None = None  # by which it was made
    viewpoint: Viewpoint | None = None
    turns: tuple[list[Ids], ...] = field(init=False)  # of each ring, the vehicles of each turn of its period

    def __post_init__(self) -> None:
        turns = tuple(_by_turn(ids, ring.period) for ids, ring in zip(self.rings, RINGS, strict=True))
        object.__setattr__(self, "turns", turns)

    def due(self, turn: int) -> tuple[Ids, Ids]:
        """Return ids of the near and of the far vehicles that are due."""
        ids = [turns[turn % len(turns)] for turns in self.turns]
        return np.concatenate(ids[:NEAR_RINGS]), np.concatenate(ids[NEAR_RINGS:])


def _by_turn(ids: Ids, period: int) -> list[Ids]:
    """Return the vehicles of each turn of a period."""
    phases = phase_of(ids) % np.uint8(period)
    return np.split(ids[np.argsort(phases, kind="stable")], np.cumsum(np.bincount(phases, minlength=period))[:-1])


@dataclass(frozen=True, eq=False)
class Request:
    """Vehicles of the next frame of one browser."""

    near: Ids
    far: Ids
    middle: tuple[float, float]  # origin of the positions of the far ones [m]


NOTHING = Request(NO_IDS, NO_IDS, (0.0, 0.0))


class Records(NamedTuple):
    """The answer to a request."""

    near: wire.Records
    far: wire.Records


class Sample:
    """Columns of the vehicles of some requests, copied in the simulation's thread.

    It copies only vehicles that will be sent; the server's thread encodes the records of all browsers at once.
    """

    def __init__(self, vehicles: Any, requests: Sequence[Request]) -> None:
        self._requests = requests
        self._near_ids, self._far_ids = (
            np.concatenate([NO_IDS, *(getattr(request, part) for request in requests)]) for part in ("near", "far")
        )
        self._near = _columns(vehicles, NEAR_COLUMNS, self._near_ids)
        self._far = _columns(vehicles, FAR_COLUMNS, self._far_ids)

    def answers(self, request: Request) -> bool:
        """Return whether the sample contains this request."""
        return any(one is request for one in self._requests)

    def records_of(self, request: Request) -> Records:
        """Return the records of one of the requests that the sample was made for."""
        return self._answers[self._requests.index(request)]

    @cached_property
    def _answers(self) -> list[Records]:
        near_ends = np.cumsum([len(request.near) for request in self._requests])
        far_counts = [len(request.far) for request in self._requests]
        middles = np.repeat([request.middle for request in self._requests], far_counts, axis=0)
        near = np.split(wire.quantise(self._near, ids=self._near_ids), near_ends)
        far = np.split(wire.quantise_far(self._far, self._far_ids, middles), np.cumsum(far_counts))
        return [Records(*one) for one in zip(near, far, strict=True)]


def _columns(vehicles: Any, names: Sequence[str], ids: NDArray[np.int32]) -> Any:
    return SimpleNamespace(**{name: getattr(vehicles, name)[ids] for name in names})


class Interest:
    """The area of interest of one browser. Used in the server's thread only, but for its request.

    Attributes:
        request: the vehicles of its next frame; replaced, never changed.
    """

    def __init__(self, *, rate_hz: float) -> None:
        self.request = NOTHING
        self.viewpoint: Viewpoint | None = None
        self.selection = Selection()
        self.selected_turn = -1  # when the area was selected: how many frames were made before
        self._frame_bytes = BYTES_PER_SECOND / rate_hz
        self._told = 0  # number of vehicles that other messages have contained
        self._turn = 0  # frames that were made for this browser
        self._row = 0  # of the density, that is due
        self._has_density = False  # all of it, once

    def is_stale(self, census: Census) -> bool:
        """Return whether the camera or the vehicles have moved so that the area should be selected anew."""
        before, now = self.selection.viewpoint, self.viewpoint
        if now is None or (before is now and self.selection.census is census):
            return False
        if before is None or self.selection.census is not census or self._turn - self.selected_turn >= FOLLOW_TURNS:
            return True
        turned = max(abs(one - other) for one, other in zip(before.gaze, now.gaze, strict=True))
        moved = math.dist(before[:3], now[:3])
        return turned > LEAP or moved > LEAP * max(self.selection.reaches)

    def select(self, census: Census) -> None:
        """Select the vehicles of the area anew."""
        self.selected_turn = self._turn
        if self.viewpoint is not None:
            spent = wire.HEADER.itemsize + wire.OWN.itemsize + wire.CONTENTS.itemsize + census.density[0].nbytes
            spent += CHOSEN * wire.NEAR_RECORD.itemsize
            self.selection = select(census, self.viewpoint, frame_bytes=self._frame_bytes - spent)

    def near(self, most: int) -> Ids:
        """Return ids of at most ``most`` vehicles with near records; if there are more, other ones at each call."""
        chosen = _known(self._chosen())
        others = np.concatenate(self.selection.rings[:NEAR_RINGS])
        others = np.roll(others, -self._told)[: most - len(chosen)]
        self._told += len(others)
        return np.concatenate([chosen, others])

    def message(self, frame: "SampledFrame", *, own_vehicle: int, watching: int, acknowledged_input: int) -> bytes:
        """Return the frame encoded for this browser, and request the vehicles of the next one."""
        near, far = frame.sample.records_of(self.request)
        first_row, rows = self._next_rows(frame.census.density)
        head = frame.head(
            kind=binary.INTEREST, count=len(near), own_vehicle=own_vehicle, acknowledged_input=acknowledged_input
        )
        contents = np.zeros((), wire.CONTENTS)
        contents["x"], contents["y"] = self.request.middle
        contents["far_count"], contents["first_row"] = len(far), first_row
        contents["row_count"], contents["column_count"] = rows.shape
        contents["present_count"] = frame.census.present_count
        self._turn += 1
        self.request = self._next_request([own_vehicle, watching], driven=frame.own)
        return b"".join((head, *(part.tobytes() for part in (contents, near, far, rows))))

    def _next_request(self, always: list[int], *, driven: Iterable[int]) -> Request:
        """Return the vehicles that are due."""
        near, far = self.selection.due(self._turn)
        always += self._chosen()
        if self._turn % DRIVEN_PERIOD == 0:
            always += driven
        chosen = _known(always)
        seen_from = self.selection.viewpoint
        middle = (0.0, 0.0) if seen_from is None else (round(seen_from.x), round(seen_from.y))
        return Request(np.concatenate([_without(near, chosen), chosen]), _without(far, chosen), middle)

    def _chosen(self) -> tuple[int, ...]:
        return () if self.viewpoint is None else (self.viewpoint.target, self.viewpoint.selected)

    def _next_rows(self, density: NDArray[np.void]) -> tuple[int, NDArray[np.void]]:
        """Return the rows of the density that are due, and the number of the first."""
        first = self._row
        rows = density[first : first + (1 if self._has_density else FIRST_ROWS)]
        self._row = (first + len(rows)) % len(density)
        self._has_density |= self._row == 0
        return first, rows


def select_for(areas: Sequence[Interest], census: Census) -> None:
    """Select some of the areas anew, where cameras or vehicles have moved.

    At most `MOST_SELECTED` in one call, the longest waiting first, so that frames are not delayed.
    """
    stale = sorted((area for area in areas if area.is_stale(census)), key=lambda area: area.selected_turn)
    for area in stale[:MOST_SELECTED]:
        area.select(census)


def select(census: Census, viewpoint: Viewpoint, *, frame_bytes: float) -> Selection:
    """Return the vehicles of an area of interest."""
    found = census.around(viewpoint.x, viewpoint.y, reach=RINGS[-1].reach, most=MOST_CANDIDATES)
    away = distances(found.x, found.y, found.z, viewpoint)
    away += found.lots * np.float32(TIE)
    is_within = away <= RINGS[-1].reach
    ids, away = found.ids[is_within], away[is_within]
    ranks = away * np.sqrt(found.lots[is_within])
    height = height_above(found.z[is_within], viewpoint.z)
    complete = math.hypot(found.limit, height)  # up to there every vehicle was found [m]
    limits, sample_limit = _limits(away, ranks, complete=complete, frame_bytes=frame_bytes)
    numbers = np.searchsorted(limits, away, side="left")  # of the ring of each vehicle
    numbers[(numbers >= NEAR_RINGS) & (ranks > sample_limit)] = len(RINGS)  # of none
    rings = tuple(ids[numbers == number] for number in range(len(RINGS)))
    return Selection(rings, tuple(limits), census, viewpoint)


def _limits(away: Places, ranks: Places, *, complete: float, frame_bytes: float) -> tuple[list[float], float]:
    """Return the reach of each ring but the last one, and the highest rank of vehicles beyond the near rings.

    Those form a sample: the vehicles whose rank, the distance times the square root of the lot, is below the limit. The
    rank is below the distance, so up to that distance the sample is complete, and its density has no visible edge.

    Args:
        complete: up to where all vehicles are among these [m].
    """
    ranked = np.sort(away)
    limits: list[float] = []
    taken, spent = 0, 0.0
    for ring in RINGS[:NEAR_RINGS]:
        within = int(np.searchsorted(ranked, min(ring.reach, complete), side="right"))
        affordable = int((ring.share * frame_bytes - spent) / ring.vehicle_bytes)
        count = max(0, min(within - taken, affordable))
        taken, spent = taken + count, spent + count * ring.vehicle_bytes
        limits.append(float(ranked[taken - 1]) if taken else 0.0)
    beyond = np.sort(ranks[away > limits[-1]])
    middle, last = RINGS[NEAR_RINGS:]

    def cost(limit: float) -> float:
        within = max(0, int(np.searchsorted(ranked, min(middle.reach, limit), side="right")) - taken)
        sampled = int(np.searchsorted(beyond, limit, side="right")) - within
        return spent + within * middle.vehicle_bytes + sampled * last.vehicle_bytes

    limit = _highest(cost, min(last.reach, complete), most=frame_bytes)
    return [*limits, max(limits[-1], min(middle.reach, limit))], limit


def _highest(cost: Callable[[float], float], high: float, *, most: float) -> float:
    if cost(high) <= most:
        return high
    low = 0.0
    for _ in range(BISECTIONS):
        half = 0.5 * (low + high)
        low, high = (half, high) if cost(half) <= most else (low, half)
    return low


def height_above(z: Places, eye: float) -> float:
    """Return the height of the camera above the highest vehicle [m], zero if one is above it."""
    return max(0.0, eye - float(np.max(z, initial=-np.inf, where=np.isfinite(z)))) if len(z) else 0.0


def distances(x: Places, y: Places, z: Places, viewpoint: Viewpoint) -> Places:
    """Return the distances of vehicles from a camera [m], where those behind it count as `BEHIND` times farther.

    Places of the same rank form an ellipsoid with the camera in one of its foci, longer ahead: with the eccentricity e
    and the angle a from the gaze, the rank is the distance times (1 - e cos a) / (1 - e).

    Args:
        x, y, z: positions of the vehicles [m], shape (vehicles,), float32.
        viewpoint: position and gaze of the camera.
    """
    eccentricity = (BEHIND - 1.0) / (BEHIND + 1.0)
    length = max(math.hypot(*viewpoint.gaze), 1e-6)
    east, north, up = x - np.float32(viewpoint.x), y - np.float32(viewpoint.y), z - np.float32(viewpoint.z)
    with np.errstate(over="ignore", invalid="ignore"):
        away = np.sqrt(east * east + north * north + up * up)
        ahead = sum(
            np.float32(part / length) * along for part, along in zip(viewpoint.gaze, (east, north, up), strict=True)
        )
        ranked = (away - np.float32(eccentricity) * ahead) / np.float32(1.0 - eccentricity)
    return np.where(np.isfinite(ranked), ranked, np.float32(np.inf))


def phase_of(ids: Ids) -> NDArray[np.uint8]:
    """Return a number below `binary.CYCLE` for each vehicle."""
    return (lots_of(ids) % np.uint16(binary.CYCLE)).astype(np.uint8)


def _without(ids: Ids, few: Ids) -> Ids:
    return ids[(ids[:, np.newaxis] != few).all(axis=1)]


def _known(vehicles: Iterable[int]) -> Ids:
    """Return the valid ids among these, without repetition."""
    return np.array(sorted({one for one in vehicles if one >= 0}), np.int32)
