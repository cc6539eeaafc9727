"""Gymnasium finds a task without an import of ours: the identity names the module that registers it."""

import subprocess
import sys

import pytest

IDENTITY = "motorpool.learning:motorpool/BackTrailer-v0"


@pytest.mark.parametrize(
    ("call", "made"),
    [
        (f"gymnasium.make({IDENTITY!r}).unwrapped", "DriverEnv"),
        (f"gymnasium.make_vec({IDENTITY!r}, num_envs=2).unwrapped", "DriverVectorEnv"),
    ],
)
def test_an_identity_with_its_module_needs_no_other_import(call, made):
    text = f"import gymnasium; print(type({call}).__name__)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [made]
