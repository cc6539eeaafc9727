"""Every option that names a file to write makes the missing folders, and is refused in one sentence where it cannot.

`COMMANDS` has all of them, and a test compares it with the declared options.
"""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from command_line import answered
from sockets import free_port

from motorpool.app.cli.app import app
from motorpool.base.files import check_output, folders_for, whole_file
from motorpool.errors import MotorpoolError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import save_terrain

SCENARIO = """
terrain: {source: flat, size: 400}
vehicles: [{model: bicycle, count: 2, start: {positions: [[0, 0, 90], [30, 0, 90]]}, desired_speed: 5}]
"""
HILL = "--terrain hill.npz --soil dry-earth --vehicle M998"
VILLAGE = Path(__file__).parents[3] / "examples" / "maps" / "village.osm"
DRIVE = Path(__file__).parents[2] / "fixtures" / "logs" / "commonroad.csv"
TYRE = Path(__file__).parents[2] / "fixtures" / "tyre.tir"
WAY = f"route 0,0 20,20 {HILL}"
MAP = f"mobility {HILL} --headings 4"
FIT = "fit drive.csv --model bicycle --starts 1 --fix wheelbase=2.7"
COMMANDS = {  # words before the file, and the file, which the last option names
    "run --record": ("run small.yaml --headless --seconds 0.1 --record", "out.parquet"),
    "vehicles --pictures": ("vehicles --pictures", "sheet.svg"),
    "vehicles --out": ("vehicles M998 --check --out", "figures.html"),
    "compare --out": ("compare bicycle/six-line bicycle/arc --out", "two.svg"),
    "compare --all": ("compare --all", ""),
    "courses --figure": ("courses two-posts --rule none --figure", "paths.svg"),
    "validate --out": ("validate single-track --manoeuvre step-steer --out", "report.html"),
    "export --out": ("export bicycle --to lua --out", "bicycle.lua"),
    "sweep --out": ("sweep small.yaml --vary seed=0:2 --seconds 0.1 --workers 1 --out", ""),
    "terrain --out": (f"terrain --osm {VILLAGE} --force --out", ""),
    "occupancy --out": ("occupancy small.yaml --force --out", "map.yaml"),
    "route --out": (f"{WAY} --out", "way.csv"),
    "route --figure": (f"{WAY} --figure", "way.svg"),
    "mobility --out": (f"{MAP} --out", "map.tif"),
    "mobility --figure": (f"{MAP} --out map.tif --figure", "map.svg"),
    "mobility --profile": (f"{MAP} --out map.tif --profile", "profile.svg"),
    "log --figure": (f"log {DRIVE} --figure", "log.svg"),
    "tyre --figure": (f"tyre {TYRE} --figure", "tyre.svg"),
    "fit --out": (f"{FIT} --keep --out", "car.toml"),
    "replay --out": (f"replay {DRIVE} --out", "drive.parquet"),
    "fit --report": (f"{FIT} --keep --force --out car.toml --report", "report.html"),
    "dis record FILE": (f"dis record --seconds 0.1 --address 127.0.0.1:{free_port()}", "exercise.pcap"),
}
WRITING = {"out", "record", "pictures", "figure", "profile", "report", "everything"}
READ = {"dis record --all", "run --profile"}  # a flag, and a word
SLOW = {"vehicles --out", "compare --all", "fit --out", "fit --report"}  # their refusals are quick


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scenario, a hill and a drive."""
    folder = tmp_path_factory.mktemp("outputs")
    (folder / "small.yaml").write_text(SCENARIO)
    x = np.linspace(-1.0, 1.0, 5)
    save_terrain(Terrain.from_heights(3.0 * np.exp(-np.add.outer(x**2, x**2)), 15.0), folder / "hill.npz")
    (folder / "drive.csv").write_text("time,x,y,yaw,speed,steer_angle\n0,0,0,0,1,0\n")
    return folder


def words_of(command: str, place: Path) -> list[str]:
    """Return the words of a command that writes into a folder."""
    words, name = COMMANDS[command]
    return [*words.split(), str(place / name)]


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in SLOW])
def test_missing_folders_are_made(command: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    place = tmp_path / "one" / "two"
    done = answered(*words_of(command, place))
    assert done.returncode == 0, done.stderr
    name = COMMANDS[command][1]
    assert (place / name).exists()
    assert any(file.stat().st_size for file in place.iterdir())
    assert not [file for file in place.iterdir() if file.name.startswith(".")]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_in_the_place_of_a_folder_is_refused(
    command: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (tmp_path / "taken").write_text("a file")
    before = set(folder.iterdir())
    done = answered(*words_of(command, tmp_path / "taken" / "new"))
    assert done.returncode == 2, done.stderr
    assert "cannot be written: " in done.stderr
    assert done.stderr.strip().endswith(f"{tmp_path / 'taken'} is not a folder; choose another place")
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "taken").read_text() == "a file"
    assert list(tmp_path.iterdir()) == [tmp_path / "taken"]
    assert set(folder.iterdir()) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_without_permission_is_refused(
    command: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    access = os.access  # permissions do not bind root, by which tests may run
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path and access(path, mode))
    done = answered(*words_of(command, tmp_path / "new"))
    assert done.returncode == 2, done.stderr
    assert done.stderr.strip().endswith(f"the folder {tmp_path} gives no permission to write; choose another place")
    assert list(tmp_path.iterdir()) == []


def test_no_option_that_names_a_file_to_write_is_left_out() -> None:
    found: set[str] = set()
    for name, command in _commands(typer.main.get_command(app)):
        options = {option for each in command.params for option in each.opts if each.name in WRITING}
        found |= {f"{name} {option}" for option in options}
    listed = {command for command in COMMANDS if "--" in command}
    assert found - READ == listed


def _commands(group: Any, before: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, command in group.commands.items():
        words = f"{before} {name}".strip()
        found += _commands(command, words) if hasattr(command, "commands") else [(words, command)]
    return found


def test_a_failed_write_leaves_no_file_and_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "one" / "two" / "file.txt"

    def write_half() -> None:
        with whole_file(path, error=MotorpoolError) as new:
            new.write_text("half of it")
            raise OSError(28, "No space left on device")

    with pytest.raises(MotorpoolError, match="no space left"):
        write_half()
    assert list(tmp_path.iterdir()) == []


def test_folders_that_were_there_stay_when_writing_fails(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    with pytest.raises(KeyboardInterrupt), folders_for(tmp_path / "one" / "two" / "file", error=MotorpoolError):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == [tmp_path / "one"]
    assert list((tmp_path / "one").iterdir()) == []


def test_a_check_makes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "one" / "two" / "file.txt"
    assert check_output(path, error=MotorpoolError) == path
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(MotorpoolError, match="it is a folder; choose another place"):
        check_output(tmp_path, error=MotorpoolError)
