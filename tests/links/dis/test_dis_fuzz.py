"""Decoding under a fuzzer that knows which branches were taken."""

import subprocess
import sys
from pathlib import Path

import pytest
from dis_examples import EXAMPLES

from motorpool.links.dis.wire.encoding import datagrams

RUNS = 10_000


def test_the_fuzzer_finds_nothing_that_raises(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris is not installed")
    for number, example in enumerate(EXAMPLES.values()):
        (tmp_path / f"{number}").write_bytes(datagrams(example.pdus())[0])
    script = Path(__file__).with_name("fuzz_decoding.py")
    # Without a limit of memory: libFuzzer's is of the process's peak, which begins with that of the process that
    # started it, and a worker that has compiled gradients has gigabytes.
    limits = [f"-runs={RUNS}", "-seed=1278", "-max_len=600", "-rss_limit_mb=0", f"-artifact_prefix={tmp_path}/"]
    command = [sys.executable, str(script), *limits, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    assert f"Done {RUNS} runs" in run.stderr
