"""The command of the join card runs in the folder where the server was started, however it was started."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from motorpool.app.viewer.people.network_command import Process, network_command

WORDS = ("run", "small.yaml", "--port", "0", "--no-browser")
SCENARIO = "terrain: {source: flat, size: 400}\nvehicles: [{model: bicycle, count: 1}]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a scenario, and an environment with the program in it, as a checkout has."""
    (tmp_path / "small.yaml").write_text(SCENARIO)
    program = tmp_path / "environment" / "bin" / "motorpool"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!{sys.executable}\nfrom motorpool.app.cli import main\nmain()\n")
    program.chmod(0o755)
    return tmp_path


def first_line(process: subprocess.Popen[str], pattern: str) -> str:
    """Return what the pattern's group matches in the first printed line that has it."""
    assert process.stdout
    for line in process.stdout:
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError(process.communicate())


def end(process: subprocess.Popen[str]) -> None:
    """End the server, and the shell that started it."""
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=60)


@pytest.mark.skipif(os.name != "posix", reason="its shell is not a POSIX shell")
@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ((sys.executable, "-m", "motorpool"), rf".*{re.escape(sys.executable)} -m motorpool"),
        (("environment/bin/motorpool",), "environment/bin/motorpool"),
        (("motorpool",), "motorpool"),
    ],
    ids=["python -m", "a path", "on the search path"],
)
def test_the_printed_command_serves_the_page_to_the_network(folder: Path, typed: tuple[str, ...], printed: str):
    how = {"cwd": folder, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    bins = str(folder / "environment" / "bin") if typed == ("motorpool",) else ""
    paths = os.environ["PATH"].split(os.pathsep)
    others = [path for path in paths if not (Path(path) / "motorpool").exists()]  # a developer's environment
    there = {**os.environ, "PWD": str(folder), "PATH": os.pathsep.join([*filter(None, [bins]), *others])}
    local = subprocess.Popen([*typed, *WORDS], env=there, start_new_session=True, **how)  # type: ignore[call-overload]
    url = first_line(local, r"(http://127\.0\.0\.1:\d+/)")
    command = httpx.get(f"{url}session.json").json()["network_command"]
    end(local)
    assert re.fullmatch(rf"{printed} {' '.join(WORDS)} --host 0\.0\.0\.0", command)
    network = subprocess.Popen(command, shell=True, env=there, start_new_session=True, **how)  # type: ignore[call-overload]
    assert first_line(network, r"(http://\S+:\d+/\?token=)")
    end(network)


def process(words: str, *arguments: str, folder: Path = Path("/home/user/motorpool"), **environment: str) -> Process:
    """Return a process that was started by these words, of which the last are given as ``sys.argv``."""
    return Process(shlex.split(words), arguments, environment, folder)


MODULE = "/usr/lib/python3/motorpool/__main__.py"


@pytest.mark.skipif(os.name != "posix", reason="words are quoted for a POSIX shell")
@pytest.mark.parametrize(
    ("started", "command"),
    [
        (process("python -m motorpool", MODULE), "python -m motorpool --host 0.0.0.0"),
        (process("python -X dev -m motorpool run", MODULE, "run"), "python -X dev -m motorpool run --host 0.0.0.0"),
        (
            process("python -m motorpool run", MODULE, "run", PYTHONPATH="src"),
            "env PYTHONPATH=src python -m motorpool run --host 0.0.0.0",
        ),
        (
            process("/v/python .venv/bin/motorpool run", ".venv/bin/motorpool", "run", PWD="/home/user"),
            "cd /home/user/motorpool && .venv/bin/motorpool run --host 0.0.0.0",
        ),
        (
            process("/v/python /home/user/motorpool/.venv/bin/motorpool", "/home/user/motorpool/.venv/bin/motorpool"),
            ".venv/bin/motorpool --host 0.0.0.0",
        ),
        (
            process("/v/python /opt/my tools/motorpool", "/opt/my tools/motorpool"),
            "'/opt/my tools/motorpool' --host 0.0.0.0",
        ),
        (
            process("x", ".venv/bin/motorpool", "run", "--host", "127.0.0.1", "--record=a.parquet", "--seed", "3"),
            ".venv/bin/motorpool run --seed 3 --host 0.0.0.0",
        ),
        (
            process("x", "/home/user/motorpool/.venv/bin/motorpool", "run", UV_RUN_RECURSION_DEPTH="1"),
            "uv run motorpool run --host 0.0.0.0",
        ),
        (process("python drive.py", "drive.py"), ""),
        (process("python -m pytest", "/usr/lib/python3/pytest/__main__.py"), ""),
    ],
)
def test_it_is_the_command_that_was_typed(started: Process, command: str):
    assert network_command(started) == command
