"""Recordings made to be believed, to hang or to crash: none is equal, each is refused, in bounded time."""

import json
import struct
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pyarrow
import pytest
from recording_parts import CLOSED_KEY, DROPPED_KEY, Chunk, parts_of

import motorpool as mp
from motorpool.app.cli import run
from motorpool.errors import FitError, RecordingError
from motorpool.recording.columns import FORMAT
from motorpool.recording.description import portable_model
from motorpool.recording.playback import Playback
from motorpool.recording.recording import recover_recording
from motorpool.studies.logs.tables import read_table
from motorpool.world.sources.player import Player

SCENARIO = """
name: two
terrain: {source: flat, size: 400.0}
vehicles: [{model: bicycle, count: 2}]
"""


@pytest.fixture(scope="module")
def drive(tmp_path_factory):
    """A recording of two seconds in five chunks, with a driver; and its parts."""
    folder = tmp_path_factory.mktemp("drive")
    (folder / "two.yaml").write_text(SCENARIO)
    world, player = mp.load(folder / "two.yaml").build(), Player()
    beginning = world.snapshot()
    world.sources.append(player)
    player.take(1)
    player.set(1, throttle=0.7, steer=0.2)
    with mp.Recorder(folder / "drive.parquet", chunk_seconds=0.4) as recorder:
        world.run(seconds=2.0, observers=[recorder])
    world.restore(beginning)
    parts = parts_of(folder / "drive.parquet")
    tables = [chunk.table for chunk in parts.chunks]
    return SimpleNamespace(path=folder / "drive.parquet", folder=folder, world=world, parts=parts, tables=tables)


@pytest.fixture
def written(drive):
    """Write a file beside the recording; returns its path."""
    path = drive.folder / "hostile.parquet"

    def write(content):
        path.write_bytes(content)
        return path

    return write


def described(drive, **changes):
    """The recording with another description, all checksums and links computed for it."""
    about = {**json.loads(drive.parts.description), **changes}
    about = {key: value for key, value in about.items() if value is not ...}
    return drive.parts.changed(description=json.dumps(about).encode())


def with_table(drive, number, change, ticks=None):
    """The recording with a changed chunk, all checksums and links computed for it."""
    chunks = list(drive.parts.chunks)
    chunks[number] = Chunk.of(change(drive.tables[number]), ticks)
    return drive.parts.changed(chunks=chunks)


def with_column(name, change):
    """Change the values of a column."""

    def changed(table):
        place, field = table.schema.names.index(name), table.schema.field(name)
        return table.set_column(place, field, pyarrow.array(change(table[name].to_pylist()), field.type))

    return changed


def without_sums(texts):
    """Journals without checksums."""
    entries = [[{k: v for k, v in one.items() if k != "sums"} for one in json.loads(t)] if t else None for t in texts]
    return [json.dumps(entry).encode() if entry else None for entry in entries]


def verified(path, capsys):
    """Exit code and sentence of a verification."""
    code = run(["replay", str(path), "--verify"])
    out, error = capsys.readouterr()
    lines = [line for line in (out + error).splitlines() if " is " in line or " differs " in line]
    assert len(lines) == 1
    return code, lines[0]


# ---- equal means equal


def test_the_parts_put_together_again_are_the_recording(drive):
    assert drive.parts.file() == drive.path.read_bytes()


def test_an_honest_recording_is_equal(drive, capsys):
    code, sentence = verified(drive.path, capsys)
    assert code == 0
    assert " is equal to the bit: 120 ticks simulated again with " in sentence


