"""The set-up of `make run` says what it does, every few seconds, and shows the output of what fails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pace import patience
from programs import program

ROOT = Path(__file__).parents[1]
UV = """#!/bin/sh
case "$1" in
venv) mkdir -p .venv/bin && ln -s "$REAL_PYTHON" .venv/bin/python ;;
*) echo "$*" "page left out: $MOTORPOOL_SKIP_PAGE" >>calls
   echo "Downloading scipy (35.1MiB)"
   until [ -e go-on ]; do sleep 0.05; done
   exit "$EXIT_CODE" ;;
esac
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a shell script")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with a uv that says what it downloads, and ends when there is a file ``go-on``."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "uv").write_text(UV, encoding="utf-8")
    (tmp_path / "bin" / "uv").chmod(0o755)
    return tmp_path


def set_up(project: Path, *, exit_code: int = 0) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "PATH": f"{project / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "REAL_PYTHON": sys.executable,
        "EXIT_CODE": str(exit_code),
        "MOTORPOOL_TELL_SECONDS": "0.1",
    }
    shell, script = shutil.which("sh") or "sh", str(ROOT / "tools" / "environment.sh")
    return subprocess.Popen(
        [shell, script, "requirements.lock", sys.executable],
        cwd=project, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_the_set_up_tells_what_it_does_while_it_does_it(project: Path):
    with set_up(project) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(4)]
        (project / "go-on").touch()
        rest, errors = process.communicate(timeout=patience(60.0))
    assert told[0].startswith("motorpool: making .venv with ")
    assert told[1] == "motorpool: installing requirements.lock\n"
    assert all("installing requirements.lock: " in line and "Downloading scipy" in line for line in told[2:])
    assert "motorpool: installing motorpool\n" in rest
    assert (process.returncode, errors) == (0, "")
    first, second = (project / "calls").read_text(encoding="utf-8").splitlines()
    assert "-r requirements.lock" in first
    assert "--editable . page left out: 1" in second


def test_what_fails_is_shown_with_its_exit_code(project: Path):
    (project / "go-on").touch()
    with set_up(project, exit_code=3) as process:
        _, errors = process.communicate(timeout=patience(60.0))
    assert process.returncode == 3
    assert errors == "Downloading scipy (35.1MiB)\n"


def test_the_set_up_leaves_no_file_behind(project: Path, monkeypatch: pytest.MonkeyPatch):
    (project / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(project / "temporary"))
    (project / "go-on").touch()
    for exit_code in (0, 3):
        with set_up(project, exit_code=exit_code) as process:
            process.communicate(timeout=patience(60.0))
    assert not list((project / "temporary").iterdir())


def test_making_an_environment_without_uv_tells_what_it_does(tmp_path: Path):
    """A Python that takes its time to make one, and then cannot."""
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "slow-python"
    python.write_text(f"""#!/bin/sh
[ "$1" != -m ] || {{ until [ -e go-on ]; do sleep 0.05; done; exit 1; }}
[ "$1" != -c ] || echo "{python}"
""")
    python.chmod(0o755)
    for tool in ("mktemp", "find", "wc", "grep", "tail", "tr", "cut", "date", "sleep", "rm", "mv", "cat", "kill"):
        found = shutil.which(tool)
        if found is not None:
            (tmp_path / "bin" / tool).symlink_to(found)
    script, shell = str(ROOT / "tools" / "environment.sh"), shutil.which("sh") or "sh"
    environment = {"PATH": str(tmp_path / "bin"), "MOTORPOOL_TELL_SECONDS": "0.1"}
    with program([shell, script, "requirements.lock", str(python)], cwd=tmp_path, env=environment) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(3)]
        (tmp_path / "go-on").touch()
        _, errors = process.communicate(timeout=patience(60.0))
    assert told[0] == f"motorpool: making .venv with {python}\n"
    assert all(line.startswith(f"motorpool: making .venv with {python}: ") for line in told[1:])
    assert process.returncode == 1
    assert errors.startswith(f"motorpool: {python} cannot make a virtual environment")
