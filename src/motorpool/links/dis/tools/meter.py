"""Traffic statistics of an exercise: rates, bandwidth and the error of dead reckoning.

The error of dead reckoning is the distance between an entity's new state and the extrapolation of its previous state,
which is what all other programs displayed just before. The sender should keep it below the threshold, 1 m by default.
Received data may be malicious: the numbers of stored entities, hosts and errors are limited.
"""

from collections import Counter, deque
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ....models.dead_reckoning import Motion, Pose, dead_reckon
from ....models.rotation import Vector
from ..endpoint import Datagram
from ..motion.columns import QUIET, Motions, empty_states, rows_of, set_rows
from ..motion.dead_reckoning import Thresholds, effective_algorithm
from ..wire.decoding import Decoded, decode
from ..wire.entity_columns import EntityColumns, native
from ..wire.enumerations import LAND_APPEARANCE, PduType
from ..wire.timestamps import elapsed

MOST_ENTITIES = 100_000  # that are told apart; further ones are only counted
MOST_HOSTS = 1000  # likewise
MOST_ERRORS = 100_000  # latest errors, of which median and percentile are computed
MOST_RECENT = 1_000_000  # latest PDUs and datagrams, of which rates are computed
MOST_ROUNDS = 16  # states of one entity that are compared if they arrive together
OVERHEAD = 28  # bytes of IP and UDP headers
WINDOW = 5.0  # time over which rates are computed [s]
LONGEST_STEP = 60.0  # limit of the time between two timestamps; beyond it the times of arrival are used [s]
MOVES = 1e-3  # speed above which an entity moves [m/s]

Floats = NDArray[np.float64]


class ErrorOfDeadReckoning(NamedTuple):
    """Distances between new states and the extrapolations of the previous ones, of moving entities [m]."""

    states: int
    median: float
    percentile_95: float
    largest: float


class HostRow(NamedTuple):
    """Traffic of one host."""

    host: str
    entities: int
    pdus: int  # since the beginning
    pdus_a_second: float
    bits_a_second: float


class Reading(NamedTuple):
    """Statistics until now; rates are over the last seconds."""

    seconds: float  # since the beginning
    entities: int  # received within the time-out
    all_entities: int  # since the beginning
    pdus: dict[str, int]  # by type, since the beginning
    pdus_a_second: dict[str, float]  # by type
    bits_a_second: float
    hosts: list[HostRow]
    error: ErrorOfDeadReckoning | None  # None before any entity has moved
    late: int  # states older than the previous one
    overdue: int  # states more than one and a half heartbeats after the previous one: states may have been lost
    timed_out: int  # entities that were silent for the time-out without having been deactivated
    rejected: dict[str, int]


class _Traffic(NamedTuple):
    time: float
    host: str
    octets: int


