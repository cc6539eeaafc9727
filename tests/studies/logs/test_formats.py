"""Logs in binary formats: bags of ROS 1 and 2, CDR in MCAP, MDF, CAN with a database, GPX and VBO."""

import datetime
import sqlite3

import numpy as np
import pytest
from rosbags.rosbag1 import Writer as Writer1
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from motorpool.errors import FitError
from motorpool.studies.logs import read_log

ROWS = 60
TIME = 0.05 * np.arange(ROWS)
SPEED = 8.0 + np.sin(TIME)
YAW_RATE = 0.2 * np.cos(2.0 * TIME)
X = np.cumsum(0.05 * SPEED)
STEER = 0.05 * np.sin(TIME)
START = 1_700_000_000.0
OWN_TYPE = "float64 steering_angle\nuint8[] picture\nstring name\n"


def stores():
    """The types of ROS 1 and 2, each with a type that is not one of ROS."""
    found = [get_typestore(Stores.ROS1_NOETIC), get_typestore(Stores.ROS2_HUMBLE)]
    for store in found:
        store.register(get_types_from_msg(OWN_TYPE, "car_msgs/msg/Steering"))
    return found


def odometry(store, place, *, is_ros1):
    """A message of odometry of one row."""
    types = store.types
    time = START + TIME[place]
    stamp = types["builtin_interfaces/msg/Time"](sec=int(time), nanosec=round(1e9 * (time % 1.0)))
    frame = {"seq": place} if is_ros1 else {}
    header = types["std_msgs/msg/Header"](stamp=stamp, frame_id="odom", **frame)
    vector, point = types["geometry_msgs/msg/Vector3"], types["geometry_msgs/msg/Point"]
    twist = types["geometry_msgs/msg/Twist"](
        linear=vector(x=SPEED[place], y=0.0, z=0.0), angular=vector(x=0.0, y=0.0, z=YAW_RATE[place])
    )
    half = 0.5 * 0.1 * place
    turned = types["geometry_msgs/msg/Quaternion"](x=0.0, y=0.0, z=np.sin(half), w=np.cos(half))
    pose = types["geometry_msgs/msg/Pose"](position=point(x=X[place], y=0.0, z=3.0), orientation=turned)
    still = np.zeros(36)
    return types["nav_msgs/msg/Odometry"](
        header=header,
        child_frame_id="base_link",
        pose=types["geometry_msgs/msg/PoseWithCovariance"](pose=pose, covariance=still),
        twist=types["geometry_msgs/msg/TwistWithCovariance"](twist=twist, covariance=still),
    )


def steering(store, place):
    return store.types["car_msgs/msg/Steering"](
        steering_angle=STEER[place], picture=np.zeros(5000, np.uint8), name="front"
    )


def moments():
    return [round(1e9 * (START + time)) for time in TIME]


def bag(path):
    store, _ = stores()
    with Writer1(path) as writer:
        topics = [
            writer.add_connection("/odom", "nav_msgs/msg/Odometry", typestore=store),
            writer.add_connection("/steering", "car_msgs/msg/Steering", typestore=store),
        ]
        for place, moment in enumerate(moments()):
            for topic, message in zip(
                topics, (odometry(store, place, is_ros1=True), steering(store, place)), strict=True
            ):
                writer.write(topic, moment + 2_000_000, store.serialize_ros1(message, topic.msgtype))
    return path


def db3(path):
    _, store = stores()
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT, type TEXT, serialization_format TEXT)")
        file.execute("CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER, timestamp INTEGER, data BLOB)")
        for number, (name, kind) in enumerate((("/odom", "nav_msgs/msg/Odometry"), ("/own", "car_msgs/msg/Steering"))):
            file.execute("INSERT INTO topics VALUES (?, ?, ?, 'cdr')", (number, name, kind))
        for place, moment in enumerate(moments()):
            data = bytes(store.serialize_cdr(odometry(store, place, is_ros1=False), "nav_msgs/msg/Odometry"))
            file.execute("INSERT INTO messages VALUES (NULL, 0, ?, ?)", (moment, data))
            data = bytes(store.serialize_cdr(steering(store, place), "car_msgs/msg/Steering"))
            file.execute("INSERT INTO messages VALUES (NULL, 1, ?, ?)", (moment, data))
    return path


