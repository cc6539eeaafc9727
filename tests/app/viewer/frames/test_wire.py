"""The live page's messages: layout, quantisation, and refusal of everything else."""

import json
import math
import struct
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import wire_fixture
from hypothesis import given
from hypothesis import strategies as st

from motorpool.app.viewer.frames import wire
from motorpool.app.viewer.schema import binary, page_commands
from motorpool.app.viewer.serving import binary_messages
from motorpool.app.viewer.session_commands import Pause, Rate, ReleaseVehicle, Resume, Step, TakeVehicle
from motorpool.errors import Status, ViewerError

FIXTURES = Path(__file__).parents[3] / "fixtures"
any_float = st.floats(width=64)


def vehicles(count=1, **columns):
    names = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "steer", "throttle", "brake", "odometer")
    whole = {name: np.zeros(count) for name in names}
    whole |= {name: np.zeros(count, np.int8) for name in ("driver", "is_parked")} | {
        "status": np.zeros(count, np.uint32)
    }
    return SimpleNamespace(**(whole | {name: np.asarray(column) for name, column in columns.items()}))


def test_sizes_are_those_of_the_format():
    assert (wire.HEADER.itemsize, wire.OWN.itemsize, wire.RECORD.itemsize) == (36, 48, 24)


def test_layout_is_what_struct_reads():
    records = wire.quantise(vehicles(2, x=[1.0, -2.5], yaw=[0.0, math.pi / 2], speed=[0.0, 3.21], steer=[0.0, -1.0]))
    numbers = {"kind": 1, "count": 2, "frame": 3, "tick": 4, "time": 5.5, "acknowledged_input": 6}
    header = wire.pack_header(**numbers, own_vehicle=-1, flags=1, measured_hz=600, rate=2)
    assert struct.unpack("<BBHIIdIiBBHf", header) == (1, 1, 2, 3, 4, 5.5, 6, -1, 1, 0, 600, 2.0)
    first, second = struct.iter_unpack("<HhhhiiihbB", records.tobytes())
    assert first == (0, 0, 0, 0, 1000, 0, 0, 0, 0, 0)
    assert second == (1, 16384, 0, 0, -2500, 0, 0, 321, -127, 0)


def test_own_state_is_twelve_floats_with_the_slope_last():
    own = wire.own_state(vehicles(x=[1.5], pitch=[0.3], roll=[0.0], odometer=[100.0]), 0)
    values = struct.unpack("<12f", own)
    assert (values[0], values[10]) == (1.5, 100.0)
    assert values[11] == pytest.approx(0.3, rel=1e-6)  # without roll the steepest slope is the pitch


@given(x=st.floats(-2e6, 2e6), yaw=st.floats(-math.pi, math.pi), speed=st.floats(-300, 300), steer=st.floats(-1, 1))
def test_a_record_is_right_to_half_a_unit(x, yaw, speed, steer):
    record = wire.quantise(vehicles(x=[x], yaw=[yaw], speed=[speed], steer=[steer]))[0]
    assert record["x"] * 1e-3 == pytest.approx(x, abs=0.50001e-3)
    assert record["yaw"] * binary.ANGLE_UNIT == pytest.approx(yaw, abs=0.50001 * binary.ANGLE_UNIT)
    assert record["speed"] * 1e-2 == pytest.approx(speed, abs=0.50001e-2)
    assert record["steer"] / 127 == pytest.approx(steer, abs=0.50001 / 127)


@given(x=any_float, yaw=any_float, speed=any_float, steer=any_float)
def test_any_float_makes_a_record_and_what_is_not_finite_is_flagged(x, yaw, speed, steer):
    columns = {"x": [x], "yaw": [yaw], "speed": [speed], "steer": [steer]}
    record = wire.quantise(vehicles(**columns))[0]
    assert bool(record["flags"] & binary.NOT_FINITE_FLAG) == (not np.isfinite([x, yaw, speed, steer]).all())


def test_what_does_not_fit_saturates():
    record = wire.quantise(vehicles(x=[1e300], y=[-1e300], speed=[-1e9], steer=[7.0]))[0]
    assert (record["x"], record["y"]) == (2**31 - 1, -(2**31) + 1)
    assert (record["speed"], record["steer"]) == (-32767, 127)


