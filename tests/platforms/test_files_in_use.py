"""Files in use: Windows neither replaces nor deletes a file that a program has open."""

import errno
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import motorpool as mp
from motorpool.base import operating_system
from motorpool.base.files import whole_file
from motorpool.compile import array_cache, cache, flat
from motorpool.errors import MotorpoolError
from motorpool.recording.recorder import Recorder
from motorpool.recording.recording import recover_recording

OPEN_FILES = Path("/proc/self/fd")  # of this process, on Linux
pytestmark = pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="the open files of a process are listed by Linux only")


class Windows:
    """Rules of Windows for open files; ``refused`` has the names of files that were refused."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refused: list[str] = []
        self.pauses: list[float] = []
        self.at_pause: Any = lambda: None
        replace, unlink = Path.replace, Path.unlink

        def checked_replace(path: Path, target: Path) -> Path:
            self._check(path, Path(target))
            return replace(path, target)

        def checked_unlink(path: Path, missing_ok: bool = False) -> None:
            self._check(path)
            unlink(path, missing_ok=missing_ok)

        monkeypatch.setattr(Path, "replace", checked_replace)
        monkeypatch.setattr(Path, "unlink", checked_unlink)
        monkeypatch.setattr(operating_system, "sys", SimpleNamespace(platform="win32"))
        monkeypatch.setattr(operating_system, "time", SimpleNamespace(sleep=self._pause))

    def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.at_pause()

    def _check(self, *paths: Path) -> None:
        opened = {os.path.realpath(entry) for entry in OPEN_FILES.iterdir()}
        for path in paths:
            if os.path.realpath(path) in opened:
                self.refused.append(path.name)
                raise PermissionError(errno.EACCES, "Access is denied", str(path))


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Windows:
    return Windows(monkeypatch)


# ---------------------------------------------------------------- whole files


def test_a_file_that_is_open_for_a_moment_is_replaced_after_it(tmp_path: Path, windows: Windows) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    reader = path.open("rb")
    windows.at_pause = lambda: reader.close() if len(windows.pauses) == 3 else None
    with whole_file(path, error=MotorpoolError) as new:
        new.write_bytes(b"new")
    assert path.read_bytes() == b"new"
    assert len(windows.pauses) == 3
    assert [*tmp_path.iterdir()] == [path]


def test_a_file_that_stays_open_keeps_its_content_and_the_error_is_a_sentence(tmp_path: Path, windows: Windows) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with path.open("rb"), pytest.raises(MotorpoolError) as refused, whole_file(path, error=MotorpoolError) as new:
        new.write_bytes(b"new")
    assert str(refused.value) == f"{path} cannot be written: access is denied"
    assert tuple(windows.pauses) == operating_system.PAUSES
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]


def test_another_system_is_not_asked_twice(tmp_path: Path, windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operating_system, "sys", SimpleNamespace(platform="darwin"))
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with path.open("rb"), pytest.raises(PermissionError):
        operating_system.replace_file(tmp_path / "new", path)
    assert windows.pauses == []
    assert windows.refused == ["file"]


# ---------------------------------------------------------------- what the package writes


def recorded(path: Path) -> Path:
    """Record a step of a world in a file."""
    world = mp.World(fleets=[mp.Fleet("bicycle", 2)])
    with Recorder(path) as recorder:
        world.observers.append(recorder)
        world.step()
    return path


def test_a_recording_replaces_no_file_that_it_has_open(tmp_path: Path, windows: Windows) -> None:
    found = mp.read_recording(recorded(tmp_path / "run.parquet"))
    assert found.is_complete
    assert found.to_csv(tmp_path / "run.csv").stat().st_size > 0
    assert found.to_mcap(tmp_path / "run.mcap").stat().st_size > 0
    assert windows.refused == []


def test_a_recording_that_was_cut_short_is_repaired_in_its_place(tmp_path: Path, windows: Windows) -> None:
    world = mp.World(fleets=[mp.Fleet("bicycle", 2)])
    path = tmp_path / "run.parquet"
    recorder = Recorder(path, flush_seconds=1e-9)
    world.observers.append(recorder)
    for _ in range(3):
        world.step()
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(path.read_bytes())
    recorder.close()
    recover_recording(cut)
    assert cut.read_bytes()[:4] == b"PAR1"
    assert windows.refused == []


def test_a_recording_that_a_reader_has_open_stays_as_it_grew(tmp_path: Path, windows: Windows) -> None:
    world = mp.World(fleets=[mp.Fleet("bicycle", 2)])
    path = tmp_path / "run.parquet"
    recorder = Recorder(path)
    world.observers.append(recorder)
    world.step()
    with path.open("rb"), pytest.raises(MotorpoolError, match="access is denied"):
        recorder.close()
    assert windows.refused
    assert mp.read_recording(path).tick_count == 1


def test_a_recording_without_a_step_is_left_if_it_cannot_be_deleted(tmp_path: Path, windows: Windows) -> None:
    path = tmp_path / "run.parquet"
    recorder = Recorder(path)
    with path.open("rb"):
        recorder.close()
    assert windows.refused == ["run.parquet"]
    assert path.exists()


def test_caches_replace_and_read_no_file_that_is_open(
    tmp_path: Path, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path))
    cache.cache_folder.cache_clear()
    try:
        calls: list[int] = []

        def make() -> dict[str, Any]:
            calls.append(1)
            return {"row": np.arange(3.0)}

        found = [array_cache.cached("rows", [1.0], code="1", make=make) for _ in range(2)]
        assert len(calls) == 1
        np.testing.assert_array_equal(found[1]["row"], [0.0, 1.0, 2.0])
        kernel = cache.cache_folder() / "kernel.o"
        flat._write(kernel, b"code")
        assert flat._read(kernel) == b"code"
    finally:
        cache.cache_folder.cache_clear()
    assert windows.refused == []


def test_a_cached_entry_that_another_program_reads_is_kept(
    tmp_path: Path, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kernel.o"
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path / "cache"))
    cache.cache_folder.cache_clear()
    try:
        flat._write(path, b"old")
        with path.open("rb"):
            flat._write(path, b"new")
        assert flat._read(path) == b"old"
    finally:
        cache.cache_folder.cache_clear()
    assert [*tmp_path.glob("*.*")] == [path]
