"""A command of another installed package: it is in the help, it runs, and a broken one hides no other."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

GREETING = '''
from motorpool.base.command_line.command import Command
from motorpool.errors import WorldError

def greet(name: str = "you") -> None:
    """Greet somebody."""
    if not name:
        raise WorldError("the name is empty; give one")
    print(f"hello {name}")

COMMAND = Command("greet", greet, examples=("motorpool greet --name Ada",))
'''


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installed package with a command, and an entry point whose module is missing."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "greeting.py").write_text(GREETING)
    about = folder / "greeting-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: greeting\nVersion: 1.0\n")
    points = "[motorpool.commands]\ngreet = greeting:COMMAND\nlost = no_such_module:COMMAND\n"
    (about / "entry_points.txt").write_text(points)
    return folder


def answer(packages: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Call the command line where the packages are installed."""
    path = os.pathsep.join([str(packages), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    return subprocess.run(
        [sys.executable, "-m", "motorpool", *words],
        capture_output=True, text=True, check=False, timeout=300, env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip


def test_a_command_of_another_package_is_in_the_help_with_its_first_line(packages: Path):
    lines = answer(packages, "--help").stdout.splitlines()
    (line,) = [line for line in lines if "greet " in line]
    assert "Greet somebody." in line
    (lost,) = [line for line in lines if " lost " in line]
    assert "cannot be imported" in lost
    assert any(" run " in line for line in lines)


def test_a_command_of_another_package_runs_with_its_options_examples_and_errors(packages: Path):
    assert answer(packages, "greet", "--name", "Ada").stdout == "hello Ada\n"
    assert "motorpool greet --name Ada" in answer(packages, "greet", "--help").stdout
    refused = answer(packages, "greet", "--name", "")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "motorpool: " in refused.stderr