def mcap(path):
    from mcap.writer import Writer

    _, store = stores()
    with path.open("wb") as stream:
        writer = Writer(stream)
        writer.start()
        kinds = {"/odom": "nav_msgs/msg/Odometry", "/steering": "car_msgs/msg/Steering"}
        channels = {}
        for topic, kind in kinds.items():
            text, _ = store.generate_msgdef(kind, ros_version=2)
            schema = writer.register_schema(name=kind, encoding="ros2msg", data=text.encode())
            channels[topic] = writer.register_channel(topic=topic, message_encoding="cdr", schema_id=schema)
        for place, moment in enumerate(moments()):
            for topic, message in (
                ("/odom", odometry(store, place, is_ros1=False)),
                ("/steering", steering(store, place)),
            ):
                data = bytes(store.serialize_cdr(message, kinds[topic]))
                writer.add_message(channels[topic], log_time=moment, publish_time=moment, data=data)
        writer.finish()
    return path


@pytest.mark.parametrize("made", [bag, db3, mcap])
def test_a_bag_has_speed_turn_place_and_the_steering_of_its_own_type(made, tmp_path):
    path = made(tmp_path / f"drive.{made.__name__}")
    log = read_log(path)
    odometry_rows = np.isfinite(log.values["speed"])
    np.testing.assert_allclose(log.time[odometry_rows], TIME, atol=1e-6)
    np.testing.assert_allclose(log.values["speed"][odometry_rows], SPEED)
    np.testing.assert_allclose(log.values["yaw_rate"][odometry_rows], YAW_RATE)
    np.testing.assert_allclose(log.values["x"][odometry_rows], X)
    np.testing.assert_allclose(log.values["yaw"][odometry_rows], 0.1 * np.arange(ROWS), atol=1e-9)
    if made is db3:
        assert "steer_angle" not in log.values  # a database of rosbag2 has no definitions
    else:
        angles = log.values["steer_angle"]
        np.testing.assert_allclose(angles[np.isfinite(angles)], STEER)


def test_the_stamp_of_a_measurement_comes_before_the_time_of_the_log(tmp_path):
    log = read_log(bag(tmp_path / "drive.bag"))
    late = np.isfinite(log.values["steer_angle"])
    np.testing.assert_allclose(log.time[late] - log.time[np.isfinite(log.values["speed"])], 0.002, atol=1e-6)


def test_the_folder_of_a_bag_is_its_file(tmp_path):
    folder = tmp_path / "drive"
    folder.mkdir()
    (folder / "metadata.yaml").write_text("rosbag2_bagfile_information:\n")
    with pytest.raises(FitError, match="is a folder; name a log"):
        read_log(folder)
    db3(folder / "drive_0.db3")
    assert read_log(folder).duration == pytest.approx(TIME[-1])
    db3(folder / "drive_1.db3")
    with pytest.raises(FitError, match=r"is a folder with 2 files of a bag of ROS 2 \(.mcap, .db3\); name one of them"):
        read_log(folder)


@pytest.mark.parametrize("made", [bag, db3, mcap])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
def test_a_bag_that_is_cut_is_refused_in_a_sentence_or_read_in_part(made, share, tmp_path):
    path = made(tmp_path / f"drive.{made.__name__}")
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    try:
        log = read_log(path)
    except FitError as error:
        assert str(error).startswith(str(path))  # noqa: PT017 - a part may be read, too
    else:
        assert log.time.size <= 2 * ROWS


@pytest.mark.parametrize("suffix", ["mf4", "mdf"])
def test_channels_of_mdf_have_their_units_and_times(suffix, tmp_path):
    asammdf = pytest.importorskip("asammdf")
    path = tmp_path / f"drive.{suffix}"
    with asammdf.MDF(version="4.10" if suffix == "mf4" else "3.30") as file:
        file.header.start_time = datetime.datetime(2026, 11, 30, 12, tzinfo=datetime.UTC)
        fast = [
            asammdf.Signal(3.6 * SPEED, TIME, name="Vehicle Speed", unit="km/h"),
            asammdf.Signal(np.array([b"a"] * ROWS), TIME, name="note", encoding="utf-8"),
        ]
        file.append(fast)
        file.append([asammdf.Signal(np.degrees(YAW_RATE[::2]), TIME[::2], name="yaw_rate", unit="deg/s")])
        path = file.save(path, overwrite=True)
    log = read_log(path, columns=["speed=Vehicle Speed"])
    np.testing.assert_allclose(log.time, TIME, atol=1e-6)
    np.testing.assert_allclose(log.values["speed"], SPEED)
    is_there = np.isfinite(log.values["yaw_rate"])
    assert is_there.sum() == ROWS // 2
    np.testing.assert_allclose(log.values["yaw_rate"][is_there], YAW_RATE[::2])


