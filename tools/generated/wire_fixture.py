"""Writes the messages by which the Python and the TypeScript side of the wire format are tested.

``python tools/generated/wire_fixture.py tests/fixtures`` writes ``wire_v1.bin``, messages one after another,
and ``wire_v1.json``, the offset and the expected content of each.
"""

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from motorpool.app.viewer.frames import wire
from motorpool.app.viewer.frames.census import KINDS
from motorpool.app.viewer.frames.interest import Viewpoint
from motorpool.app.viewer.schema import binary
from motorpool.app.viewer.serving import binary_messages
from motorpool.errors import Status

NAME = "wire_v1"


def messages() -> list[tuple[dict[str, Any], bytes]]:
    """Return each message with its description."""
    before, now = _records(step=0), _records(step=1)
    header = {"frame": 7, "tick": 420, "time": 7.0, "acknowledged_input": 41, "own_vehicle": 1}
    header |= {"measured_hz": 599, "rate": 1.0}
    watching = {"frame": 8, "tick": 422, "time": 7.0 + 1 / 30, "own_vehicle": binary.NO_VEHICLE}
    watching |= {"flags": binary.PAUSED_FLAG, "measured_hz": 0, "rate": 0.5}
    own = wire.own_state(_vehicles(step=0), 1)
    return [
        _frame("full", header | {"kind": binary.FULL}, own, before),
        _frame("delta", watching | {"kind": binary.DELTA}, wire.NO_OWN_STATE, wire.changed(now, before)),
        _frame("empty delta", watching | {"kind": binary.DELTA, "frame": 9}, wire.NO_OWN_STATE, before[:0]),
        _interest_frame("frame of interest", watching | {"kind": binary.INTEREST, "frame": 10}),
        _viewpoint("viewpoint", Viewpoint(-1250.5, 4000.25, 60.0, (1.0, 0.0, -1.0), target=70_000, selected=-1)),
        _input("input", 42, buttons=0, throttle=1.0, brake=0.0, steer=-1.0),
        _input("input with hand brake", 2**32 - 1, buttons=binary.HAND_BRAKE, throttle=-1.0, brake=1.0, steer=1.0),
        ({"name": "acknowledgement", "to": "server", "frame": 7}, binary_messages.encode_acknowledgement(7)),
    ]


def write(folder: Path) -> None:
    """Write both files."""
    for path, content in contents(folder).items():
        path.write_bytes(content)


def contents(folder: Path) -> dict[Path, bytes]:
    """Return the content of the two files."""
    described: list[dict[str, Any]] = []
    packed = b""
    for description, message in messages():
        described.append(description | {"offset": len(packed), "length": len(message)})
        packed += message
    text = json.dumps({"version": binary.VERSION, "messages": described}, indent=1) + "\n"
    return {folder / f"{NAME}.bin": packed, folder / f"{NAME}.json": text.encode()}


def _vehicles(*, step: int) -> SimpleNamespace:
    """Return five vehicles: at rest, driven (it moves with ``step``), two at the ends of the ranges, not finite."""
    pi = np.pi
    return SimpleNamespace(
        x=np.array([0.0, 12.345 + step, 3e9, -3e9, np.nan]),
        y=np.array([0.0, -6789.012, 1.0, -1.0, np.inf]),
        z=np.array([0.0, 321.5, 0.001, -0.001, 5.0]),
        yaw=np.array([0.0, 1.0 + 0.1 * step, pi, -pi, 0.5]),
        pitch=np.array([0.0, -0.1, pi / 2, -pi / 2, 0.0]),
        roll=np.array([0.0, 0.05, pi / 4, -pi / 4, 0.0]),
        speed=np.array([0.0, 13.89, 400.0, -400.0, 1.0]),
        steer=np.array([0.0, 0.5, 1.0, -1.0, 0.0]),
        throttle=np.array([0.0, 0.75, 0.0, 0.0, 0.0]),
        brake=np.array([0.0, 0.25, 0.0, 0.0, 0.0]),
        odometer=np.array([0.0, 1234.5, 0.0, 0.0, 0.0]),
        driver=np.array([0, 2, 1, 0, 0], np.int8),
        is_parked=np.array([0, 1, 1, 0, 0], np.int8),
        status=np.array([0, 0, Status.BLOCKED, Status.OFF_MAP, Status.NOT_FINITE], np.uint32),
    )


