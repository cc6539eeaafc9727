"""Descriptions of PDUs: as a line of text, or as values for JSON."""

import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ....base.errors import ExerciseError, require, unknown_name
from ....base.wording import counted
from ..wire.checks import Rejection
from ..wire.decoding import decode_datagram, header_at, variable_datums
from ..wire.enumerations import (
    PDU_TITLES,
    AcknowledgeFlag,
    DetonationResult,
    PduType,
    ResponseFlag,
)
from ..wire.layouts import ENTITY_ID

IDENTITIES = ("entity_id", "firing_id", "target_id", "issuing_id", "colliding_id", "originating_id", "receiving_id")
OBJECTS = ("target_id", "colliding_id", "receiving_id")  # identities of the object of an action
LONGEST_TEXT = 200  # limit of the text of a datum [characters]
ANY = "*"


class Filter(NamedTuple):
    """Filter of the PDUs to describe; None accepts all."""

    pdu_types: frozenset[PduType] | None = None
    identity: tuple[int | None, int | None, int | None] | None = None  # site, application, entity; None accepts any

    @classmethod
    def parse(cls, types: Sequence[str], entity: str | None) -> "Filter":
        """Return the filter of command line options.

        Args:
            types: names of types, such as "entity-state".
            entity: SITE:APPLICATION:ENTITY, with * for any number; None for all.

        Raises:
            ExerciseError: a type or the entity is invalid.
        """
        return cls(frozenset(map(_type_named, types)) or None, None if entity is None else _identity(entity))

    def takes(self, pdu: np.void, pdu_type: PduType) -> bool:
        """Return whether the filter accepts a PDU: its type, and any of its identities."""
        if self.pdu_types is not None and pdu_type not in self.pdu_types:
            return False
        if self.identity is None:
            return True
        return any(
            all(accepted in (None, int(part)) for accepted, part in zip(self.identity, pdu[name], strict=True))
            for name in _names(pdu)
            if name in IDENTITIES
        )


class Origin(NamedTuple):
    """Time and host of a datagram."""

    time: float  # since 1970 in UTC [s]
    host: str


class Rejected(NamedTuple):
    """Rejected PDU."""

    reason: Rejection
    datagram_bytes: int
    pdu_type: int | None  # by its header; None for less than a header
    length: int | None  # by its header [bytes]

    @property
    def title(self) -> str:
        """Return the standard's name of the type; empty if there is none."""
        is_known = self.pdu_type is not None and self.pdu_type < len(PDU_TITLES)
        return PDU_TITLES[self.pdu_type or 0] if is_known else ""


def lines_of(
    data: bytes, origin: Origin, which: Filter, describe: Callable[[np.void | Rejected, Origin], Any]
) -> list[Any]:
    """Return descriptions (``line`` or ``record``) of a datagram's PDUs; of rejected ones only without a filter."""
    found: list[Any] = []
    start = 0
    for one in decode_datagram(data):
        _, pdu_type, length = header_at(data, start)
        start += length or 0
        if isinstance(one, Rejection):
            if which == Filter():
                found.append(describe(Rejected(one, len(data), pdu_type, length), origin))
        elif which.takes(one[0], PduType(one[0]["header"]["pdu_type"])):
            found.append(describe(one[0], origin))
    return found


def line(pdu: np.void | Rejected, origin: Origin) -> str:
    """Return a line that describes a PDU: time, host, type, identities, and fields that depend on the type."""
    begin = f"{_clock(origin.time)}  {origin.host:<15} "
    if isinstance(pdu, Rejected):
        return f"{begin} REJECTED       {_shown_rejection(pdu)}"
    pdu_type = PduType(pdu["header"]["pdu_type"])
    name = pdu_type.name.replace("_", " ").title()
    return f"{begin} {name:<14} {_sentence(pdu, pdu_type)}".rstrip()


def record(pdu: np.void | Rejected, origin: Origin) -> dict[str, Any]:
    """Return a PDU as nested dictionaries with every field, by the names of its layout."""
    begin: dict[str, Any] = {"time": origin.time, "host": origin.host}
    if isinstance(pdu, Rejected):
        type_of = {"type": pdu.title.lower().replace(" ", "_") or None, "type_number": pdu.pdu_type}
        return {
            **begin, "rejected": pdu.reason.sentence, **type_of, "length": pdu.length, "bytes": pdu.datagram_bytes
        }  # fmt: skip
    values = {**begin, "type": PduType(pdu["header"]["pdu_type"]).name.lower(), **_plain(pdu)}
    if "variable_bytes" in values:
        del values["variable_bytes"]
        values["variable_datums"] = [{"datum_id": number, "hex": data.hex()} for number, data in variable_datums(pdu)]
    if "location" in values:
        latitude, longitude, height = _place(pdu)
        values["place"] = {"latitude_deg": latitude, "longitude_deg": longitude, "height": height}
    return values


# ---- lines


def _shown_rejection(pdu: Rejected) -> str:
    """Return type, length and reason; the length of the datagram, too, if the PDU does not fill it."""
    if pdu.pdu_type is None:
        return f"{counted(pdu.datagram_bytes, 'byte')}: {pdu.reason.sentence}"
    title = f"{pdu.title} (type {pdu.pdu_type})" if pdu.title else f"type {pdu.pdu_type}"
    of = "" if pdu.length == pdu.datagram_bytes else f" in a datagram of {pdu.datagram_bytes}"
    return f"{title}, {counted(pdu.length or 0, 'byte')}{of}: {pdu.reason.sentence}"