DATABASE = """VERSION ""
NS_ :
BS_:
BU_: car
BO_ 256 Motion: 8 car
 SG_ VehicleSpeed : 0|16@1+ (0.01,0) [0|655.35] "km/h" car
 SG_ YawRate : 16|16@1- (0.01,0) [-300|300] "deg/s" car
BO_ 2147484160 Steering: 8 car
 SG_ SteeringAngle : 0|16@1- (0.01,0) [-300|300] "deg" car
"""


@pytest.mark.parametrize("suffix", ["asc", "blf", "log", "trc"])
def test_signals_of_can_are_decoded_by_their_database(suffix, tmp_path):
    can = pytest.importorskip("can")
    cantools = pytest.importorskip("cantools")
    known = cantools.database.load_string(DATABASE)
    database = tmp_path / "car.dbc"
    database.write_text(DATABASE)
    path = tmp_path / f"drive.{suffix}"
    with can.Logger(path) as logger:
        for place in range(ROWS):
            speed = {"VehicleSpeed": round(3.6 * SPEED[place], 2), "YawRate": round(np.degrees(YAW_RATE[place]), 2)}
            for name, signals in (
                ("Motion", speed),
                ("Steering", {"SteeringAngle": round(np.degrees(STEER[place]), 2)}),
            ):
                message = known.get_message_by_name(name)
                logger(
                    can.Message(
                        timestamp=START + TIME[place], arbitration_id=message.frame_id, data=message.encode(signals),
                        is_extended_id=name == "Steering",
                    )
                )  # fmt: skip
            logger(can.Message(timestamp=START + TIME[place], arbitration_id=0x7FF, data=b"12", is_extended_id=False))
    with pytest.raises(FitError, match=r"name the database of their signals: --dbc FILE.dbc"):
        read_log(path)
    log = read_log(path, database=database, columns=["speed=VehicleSpeed"])
    np.testing.assert_allclose(log.time, TIME, atol=2e-3)
    np.testing.assert_allclose(log.values["speed"], SPEED, atol=0.002)
    np.testing.assert_allclose(log.values["yaw_rate"], YAW_RATE, atol=1e-4)
    np.testing.assert_allclose(log.values["steer_angle"], STEER, atol=1e-4)


def test_a_database_that_is_none_is_refused(tmp_path):
    pytest.importorskip("can")
    database, path = tmp_path / "car.dbc", tmp_path / "drive.log"
    database.write_text("speed,1\n")
    path.write_text("(1.0) can0 123#00\n")
    with pytest.raises(FitError, match=r"car.dbc is no database of CAN messages"):
        read_log(path, database=database)


def test_a_track_in_gpx_has_a_path_in_metres(tmp_path):
    path = tmp_path / "drive.gpx"
    points = "".join(
        f'<trkpt lat="42.5" lon="{1.5 + 1e-5 * place}"><time>2026-11-30T12:00:{place:02d}Z</time></trkpt>'
        for place in range(30)
    )
    path.write_text(
        f'<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><trkseg>{points}</trkseg></trk></gpx>'
    )
    log = read_log(path)
    np.testing.assert_allclose(log.time, np.arange(30))
    np.testing.assert_allclose(np.diff(log.values["x"]), 0.8220, atol=1e-3)  # a circle of latitude at 42.5 degrees
    np.testing.assert_allclose(log.values["y"], 0.0, atol=1e-6)


VBO = """File created on 30/11/2026 at 12:00:00

[header]
satellites
time
latitude
longitude
velocity kmh
heading

[column names]
sats time lat long velocity heading

[data]
{rows}
"""


def test_a_log_of_a_vbox_has_speeds_headings_and_places(tmp_path):
    rows = []
    for row in range(20):
        second = 235959.0 + 0.1 * row if row < 10 else 0.1 * (row - 10)
        rows.append(f"008 {second:09.2f} +2550.00000000 {-90.0 - 6e-4 * row:+016.8f} 036.000 090.00")
    path = tmp_path / "drive.vbo"
    path.write_text(VBO.format(rows="\n".join(rows)))
    log = read_log(path)
    np.testing.assert_allclose(log.time, 0.1 * np.arange(20), atol=1e-6)
    np.testing.assert_allclose(log.values["speed"], 10.0)
    np.testing.assert_allclose(log.values["yaw"], 0.0, atol=1e-9)
    np.testing.assert_allclose(np.diff(log.values["x"]), 0.8220, atol=1e-3)
