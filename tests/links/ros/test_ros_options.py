"""Options of motorpool run for robot programs."""

import sys
from pathlib import Path

import pytest
from command_line import answered

from motorpool.errors import RosError
from motorpool.links.ros import cdr
from motorpool.links.ros.part import RobotOptions, Robots


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--ros-port 3", "--ros-port goes with --ros"),
        ("--ros --ros-port 70000", "--ros-port is 70000; it must be in 0..65535"),
        ("--ros=ros1", "--ros is 'ros1'; it must be rosbridge or zenoh"),
        ("--ros zenoh --ros-port 0", "--ros-port is 0; it must be in 1..65535"),
        ("--ros zenoh --ros-origin http://localhost:3000", "--ros-origin goes with --ros rosbridge"),
        ("--foxglove-port 9", "--foxglove-port goes with --foxglove"),
        ("--profile ros2", "--profile goes with --record"),
        ("--record a.mcap --profile ros1", "--profile is 'ros1'; it must be ros2"),
    ],
)
def test_wrong_options_are_refused_before_a_world_is_built(words: str, sentence: str):
    done = answered("run", *words.split())
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("words", "module"),
    [("--ros zenoh", "zenoh"), ("--foxglove", "foxglove"), ("--record bag.mcap --profile ros2", "rosbags.typesys")],
)
def test_a_missing_library_is_named_with_its_extra(
    words: str, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.chdir(tmp_path)
    cdr._store.cache_clear()
    Path("few.yaml").write_text("terrain: {source: flat, size: 500}\nvehicles: [{model: bicycle, count: 1}]\n")
    done = answered("run", "few.yaml", "--headless", "--seconds", "0.1", *words.split())
    assert (done.returncode, "[ros]" in done.stderr) == (2, True), done.stderr
    assert not Path("bag.mcap").exists()


@pytest.mark.parametrize("origin", ["localhost:3000", "http://", "null", "http://localhost:3000/page", "*"])
def test_an_origin_that_is_none_is_refused(origin: str, tmp_path: Path):
    Path(tmp_path / "few.yaml").write_text("terrain: {source: flat, size: 500}\nvehicles: [{model: bicycle}]\n")
    done = answered("run", tmp_path / "few.yaml", "--headless", "--seconds", "0.1", "--ros", "--ros-origin", origin)
    assert (done.returncode, "--ros-origin is" in done.stderr) == (2, True), done.stderr


def test_the_way_may_be_left_out():
    assert Robots(RobotOptions(ros="rosbridge")).given == ["--ros"]
    with pytest.raises(RosError):
        Robots(RobotOptions(ros=""))


@pytest.mark.slow
def test_robot_programs_do_not_go_with_regions_or_a_driver():
    done = answered("run", "--ros", "--headless", "--regions", "2")
    assert (done.returncode, "do not go with --regions" in done.stderr) == (2, True), done.stderr
    done = answered("run", "BackTrailer-v0", "--driver", "scripted", "--foxglove")
    assert (done.returncode, "--foxglove does not go with --driver" in done.stderr) == (2, True), done.stderr
