"""Frames of the live page: quantisation, encoding and decoding by the layouts of `schema.binary`.

A frame message is a `HEADER`, the receiving client's own vehicle as an `OWN` and then a `RECORD` for each
vehicle (a full frame) or for each vehicle whose record changed since the frame before (a delta frame). In a large
world (`census.SMALL_WORLD`) it is a frame of interest: `CONTENTS`, near records, far records, rows of the density.
The TypeScript decoder is generated from the same layouts; both sides are tested by ``tests/fixtures/wire_v1.bin``.

Records are quantised: angles to 0.1 mrad, positions to 1 mm, speeds to 1 cm/s. Values out of range saturate; values
that are not finite become zero and set `NOT_FINITE_FLAG`.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....base.errors import Status, ViewerError
from ....world.drivers.kinds import ABSENT, SCRIPT
from ..schema import binary

MAX_VEHICLES = 1_000_000  # a browser keeps some 250 bytes for each

HEADER = binary.HEADER.dtype
OWN = binary.OWN_STATE.dtype
RECORD = binary.RECORD.dtype
CONTENTS = binary.CONTENTS.dtype
NEAR_RECORD = binary.NEAR_RECORD.dtype
FAR_RECORD = binary.FAR_RECORD.dtype
DENSITY_CELL = binary.DENSITY_CELL.dtype

Records = NDArray[np.void]
Floats = NDArray[np.float64]


class DecodedFrame(NamedTuple):
    """A decoded frame message."""

    header: np.void  # HEADER
    own: np.void  # OWN
    records: Records  # RECORD (count,), in a frame of interest NEAR_RECORD
    contents: np.void | None = None  # CONTENTS of a frame of interest
    far_records: Records | None = None  # FAR_RECORD (far_count,)
    cells: Records | None = None  # DENSITY_CELL, row after row


def quantise(vehicles: Any, *, ids: NDArray[np.int32] | None = None) -> Records:
    """Return every vehicle's record.

    Args:
        vehicles: the world's columns: ``x, y, z`` [m], ``yaw, pitch, roll`` [rad], ``speed`` [m/s],
            ``steer`` (fraction), ``driver`` (0..3), ``status`` (bits of `Status`).
        ids: ids of these vehicles, for near records; by default the vehicles are all of a world, in short records.
    """
    records = np.empty(len(vehicles.x), RECORD if ids is None else NEAR_RECORD)
    records["id"] = np.arange(len(records)) if ids is None else ids
    finite = np.ones(len(records), bool)
    for name in ("yaw", "pitch", "roll"):
        records[name] = _whole(_wrapped(vehicles, name), binary.ANGLE_UNIT, 32_767, finite)
    for name in ("x", "y", "z"):
        records[name] = _whole(getattr(vehicles, name), binary.POSITION_UNIT, 2_147_483_647, finite)
    records["speed"] = _whole(vehicles.speed, binary.SPEED_UNIT, 32_767, finite)
    records["steer"] = _whole(vehicles.steer, binary.STEER_UNIT, 127, finite)
    records["flags"] = _flags(vehicles, finite)
    return records


def quantise_far(vehicles: Any, ids: NDArray[np.int32], middles: Floats) -> Records:
    """Return the far record of some vehicles; ``middles`` (vehicles, 2) are the origins of their positions [m]."""
    records = np.empty(len(ids), FAR_RECORD)
    records["id"] = ids
    finite = np.ones(len(ids), bool)
    for name, origins in zip(("x", "y"), middles.T, strict=True):
        records[name] = _whole(getattr(vehicles, name) - origins, binary.FAR_POSITION_UNIT, 32_767, finite)
    records["yaw"] = _whole(_wrapped(vehicles, "yaw"), binary.ANGLE_UNIT, 32_767, finite)
    records["speed"] = _whole(vehicles.speed, binary.FAR_SPEED_UNIT, 127, finite)
    records["flags"] = _flags(vehicles, finite)
    return records


def changed(records: Records, before: Records) -> Records:
    """Return the records that differ in any byte from those of the frame before."""
    return records[differ(records, before)]


def differ(records: Records, before: Records) -> NDArray[np.bool_]:
    """Return a mask of the records that differ in any byte from those of an earlier frame."""
    words, words_before = (one.view(np.uint64).reshape(len(one), -1) for one in (records, before))
    return (words != words_before).any(axis=1)


def own_state(vehicles: Any, vehicle: int) -> bytes:
    """Return one vehicle's `OWN`, not quantised; values that are not finite become zero."""
    own = np.zeros((), OWN)
    for name in _OWN_COLUMNS:
        own[name] = _finite(getattr(vehicles, name)[vehicle])
    pitch, roll = (_finite(getattr(vehicles, name)[vehicle]) for name in ("pitch", "roll"))
    own["ground_slope"] = math.acos(math.cos(pitch) * math.cos(roll))
    return own.tobytes()


