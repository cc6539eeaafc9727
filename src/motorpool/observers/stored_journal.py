"""Reader of the entries that ``Journal`` wrote; they are checked before they are used."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ..errors import RecordingError
from ..sources.actions import decoded
from ..wording import counted
from ..world.recovery import phases, reasons
from .faults import first_fault
from .joints import read as read_joints
from .journal import KINDS, NOBODY, Entry, Event
from .standing_states import StandingState

MAX_TICK = (1 << 31) - 1
MOST_FORCE = 10**10  # of a vehicle [N]


class _Entry(BaseModel):
    """An entry as it is stored."""

    model_config = ConfigDict(extra="forbid", strict=True)

    tick: int = Field(ge=0, le=MAX_TICK)
    actions: list[list[Any]] = []
    events: list[tuple[str, int, int]] = []
    standing: list[tuple[int, int, int, int, int, int, int]] = []  # as a ``StandingState``
    sums: str | dict[str, int] | None = None
    fleets: list[dict[str, Any]] = []  # checked by ``description.further_fleets``
    joints: str | None = None  # of ``joints.JointReadings``
    received: bool = False


_ENTRIES = TypeAdapter(list[_Entry])


def entries(text: bytes, names: Sequence[str], *, vehicle_count: int) -> list[Entry]:
    """Return the entries that ``Journal.take`` encoded.

    Raises:
        RecordingError: the text is no journal of such a world.
    """
    try:
        return [_entry(stored, names, vehicle_count) for stored in _ENTRIES.validate_json(text)]
    except ValidationError as error:
        raise RecordingError(f"the recording's journal cannot be read: {first_fault(error)}") from error
    except (RecordingError, ValueError) as error:
        raise RecordingError(f"the recording's journal cannot be read: {error}") from error


def _entry(stored: _Entry, names: Sequence[str], vehicle_count: int) -> Entry:
    actions = [decoded(action) for action in stored.actions]
    events = [Event(*event) for event in stored.events]
    for event in events:
        if event.kind not in KINDS:
            raise RecordingError(f"{event.kind[:40]!r} is no event that this version knows: {', '.join(KINDS)}")
    ids = [getattr(action, "vehicle", 0) for action in actions]
    ids += [event.vehicle for event in events] + [event.other for event in events if event.other != NOBODY]
    for vehicle in ids:
        if not 0 <= vehicle < vehicle_count:
            raise RecordingError(f"it names vehicle {vehicle} of a world with {counted(vehicle_count, 'vehicle')}")
    standing = [StandingState(*state) for state in stored.standing]
    for state in standing:
        _check(state, vehicle_count)
    sums = _sums_of(stored.sums, names)
    joints = None if stored.joints is None else read_joints(stored.joints, vehicle_count=vehicle_count)
    return Entry(stored.tick, actions, events, standing, sums, stored.fleets, joints, stored.received)


def _check(state: StandingState, vehicle_count: int) -> None:
    is_known = state.reason in reasons.WORDS and state.phase in phases.WORDS
    forces = state.needed_force, state.available_force
    if not is_known or not 0 <= state.since <= MAX_TICK or not -1 <= state.blocked_by <= MAX_TICK:
        raise RecordingError(f"it says of a standing vehicle {tuple(state)}, which this version does not know")
    if not 0 <= state.vehicle < vehicle_count or max(map(abs, forces)) > MOST_FORCE:
        raise RecordingError(f"it says of a standing vehicle {tuple(state)}, which is no vehicle of it, or no force")


def _sums_of(stored: str | dict[str, int] | None, names: Sequence[str]) -> dict[str, int] | None:
    if not isinstance(stored, str):
        return stored
    if len(stored) != 8 * len(names):
        raise RecordingError(f"it has {len(stored)} digits of checksums of {counted(len(names), 'column')}")
    return {name: int(stored[8 * index : 8 * index + 8], 16) for index, name in enumerate(names)}
