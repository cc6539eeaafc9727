"""Notices of compilation: once for what the cache of kernels lacks, never for what it has."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from motorpool.compile import ahead, cache, flat
from motorpool.compile.form.types import ArrayType
from motorpool.compile.lines import CompilationLine, CompilationLines
from motorpool.compile.notices import compiling, listening

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
def test_a_function_is_reported_when_it_is_compiled_and_not_when_it_is_found(empty_cache):
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


def test_kernels_of_another_process_count_and_a_listener_that_left_hears_nothing():
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


def test_kernels_one_after_the_other_are_two_lines_with_the_sum_of_their_times(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("motorpool.compile.lines.are_kernels_kept", lambda: True)
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


def test_a_cache_that_cannot_be_written_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("motorpool.compile.lines.are_kernels_kept", lambda: False)
    lines = CompilationLines()
    lines.began()
    lines.ended(1.0)
    lines.finish()
    assert capsys.readouterr().err.splitlines() == [
        "motorpool: compiling once",
        "motorpool: compiled in 1.0 s; not kept: the cache folder cannot be written",
    ]


PROMPT = "sys.ps1 = '>>> '"
IMPATIENT = "lines.PAUSE = 0.0"  # a program prints its line after no time


@pytest.mark.slow
@pytest.mark.skipif(not flat.is_on(), reason="nothing is compiled")
@pytest.mark.parametrize(
    ("beginning", "notices", "printed"),
    [
        (PROMPT, "on", ["compiling once", "compiled in"]),
        (PROMPT, "off", []),
        ("lines.PAUSE = 1e3", "on", []),  # a program that compiles for less
        (IMPATIENT, "on", ["compiling once (MOTORPOOL_NOTICES=off prints nothing)"]),
        (IMPATIENT, "off", []),
        (f"{IMPATIENT}; multiprocessing.parent_process = lambda: 'main'", "on", []),
    ],
    ids=["prompt", "silent prompt", "quick program", "slow program", "silent program", "worker"],
)
def test_a_long_compilation_is_announced_once_at_a_prompt_and_in_a_program(
    tmp_path: Path, beginning: str, notices: str, printed: list[str]
):
    program = f"""
import multiprocessing, sys, time
from motorpool.compile import flat, lines, notices
{beginning}
from motorpool.compile.form.types import ArrayType
for number in range(2):
    with notices.compiling():
        time.sleep(0.1)
    flat.load(flat.Program("tiny", str(number), lambda: {SOURCE!r}, dict, "triple", [ArrayType("float64", 1)], {{}}))
for listener in notices._work.listeners:
    listener.finish()
"""
    environment = os.environ | {"MOTORPOOL_CACHE": str(tmp_path), "MOTORPOOL_NOTICES": notices}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    said = done.stderr.splitlines()
    assert len(said) == len(printed), done.stderr
    assert all(line.startswith(f"motorpool: {words}") for line, words in zip(said, printed, strict=True))


@pytest.mark.parametrize("seconds", [[0.6, 0.6, 0.6], [2.0, 2.0], [0.1] * 20])
def test_a_program_prints_one_line_after_a_second_of_compilation_however_it_is_divided(
    seconds: list[float], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    waited: list[float] = []
    now = SimpleNamespace(left=0.0)

    def timer(left: float, call: Callable[[], None]) -> SimpleNamespace:
        waited.append(left)
        return SimpleNamespace(start=lambda: setattr(now, "call", call), cancel=lambda: None)

    monkeypatch.setattr("motorpool.compile.lines.threading.Timer", timer)
    line, done = CompilationLine(), 0.0
    for each in seconds:
        line.began()
        if not line._is_told and each > waited[-1]:
            now.call()
        line.ended(each)
        done += each
        assert capsys.readouterr().err.count("\n") == (1 if done - each <= 1.0 < done else 0)
