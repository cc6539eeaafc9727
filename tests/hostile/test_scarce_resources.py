"""Too little memory, no further thread, no room for kernels: one sentence that says what to do."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import MEANWHILE, answered
from pace import patience

from motorpool.base import operating_system
from motorpool.compile import cache, columns, flat
from motorpool.compile.address_table import AddressTable
from motorpool.compile.form.types import ArrayType
from motorpool.compile.native import machine
from motorpool.errors import CacheError, ResourceError

linux = pytest.mark.skipif(sys.platform != "linux", reason="limits of address space are Linux's")
needs_compiler = pytest.mark.skipif(not flat.is_on(), reason="nothing is compiled")


def limited(megabytes: int, *command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program of Python in so much address space, with an empty cache of kernels."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({megabytes << 20},) * 2)\n"
    run = "import os, sys; os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    return subprocess.run(
        [sys.executable, "-c", limit + run, *command],
        env=os.environ | {"MOTORPOOL_CACHE": str(folder)},
        capture_output=True,
        text=True,
        timeout=patience(120.0),
    )


# ---- memory


@linux
@pytest.mark.slow
@pytest.mark.parametrize("megabytes", [60, 150, 260, 420, 480])
def test_a_command_in_too_little_memory_says_so_in_one_sentence(megabytes: int, tmp_path: Path):
    scenario = tmp_path / "two.yaml"
    scenario.write_text("vehicles: [{model: bicycle, count: 2}]")
    command = ["-m", "motorpool", "run", str(scenario), "--headless", "--seconds", "0.1"]
    done = limited(megabytes, *command, folder=tmp_path)
    said = MEANWHILE.sub("", done.stderr)
    assert done.returncode in (0, 2), done.stderr
    assert said.count("\n") == (1 if done.returncode else 0), said
    assert done.returncode == 0 or "ulimit -v" in said


@linux
@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("megabytes", [260, 330])
def test_a_program_in_too_little_memory_gets_an_error_and_does_not_abort(megabytes: int, tmp_path: Path):
    program = "import motorpool as mp; mp.Fleet('double-track', 1).step(1 / 60)"
    done = limited(megabytes, "-c", program, folder=tmp_path)
    assert done.returncode in (0, 1)  # and no signal
    assert done.returncode == 0 or done.stderr.splitlines()[-1].startswith("motorpool.base.errors.ResourceError: ")


@linux
def test_without_a_limit_there_is_always_memory(monkeypatch: pytest.MonkeyPatch):
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (resource.RLIM_INFINITY,) * 2)
    assert operating_system.memory_left() is None
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (2**50, 2**50))
    left = operating_system.memory_left()
    assert left is not None
    assert 0 < left < 2**50


@needs_compiler
def test_compilation_is_refused_before_llvm_ends_the_process(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(machine, "memory_left", lambda: 2**20)
    with pytest.raises(ResourceError, match=r"leaves 1 MB, and LLVM needs 32 MB to compile kernels; raise the limit"):
        machine.object_of("", in_vectors=False)
    with pytest.raises(ResourceError, match=r"leaves 1 MB, and LLVM needs 200 MB to compile"):
        machine._bindings()


@pytest.mark.parametrize(
    "error", [MemoryError(), MemoryError("Unable to allocate 8 GiB"), RuntimeError("can't start new thread")]
)
def test_a_lack_that_any_library_finds_is_a_sentence(monkeypatch: pytest.MonkeyPatch, error: Exception):
    def fail(arguments: Any) -> int:
        raise error

    monkeypatch.setattr("motorpool.app.cli.app.run_app", fail)
    done = answered("scenarios")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "ulimit -v" in done.stderr
    assert "vehicles" in done.stderr


# ---- threads


def test_a_step_that_can_start_no_thread_says_so(monkeypatch: pytest.MonkeyPatch):
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    columns._pool.cache_clear()
    rows = AddressTable([[np.zeros(columns.SHARE * 3)]])
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(ResourceError, match=r"no further thread can be started .*; .* or set MOTORPOOL_THREADS=1"):
            columns.run_table(lambda entries: None, rows, 1, 3)
    done: list[int] = []
    columns.run_table(lambda entries: done.append(int(entries[:, 0].sum())), rows, 1, 3)  # threads can be started again
    assert sum(done) == columns.SHARE * 3


# ---- the folder of kernels


SOURCE = """
def triple(values):
    for i in range(values.size):
        values[i] = 3.0 * values[i]
"""
PROGRAM = flat.Program("tiny", "3", lambda: SOURCE, dict, "triple", [ArrayType("float64", 1)], {})


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache._Lost, "is_any", False)
    cache.cache_folder.cache_clear()
    yield tmp_path / "cache"
    cache.cache_folder.cache_clear()


@needs_compiler
@pytest.mark.parametrize("function", ["make_room", "tempfile.mkstemp", "replace_file"])
def test_a_kernel_that_does_not_fit_on_the_disk_runs_and_is_not_called_kept(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, function: str
):
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(f"motorpool.compile.flat.{function}", full)
    values = np.ones(3)
    flat.load(PROGRAM)(values)
    assert values.tolist() == [3.0, 3.0, 3.0]
    assert not cache.are_kernels_kept()
    assert not list(own_cache.rglob("*.tmp"))


@needs_compiler
def test_a_folder_that_is_deleted_meanwhile_ends_no_compilation(own_cache: Path):
    cache.cache_folder().rmdir()
    values = np.ones(3)
    flat.load(PROGRAM)(values)
    assert values.tolist() == [3.0, 3.0, 3.0]


def test_without_any_folder_that_can_be_written_there_is_a_sentence(own_cache: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: Any, **__: Any) -> None:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr("motorpool.compile.cache.tempfile.TemporaryFile", refuse)
    monkeypatch.setattr("motorpool.compile.cache.tempfile.mkdtemp", refuse)
    with pytest.raises(CacheError, match=r"cannot be written, nor can a temporary one .*; name a folder of your own"):
        cache.cache_folder()
