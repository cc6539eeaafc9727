"""Commands that show or check something do not import what only worlds need."""

import subprocess
import sys
from pathlib import Path

import pytest
from pace import patience

COMPILER = {"numba", "llvmlite", "motorpool.compile.rows"}
WORLD = {"scipy", "motorpool.world.world", "motorpool.viewer.server"}
PROGRAM = """
import sys
from motorpool.cli import run
if run(sys.argv[1:]):
    raise SystemExit("the command failed")
print(*sys.modules)
"""


def modules_of(*arguments: str, folder: Path) -> set[str]:
    """Return the names of all modules that are imported when a command ends."""
    command = [sys.executable, "-c", PROGRAM, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=patience(150.0))
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "arguments",
    [
        "--help",
        "run --help",
        "scenarios",
        "models",
        "models tracked/arc",
        "vehicles",
        "vehicles M1A1",
        "export M1A1 --to c --out .",
        "kernels",
    ],
)
def test_a_command_that_shows_something_imports_neither_numpy_nor_a_world(arguments: str, tmp_path: Path):
    imported = modules_of(*arguments.split(), folder=tmp_path)
    assert not imported & (COMPILER | WORLD | {"numpy"})


def test_check_compiles_nothing_and_opens_no_server(tmp_path: Path):
    scenario = Path(__file__).parents[2] / "src" / "motorpool" / "scenario" / "scenarios" / "training-area.yaml"
    assert not modules_of("check", str(scenario), folder=tmp_path) & (COMPILER | {"motorpool.viewer.server"})


@pytest.mark.parametrize(
    "arguments",
    ["run jacksboro --headless --seconds 0.1 --vehicles 20", "bench --parts models --models bicycle/arc --quick"],
)
@pytest.mark.slow
def test_worlds_and_benchmarks_run_without_numba(arguments: str, tmp_path: Path):
    assert "numba" not in modules_of(*arguments.split(), folder=tmp_path)