_OWN_COLUMNS = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "steer", "throttle", "brake", "odometer")
NO_OWN_STATE = np.zeros((), OWN).tobytes()


def pack_header(**values: float) -> bytes:
    """Return a `HEADER` with these values, zeros elsewhere, and this version of the format."""
    header = np.zeros((), HEADER)
    header["version"] = binary.VERSION
    for name, value in values.items():
        header[name] = value
    return header.tobytes()


def decode_frame(message: bytes) -> DecodedFrame:
    """Return the frame in a message.

    Raises:
        ViewerError: the message is not a whole frame of this version.
    """
    start = HEADER.itemsize + OWN.itemsize
    if len(message) < start:
        raise ViewerError(f"a frame message has {len(message)} bytes; it must have at least {start}")
    header = np.frombuffer(message, HEADER, 1)[0]
    if header["version"] != binary.VERSION or header["kind"] not in (binary.FULL, binary.DELTA, binary.INTEREST):
        raise ViewerError(
            f"a frame message has kind {header['kind']} and version {header['version']}; this program reads kinds "
            f"{binary.FULL}, {binary.DELTA} and {binary.INTEREST} of version {binary.VERSION}"
        )
    own = np.frombuffer(message, OWN, 1, HEADER.itemsize)[0]
    if header["kind"] == binary.INTEREST:
        return _decode_interest(message, header, own)
    _check_size(message, start + int(header["count"]) * RECORD.itemsize)
    return DecodedFrame(header, own, np.frombuffer(message, RECORD, offset=start))


def _decode_interest(message: bytes, header: np.void, own: np.void) -> DecodedFrame:
    at = HEADER.itemsize + OWN.itemsize
    _check_size(message, at + CONTENTS.itemsize, is_least=True)
    contents = np.frombuffer(message, CONTENTS, 1, at)[0]
    at += CONTENTS.itemsize
    counts = int(header["count"]), int(contents["far_count"])
    cell_count = int(contents["row_count"]) * int(contents["column_count"])
    sizes = counts[0] * NEAR_RECORD.itemsize, counts[1] * FAR_RECORD.itemsize, cell_count * DENSITY_CELL.itemsize
    _check_size(message, at + sum(sizes))
    near = np.frombuffer(message, NEAR_RECORD, counts[0], at)
    far = np.frombuffer(message, FAR_RECORD, counts[1], at + sizes[0])
    cells = np.frombuffer(message, DENSITY_CELL, cell_count, at + sizes[0] + sizes[1])
    return DecodedFrame(header, own, near, contents, far, cells)


def _check_size(message: bytes, needed: int, *, is_least: bool = False) -> None:
    if len(message) != needed and not (is_least and len(message) > needed):
        raise ViewerError(f"a frame message has {len(message)} bytes; its count of records asks for {needed}")


def _whole(values: Floats, unit: float, limit: int, finite: NDArray[np.bool_]) -> Floats:
    """``values`` in whole units, saturated; not finite ones become zero and are removed from ``finite``."""
    usable = np.isfinite(values)
    finite &= usable
    return np.rint(np.clip(np.where(usable, values, 0.0), -limit * unit, limit * unit) / unit)


def _wrapped(vehicles: Any, name: str) -> Floats:
    """Return angles in [-pi, pi]; angles in that range keep their bits, so that pi does not become -pi."""
    angle: Floats = getattr(vehicles, name)
    with np.errstate(invalid="ignore"):
        turned = np.remainder(angle + np.pi, 2 * np.pi) - np.pi
    return np.where(np.abs(angle) <= np.pi, angle, turned)


def _flags(vehicles: Any, finite: NDArray[np.bool_]) -> NDArray[np.uint8]:
    status = vehicles.status
    flags = (vehicles.driver & binary.DRIVER_MASK).astype(np.uint8)
    flags[vehicles.driver == ABSENT] |= binary.ABSENT_FLAG
    flags[(vehicles.driver == SCRIPT) & (vehicles.is_parked != 0)] |= binary.PARKED_FLAG
    flags[(status & int(Status.BLOCKED)) != 0] |= binary.BLOCKED_FLAG
    flags[(status & int(Status.OFF_MAP)) != 0] |= binary.OFF_MAP_FLAG
    flags[~finite | ((status & int(Status.NOT_FINITE)) != 0)] |= binary.NOT_FINITE_FLAG
    return flags


def _finite(value: float) -> float:
    limit = float(np.finfo(np.float32).max)
    return min(max(float(value), -limit), limit) if np.isfinite(value) else 0.0
