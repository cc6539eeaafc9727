"""Fuzzed recordings, behind valid checksums and a valid chain: each is read or refused in one sentence."""

import random
from collections import Counter

import pytest
from fuzz_recordings import base_in, findings_of, mutated
from pace import patience

CASES = 20  # about a tenth of a second each


def findings_in(folder, seeds):
    """What goes wrong with the cases of some seeds."""
    base, ended, found = base_in(folder), Counter(), []
    for seed in seeds:
        file = mutated(base, random.Random(seed))
        found += [
            (seed, words) for words in findings_of(file, folder / "case.parquet", base, ended, patience=patience(1.0))
        ]
    return found, ended


def test_the_recording_that_is_changed_is_equal_before(tmp_path):
    base, ended = base_in(tmp_path), Counter()
    assert findings_of(base.parts.file(), tmp_path / "case.parquet", base, ended) == []
    assert not [use for use in ended if not use.endswith(": done")]
    assert len(ended) == 12


def test_a_short_run_of_the_fuzzer_finds_nothing(tmp_path):
    found, ended = findings_in(tmp_path, [f"short-{number}" for number in range(CASES)])
    assert found == []
    assert ended["recover: done"] > 3
    assert ended["table: done"] > 3


@pytest.mark.soak
@pytest.mark.timeout(5400)
def test_an_hour_of_the_fuzzer_finds_nothing(tmp_path):
    from fuzz_recordings import run

    assert run(tmp_path, seconds=3600.0, seed=random.randrange(1 << 30)) == 0
