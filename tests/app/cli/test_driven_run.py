"""``motorpool run --driver``: a policy drives the vehicles of a task, headless and with the page."""

from pathlib import Path

import numpy as np
import pytest
from command_line import answered, motorpool

import motorpool as mp

TASK = "BackTrailer-v0"


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """Weights that always steer a little to the left."""
    path = tmp_path / "left.npz"
    np.savez(path, task=f"motorpool/{TASK}", **{"policy.0": np.zeros((9, 1)), "policy.0.bias": np.full(1, 0.25)})
    return path


def test_a_recording_of_a_policy_is_equal_when_it_is_simulated_again(weights: Path, tmp_path: Path):
    file = tmp_path / "run.parquet"
    done = answered(
        "run", "--driver", weights, "--headless", "--seconds", 4, "--vehicles", 3, "--seed", 5, "--record", file
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "simulated 4.0 s of 3 vehicles" in done.stdout
    recording = mp.read_recording(file)
    assert "vary" not in recording.about["scenario"]
    assert (recording.vehicle(2).speed[-1], recording.about["name"]) == (-1.5, TASK)
    again = answered("replay", file, "--verify")
    assert again.returncode == 0
    assert "is equal to the bit: 20 ticks" in again.stdout


def test_the_page_shows_what_is_driven_and_the_recording_of_it_is_equal(tmp_path: Path):
    file = tmp_path / "run.parquet"
    done = motorpool("run", TASK, "--driver", "scripted", "--seconds", 2, "--record", file, "--port", 0, "--no-browser")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The page is at http://127.0.0.1:" in done.stdout
    again = answered("replay", file, "--verify")
    assert again.returncode == 0
    assert mp.read_recording(file).about["fleets"][0]["count"] == 12


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((TASK, "--driver", "left.txt"), "--driver is left.txt; it must be a file of weights (.npz), or scripted"),
        (
            (TASK, "--driver", "no.npz"),
            "--driver no.npz is no file of weights (.npz): no.npz cannot be read: no such file or directory",
        ),
        (("--driver", "scripted"), f"--driver scripted needs a task: motorpool run {TASK} --driver scripted"),
        (
            ("BackTrailer-v7", "--driver", "scripted"),
            "there is no task 'BackTrailer-v7'; did you mean 'BackTrailer-v0'?",
        ),
        ((TASK, TASK, "--driver", "scripted"), "--driver drives in one task, not 2"),
        (
            (TASK, "--driver", "scripted", "--terrain", "flat"),
            "--terrain does not go with --driver, whose world is that of the task",
        ),
        ((TASK, "--driver", "scripted", "--vehicles", 0), "--vehicles is 0; it must be 1 or more"),
    ],
)
def test_what_does_not_go_with_a_driver_is_refused_in_a_sentence(arguments: tuple[str, ...], sentence: str):
    done = answered("run", *arguments, "--headless")
    assert (done.returncode, done.stderr) == (2, f"motorpool: {sentence}\n")


def test_weights_must_name_a_task_or_fit_the_one_that_is_named(tmp_path: Path):
    np.savez(tmp_path / "few.npz", **{"policy.0": np.zeros((8, 1)), "policy.0.bias": np.zeros(1)})
    none = answered("run", "--driver", tmp_path / "few.npz", "--headless")
    assert "few.npz does not say for what task it is; name it: motorpool run TASK --driver " in none.stderr
    other = answered("run", TASK, "--driver", tmp_path / "few.npz", "--headless")
    assert other.stderr == f"motorpool: --driver few.npz takes 8 observations and gives 1 action; {TASK} has 9 and 1\n"
