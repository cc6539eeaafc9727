"""Description of a recording, in JSON: version, step, fleets, columns. It is checked like a scenario before it is used.

It is stored in the file's metadata. Unknown keys are kept and not used.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from ..errors import RecordingError
from ..keys import MAX_COUNT, Positive
from .faults import first_fault
from .recording_format import COLUMNS, FORMAT

MOST_BYTES = 1 << 24  # a scenario has at most 8 MB
Word = Annotated[str, StringConstraints(max_length=1000)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Tick = Annotated[int, Field(ge=0, le=(1 << 31) - 1)]


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
    """Description of a recording of the first format."""

    format: Annotated[int, Field(ge=1, le=FORMAT)]
    version: Word
    dt: Annotated[float, Field(gt=0.0, le=1e6)]
    every: Annotated[Tick, Field(ge=1)]
    seed: int
    scenario: str
    terrain: _Terrain
    objects: Count
    fleets: list[_Fleet]
    columns: dict[Word, _Column]


class _WithJournal(_Description):
    """Description of a recording with a journal."""

    name: Word
    first_tick: Tick
    vehicles: list[Word] = []
    machine: dict[Word, Word]
    sources: list[Word]
    checked: list[Word]


class _WithChain(_WithJournal):
    """Description of a recording whose chunks are chained."""

    checked_every: Annotated[Tick, Field(ge=1)]
    files: list[_File]
    code: list[_File]


class _Version(BaseModel):
    format: int = 0
    version: Any = None


def description(text: bytes) -> Mapping[str, Any]:
    """Return the description of a recording.

    Raises:
        RecordingError: it is no description, or one of a newer version.
    """
    if len(text) > MOST_BYTES:
        raise RecordingError(f"its description has {len(text)} bytes; it may have at most {MOST_BYTES}")
    try:
        version = _Version.model_validate_json(text)
        if version.format > FORMAT:
            raise RecordingError(
                f"it was written by Motorpool {str(version.version)[:20]!r}, in format {version.format}; install that "
                "version to read it"
            )
        part = (_Description, _WithJournal, _WithChain)[min(max(0, version.format - 1), 2)]
        found = part.model_validate_json(text)
    except ValidationError as error:
        raise RecordingError(f"its description cannot be read: {first_fault(error)}") from error
    _check_fleets(found.fleets)
    about = found.model_dump(exclude_unset=True)
    about.pop("folder", None)  # a folder of the author's machine, in earlier versions
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
