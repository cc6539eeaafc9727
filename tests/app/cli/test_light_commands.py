"""Commands that show or check something do not import what only worlds need."""

import subprocess
import sys
from pathlib import Path

import pytest
from pace import patience

COMPILER = {"numba", "llvmlite", "motorpool.compile.rows"}
WORLD = {"scipy", "motorpool.world.world", "motorpool.app.viewer.serving.server"}
PROGRAM = """
import sys
from motorpool.app.cli import run
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


@pytest.mark.parametrize("name", ["training-area", "jacksboro"])
def test_check_compiles_nothing_opens_no_server_and_searches_no_roads(name: str, tmp_path: Path):
    scenario = Path(__file__).parents[3] / "src" / "motorpool" / "world" / "scenario" / "scenarios" / f"{name}.yaml"
    unused = {
        "scipy",
        "matplotlib",
        "motorpool.compile.native",
        "motorpool.compile.rows",
        "motorpool.app.cli.precompilation",
    }
    found = modules_of("check", str(scenario), folder=tmp_path)
    assert not found & (COMPILER | unused | {"motorpool.app.viewer.serving.server", "motorpool.app.running.live"})


def test_the_second_process_is_started_before_anything_heavy_is_imported(tmp_path: Path):
    """It then compiles while this process imports."""
    program = "import sys; from motorpool.app.cli import second_process; print(*sys.modules)"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=patience(150.0))
    unused = {"numpy", "typer", "rich", "pydantic", "yaml", "motorpool.models.registry"}
    assert not set(done.stdout.split()) & (COMPILER | WORLD | unused)


@pytest.mark.slow
def test_worlds_run_without_numba(tmp_path: Path):
    words = "run jacksboro --headless --seconds 0.1 --vehicles 20"
    assert "numba" not in modules_of(*words.split(), folder=tmp_path)
