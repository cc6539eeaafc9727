"""The public interface is the stored one, and keeps what released versions had."""

import copy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
import public_interface as tool  # noqa: E402


@pytest.fixture(scope="module")
def present():
    return tool.interface()


def test_the_public_interface_is_the_stored_one(present):
    assert tool.text_of(present) == tool.STORED.read_text(encoding="utf-8"), (
        "the public interface has changed; see tools/checks/public_interface.py, and docs/stability.md for the rules"
    )


def test_what_a_released_version_had_is_there(present):
    assert tool.released(), "no released version is compared"
    assert {version: tool.broken(before, present) for version, before in tool.released().items()} == {
        version: [] for version in tool.released()
    }


def gone(present, *path):
    """Return the interface without one name."""
    changed = copy.deepcopy(present)
    place = changed
    for step in path[:-1]:
        place = place[step]
    if isinstance(place, dict):
        del place[path[-1]]
    else:
        place.remove(path[-1])
    return changed


REMOVALS = [
    (("names", "from_screen"), "names: from_screen"),
    (("names", "World", "step"), "names: World.step"),
    (("names", "World", "run", "*seconds"), "names: World.run(seconds)"),
    (("columns of vehicles", "speed"), "columns of vehicles: speed"),
    (("scenario keys", "FleetPart", "count"), "scenario keys: FleetPart.count"),
    (("commands", "run", "--vehicles"), "commands: run --vehicles"),
    (("words of model fields", "corrected"), "words of model fields: corrected"),
    (("models", "bicycle/arc", "params", "wheelbase"), "models: bicycle/arc.params.wheelbase"),
    (("exit codes", "replay", "3"), "exit codes: replay.3"),
    (("formats", "columns of recordings", "x_mm"), "formats: columns of recordings.x_mm"),
    (("vehicles", "M1A1"), "vehicles: M1A1"),
]


@pytest.mark.parametrize(("path", "name"), REMOVALS, ids=[name for _, name in REMOVALS])
def test_a_name_that_vanishes_is_refused(present, path, name):
    changed = gone(present, *path)
    assert f"{name} is gone" in tool.broken(present, changed)


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        (["dt"], ["dt", "steps="], []),
        (["dt", "steps="], ["dt"], ["f(steps) is gone"]),
        (["dt", "steps="], ["dt", "steps"], ["f(steps) must be given now"]),
        (["dt"], ["dt", "*seed"], ["f(seed) must be given now"]),
        (["dt", "steps="], ["dt", "*steps="], ["f(steps) must be given by name now"]),
        (["dt", "steps"], ["steps", "dt"], ["f: the order of its parameters has changed"]),
        (["*seed="], ["*seed=", "**more"], []),
    ],
)
def test_a_signature_keeps_the_calls_that_were_right(before, now, found):
    assert tool.changed_parameters("f", before, now) == found


def test_a_removal_cannot_be_stored(monkeypatch, tmp_path, present):
    stored = tmp_path / "interface.json"
    stored.write_text("before")
    monkeypatch.setattr(tool, "STORED", stored)
    monkeypatch.setattr(tool, "interface", lambda: gone(present, "names", "from_screen"))
    monkeypatch.setattr(tool, "released", lambda: {"1.0.0": present})
    monkeypatch.setattr(sys, "argv", ["public_interface.py", "--write"])
    with pytest.raises(SystemExit, match=r"1\.0\.0: names: from_screen is gone"):
        tool.main()
    assert stored.read_text() == "before"