NOT_EQUAL = {
    "growing": lambda drive: drive.parts.file(is_growing=True),
    "growing and truncated": lambda drive: drive.parts.file(is_growing=True)[:-1],
    "growing without a row": lambda drive: drive.parts.changed(chunks=[]).file(is_growing=True),
    "closed without a row": lambda drive: drive.parts.changed(chunks=[]).file(),
    "not closed": lambda drive: drive.parts.changed(ending={CLOSED_KEY: b"no"}).file(),
    "dropped": lambda drive: drive.parts.changed(ending={CLOSED_KEY: b"yes", DROPPED_KEY: b"0.1"}).file(),
    "without its last chunk, not closed": lambda drive: drive.parts.changed(
        chunks=drive.parts.chunks[:-1], ending={}
    ).file(),
    "without a chunk": lambda drive: drive.parts.changed(
        chunks=[*drive.parts.chunks[:2], *drive.parts.chunks[3:]]
    ).file(),
    "without checksums": lambda drive: drive.parts.changed(
        chunks=[Chunk.of(with_column("journal", without_sums)(table)) for table in drive.tables]
    ).file(),
    "without its first checksums": lambda drive: with_table(drive, 0, with_column("journal", without_sums)).file(),
    "without its second checksums": lambda drive: with_table(drive, 2, with_column("journal", without_sums)).file(),
    "of another file": lambda drive: described(drive, files=[{"file": "a.csv", "sha256": "0" * 64}]).file(),
    "of another terrain": lambda drive: described(
        drive, terrain={"name": "flat", "source": "a level square", "sha256": "0" * 64}
    ).file(),
    "with another step": lambda drive: described(drive, dt=0.02).file(),
    "of every second tick": lambda drive: described(drive, every=2).file(),
    "with another seed": lambda drive: described(drive, seed=8).file(),
    "with other code": lambda drive: described(drive, code=[{"file": "a.py", "sha256": "0" * 64}]).file(),
    "checked at other ticks": lambda drive: described(drive, checked_every=600).file(),
    "from another tick": lambda drive: described(drive, first_tick=2).file(),
    "of a program": lambda drive: described(drive, scenario="").file(),
    "with a source": lambda drive: described(drive, sources=["os.system"]).file(),
}


@pytest.mark.parametrize("name", NOT_EQUAL)
def test_what_cannot_be_certified_is_not_verified(drive, written, capsys, name):
    code, sentence = verified(written(NOT_EQUAL[name](drive)), capsys)
    assert code == 3
    assert " is not verified: " in sentence


def test_rows_that_were_changed_behind_valid_links_differ(drive, written, capsys):
    changed = with_table(drive, 3, with_column("y_mm", lambda values: [value + 1 for value in values]))
    code, sentence = verified(written(changed.file()), capsys)
    assert code == 1
    assert " differs at tick 73 (1.22 s) of vehicle 0: y_mm is " in sentence


def test_the_result_is_one_json_object(drive, capsys):
    assert run(["replay", str(drive.path), "--verify", "--json"]) == 0
    out, error = capsys.readouterr()
    result = json.loads(out)
    assert error == ""
    assert {key: result[key] for key in ("result", "reason", "ticks", "checks", "recorded_columns")} == {
        "result": "equal", "reason": "", "ticks": 120, "checks": 3, "recorded_columns": 12,
    }  # fmt: skip
    assert result["columns"] > 50
    assert result["chain"] == mp.read_recording(drive.path).chain


# ---- the chain

UNCHAINED = {
    "missing": lambda chunks: [*chunks[:2], *chunks[3:]],
    "missing at the front": lambda chunks: chunks[1:],
    "reordered": lambda chunks: [chunks[1], chunks[0], *chunks[2:]],
    "twice": lambda chunks: [chunks[0], *chunks],
}


@pytest.mark.parametrize("is_growing", [False, True], ids=["closed", "growing"])
@pytest.mark.parametrize("name", UNCHAINED)
def test_a_chunk_that_is_missing_or_in_another_place_is_found(drive, written, name, is_growing):
    """The checksums are valid; the links are those that the chunks had."""
    linked = drive.parts.with_their_links()
    path = written(linked.changed(chunks=UNCHAINED[name](linked.chunks)).file(is_growing=is_growing))
    with pytest.raises(RecordingError, match="a chunk, or the description, is missing, exchanged or in another place"):
        mp.read_recording(path)
    recovered = recover_recording(path)
    assert not recovered.is_complete
    assert recovered.table().num_rows


@pytest.mark.parametrize("is_growing", [False, True], ids=["closed", "growing"])
def test_another_description_is_found(drive, written, is_growing):
    chunks = drive.parts.with_their_links().chunks
    path = written(described(drive, seed=8).changed(chunks=chunks).file(is_growing=is_growing))
    with pytest.raises(RecordingError, match=r"the chunk at 0\.0 s does not follow on what is before it"):
        mp.read_recording(path)


