"""Notices of compilation: once for what the cache of kernels lacks, never for what it has."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from motorpool.compile import ahead, cache, flat
from motorpool.compile.lines import CompilationLines
from motorpool.compile.notices import compiling, listening
from motorpool.form.types import ArrayType

SOURCE = """
def triple(values):
    for i in range(values.size):
        values[i] = 3.0 * values[i]
"""
PROGRAM = flat.Program("tiny", "1", lambda: SOURCE, dict, "triple", [ArrayType("float64", 1)], {})


class Heard:
    def __init__(self) -> None:
        self.began_count, self.seconds, self.progress = 0, list[float](), list[tuple[int, int]]()

    def began(self) -> None:
        self.began_count += 1

    def ended(self, seconds: float) -> None:
        self.seconds.append(seconds)

    def progressed(self, done: int, total: int) -> None:
        self.progress.append((done, total))


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path))
    cache.cache_folder.cache_clear()
    yield
    cache.cache_folder.cache_clear()


@pytest.mark.skipif(not flat.is_on(), reason="nothing is compiled")
def test_a_function_is_told_when_it_is_compiled_and_not_when_it_is_found(empty_cache):
    heard = Heard()
    values = np.ones(3)
    with listening(heard):
        flat.load(PROGRAM)(values)
        assert heard.began_count == 1
        assert len(heard.seconds) == 1
        assert heard.seconds[0] > 0.0
        flat.load(PROGRAM)(values)
        assert heard.began_count == 1
    assert values.tolist() == [9.0, 9.0, 9.0]


def test_what_another_process_compiles_counts_and_who_has_left_hears_nothing():
    heard = Heard()
    with listening(heard), compiling(), compiling():
        assert (heard.began_count, heard.seconds) == (1, [])
    assert len(heard.seconds) == 1
    with compiling():
        pass
    assert heard.began_count == 1


def test_the_list_of_another_process_counts_what_is_ready(tmp_path: Path):
    jobs = [ahead.Job(str(number), 1, lambda: None) for number in range(3)]
    (tmp_path / ahead.claims_of(jobs)[1]).touch()  # another process has taken it
    heard = Heard()
    with listening(heard):
        ahead.work(jobs, tmp_path)
    assert heard.progress == [(33, 100), (66, 100)]


def test_kernels_one_after_the_other_are_two_lines_with_the_sum_of_their_times(capsys: pytest.CaptureFixture[str]):
    lines = CompilationLines()
    lines.expect(11.6)
    lines.began()
    lines.finish()  # not yet
    lines.ended(4.0)
    lines.began()
    lines.ended(7.8)
    lines.finish()
    lines.finish()  # there is no more to say
    assert capsys.readouterr().err.splitlines() == [
        "motorpool: compiling once, about 12 s",
        "motorpool: compiled in 11.8 s; kept for next time",
    ]


def test_a_cache_that_cannot_be_written_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("motorpool.compile.lines.is_kept", lambda: False)
    lines = CompilationLines()
    lines.began()
    lines.ended(1.0)
    lines.finish()
    assert capsys.readouterr().err.splitlines() == [
        "motorpool: compiling once",
        "motorpool: compiled in 1.0 s; not kept: the cache folder cannot be written",
    ]


@pytest.mark.skipif(not flat.is_on(), reason="nothing is compiled")
@pytest.mark.parametrize(("prompt", "count"), [("sys.ps1 = '>>> '", 2), ("", 0)])
def test_who_waits_at_a_prompt_is_told_and_a_program_prints_nothing(tmp_path: Path, prompt: str, count: int):
    program = f"""
import sys
{prompt}
from motorpool.compile.flat import Program, load
from motorpool.form.types import ArrayType
load(Program("tiny", "2", lambda: {SOURCE!r}, dict, "triple", [ArrayType("float64", 1)], {{}}))
from motorpool.compile.notices import _work
for listener in _work.listeners:
    listener.finish()
"""
    environment = os.environ | {"MOTORPOOL_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert len(done.stderr.splitlines()) == count, done.stderr
