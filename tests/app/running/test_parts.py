"""Parts of a run: what excludes each other, how a part of another package takes part, and what sets the pace."""

import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import answered
from pace import patience

from motorpool.app.running.command import parts
from motorpool.app.running.headless import run_headless
from motorpool.app.running.live import OfferedScenarios
from motorpool.app.running.options import RunOptions
from motorpool.app.running.run import Run
from motorpool.errors import ExerciseError, WorldError
from motorpool.world.part import Participant

SCENARIO = "terrain: {source: flat, size: 1000}\nvehicles: [{model: bicycle, count: 3}, {model: tracked, count: 2}]\n"
STRANGER = """
from dataclasses import dataclass
from motorpool.errors import WorldError
from motorpool.world.part import Part, Participant, option


@dataclass
class Options:
    greeting: str = option("hello", "What the stranger says.")
    failing: bool = option(False, "Fail in the first step.", "--failing")


class Stranger(Participant):
    Options = Options

    def attends(self, scenario):
        return True

    def begin(self, run):
        print("begins")

    def enter(self, run):
        print("enters", run.world.count)
        run.world.observers.append(self)

    def observe(self, world):
        if self.options.failing:
            raise WorldError("the stranger failed")

    def exit(self, run):
        print("exits at", run.world.tick)

    def report(self, run):
        print("says", self.options.greeting)


PART = Part("stranger", Stranger)
"""
VALUES = {"--dis": [], "--no-dis": [], "--ros": [], "--foxglove": [], "--regions": ["2"], "--driver": ["scripted"]}
EXCLUSIONS = [
    (part.kind, option) for part in parts() for option in part.kind.excludes if option not in ("--objects", "--terrain")
]
OWN = {"PolicyOfRun": "--driver", "RegionsOfRun": "--regions"}


@pytest.fixture
def few(tmp_path: Path) -> str:
    path = tmp_path / "few.yaml"
    path.write_text(SCENARIO)
    return str(path)


@pytest.mark.parametrize(("kind", "other"), EXCLUSIONS)
def test_a_refusal_of_two_options_names_both(kind: type[Participant], other: str):
    own = OWN[kind.__name__]
    done = answered("run", "--headless", own, *VALUES[own], other, *VALUES[other])
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    words = {other, "an exercise"} if other == "--dis" else {other}
    assert own in done.stderr
    assert any(word in done.stderr for word in words), done.stderr


def test_no_option_belongs_to_two_parts():
    names = [list(part.kind.Options.__dataclass_fields__) for part in parts()]
    names.append(list(RunOptions.__dataclass_fields__))
    assert not any(set(some) & set(others) for some, others in permutations(names, 2))


def test_a_part_of_another_package_has_options_and_enters_and_exits(few: str, tmp_path: Path):
    (tmp_path / "stranger.py").write_text(STRANGER)
    about = tmp_path / "stranger-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[motorpool.parts]\nstranger = stranger:PART\n")

    def call(*words: str) -> Any:
        command = [sys.executable, "-m", "motorpool", "run", few, "--headless", "--seconds", "0.1", *words]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=patience(150.0))

    assert "--greeting" in call("--help").stdout
    done = call("--greeting", "good day")
    lines = [line for line in done.stdout.splitlines() if line.split()[0] in ("begins", "enters", "exits", "says")]
    assert lines == ["begins", "enters 5", "exits at 6", "says good day"], done.stderr
    failed = call("--failing")
    assert (failed.returncode, "the stranger failed" in failed.stderr) == (2, True)
    assert failed.stdout.splitlines() == ["begins", "enters 5", "exits at 1"]


class Noted(Participant):
    """Part that notes what happens to it."""

    def __init__(self, name: str, notes: list[str], *, failing: str = "") -> None:
        super().__init__(None)
        self.name, self.notes, self.failing = name, notes, failing
        self.world: Any = None

    def attends(self, scenario: object) -> bool:
        return True

    def _note(self, event: str) -> None:
        self.notes.append(f"{self.name} {event}")
        if event == self.failing:
            raise (ExerciseError if event == "exits" else WorldError)(f"{self.name} failed")

    def begin(self, run: Any) -> None:
        self._note("begins")

    def enter(self, run: Any) -> None:
        self.world = run.world
        self._note("enters")

    def exit(self, run: Any) -> None:
        self._note("exits")


@pytest.mark.parametrize(
    ("failing", "events"),
    [
        ("", "a begins, b begins, a enters, b enters, b exits, a exits"),
        ("begins", "a begins, b begins, b exits, a exits"),
        ("enters", "a begins, b begins, a enters, b enters, b exits, a exits"),
    ],
)
def test_parts_exit_in_reverse_order_also_if_the_run_fails(few: str, failing: str, events: str, capsys: Any):
    notes: list[str] = []
    run = Run(
        RunOptions(scenario=[few], headless=True, seconds=0.1), [Noted("a", notes), Noted("b", notes, failing=failing)]
    )
    if failing:
        with pytest.raises(WorldError, match="b failed"):
            run_headless(run)
    else:
        assert run_headless(run) == 0
    assert ", ".join(notes) == events


def test_of_several_errors_the_first_is_raised(few: str):
    notes: list[str] = []
    options = RunOptions(scenario=[few], headless=True, seconds=0.1)
    run = Run(options, [Noted("a", notes, failing="exits"), Noted("b", notes, failing="enters")])
    with pytest.raises(WorldError, match="b failed"):
        run_headless(run)
    assert notes[-1] == "a exits"


def test_live_and_headless_make_the_same_world(few: str, capsys: Any):
    steps = 30
    alone = Noted("a", [])
    run_headless(Run(RunOptions(scenario=[few], headless=True, seconds=steps / 60.0, seed=7), [alone]))
    shown = Noted("a", [])
    built = OfferedScenarios(Run(RunOptions(scenario=[few], seed=7), [shown])).build(few, lambda _: None)
    assert built.pacer is not None
    built.pacer.run(steps=steps)
    assert (alone.world.tick, shown.world.tick) == (steps, steps)
    for name in alone.world.vehicles.names:
        np.testing.assert_array_equal(getattr(alone.world.vehicles, name), getattr(shown.world.vehicles, name), name)
