"""Files of released versions are read by this one, with the values that they had."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from mcap.reader import make_reader

import motorpool as mp
from motorpool.app.cli import run

ROOT = Path(__file__).parents[2]
import golden_files as tool  # noqa: E402

FIRST = mp.__version__.partition(".")[0]
VERSIONS = sorted(folder for folder in tool.GOLDEN.glob("*.*.*") if folder.name.partition(".")[0] == FIRST)
PARTS = ("vehicle", "scenario", "roads", "recording", "interrupted", "sensors", "task", "policy")

versions = pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)


@pytest.fixture(scope="module")
def read():
    """Return what this version reads in the folder of a version; each folder is read once."""
    known = {}
    return lambda folder: known.setdefault(folder, tool.contents(folder))


def check_contains(found, kept, where=""):
    """Check that all kept values are found; mappings may have further keys, which later versions have added."""
    if isinstance(kept, dict):
        assert not kept.keys() - found.keys(), f"{where} lacks {kept.keys() - found.keys()}"
        for key, value in kept.items():
            check_contains(found[key], value, f"{where}.{key}")
    elif isinstance(kept, list):
        assert len(found) == len(kept), where
        for number, (one, value) in enumerate(zip(found, kept, strict=True)):
            check_contains(one, value, f"{where}[{number}]")
    elif isinstance(kept, float):
        assert found == pytest.approx(kept, rel=1e-6, abs=1e-9), where
    else:
        assert found == kept, where


def messages_of(path):
    """Return topic, schema, time and data of all messages of an MCAP file, and its metadata."""
    with path.open("rb") as stream:
        reader = make_reader(stream)
        found = [
            (channel.topic, schema.name, message.log_time, message.data)
            for schema, channel, message in reader.iter_messages()
        ]
        return found, {record.name: record.metadata for record in reader.iter_metadata()}


def test_this_version_has_its_files():
    assert tool.GOLDEN / mp.__version__ in VERSIONS, "run: python tools/release/golden_files.py"


@versions
@pytest.mark.parametrize("part", PARTS)
def test_the_values_in_a_file_are_those_of_its_version(folder, part, read):
    kept = json.loads((folder / tool.CONTENTS).read_text(encoding="utf-8"))
    # Versions after 1.0 clip a policy's actions to the action space, as the environments of 1.0 did afterwards.
    kept["policy"]["actions"] = np.clip(kept["policy"]["actions"], -1.0, 1.0).tolist()
    check_contains(read(folder)[part], kept[part], part)


@versions
def test_both_written_forms_of_a_recording_have_the_same_rows(folder, read):
    closed, growing = read(folder)["recording"], read(folder)["interrupted"]
    assert (folder / "recording.parquet").read_bytes()[:4] == b"PAR1"
    assert (folder / "interrupted.parquet").read_bytes()[:4] != b"PAR1"
    assert closed["is_complete"]
    assert not growing["is_complete"]
    for vehicle, columns in growing["tracks"].items():
        for name, values in columns.items():
            assert len(values) > 10
            assert closed["tracks"][vehicle][name][: len(values)] == values


@versions
def test_the_recording_becomes_the_same_table(folder, tmp_path):
    mp.read_recording(folder / "recording.parquet").to_csv(tmp_path / "new.csv", every=5 * tool.EVERY)
    old, new = ((place.read_text().splitlines()) for place in (folder / "recording.csv", tmp_path / "new.csv"))
    names, more = old[0].split(","), new[0].split(",")
    assert more[: len(names)] == names
    assert [line.split(",")[: len(names)] for line in new[1:]] == [line.split(",") for line in old[1:]]
    assert len(old) > 10


@versions
def test_the_recording_becomes_the_same_messages(folder, tmp_path):
    mp.read_recording(folder / "recording.parquet").to_mcap(tmp_path / "new.mcap", every=20 * tool.EVERY)
    (old, about), (new, new_about) = messages_of(folder / "recording.mcap"), messages_of(tmp_path / "new.mcap")
    assert len(old) >= 9
    assert new == old
    assert about["motorpool"].keys() <= new_about["motorpool"].keys()


@versions
def test_the_recording_is_simulated_again_and_compared(folder, capsys):
    assert run(["replay", str(folder / "recording.parquet"), "--verify", "--json"]) in (0, 1)
    report = json.loads(capsys.readouterr().out)
    assert report["result"] in ("equal", "differs")  # other versions and processors may round differently
    # A later version may build another world of the same scenario: 1.1 places bodies where they are drawn.
    assert report["ticks"] > 0 or "builds another world by now" in report["reason"]


@versions
def test_the_scenario_and_the_task_run(folder):
    world = mp.load(folder / "world.yaml").build()
    before = world.vehicles.x.copy()
    world.run(seconds=0.5)
    assert np.isfinite(world.vehicles.x).all()
    assert (world.vehicles.x != before).any()
    from motorpool.learning import Batch

    batch = Batch(tool.load_task(folder / "task.yaml"), 2)
    assert batch.reset(seed=1)[0].shape[-1] == 4


def test_a_changed_value_is_noticed(tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(VERSIONS[-1], folder)
    changed = (folder / "scout.toml").read_text().replace("mass = 3300.0", "mass = 3301.0")
    (folder / "scout.toml").write_text(changed)
    kept = json.loads((folder / tool.CONTENTS).read_text(encoding="utf-8"))
    with pytest.raises(AssertionError, match=r"vehicle\.mass"):
        check_contains(tool.vehicle_in(folder / "scout.toml"), kept["vehicle"], "vehicle")


def test_files_of_a_version_that_has_some_are_not_written_again(tmp_path):
    with pytest.raises(SystemExit, match="files of a version never change"):
        tool.main([])
    with pytest.raises(SystemExit, match="exists"):
        tool.main(["--in", str(tmp_path)])
