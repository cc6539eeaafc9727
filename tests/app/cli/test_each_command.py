"""Each command does its work once, on the smallest input, in this process: the quick tier has them all."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tiers
import typer
from command_line import answered

from motorpool.app.cli.app import app
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import save_terrain

SMALL = """
terrain: {source: flat, size: 400}
vehicles: [{model: bicycle, count: 2, start: {positions: [[0, 0, 90], [30, 0, 90]]}, desired_speed: 5}]
"""
VILLAGE = Path(__file__).parents[3] / "examples" / "maps" / "village.osm"
DRIVE = Path(__file__).parents[2] / "fixtures" / "logs" / "commonroad.csv"
TYRE = Path(__file__).parents[2] / "fixtures" / "tyre.tir"
COMMANDS = {  # words, and what is said
    "run": ("run small.yaml --headless --seconds 0.5 --record new.parquet", "simulated 0.5 s of 2 vehicles"),
    "replay": ("replay out.parquet --verify", "equal to the bit"),
    "recover": ("recover out.parquet", "2 vehicles"),
    "scenarios": ("scenarios", "slalom"),
    "models": ("models bicycle", "wheelbase"),
    "vehicles": ("vehicles M998", "M998"),
    "compare": ("compare bicycle/six-line bicycle/arc", "compare-bicycle-six-line-bicycle-arc.png"),
    "courses": ("courses two-posts --rule none", "two-posts"),
    "validate": ("validate single-track --manoeuvre step-steer --out report.html", "report.html"),
    "export": ("export bicycle --to lua --out bicycle.lua", "bicycle.lua"),
    "sweep": ("sweep small.yaml --vary seed=0:2 --seconds 0.1 --workers 1 --out table", "2 runs done, 0 failed"),
    "mobility": (
        "mobility --terrain hill.npz --soil dry-earth --vehicle M998 --headings 4 --out map.tif", "map.tif",
    ),
    "route": ("route 0,0 20,20 --terrain hill.npz --soil dry-earth --vehicle M998", "s"),
    "terrain": (f"terrain --osm {VILLAGE} --spacing 12 --out village", "scenario.yaml"),
    "occupancy": ("occupancy small.yaml --out map.yaml", "1600 x 1600 cells"),
    "check": ("check small.yaml", "is valid: 2 vehicles"),
    "log": (f"log {DRIVE}", "yaw_rate [rad/s]"),
    "tyre": (f"tyre {TYRE}", "front_axle_cornering_coefficient = "),
    "kernels": ("kernels", "kernels"),
}  # fmt: skip
ELSEWHERE = {  # servers, programs and long searches, with the tests of the quick tier that try them
    "playground": "tests/app/playground/test_playground_server.py",
    "fit": "tests/studies/fitting/test_fit_command.py",
    "dis": "tests/links/dis/test_dis_commands.py",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scenario, its recording, and a hill."""
    folder = tmp_path_factory.mktemp("commands")
    (folder / "small.yaml").write_text(SMALL)
    x = np.linspace(-1.0, 1.0, 5)
    save_terrain(Terrain.from_heights(3.0 * np.exp(-np.add.outer(x**2, x**2)), 15.0), folder / "hill.npz")
    words = ("run", folder / "small.yaml", "--headless", "--seconds", 0.5, "--record", folder / "out.parquet")
    assert answered(*words).returncode == 0
    return folder


@pytest.mark.quick
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_does_its_work(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    words, said = COMMANDS[command]
    done = answered(*words.split())
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_no_command_is_left_out() -> None:
    commands: Any = typer.main.get_command(app)
    assert sorted(commands.commands) == sorted([*COMMANDS, *ELSEWHERE, "bench"])  # which says where the benchmarks are
    for command, file in ELSEWHERE.items():
        quick = [name for name, seconds in tiers.times().items() if name.startswith(file) and seconds <= tiers.LIMIT]
        assert len(quick) > 2, f"{command} has no quick tests in {file}"