@pytest.mark.parametrize("is_growing", [False, True], ids=["closed", "growing"])
def test_a_chunk_that_was_exchanged_is_found_when_it_is_read(drive, written, is_growing):
    """Its neighbours' links name another one."""
    chunks = drive.parts.with_their_links().chunks
    other = with_column("x_mm", lambda values: [value + 1 for value in values])(drive.tables[2])
    chunks[2] = replace(chunks[2], table=other)
    recording = mp.read_recording(written(drive.parts.changed(chunks=chunks).file(is_growing=is_growing)))
    with pytest.raises(RecordingError, match=r"the chunk at 0\.8 s is not the one that was recorded"):
        recording.table()
    with pytest.raises(RecordingError, match=r"the chunk at 0\.8 s is not the one that was recorded"):
        recording.way(1)  # which reads two of the columns
    assert recover_recording(recording.path).table().num_rows == 192


def test_a_recording_without_links_is_refused(drive, written):
    with pytest.raises(RecordingError, match="its list of chunks cannot be read"):
        mp.read_recording(written(drive.parts.file(is_chained=False)))


# ---- nothing is believed because its checksum is valid

NESTED = 100_000
DESCRIPTIONS = {
    "no JSON": b"{",
    "not UTF-8": b'{"name": "\xff"}',
    "a list": b"[]",
    "nested": b"[" * NESTED + b"]" * NESTED,
    "nested in a key": b'{"format": 3, "x": ' + b"[" * NESTED + b"]" * NESTED + b"}",
    "an endless number": b'{"format": ' + b"1" * 2_000_000 + b"}",
    "empty": b"",
}
CHANGES = {
    "format is text": {"format": "3"},
    "no format": {"format": ...},
    "no step": {"dt": ...},
    "step is zero": {"dt": 0.0},
    "step is text": {"dt": "0.1"},
    "step is not finite": {"dt": float("inf")},
    "every is zero": {"every": 0},
    "every is a fraction": {"every": 0.5},
    "every is true": {"every": True},
    "fleets are a number": {"fleets": 3},
    "fleets are none": {"fleets": []},
    "a fleet is text": {"fleets": ["tanks"]},
    "no checked columns": {"checked": ...},
    "checked columns are numbers": {"checked": [1, 2]},
    "sources are text": {"sources": "none"},
    "a scenario is a list": {"scenario": ["name"]},
    "columns are others": {"columns": {}},
    "units are others": {"columns": {"x_mm": {"scale": 1.0, "meaning": "east [m]"}}},
    "the terrain has no name": {"terrain": {}},
    "a hash is short": {"files": [{"file": "a", "sha256": "00"}]},
    "version with an escape": {"version": "\x1b[2J" * 400},
}
FLEETS = {
    "begins elsewhere": {"first": 1},
    "has fewer": {"count": 1},
    "has a negative number": {"count": -2},
    "has too many": {"count": 10**9},
    "has no body": {"body": None},
    "has a flat body": {"body": {"length": 1.0, "width": 0.0, "height": 1.0}},
}


def refused(path, capsys):
    """The sentence with which playing, verifying, fitting and repairing are refused."""
    sentences = set()
    for command in (["replay", str(path)], ["replay", str(path), "--verify"], ["recover", str(path)]):
        assert run(command) == 2
        out, error = capsys.readouterr()
        assert out == ""
        sentences.add(error.splitlines()[-1])
        assert len(error.splitlines()) == 1
    with pytest.raises(FitError):
        read_table(path, vehicle=0)
    assert len(sentences) == 1
    return sentences.pop()


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_a_description_that_is_none_is_refused(drive, written, capsys, name):
    path = written(drive.parts.changed(description=DESCRIPTIONS[name]).file())
    assert "hostile.parquet cannot be read: its description cannot be read: " in refused(path, capsys)


@pytest.mark.parametrize("name", CHANGES)
def test_a_description_with_wrong_values_is_refused(drive, written, capsys, name):
    assert "hostile.parquet cannot be read: " in refused(written(described(drive, **CHANGES[name]).file()), capsys)


@pytest.mark.parametrize("is_growing", [False, True], ids=["closed", "growing"])
@pytest.mark.parametrize("number", [-1, *range(FORMAT), FORMAT + 1, 1000])
def test_another_format_is_refused_by_its_number(drive, written, capsys, number, is_growing):
    path = written(described(drive, format=number).changed(chunks=[]).file(is_growing=is_growing))
    assert f", in format {number}; this version reads format {FORMAT}: install" in refused(path, capsys)


