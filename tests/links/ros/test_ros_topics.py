"""Topics of a world: their names, and messages that say what the columns say."""

import base64
import json
import math
from pathlib import Path

import numpy as np
import pytest

from motorpool.links.ros import cdr, messages
from motorpool.links.ros.sensor_topics import SensorTopics, sensors_of
from motorpool.links.ros.topics import COMMAND_TOPICS, Topics, ros_name
from motorpool.models import find, names
from motorpool.vehicles import motor_pool
from motorpool.vehicles.fleet import Fleet
from motorpool.vehicles.sensor_kinds import kinds
from motorpool.world import World
from motorpool.world.sensors.sensors import Sensors


def matrix(transform: messages.Transform) -> np.ndarray:
    """Return the homogeneous matrix of a transform, by the formula of a unit quaternion."""
    x, y, z, w = transform.rotation
    turned = np.eye(4)
    turned[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    turned[:3, 3] = transform.translation
    return turned


@pytest.fixture
def world() -> World:
    return World(fleets=[Fleet("bicycle", 2)], seed=3)


def test_each_vehicle_has_a_namespace_of_its_own(world: World):
    names = set(Topics(world).types())
    assert {"/clock", "/tf", "/tf_static"} <= names
    assert {"/bicycle_arc_0/odom", "/bicycle_arc_1/odom", "/bicycle_arc_1/cmd_vel"} <= names


def test_every_vehicle_with_steered_wheels_takes_their_angle_and_publishes_it():
    drivable = [
        name for name in (*names(), *motor_pool.names()) if {"x", "y", "yaw"} <= {*find(name).module.State._fields}
    ]
    world = World(fleets=[Fleet(name, 1, name=name) for name in drivable if find(name).can_be_driven])
    topics = Topics(world)
    for vehicle, fleet in enumerate(world.fleets):
        name, is_steered = topics.vehicles[vehicle], fleet.kind == "wheeled"  # none is steered by its sides alone
        joints = topics.published.get(f"/{name}/joint_states")
        assert (f"/{name}/ackermann_cmd" in topics.commands) == is_steered, name
        assert (joints is not None and "steering" in joints.make().name) == is_steered, name


def test_names_have_only_the_letters_of_ros():
    assert ros_name(Fleet("bicycle", 1, name="  4th Räder / b__c ")) == "v4th_R_der_b_c"


def test_transforms_lead_from_the_map_to_the_pose_of_the_vehicle(world: World):
    topics, vehicles = Topics(world), world.vehicles
    topics.published["/tf"].make()
    vehicles.x[1], vehicles.y[1], vehicles.yaw[1], vehicles.pitch[1], vehicles.roll[1] = 30.0, -4.0, 2.0, 0.1, -0.2
    made = {each.child_frame_id: each for each in topics.published["/tf"].make().transforms}
    odom, base = made["bicycle_arc_1/odom"], made["bicycle_arc_1/base_link"]
    assert (odom.header.frame_id, base.header.frame_id) == ("map", "bicycle_arc_1/odom")
    placed = matrix(odom.transform) @ matrix(base.transform)
    assert placed[:3, 3] == pytest.approx([30.0, -4.0, vehicles.z[1]], abs=1e-9)
    ahead, up = placed[:3, 0], placed[:3, 2]
    assert math.atan2(ahead[1], ahead[0]) == pytest.approx(2.0)
    assert math.asin(-ahead[2]) == pytest.approx(0.1)  # the nose is down
    assert up[2] == pytest.approx(math.cos(0.1) * math.cos(-0.2))


def test_odometry_has_the_velocities_of_the_columns(world: World):
    topics = Topics(world)
    world.vehicles.desired_speed[:] = 5.0
    world.run(seconds=1.0)
    message = topics.published["/bicycle_arc_0/odom"].make()
    assert message.twist.twist.linear.x == world.vehicles.speed[0]
    assert message.twist.twist.angular.z == world.vehicles.yaw_rate[0]
    assert message.header.stamp == messages.time_of(world.time)
    assert (message.header.frame_id, message.child_frame_id) == ("bicycle_arc_0/odom", "bicycle_arc_0/base_link")


def test_vehicles_that_come_later_get_topics_and_those_that_have_gone_send_nothing(world: World):
    topics = Topics(world)
    world.add("bicycle", x=40.0, y=40.0)
    topics.follow()
    added = int(world.present_ids[-1])
    name = next(name for name in topics.published if name.endswith(f"_{added}/odom"))
    assert topics.published[name].make() is not None
    world.remove([added])
    assert topics.published[name].make() is None
    assert all(f"_{added}/" not in each.child_frame_id for each in topics.published["/tf"].make().transforms)


def test_readings_of_sensors_are_sent_once_with_the_time_of_the_reading(world: World):
    sensors, topics = sensors_of(world), Topics(world)
    SensorTopics(topics, world, sensors)
    world.run(seconds=1.0)
    imu = topics.published["/bicycle_arc_1/imu"]
    message = imu.make().fields
    assert message["linear_acceleration"]["z"] == pytest.approx(9.81, abs=0.2)
    assert message["header"].frame_id == "bicycle_arc_1/imu"
    assert message["header"].stamp == messages.time_of(sensors["imu"].time[1])
    assert imu.make() is None
    assert topics.published["/bicycle_arc_1/gnss"].make().fields["status"]["status"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a", "ab", "abc", "abcd", "abcdefgh"])
def test_transforms_are_encoded_as_the_library_encodes_them(name: str):
    typesys = pytest.importorskip("rosbags.typesys", reason="CDR needs rosbags, which the extra ros installs")
    place = messages.Transform(messages.Vector3(1.0, -2.0, 3.5), messages.Quaternion(0.1, 0.2, 0.3, 0.4))
    made = [
        messages.TransformStamped(messages.Header(messages.Time(5, 6), "map" * times), name * times, place)
        for times in (1, 2, 3)
    ]
    data = cdr.encode(messages.TFMessage(tuple(made)))
    store = typesys.get_typestore(typesys.Stores.ROS2_JAZZY)
    kind = "tf2_msgs/msg/TFMessage"
    assert bytes(store.serialize_cdr(store.deserialize_cdr(data, kind), kind, little_endian=True)) == data
    read = store.deserialize_cdr(data, kind).transforms[2]
    assert (read.child_frame_id, read.header.frame_id, read.header.stamp.nanosec) == (name * 3, "mapmapmap", 6)
    assert (read.transform.translation.y, read.transform.rotation.w) == (-2.0, 0.4)


@pytest.mark.slow
def test_points_of_a_spatial_scan_lie_on_flat_ground_under_the_sensor():
    world = World(fleets=[Fleet("bicycle", 1)])
    sensors = Sensors(world)
    sensors.add("lidar", "scan-3d", mount=(0.5, 0.0, 1.8), rings=4.0, beams=24.0, lowest=-0.4, highest=-0.1)
    world.observers.append(sensors)
    topics = Topics(world)
    SensorTopics(topics, world, sensors_of(world))
    world.run(seconds=0.2)
    cloud = topics.published["/bicycle_arc_0/lidar"].make().fields
    points = np.frombuffer(cloud["data"].tobytes(), "<f4").reshape(4, 24, 3)
    assert [cloud[name] for name in ("height", "width", "point_step", "row_step")] == [4, 24, 12, 288]
    assert cloud["is_dense"]
    assert points[..., 2] == pytest.approx(np.full((4, 24), -1.8), abs=1e-4)
    level = np.hypot(points[..., 0], points[..., 1])
    assert level[0] == pytest.approx(np.full(24, 1.8 / math.tan(0.4)), rel=1e-4)
    (mounted,) = topics.published["/tf_static"].make().transforms
    assert (mounted.header.frame_id, mounted.child_frame_id) == ("bicycle_arc_0/base_link", "bicycle_arc_0/lidar")
    assert mounted.transform.translation == (0.5, 0.0, 1.8)


@pytest.mark.slow
def test_a_planar_scan_sees_a_vehicle_ahead_and_nothing_behind():
    world = World(fleets=[Fleet("bicycle", 2)])
    vehicles = world.vehicles
    vehicles.desired_speed[:], vehicles.yaw[:], vehicles.x[:], vehicles.y[:] = 0.0, 0.0, [0.0, 12.0], 0.0
    sensors = Sensors(world)
    sensors.add("scan", "scan-2d", vehicle_ids=0, mount=(0.0, 0.0, 0.7), beams=4.0, first_angle=0.0, last_angle=4.5)
    world.observers.append(sensors)
    topics = Topics(world)
    SensorTopics(topics, world, sensors_of(world))
    world.run(seconds=0.2)
    scan = topics.published["/bicycle_arc_0/scan"].make().fields
    assert [scan[f"angle_{name}"] for name in ("min", "max", "increment")] == [0.0, 4.5, 1.5]
    rear = 12.0 - vehicles.half_length[1]
    assert scan["ranges"][0] == pytest.approx(rear, abs=float(vehicles.half_length[1]))
    assert np.isinf(scan["ranges"][1:]).all()


def test_the_page_lists_all_types():
    page = (Path(__file__).parents[3] / "docs" / "ros.md").read_text(encoding="utf-8")
    published = [kind.ros.schema for kind in kinds().values() if kind.ros]
    own = [messages.ros_type(each) for each in (messages.Clock, messages.TFMessage, messages.Odometry)]
    for kind in (*published, *own, messages.ros_type(messages.JointState), *COMMAND_TOPICS.values()):
        assert f"`{kind}`" in page


def test_json_has_null_for_what_is_not_finite_and_base64_for_bytes():
    header = messages.Header(messages.time_of(1.5), "a")
    ranges = np.array([1.0, math.inf, math.nan], np.float32)
    data = np.arange(8, dtype=np.uint8)
    fields = {
        "header": header,
        "scan_time": math.nan,
        "ranges": ranges,
        "cloud": {"fields": [{"count": 1}], "data": data},
    }
    scan = messages.TypedMessage("sensor_msgs/msg/LaserScan", fields)
    text = json.dumps(messages.json_of(scan), allow_nan=False)
    read = json.loads(text)
    assert (read["ranges"], read["scan_time"]) == ([1.0, None, None], None)
    assert read["header"] == {"stamp": {"sec": 1, "nanosec": 500_000_000}, "frame_id": "a"}
    assert read["cloud"]["fields"] == [{"count": 1}]
    assert base64.b64decode(read["cloud"]["data"]) == bytes(range(8))


@pytest.mark.slow
def test_cdr_comes_back_with_the_same_values(world: World):
    pytest.importorskip("rosbags", reason="CDR needs rosbags, which the extra ros installs")
    topics = Topics(world)
    world.run(seconds=0.5)
    message = topics.published["/bicycle_arc_1/odom"].make()
    read = cdr.decode(cdr.encode(message), messages.ros_type(message))
    assert read["pose"]["pose"]["position"]["x"] == message.pose.pose.position.x
    assert read["header"]["stamp"] == message.header.stamp._asdict()
    assert read["child_frame_id"] == "bicycle_arc_1/base_link"
