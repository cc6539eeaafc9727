"""A robot program of ROS by Zenoh, in the words of rmw_zenoh's design: python drive_with_zenoh.py PORT

It is the router, prints each liveliness token that it sees, drives a vehicle and prints its odometry. It uses zenoh and
rosbags alone.
"""

import json
import struct
import sys
import threading
import time

import zenoh
from rosbags.typesys import Stores, get_typestore

STORE = get_typestore(Stores.ROS2_JAZZY)
TWIST, ODOMETRY = "geometry_msgs/msg/Twist", "nav_msgs/msg/Odometry"


def key_of(topic, ros_type):
    package, kind, name = ros_type.split("/")
    return f"0/{topic}/{package}::{kind}::dds_::{name}_/{STORE.hash_rihs01(ros_type)}"


def twist(speed, yaw_rate):
    vector = STORE.types["geometry_msgs/msg/Vector3"]
    message = STORE.types[TWIST](linear=vector(speed, 0.0, 0.0), angular=vector(0.0, 0.0, yaw_rate))
    return bytes(STORE.serialize_cdr(message, TWIST))


def main(port):
    config = zenoh.Config.from_json5(
        f'{{mode: "router", listen: {{endpoints: ["tcp/127.0.0.1:{port}"]}}, '
        "scouting: {multicast: {enabled: false}}}"
    )
    tokens, found, is_done = [], {}, threading.Event()

    def take(sample):
        odometry = STORE.deserialize_cdr(bytes(sample.payload), ODOMETRY)
        place = odometry.pose.pose.position
        if place.x**2 + place.y**2 > 64.0 and not found:
            attachment = bytes(sample.attachment)
            found.update(
                key=str(sample.key_expr), x=place.x, y=place.y, speed=odometry.twist.twist.linear.x,
                frame=odometry.header.frame_id, child=odometry.child_frame_id, bytes=len(attachment),
                sequence=struct.unpack("<q", attachment[:8])[0], gid_bytes=attachment[16],
            )  # fmt: skip
            is_done.set()

    with zenoh.open(config) as session:
        listening = session.liveliness().declare_subscriber(
            "@ros2_lv/0/**", lambda sample: tokens.append(str(sample.key_expr)), history=True
        )
        print("ready", flush=True)
        odometry = session.declare_subscriber(key_of("bicycle_arc_0/odom", ODOMETRY), take)
        commands = session.declare_publisher(key_of("bicycle_arc_0/cmd_vel", TWIST))
        hostile = session.declare_publisher(key_of("bicycle_arc_0/cmd_vel", TWIST))
        end = time.monotonic() + 60.0
        while not is_done.wait(0.05) and time.monotonic() < end:
            for nonsense in (b"", b"\xff" * 52, b"\0" * 5000, twist(float("nan"), 0.0)):
                hostile.put(nonsense)
            commands.put(twist(4.0, 0.2))
        del listening, odometry
    print(json.dumps({"tokens": tokens, **found}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