@pytest.mark.parametrize("name", FLEETS)
def test_fleets_that_are_not_those_of_the_rows_are_refused(drive, written, name):
    fleet = {**json.loads(drive.parts.description)["fleets"][0], **FLEETS[name]}
    path = written(described(drive, fleets=[fleet]).file())
    with pytest.raises(RecordingError, match="cannot be read: "):
        mp.read_recording(path).table()


@pytest.mark.parametrize("change", [{"name": "tanks"}, {"model": "tracked"}, {"count": 3}], ids=str)
def test_other_fleets_are_not_equal(drive, written, capsys, change):
    fleet = {**json.loads(drive.parts.description)["fleets"][0], **change}
    assert verified(written(described(drive, fleets=[fleet]).file()), capsys)[0] == 3


INDEXES = {
    "an endless number": b"\x15" + b"\xff" * 2_000_000 + b"\x00",
    "nested": b"\x1c" * NESTED + b"\x00" * NESTED,
    "lists in lists": b"\x19" + b"\x19" * NESTED,
    "empty": b"\x00",
    "a list of more than there is": b"\x15\x02\x19\xfc\xff\xff\xff\xff\x07",
    "very large": b"\x15" + bytes(20_000_000),
}


@pytest.mark.parametrize("name", INDEXES)
def test_an_index_that_is_none_is_refused(drive, written, capsys, name):
    whole = drive.path.read_bytes()
    index_size = struct.unpack("<I", whole[-8:-4])[0]
    path = written(whole[: -8 - index_size] + INDEXES[name] + struct.pack("<I", len(INDEXES[name])) + b"PAR1")
    assert "hostile.parquet cannot be read: " in refused(path, capsys)


def test_a_closed_recording_that_is_cut_is_refused(drive, written, capsys):
    assert "it is no Parquet file, or its end is missing" in refused(written(drive.path.read_bytes()[:-1]), capsys)


