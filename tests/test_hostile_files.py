"""Files made to hang, to fill the memory or to crash are refused: one sentence, exit code 2, bounded time, memory."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pace import patience

from motorpool import Vehicle, load
from motorpool.app.cli import run
from motorpool.errors import MotorpoolError, ScenarioError, VehicleError
from motorpool.models import find
from motorpool.world.scenario.document import MAX_DEPTH, parse

LETTERS = "abcdefghij"


def nested_aliases(first: str, other: str) -> str:
    """Each line names ten times the one before: ten lines stand for a thousand million values."""
    lines = [f"a: &a {first}"]
    for before, name in itertools.pairwise(LETTERS):
        lines.append(f"{name}: &{name} " + other.format(",".join([f"*{before}"] * 10)))
    return "\n".join(lines) + "\n"


HOSTILE_YAML = {
    "aliases": (nested_aliases("[x,x,x,x,x,x,x,x,x,x]", "[{}]"), "with every alias written out"),
    "merge keys": (nested_aliases("{x: 1}", "{{<<: [{}]}}"), "with every alias written out"),
    "itself": ("a: &a [*a]\n", "contains itself"),
    "date": ("seed: !!timestamp 2026-13-45\n", "'2026-13-45' is not a date"),
    "tagged word": ('seed: !!int "abc"\n', "'abc' is not a whole number"),
    "empty number": ('seed: !!int ""\n', "'' is not a whole number"),
    "long number": ("seed: " + "9" * 5000 + "\n", "a number of 5000 characters"),
    "long hexadecimal": ("seed: 0x" + "f" * 5000 + "\n", "a number of 5002 characters"),
    "flow nesting": ("a: " + "[" * 500 + "]" * 500 + "\n", f"more than {MAX_DEPTH} deep"),
    "block nesting": ("".join(f"{' ' * i}a:\n" for i in range(500)), f"more than {MAX_DEPTH} deep"),
    "open brackets": ("a: " + "[" * 100_000, f"more than {MAX_DEPTH} deep"),
    "many keys": ("".join(f"key{i}: 1\n" for i in range(250_000)), "more than 400000 values"),
}


@pytest.mark.parametrize("name", HOSTILE_YAML)
def test_a_hostile_scenario_is_refused_in_one_sentence(name):
    text, expected = HOSTILE_YAML[name]
    with pytest.raises(ScenarioError, match=expected) as refused:
        parse(text, "bomb.yaml")
    assert "\n" not in str(refused.value)


def test_a_scenario_may_share_values_by_alias():
    values = parse("a: &a {x: 1}\nb: *a\nc: {<<: *a, y: 2}\n", "fine.yaml").values
    assert values == {"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1, "y": 2}}


def test_a_scenario_with_thousands_of_mistakes_names_the_first_ones(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text("vehicles: [{model: bicycle, count: 1}]\n" + "".join(f"key{i}: 1\n" for i in range(20_000)))
    with pytest.raises(ScenarioError) as refused:
        load(file)
    lines = str(refused.value).splitlines()
    assert len(lines) == 21
    assert lines[-1] == f"{file}: and 19 980 more mistakes; correct these first"


def vehicle_file(value: str = "57154.0", more: str = "") -> str:
    tank = find("M1A1").vehicle
    assert tank is not None
    return tank.path.read_text().replace("mass = 57154.0", f"mass = {value}") + more


HOSTILE_TOML = {
    "400 digits": (vehicle_file("9" * 400), "more than 40 digits"),
    "5000 digits": (vehicle_file("9" * 5000), "more than 40 digits"),
    "hexadecimal": (vehicle_file("0x" + "f" * 5000), "more than 40 digits"),
    "arrays": (vehicle_file(more="\nx = " + "[" * 5000 + "]" * 5000 + "\n"), "deep"),
    "dotted keys": (vehicle_file(more="\n[" + ".".join(["a"] * 5000) + "]\n"), "deep"),
    "not UTF-8": (b"\xff\xfe\x00", "not a text file in UTF-8"),
    "too large": (vehicle_file(more="#" * 1_000_001), "at most 1000000"),
}


@pytest.mark.parametrize("name", HOSTILE_TOML)
def test_a_hostile_vehicle_file_is_refused_in_one_sentence(name, tmp_path):
    content, expected = HOSTILE_TOML[name]
    file = tmp_path / "tank.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(VehicleError, match=expected) as refused:
        Vehicle(str(file))
    assert "\n" not in str(refused.value)


def pipe(folder: Path, name: str) -> Path:
    path = folder / name
    os.mkfifo(path)
    return path


def endless(folder: Path, name: str) -> Path:
    path = folder / name
    path.symlink_to("/dev/zero")
    return path


def directory(folder: Path, name: str) -> Path:
    path = folder / name
    path.mkdir()
    return path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("make", [pipe, endless, directory])
def test_only_a_regular_file_is_read(make, tmp_path, capsys):
    """Whatever waits for a writer or never ends is refused where a scenario, a vehicle, places or a model is read."""
    kind = {"pipe": "a named pipe", "endless": "a device", "directory": "a folder"}[make.__name__]
    with pytest.raises(MotorpoolError, match=kind):
        Vehicle(str(make(tmp_path, "tank.toml")))
    scenario = make(tmp_path, "world.yaml")
    assert run(["check", str(scenario)]) == 2
    assert kind in capsys.readouterr().err
    make(tmp_path, "places.csv")
    outer = tmp_path / "outer.yaml"
    outer.write_text("vehicles: [{model: bicycle, count: 1, start: {file: places.csv}}]\n")
    assert run(["check", str(outer)]) == 2
    assert kind in capsys.readouterr().err


IN_LITTLE_MEMORY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, 2 << 30))
from motorpool.app.cli import main
main(["check", sys.argv[1]])
"""


def test_an_alias_bomb_takes_little_time_and_memory(tmp_path):
    """In a process of its own that may have no more than two gigabytes."""
    file = tmp_path / "bomb.yaml"
    file.write_text(HOSTILE_YAML["aliases"][0])
    command = [sys.executable, "-c", IN_LITTLE_MEMORY, str(file)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=patience(60.0), check=False)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_the_suffix_decides_what_a_recording_is_or_is_refused(capsys):
    assert run(["run", "--headless", "--seconds", "0", "--record", "out.xlsx"]) == 2
    assert capsys.readouterr().err.startswith(
        "motorpool: --record out.xlsx must end in .parquet (small, and can be repl"
    )


@pytest.mark.parametrize("steer", ["5", "-1.01", "nan"])
def test_a_steering_command_beyond_full_lock_is_refused(steer, capsys):
    assert run(["compare", "bicycle", "tracked", "--steer", steer]) == 2
    assert "--steer is" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("command", [["--version"], ["models"], ["check", "--schema"]])
def test_output_to_a_full_device_is_reported_in_one_sentence(command):
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "motorpool", *command], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == 2
    assert result.stderr == "motorpool: the output cannot be written: no space left on device\n"
