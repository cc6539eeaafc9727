"""Sweeps that are killed in their midst, for tests of what is done again."""

import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pace import patience

from motorpool.studies.distributed.sweep import Results


def kill_in_its_midst(command: Sequence[Any], journal: Path, environment: Mapping[str, str] | None = None) -> bytes:
    """Kill a program that sweeps after two runs or more; returns the whole lines of its journal."""
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        deadline = time.monotonic() + patience(200.0)
        while not (journal.exists() and journal.read_bytes().count(b"\n") >= 2):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
    finally:
        process.kill()
        process.wait()
    return journal.read_bytes().rpartition(b"\n")[0] + b"\n"


def measures_of(results: Results) -> dict[str, dict[str, float]]:
    """Return the measures of every run, by its key."""
    return {outcome.run.key: outcome.measures for outcome in results.outcomes}