LISTS = {
    "no JSON": b"[",
    "nested": b"[" * NESTED,
    "a number": b"3",
    "of other chunks": b"[]",
    "a link that is none": b'[[1,24,24,48,"x","y",2]]',
    "an empty link": b'[[1,24,24,48,"","",2]]',
    "ticks that are text": b'[["1",24,24,48,"%s","%s",2]]' % (b"0" * 64, b"0" * 64),
    "without the number of vehicles": b'[[1,24,24,48,"%s","%s"]]' % (b"0" * 64, b"0" * 64),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_chunks_that_is_none_is_refused(drive, written, capsys, name):
    ending = {CLOSED_KEY: b"yes", "motorpool.chunks": LISTS[name]}
    assert "hostile.parquet cannot be read: " in refused(written(drive.parts.changed(ending=ending).file()), capsys)


MESSAGES = {
    "no message": b"PAR1" * 100,
    "metadata of a negative size": b"\xff\xff\xff\xff" + struct.pack("<i", -8) + bytes(100),
    "metadata of two gigabytes": b"\xff\xff\xff\xff" + struct.pack("<i", (1 << 31) - 1) + bytes(100),
    "metadata that are none": b"\xff\xff\xff\xff" + struct.pack("<i", 64) + b"\xff" * 64,
    "metadata that lead behind their end": b"\xff\xff\xff\xff" + struct.pack("<i I", 64, 60) + bytes(60),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_that_is_none_is_refused(drive, written, capsys, name):
    growing = drive.parts.file(is_growing=True)
    assert "hostile.parquet cannot be read: " in refused(written(growing + MESSAGES[name]), capsys)
    assert "hostile.parquet cannot be read: " in refused(written(b"\xff\xff\xff\xff" + MESSAGES[name]), capsys)


ROWS = {
    "a tick is missing": with_column("tick", lambda values: [None, *values[1:]]),
    "a tick is another": with_column("tick", lambda values: [values[1], *values[1:]]),
    "a vehicle is beyond the fleets": with_column("vehicle", lambda values: [value + 1 for value in values]),
    "a vehicle is negative": with_column("vehicle", lambda values: [value - 1 for value in values]),
    "all are one vehicle": with_column("vehicle", lambda values: [0] * len(values)),
    "vehicles come in another order": with_column("vehicle", lambda values: values[::-1]),
    "a driver is none": with_column("driver", lambda values: [9, *values[1:]]),
    "a driver is missing": with_column("driver", lambda values: [None, *values[1:]]),
    "a status is missing": with_column("status", lambda values: [None, *values[1:]]),
    "a row is missing": lambda table: table.slice(1),
    "a column is text": lambda table: table.set_column(2, "x_mm", pyarrow.array(["x"] * table.num_rows)),
    "a column is of moments": lambda table: table.set_column(
        2, "x_mm", pyarrow.array(np.zeros(table.num_rows, "datetime64[ms]"))
    ),
    "a column is missing": lambda table: table.drop_columns(["x_mm"]),
}


@pytest.mark.parametrize("is_growing", [False, True], ids=["closed", "growing"])
@pytest.mark.parametrize("name", ROWS)
def test_rows_that_no_recorder_writes_are_refused(drive, written, name, is_growing):
    path = written(with_table(drive, 1, ROWS[name]).file(is_growing=is_growing))
    with pytest.raises(RecordingError, match="cannot be read: "):
        mp.read_recording(path).table()
    with pytest.raises(FitError):
        read_table(path, vehicle=0)


@pytest.mark.parametrize("is_growing", [False, True], ids=["closed", "growing"])
@pytest.mark.parametrize("ticks", [0, -1, 7, "", "x", 10**50, None])
def test_numbers_of_ticks_that_cannot_be_are_refused(drive, written, ticks, is_growing):
    first = drive.parts.chunks[0]
    listed = [*first.listed[:2], ticks, first.listed[3]]
    chunks = [replace(first, listed=listed), *drive.parts.chunks[1:]]
    with pytest.raises(RecordingError, match="cannot be read: "):
        mp.read_recording(written(drive.parts.changed(chunks=chunks).file(is_growing=is_growing))).table()


def bomb_in(drive):
    """The recording with megabytes of journal in a few kilobytes."""
    return with_table(drive, 0, with_column("journal", lambda texts: [b" " * (1 << 22), *texts[1:]]))


def test_a_page_that_would_fill_the_memory_is_refused_before_it_is_unpacked(drive, written, monkeypatch):
    monkeypatch.setattr("motorpool.recording.columns.MAX_JOURNAL_BYTES", 1 << 20)
    path = written(bomb_in(drive).file())
    assert path.stat().st_size < 100_000
    with pytest.raises(RecordingError, match="its column journal has a page that is too large"):
        mp.read_recording(path).journal()


def test_a_batch_that_would_fill_the_memory_is_refused_before_it_is_unpacked(drive, written, monkeypatch):
    monkeypatch.setattr("motorpool.recording.columns.MAX_JOURNAL_BYTES", 1 << 20)
    path = written(bomb_in(drive).file(is_growing=True))
    assert path.stat().st_size < 100_000
    with pytest.raises(RecordingError, match=r"a record batch has 4[0-9]+ bytes; 48 rows have at most"):
        mp.read_recording(path).journal()


JOURNALS = {
    "no JSON": b"{",
    "no list": b"{}",
    "nested": b"[" * NESTED,
    "a tick is text": b'[{"tick": "1"}]',
    "a tick is endless": b'[{"tick": ' + b"9" * 100_000 + b"}]",
    "an unknown key": b'[{"tick": 1, "run": "x"}]',
    "actions are text": b'[{"tick": 1, "actions": "take"}]',
    "an unknown action": b'[{"tick": 1, "actions": [["__import__", "os"]]}]',
    "an action of no vehicle": b'[{"tick": 1, "actions": [["take", 2]]}]',
    "an action of a vehicle from behind": b'[{"tick": 1, "actions": [["take", -1]]}]',
    "an action of a text": b'[{"tick": 1, "actions": [["drive", 0, "full"]]}]',
    "an action of a list": b'[{"tick": 1, "actions": [[["take"], 0]]}]',
    "an action of too many fields": b'[{"tick": 1, "actions": [["take", 0, 0, 0]]}]',
    "an event of no vehicle": b'[{"tick": 1, "events": [["shot", 5, -1]]}]',
    "an unknown event": b'[{"tick": 1, "events": [["\\u001b[2J", 0, -1]]}]',
    "checksums that are none": b'[{"tick": 1, "sums": "xyz"}]',
    "checksums of other columns": b'[{"tick": 1, "sums": "00000000"}]',
    "checksums that are a number": b'[{"tick": 1, "sums": 3}]',
}


@pytest.mark.parametrize("name", JOURNALS)
def test_a_journal_that_is_none_is_refused(drive, written, name):
    path = written(with_table(drive, 0, with_column("journal", lambda texts: [JOURNALS[name], *texts[1:]])).file())
    recording = mp.read_recording(path)
    with pytest.raises(RecordingError, match="journal cannot be read: "):
        recording.journal()
    with pytest.raises(RecordingError, match="journal cannot be read: "):
        Playback(drive.world, recording)


@pytest.mark.parametrize("tick", [0, 25, 1000])
def test_a_journal_of_other_ticks_is_not_equal(drive, written, capsys, tick):
    text = b'[{"tick": %d, "actions": [["take", 0]]}]' % tick
    changed = with_table(drive, 0, with_column("journal", lambda texts: [*texts[:23], text, *texts[24:]]))
    assert verified(written(changed.file()), capsys)[0] == 3


def test_a_world_that_was_set_back_is_not_played(drive, written):
    chunks = [*drive.parts.chunks, *drive.parts.chunks]
    recording = mp.read_recording(written(drive.parts.changed(chunks=chunks).file()))
    with pytest.raises(RecordingError, match="set back while it was recorded"):
        Playback(drive.world, recording)


def test_a_small_file_of_ever_the_same_rows_is_no_log(drive, written, monkeypatch):
    monkeypatch.setattr("motorpool.studies.logs.sparse_columns.MOST_ROWS", 100)
    with pytest.raises(FitError, match="has 120 rows; a log may have at most 100"):
        read_table(drive.path, vehicle=0)


# ---- what its author keeps to himself


MINE = """title = "Mine"
summary = "A car."
model = "bicycle"
[body]
length = 4.5
width = 1.8
height = 1.5
[params]
wheelbase = 2.7       # [m] guessed (E)
speed_reference = 0.0 # [1] the rear axle (E)
max_steer_angle = 0.6 # [rad] guessed (E)
"""


def test_no_path_of_the_author_is_in_a_recording(tmp_path):
    secret = tmp_path / "home of somebody"
    secret.mkdir()
    (secret / "posts.csv").write_text("x,y,heading_deg\n0,0,0\n50,0,0\n")
    (secret / "mine.toml").write_text(MINE)
    (secret / "two.yaml").write_text(
        SCENARIO.replace("bicycle", f"{secret}/mine.toml").replace(
            "count: 2", f"count: 2, start: {{file: {secret}/posts.csv}}"
        )
    )
    world = mp.load(secret / "two.yaml").build()
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.run(seconds=0.1, observers=[recorder])
    assert b"home of somebody" not in (tmp_path / "run.parquet").read_bytes()
    about = mp.read_recording(tmp_path / "run.parquet").about
    assert "file: posts.csv" in about["scenario"]
    assert "model: mine.toml" in about["scenario"]
    assert about["fleets"][0]["model"] == "mine.toml"
    assert [file["file"] for file in about["files"]] == ["posts.csv", "mine.toml"]


def test_a_model_of_a_file_is_named_without_its_folder():
    assert portable_model("/home/somebody/my.py:drag=0.5") == "my.py:drag=0.5"
    assert portable_model("C:\\somebody\\my.toml") == "my.toml"
    assert portable_model("bicycle/arc") == "bicycle/arc"


def test_a_file_that_has_changed_since_is_not_equal(tmp_path, capsys):
    (tmp_path / "posts.csv").write_text("x,y,heading_deg\n0,0,0\n50,0,0\n")
    (tmp_path / "two.yaml").write_text(SCENARIO.replace("count: 2", "count: 2, start: {file: posts.csv}"))
    world = mp.load(tmp_path / "two.yaml").build()
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.run(seconds=0.1, observers=[recorder])
    assert verified(tmp_path / "run.parquet", capsys)[0] == 0
    (tmp_path / "posts.csv").write_text("x,y,heading_deg\n0,0,0\n50,0,0\n\n")
    code, sentence = verified(tmp_path / "run.parquet", capsys)
    assert code == 3
    assert "posts.csv is not what it was when it was recorded" in sentence
