"""Fuzzed recordings and logs: each is read or refused in one sentence; recordings with valid checksums and chains."""

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from fuzz_recordings import base_in, case_of, findings_of
from pace import patience

ROOT = Path(__file__).parents[2]
CASES = 40  # about a tenth of a second each
LOG_CASES = 200  # about four milliseconds each


def findings_in(folder, names, *, is_log=False):
    """What goes wrong with the cases of some names."""
    base, ended, found = base_in(folder), Counter(), []
    for name in names:
        suffix, file = case_of(base, name, is_log=is_log)
        findings = findings_of(file, folder / f"case{suffix}", base, ended, patience=patience(1.0))
        found += [(name, words) for words in findings]
    return found, ended


def test_the_recording_that_is_changed_is_equal_before(tmp_path):
    base, ended = base_in(tmp_path), Counter()
    assert findings_of(base.parts.file(), tmp_path / "case.parquet", base, ended) == []
    assert not [use for use in ended if not use.endswith(": done")]
    assert len(ended) == 13


def test_a_short_run_of_the_fuzzer_finds_nothing(tmp_path):
    found, ended = findings_in(tmp_path, [f"short-{number}" for number in range(CASES)])
    assert found == []
    assert ended["recover: done"] > 0
    assert ended["table: done"] > 0


def test_a_short_run_of_the_fuzzer_finds_nothing_in_logs(tmp_path):
    found, ended = findings_in(tmp_path, [f"log-{number}" for number in range(LOG_CASES)], is_log=True)
    assert found == []
    assert ended["fit: done"] > 20
    assert ended["log: done"] > 10
    assert ended["fit: FitError"] > 20


@pytest.mark.slow  # a program of its own
def test_the_fuzzer_runs_as_the_program_that_its_documentation_names(tmp_path):
    page = (ROOT / "docs" / "recording.md").read_text(encoding="utf-8")
    assert "`python tests/recording/fuzz_recordings.py --seconds 3600`" in page
    command = [sys.executable, "tests/recording/fuzz_recordings.py", "--seconds", "1", "--findings", tmp_path / "found"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=patience(100.0), check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert " 0 findings, seed 1" in ended.stdout


@pytest.mark.soak
@pytest.mark.timeout(5400)
def test_an_hour_of_the_fuzzer_finds_nothing(tmp_path):
    from fuzz_recordings import run

    assert run(tmp_path, seconds=3600.0, seed=random.randrange(1 << 30)) == 0