def _records(*, step: int) -> wire.Records:
    return wire.quantise(_vehicles(step=step))


def _frame(name: str, header: dict[str, Any], own: bytes, records: wire.Records) -> tuple[dict[str, Any], bytes]:
    message = wire.pack_header(count=len(records), **header) + own + records.tobytes()
    frame = wire.decode_frame(message)
    described: dict[str, Any] = {"name": name, "to": "client", "header": _named(frame.header), "own": _named(frame.own)}
    described["records"] = [_named(record) | {"si": _si(record)} for record in frame.records]
    return described, message


def _interest_frame(name: str, header: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Return three near vehicles, two far ones, and two rows of three cells."""
    vehicles, near, far = _vehicles(step=1), [0, 1, 4], [1, 2]
    contents = np.zeros((), wire.CONTENTS)
    values = {"x": 10, "y": -6000, "far_count": 2, "first_row": 4, "row_count": 2, "column_count": 3}
    values["present_count"] = 100_000
    for field, value in values.items():
        contents[field] = value
    cells = np.zeros(6, wire.DENSITY_CELL)
    for k, kind in enumerate(KINDS):
        cells[kind] = np.arange(6) * 300 + k
    parts = (
        contents,
        wire.quantise(_some(vehicles, near), ids=np.array([7, 70_000, 999_999], np.int32)),
        wire.quantise_far(_some(vehicles, far), np.array([65_536, 3], np.int32), np.array([[10.0, -6000.0]] * 2)),
        cells,
    )
    content = b"".join(part.tobytes() for part in parts)
    message = wire.pack_header(count=len(near), **header) + wire.NO_OWN_STATE + content
    frame = wire.decode_frame(message)
    assert frame.contents is not None
    assert frame.far_records is not None
    assert frame.cells is not None
    described: dict[str, Any] = {"name": name, "to": "client", "header": _named(frame.header), "own": _named(frame.own)}
    described["contents"] = _named(frame.contents)
    described["records"] = [_named(record) | {"si": _si(record)} for record in frame.records]
    described["far"] = [_named(record) for record in frame.far_records]
    described["cells"] = [_named(cell) for cell in frame.cells]
    return described, message


def _some(vehicles: SimpleNamespace, rows: list[int]) -> SimpleNamespace:
    return SimpleNamespace(**{name: column[rows] for name, column in vars(vehicles).items()})


def _viewpoint(name: str, viewpoint: Viewpoint) -> tuple[dict[str, Any], bytes]:
    return {"name": name, "to": "server", **viewpoint._asdict()}, binary_messages.encode_viewpoint(viewpoint)


def _input(name: str, sequence: int, **controls: Any) -> tuple[dict[str, Any], bytes]:
    message = binary_messages.encode_input(sequence, **controls)
    return {"name": name, "to": "server", "sequence": sequence, **controls}, message


def _named(row: np.void) -> dict[str, Any]:
    return {name: row[name].item() for name in row.dtype.names or ()}


def _si(record: np.void) -> dict[str, float]:
    """Return the record in metres, radians and metres a second."""
    units = dict.fromkeys(("yaw", "pitch", "roll"), binary.ANGLE_UNIT)
    units |= dict.fromkeys(("x", "y", "z"), binary.POSITION_UNIT)
    units |= {"speed": binary.SPEED_UNIT, "steer": binary.STEER_UNIT}
    return {name: int(record[name]) * unit for name, unit in units.items()}


if __name__ == "__main__":
    write(Path(sys.argv[1]))