class Meter:
    """Statistics of received datagrams.

    Args:
        begin: start of the measurement, since 1970 in UTC [s].
        thresholds: heartbeat and time-out of the exercise.
    """

    def __init__(self, begin: float, thresholds: Thresholds | None = None):
        self._begin, self._thresholds = begin, thresholds or Thresholds()
        self.pdus: Counter[PduType] = Counter()
        self.rejected: Counter[str] = Counter()
        self._of_host: Counter[str] = Counter()
        self._recent: deque[tuple[float, PduType, str]] = deque(maxlen=MOST_RECENT)
        self._traffic: deque[_Traffic] = deque(maxlen=MOST_RECENT)
        self._errors: deque[float] = deque(maxlen=MOST_ERRORS)
        self._largest = 0.0
        self._error_count = self._late = self._overdue = self._timed_out = 0
        self._slots: dict[int, int] = {}
        self._states = empty_states(8)
        self._timestamps, self._heard = np.zeros(8, np.int64), np.zeros(8)
        self._hosts: dict[int, str] = {}

    # ---- input

    @QUIET
    def take(self, come: Sequence[Datagram]) -> None:
        """Add datagrams in the order of their arrival."""
        if not come:
            return
        decoded: Decoded = decode([one.data for one in come])
        for reason, count in decoded.counts().items():
            self.rejected[reason.sentence] += count
        for one in come:
            self._traffic.append(_Traffic(one.time, one.host, len(one.data) + OVERHEAD))
        for group in decoded.groups:
            self.pdus[group.pdu_type] += len(group.pdus)
            senders = [come[int(index)] for index in group.datagram]
            for one in senders:
                if one.host in self._of_host or len(self._of_host) < MOST_HOSTS:
                    self._of_host[one.host] += 1
                self._recent.append((one.time, group.pdu_type, one.host))
            if group.pdu_type == PduType.ENTITY_STATE:
                self._take_states(native(group.pdus), senders)

    def _take_states(self, columns: EntityColumns, senders: Sequence[Datagram]) -> None:
        """Compare states in rounds with each entity once per round; of many states of one entity, some and the last."""
        keys = columns.entity_id.keys()
        heard = np.array([one.time for one in senders])
        waiting = np.arange(len(keys))
        for number in range(MOST_ROUNDS):
            if not waiting.size:
                break
            if number == MOST_ROUNDS - 1:
                waiting = waiting[::-1]
            _, first = np.unique(keys[waiting], return_index=True)
            rows = waiting[np.sort(first)]
            self._take_round(rows_of_columns(columns, rows), keys[rows], heard[rows])
            waiting = np.delete(waiting, first)
        has_left = LAND_APPEARANCE.deactivated.read(columns.appearance) != 0
        for key, one, is_gone in zip(keys.tolist(), senders, has_left.tolist(), strict=True):
            if is_gone:
                self._hosts.pop(key, None)
            elif key in self._slots:
                self._hosts[key] = one.host

    def _take_round(self, columns: EntityColumns, keys: Any, heard: Floats) -> None:
        known = np.array([key in self._slots for key in keys.tolist()], np.bool_)
        if known.any():
            slots = np.array([self._slots[key] for key in keys[known].tolist()])
            self._compare(rows_of_columns(columns, known), slots, heard[known])
        kept = [index for index, key in enumerate(keys.tolist()) if self._slot_for(key) is not None]
        if not kept:
            return
        slots, columns = np.array([self._slots[int(keys[index])] for index in kept]), rows_of_columns(columns, kept)
        states = type(self._states)(
            _motion_of(columns), effective_algorithm(columns.algorithm, columns.appearance), heard[kept]
        )
        set_rows(self._states, slots, states)
        self._timestamps[slots], self._heard[slots] = columns.timestamp, heard[kept]

    def _compare(self, columns: EntityColumns, slots: Any, heard: Floats) -> None:
        """Compute the distances between new states and the extrapolations of the previous ones."""
        states = rows_of(self._states, slots)
        arrival = heard - self._heard[slots]
        step = elapsed(self._timestamps[slots], columns.timestamp)
        self._late += int((step < 0.0).sum())
        self._overdue += int((arrival > 1.5 * self._thresholds.heartbeat).sum())
        step = np.where((step > 0.0) & (step < LONGEST_STEP), step, arrival)
        expected = dead_reckon(states.motion, states.algorithm.astype(float), cast("Any", step))
        place = columns.location
        distance = np.sqrt((place.x - expected.x) ** 2 + (place.y - expected.y) ** 2 + (place.z - expected.z) ** 2)
        speeds = [
            np.sqrt(sum(np.square(part) for part in velocity))
            for velocity in (states.motion.velocity, columns.velocity)
        ]
        moves = (np.maximum(*speeds) > MOVES) & np.isfinite(distance)
        # the last state of an entity does not correct a display
        moves &= LAND_APPEARANCE.deactivated.read(columns.appearance) == 0
        errors = distance[moves]
        self._errors.extend(errors.tolist())
        self._error_count += errors.size
        self._largest = max(self._largest, float(errors.max(initial=0.0)))

    def _slot_for(self, key: int) -> int | None:
        slot = self._slots.get(key)
        if slot is None and len(self._slots) < MOST_ENTITIES:
            slot = self._slots[key] = len(self._slots)
            if slot >= len(self._heard):
                self._grow(2 * len(self._heard))
        return slot

    def _grow(self, capacity: int) -> None:
        states, old = empty_states(capacity), len(self._heard)
        set_rows(states, slice(0, old), self._states)
        self._states = states
        self._timestamps = np.resize(self._timestamps, capacity)
        self._heard = np.resize(self._heard, capacity)

    # ---- output

    def read(self, now: float) -> Reading:
        """Return the statistics at the time ``now``, since 1970 in UTC [s]."""
        self._forget(now)
        span = max(min(WINDOW, now - self._begin), 1e-3)
        types, hosts, octets = Counter[PduType](), Counter[str](), Counter[str]()
        for _, pdu_type, host in self._recent:
            types[pdu_type] += 1
            hosts[host] += 1
        for _, host, count in self._traffic:
            octets[host] += count
        entities = Counter(self._hosts.values())
        rows = [
            HostRow(host, entities[host], count, hosts[host] / span, 8.0 * octets[host] / span)
            for host, count in self._of_host.most_common()
        ]
        return Reading(
            now - self._begin,
            len(self._hosts),
            len(self._slots),
            {pdu_type.name.lower(): count for pdu_type, count in self.pdus.most_common()},
            {pdu_type.name.lower(): count / span for pdu_type, count in types.most_common()},
            8.0 * octets.total() / span,
            rows,
            self._error(),
            self._late,
            self._overdue,
            self._timed_out,
            dict(self.rejected.most_common()),
        )

    def _error(self) -> ErrorOfDeadReckoning | None:
        if not self._errors:
            return None
        median, high = np.percentile(np.fromiter(self._errors, float), (50.0, 95.0))
        return ErrorOfDeadReckoning(self._error_count, float(median), float(high), self._largest)

    def _forget(self, now: float) -> None:
        while self._recent and self._recent[0][0] < now - WINDOW:
            self._recent.popleft()
        while self._traffic and self._traffic[0].time < now - WINDOW:
            self._traffic.popleft()
        silent = [key for key in self._hosts if now - self._heard[self._slots[key]] > self._thresholds.time_out]
        for key in silent:
            del self._hosts[key]
        self._timed_out += len(silent)


def rows_of_columns(columns: EntityColumns, rows: Any) -> EntityColumns:
    """Return some rows (a mask or indices) of native columns, without articulations."""
    kept = columns._replace(articulations=None)
    return EntityColumns(*(None if column is None else rows_of(column, rows) for column in kept))


def _motion_of(columns: EntityColumns) -> Motions:
    vectors = (columns.velocity, columns.acceleration, columns.angular_velocity)
    pose = Pose(*columns.location, *(part.astype(float) for part in columns.orientation))
    return Motion(pose, *(Vector(*(part.astype(float) for part in vector)) for vector in vectors))
