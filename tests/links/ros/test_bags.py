"""Bags of ROS 2: rosbags reads what the columns had."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from command_line import answered
from mcap.exceptions import EndOfFile
from mcap.records import Message
from mcap.stream_reader import StreamReader
from pace import patience

from motorpool.errors import RecordingError
from motorpool.links.ros.bag import BagRecorder
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World

pytestmark = pytest.mark.slow
highlevel = pytest.importorskip("rosbags.highlevel", reason="bags need rosbags, which the extra ros installs")


def messages_of(path: Path, topic: str) -> list[tuple[int, object]]:
    with highlevel.AnyReader([path]) as reader:
        some = [each for each in reader.connections if each.topic == topic]
        return [(time, reader.deserialize(data, each.msgtype)) for each, time, data in reader.messages(some)]


def test_rosbags_reads_the_values_of_the_columns(tmp_path: Path):
    world, truth = World(fleets=[Fleet("bicycle", 2)], seed=5), []

    class Note:
        def observe(self, world: World) -> None:
            vehicles = world.vehicles
            truth.append((world.time, vehicles.x[1], vehicles.y[1], vehicles.speed[1], vehicles.yaw_rate[1]))

    with BagRecorder(tmp_path / "drive.mcap") as recorder:
        world.run(seconds=2.0, observers=[recorder, Note()])
    read = messages_of(tmp_path / "drive.mcap", "/bicycle_arc_1/odom")
    assert len(read) == 60  # 30 Hz
    transforms = messages_of(tmp_path / "drive.mcap", "/tf")[0][1].transforms
    (frame,) = (each.transform for each in transforms if each.child_frame_id == "bicycle_arc_1/odom")
    yaw = 2.0 * np.arctan2(frame.rotation.z, frame.rotation.w)
    cosine, sine = np.cos(yaw), np.sin(yaw)
    by_time = {round(time * 1e9): values for time, *values in truth}
    for time, message in read:
        x, y, speed, yaw_rate = by_time[time]
        place = message.pose.pose.position
        assert frame.translation.x + cosine * place.x - sine * place.y == pytest.approx(x, abs=1e-9)
        assert frame.translation.y + sine * place.x + cosine * place.y == pytest.approx(y, abs=1e-9)
        assert (message.twist.twist.linear.x, message.twist.twist.angular.z) == (speed, yaw_rate)
        assert message.header.stamp.sec * 10**9 + message.header.stamp.nanosec == time


def test_the_command_writes_a_bag_with_all_topics(tmp_path: Path):
    scenario, bag = tmp_path / "few.yaml", tmp_path / "out.mcap"
    scenario.write_text("terrain: {source: flat, size: 500}\nvehicles: [{model: bicycle, count: 1}]\n")
    command = ["run", scenario, "--headless", "--seconds", "1", "--record", bag, "--profile", "ros2"]
    done = answered(*command)
    assert done.returncode == 0, done.stderr
    with highlevel.AnyReader([bag]) as reader:
        found = {each.topic: each.msgtype for each in reader.connections}
    assert found["/clock"] == "rosgraph_msgs/msg/Clock"
    assert {kind.rpartition("/")[2] for kind in found.values()} >= {
        "TFMessage", "Odometry", "JointState", "Imu", "NavSatFix",
    }  # fmt: skip
    again = answered(*command)
    assert (again.returncode, "exists already" in again.stderr) == (2, True)


def test_a_bag_is_an_mcap_file_and_needs_a_step(tmp_path: Path):
    with pytest.raises(RecordingError, match=r"must end in \.mcap"):
        BagRecorder(tmp_path / "drive.parquet")
    with BagRecorder(tmp_path / "none.mcap"):
        pass
    assert not (tmp_path / "none.mcap").exists()


RUN_AS_FAST_AS_POSSIBLE = """
import os, signal, sys
from motorpool import Fleet, World
from motorpool.links.ros.bag import BagRecorder
world = World(fleets=[Fleet("bicycle", 1)])
class Killer:
    def observe(self, world):
        if world.tick == 2000:
            os.kill(os.getpid(), signal.SIGKILL)
world.run(seconds=100, observers=[BagRecorder(sys.argv[1]), Killer()])
"""


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by a signal")
def test_a_killed_process_loses_at_most_the_last_simulated_second_of_a_bag(tmp_path: Path):
    bag = tmp_path / "killed.mcap"
    done = subprocess.run([sys.executable, "-c", RUN_AS_FAST_AS_POSSIBLE, bag], timeout=patience(60.0), check=False)
    assert done.returncode == -signal.SIGKILL
    times: list[int] = []
    with bag.open("rb") as stream, contextlib.suppress(EndOfFile):
        times += (record.log_time for record in StreamReader(stream).records if isinstance(record, Message))
    assert 2000 / 60 - max(times, default=0) * 1e-9 <= 1.0 + 1 / 30
