"""Checks of a recording before it is used: its description, list of chunks and journal.

The description (JSON: version, step, fleets, columns) is checked like a scenario. Unknown keys are kept and not used.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from ..base.errors import RecordingError
from ..base.keys import MAX_COUNT, Positive
from ..base.wording import counted, shown_path
from ..world.recovery import phases, reasons
from ..world.sources.actions import decoded
from .chunks import MAX_TICK, Chunk
from .columns import COLUMNS, FORMAT
from .journal import KINDS, NOBODY, Entry, Event
from .journal_states import StandingState, joint_angles_of

MOST_BYTES = 1 << 24  # of a description; a scenario has at most 8 MB
MOST_FORCE = 10**10  # of a vehicle [N]
LONGEST = 60  # characters of a value that is shown
Word = Annotated[str, StringConstraints(max_length=1000)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Tick = Annotated[int, Field(ge=0, le=MAX_TICK)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True, allow_inf_nan=False)


class _Body(_Part):
    length: Positive
    width: Positive
    height: Positive


class _Fleet(_Part):
    name: Word
    model: Word
    kind: Word
    first: Count
    count: Count
    body: _Body


class _Terrain(_Part):
    name: Word
    source: Annotated[str, StringConstraints(max_length=10_000)]
    crs: Annotated[str, StringConstraints(max_length=100_000)] | None = None
    origin_easting: float = 0.0
    origin_northing: float = 0.0


class _Column(_Part):
    scale: Positive
    meaning: Word


class _File(_Part):
    file: Word
    sha256: Hash


class _Description(_Part):
    format: int
    version: Word
    dt: Annotated[float, Field(gt=0.0, le=1e6)]
    every: Annotated[Tick, Field(ge=1)]
    seed: int
    scenario: str
    terrain: _Terrain
    objects: Count
    fleets: list[_Fleet]
    columns: dict[Word, _Column]
    name: Word
    first_tick: Tick
    vehicles: list[Word]
    machine: dict[Word, Word]
    sources: list[Word]
    checked: list[Word]
    checked_every: Annotated[Tick, Field(ge=1)]
    files: list[_File]
    code: list[_File]


class _Version(BaseModel):
    format: int
    version: Any = None


def described(text: bytes) -> Mapping[str, Any]:
    """Return the description of a recording.

    Raises:
        RecordingError: it is no description, or one of another format.
    """
    if len(text) > MOST_BYTES:
        raise RecordingError(f"its description has {len(text)} bytes; it may have at most {MOST_BYTES}")
    try:
        version = _Version.model_validate_json(text)
        if version.format != FORMAT:
            raise RecordingError(
                f"it was written by Motorpool {str(version.version)[:20]!r}, in format {version.format}; this version "
                f"reads format {FORMAT}: install the other one to read it"
            )
        found = _Description.model_validate_json(text)
    except ValidationError as error:
        raise RecordingError(f"its description cannot be read: {first_fault(error)}") from error
    _check_fleets(found.fleets)
    about = found.model_dump(exclude_unset=True)
    scales = {name: column.scale for name, column in found.columns.items()}
    if scales != {column.name: column.scale for column in COLUMNS}:
        raise RecordingError("its description names other columns than those of a recording, or other units of them")
    return about


def further_fleets(described: Sequence[Mapping[str, Any]], *, first: int) -> list[dict[str, Any]]:
    """Return the descriptions of fleets that were added to a world, after a check.

    Args:
        described: as the journal has them.
        first: id of their first vehicle.

    Raises:
        RecordingError: they are no descriptions, or are not of the vehicles from ``first`` on.
    """
    try:
        fleets = [_Fleet.model_validate(each) for each in described]
    except ValidationError as error:
        raise RecordingError(f"its description of a fleet cannot be read: {first_fault(error)}") from error
    _check_fleets(fleets, first=first)
    return [fleet.model_dump(exclude_unset=True) for fleet in fleets]


def _check_fleets(fleets: list[_Fleet], *, first: int = 0) -> None:
    for fleet in fleets:
        if fleet.first != first:
            raise RecordingError(
                f"its fleet {fleet.name[:40]!r} begins with vehicle {fleet.first}; it must begin with {first}, where "
                "the fleet before it ends"
            )
        first += fleet.count
    if not 0 < first <= MAX_COUNT:
        raise RecordingError(f"its fleets have {first} vehicles; they must have 1 to {MAX_COUNT}")


_Count = Annotated[int, Field(ge=0, le=MAX_TICK, strict=True)]
_Link = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$", strict=True)]
_Vehicles = Annotated[int, Field(ge=1, le=MAX_COUNT, strict=True)]
_LIST = TypeAdapter(list[tuple[_Count, _Count, _Count, _Count, _Link, _Link, _Vehicles]])


def decoded_chunks(text: bytes) -> list[Chunk]:
    """Return the chunks, each with its place in the list.

    Raises:
        ValueError: the text is no such list.
    """
    try:
        rows = _LIST.validate_json(text)
    except ValidationError as error:
        raise ValueError(f"its list of chunks cannot be read: {first_fault(error)}") from error
    return [Chunk(*row[:4], row[4].encode(), row[5].encode(), row[6], place) for place, row in enumerate(rows)]


class _Entry(BaseModel):
    """An entry as it is stored."""

    model_config = ConfigDict(extra="forbid", strict=True)

    tick: int = Field(ge=0, le=MAX_TICK)
    actions: list[list[Any]] = []
    events: list[tuple[str, int, int]] = []
    standing: list[tuple[int, int, int, int, int, int, int]] = []  # as a ``StandingState``
    sums: str | dict[str, int] | None = None
    fleets: list[dict[str, Any]] = []  # checked by ``further_fleets``
    joints: str | None = None  # of ``JointReadings``
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
    joints = None if stored.joints is None else joint_angles_of(stored.joints, vehicle_count=vehicle_count)
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


def first_fault(error: ValidationError) -> str:
    """Return the first fault: its place, the value that was found, and the allowed ones."""
    fault = error.errors(include_url=False, include_context=False)[0]
    sentence = fault["msg"][:1].lower() + fault["msg"][1:]
    if not fault["loc"]:
        return f"it is no list or mapping of the right kind: {sentence}"
    if fault["type"] == "missing":
        return f"{shown_path(fault['loc'])} is missing"
    value = repr(fault["input"])  # control characters are escaped
    return f"{shown_path(fault['loc'])} is {value[:LONGEST]}{'...' if len(value) > LONGEST else ''}: {sentence}"