@given(turns=st.integers(-1000, 1000), yaw=st.floats(-3.1, 3.1))
def test_whole_turns_do_not_change_an_angle(turns, yaw):
    once, turned = (wire.quantise(vehicles(yaw=[a]))[0]["yaw"] for a in (yaw, yaw + turns * 2 * math.pi))
    assert abs(int(once) - int(turned)) <= 1


def test_a_flag_marks_a_parked_vehicle_without_a_driver():
    records = wire.quantise(vehicles(3, driver=np.array([1, 2, 1], np.int8), is_parked=np.array([1, 1, 0], np.int8)))
    assert ((records["flags"] & binary.PARKED_FLAG) != 0).tolist() == [True, False, False]


def test_flags_say_driver_and_status():
    status = np.array([0, Status.BLOCKED, Status.OFF_MAP, Status.NOT_FINITE], np.uint32)
    records = wire.quantise(vehicles(4, driver=np.array([2, 1, 0, 0], np.int8), status=status))
    assert records["flags"].tolist() == [2, 1 | 4, 8, 16]


def test_changed_records_are_exactly_those_with_a_different_byte():
    before = wire.quantise(vehicles(3, x=[0.0, 1.0, 2.0]))
    now = wire.quantise(vehicles(3, x=[0.0, 1.0004, 2.0006]))
    assert wire.changed(now, before)["id"].tolist() == [2]


def test_every_cut_of_a_frame_is_refused():
    message = wire.pack_header(kind=binary.FULL, count=2) + wire.NO_OWN_STATE + wire.quantise(vehicles(2)).tobytes()
    assert len(wire.decode_frame(message).records) == 2
    for length in range(len(message)):
        with pytest.raises(ViewerError):
            wire.decode_frame(message[:length])


def test_fixture_files_are_up_to_date():
    for path, content in wire_fixture.contents(FIXTURES).items():
        assert path.read_bytes() == content, "run python tools/generated/wire_fixture.py tests/fixtures"


def test_fixture_inputs_read_back_as_described():
    packed = (FIXTURES / "wire_v1.bin").read_bytes()
    described = json.loads((FIXTURES / "wire_v1.json").read_text())["messages"]
    plain, held = (one for one in described if one["name"].startswith("input"))
    read = [binary_messages.decode_binary(packed[one["offset"] :][: one["length"]]) for one in (plain, held)]
    assert read == [binary_messages.Input(42, 1.0, 0.0, -1.0), binary_messages.Input(2**32 - 1, -1.0, 1.0, 1.0)]


@given(st.binary(max_size=64))
def test_a_binary_message_is_understood_in_range_or_refused(message):
    try:
        decoded = binary_messages.decode_binary(message)
    except ViewerError:
        return
    if isinstance(decoded, binary_messages.Input):
        assert max(abs(decoded.throttle), abs(decoded.steer)) <= 1
        assert 0 <= decoded.brake <= 1


def test_the_hand_brake_is_the_whole_brake():
    message = binary_messages.encode_input(1, buttons=binary.HAND_BRAKE, throttle=0.5)
    assert binary_messages.decode_binary(message) == binary_messages.Input(1, 64 / 127, 1.0, 0.0)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ('{"type":"take","vehicle":12}', TakeVehicle(12)),
        ('{"type":"release"}', ReleaseVehicle()),
        ('{"type":"pause"}', Pause()),
        ('{"type":"resume"}', Resume()),
        ('{"type":"step"}', Step()),
        ('{"type":"rate","value":2}', Rate(2.0)),
    ],
)
def test_commands_are_understood(text, command):
    assert page_commands.decode(text) == command


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"take"',
        "{}",
        "[" * 4000,
        '{"type":["take"]}',
        '{"type":"take"}',
        '{"type":"take","vehicle":-1}',
        '{"type":"take","vehicle":1.0}',
        '{"type":"take","vehicle":true}',
        '{"type":"take","vehicle":1,"more":2}',
        '{"type":"pause","now":1}',
        '{"type":"rate","value":NaN}',
        '{"type":"rate","value":1e999}',
        '{"type":"rate","value":-Infinity}',
        '{"type":"rate","value":0}',
        '{"type":"rate","value":1e6}',
        '{"type":"rate","value":"2"}',
    ],
)
def test_other_text_is_refused(text):
    with pytest.raises(ViewerError):
        page_commands.decode(text)