def _sentence(pdu: np.void, pdu_type: PduType) -> str:
    parts = [_identities(pdu)]
    match pdu_type:
        case PduType.ENTITY_STATE:
            kind = ".".join(str(int(part)) for part in pdu["entity_type"])
            speed = math.hypot(*(float(pdu["velocity"][axis]) for axis in "xyz"))
            parts += [f"{_text(bytes(pdu['marking'])):<11}", kind, _shown_place(pdu), f"{speed:.1f} m/s"]
        case PduType.FIRE:
            parts += [_shown_place(pdu)]
        case PduType.DETONATION:
            parts += [_shown_place(pdu), _enumerator(DetonationResult, pdu["result"])]
        case PduType.ACKNOWLEDGE:
            parts += [
                _enumerator(AcknowledgeFlag, pdu["acknowledge_flag"]),
                _enumerator(ResponseFlag, pdu["response_flag"]),
            ]
        case PduType.COMMENT | PduType.SET_DATA:
            parts += [f"{int(datum['datum_id'])} = {int(datum['value'])}" for datum in pdu["fixed_datums"]]
            parts += [f'{number} "{_text(data)}"' for number, data in variable_datums(pdu)]
        case PduType.TRANSFER_OWNERSHIP:
            parts += [f"of {_shown_id(pdu['entity_id'])}"]
        case _:
            pass
    return "  ".join(parts)


def _identities(pdu: np.void) -> str:
    names = [name for name in _names(pdu) if name in IDENTITIES]
    if "originating_id" in names:
        names = ["originating_id", "receiving_id"]
    shown = f"{_shown_id(pdu[names[0]]):<12}"
    return f"{shown} to {_shown_id(pdu[names[1]])}" if len(names) > 1 and names[1] in OBJECTS else shown


def _shown_id(identity: np.void) -> str:
    return ":".join(str(int(part)) for part in identity)


def _shown_place(pdu: np.void) -> str:
    latitude, longitude, height = _place(pdu)
    if not math.isfinite(latitude + longitude + height):
        return "nowhere on Earth"
    north, east = ("N" if latitude >= 0.0 else "S"), ("E" if longitude >= 0.0 else "W")
    return f"{abs(latitude):.6f}{north} {abs(longitude):.6f}{east} {height:.1f} m"


def _place(pdu: np.void) -> tuple[float, float, float]:
    """Return latitude, longitude [deg] and height above the WGS 84 ellipsoid [m]."""
    longitude, latitude, height = _geodetic().transform(*(float(pdu["location"][axis]) for axis in "xyz"))
    return latitude, longitude, height


@lru_cache(maxsize=1)
def _geodetic() -> Any:
    pyproj = require("pyproj", extra="dis", purpose="showing positions on the Earth")
    return pyproj.Transformer.from_pipeline(
        "+proj=pipeline +step +inv +proj=cart +ellps=WGS84 +step +proj=unitconvert +xy_in=rad +xy_out=deg"
    )


def _clock(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%H:%M:%S.%f")[:-3]


def _enumerator(enumeration: Any, value: Any) -> str:
    try:
        return enumeration(int(value)).name.lower().replace("_", " ")
    except ValueError:
        return str(int(value))


def _text(data: bytes) -> str:
    """Return printable text, without control characters that could affect a terminal."""
    text = data.split(b"\0")[0].decode("ascii", "replace")[:LONGEST_TEXT]
    return "".join(letter if letter.isprintable() else "?" for letter in text)


# ---- values


def _names(pdu: np.void) -> tuple[str, ...]:
    return pdu.dtype.names or ()


def _plain(value: Any) -> Any:
    """Return a field as numbers, text, lists and dictionaries; None for NaN and infinity."""
    names = getattr(getattr(value, "dtype", None), "names", None)
    if names and getattr(value, "ndim", 0) == 0:
        return {name: _plain(value[name]) for name in names if name != "padding"}
    if isinstance(value, np.ndarray):
        return [_plain(item) for item in value]
    if isinstance(value, bytes):
        return _text(value)
    number = value.item()
    return number if not isinstance(number, float) or math.isfinite(number) else None


# ---- filters


def _type_named(name: str) -> PduType:
    try:
        return PduType[name.strip().upper().replace("-", "_").replace(" ", "_")]
    except KeyError:
        known = [one.name.lower().replace("_", "-") for one in PduType]
        raise ExerciseError(unknown_name("", "PDU type", name, known, listed="docs/dis.md")) from None


def _identity(text: str) -> tuple[int | None, int | None, int | None]:
    parts = text.split(":")
    if len(parts) != len(ENTITY_ID.names or ()) or not all(part == ANY or part.isdecimal() for part in parts):
        raise ExerciseError(f"--entity is {text!r}; write SITE:APPLICATION:ENTITY, for example 1:4711:* for all of one")
    site, application, entity = (None if part == ANY else int(part) for part in parts)
    return site, application, entity
