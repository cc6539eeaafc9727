"""A file in the format of another program is named as such, wherever a file of another kind is expected."""

import os
import random
import time
from pathlib import Path
from typing import Any

import pytest
from command_line import answered
from damaged import SCENARIO, mutations, whole_files
from foreign_files import foreign_files
from pace import patience
from test_damaged_files import COMMANDS

from motorpool.base.foreign_formats import FORMATS, LOOKED_AT, format_of

READS: dict[str, tuple[str, ...]] = {  # formats that a command reads; it does not refuse their files
    "mobility --objects": ("GeoJSON",), "route --network": ("GeoJSON",),
    **dict.fromkeys(("log", "fit", "fit --test"), ("MCAP", "ROS 1 bag", "ROS 2 bag", "GPX")),
    "replay": ("MCAP",), "recover": ("MCAP",),  # a recording of Motorpool for other programs, as the sentence says
    "terrain --map": ("OpenStreetMap", "Overpass JSON", "Lanelet2", "OpenDRIVE", "occupancy map"),
    "terrain --track": ("GPX", "KML", "GeoJSON"),
    "terrain --osm": ("OpenStreetMap", "Overpass JSON", "Lanelet2", "OpenDRIVE"),
    "terrain --opendrive": ("OpenStreetMap", "Overpass JSON", "Lanelet2", "OpenDRIVE"),
}  # fmt: skip
PLAIN = ("scenario", "vehicle", "grid", "points", "log", "model", "heights", "policy", "capture", "raster", "recording")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return whole_files(tmp_path_factory.mktemp("whole"))


def test_each_format_is_known_by_its_content(tmp_path: Path):
    found = foreign_files(tmp_path)
    assert [format_of(content[:LOOKED_AT], content[-LOOKED_AT:]) for _, _, content in found] == [
        name for name, _, _ in found
    ]
    assert {name for name, _, _ in found} == {*FORMATS}


def test_no_file_of_motorpool_is_of_another_program(files: dict[str, Path]):
    for kind in PLAIN:
        content = files[kind].read_bytes()
        assert format_of(content[:LOOKED_AT], content[-LOOKED_AT:]) == "", kind
    assert format_of(SCENARIO.encode()) == ""


def test_any_beginning_is_looked_at_without_an_error(tmp_path: Path):
    for _, _, content in foreign_files(tmp_path):
        for damaged in mutations(content[:2000], seed=len(content), count=20):
            assert format_of(damaged, damaged) in ("", *FORMATS)
    chance = random.Random(1)
    for _ in range(200):
        assert format_of(chance.randbytes(300)) == ""


def test_looking_takes_time_by_the_length_alone():
    """Of what is repeated: comments, brackets, names, lines; each within the processor time of a simple search."""
    begin = time.process_time()
    for part in (b"<!---->", b"<!--", b"<?", b"<!", b'{"asset":{', b'{"type":', b"v 1 ", b"v\n", b"# \n", b"<", b" "):
        format_of((part * LOOKED_AT)[:LOOKED_AT], (part * LOOKED_AT)[:LOOKED_AT])
    assert time.process_time() - begin < patience(5.0)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_names_the_format_of_another_program(
    name: str, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Whatever suffix the file has: its own, or one that the command reads; EVERY=1 tries every file."""
    monkeypatch.setenv("COLUMNS", "10000")
    kind, more, command = COMMANDS[name]
    command = command.replace("--vehicle nothing", "--vehicle M998").replace("--port 99999", "--port 0")
    every = int(os.environ.get("EVERY", "5"))
    suffixes = (files[kind].suffix, *more)
    for number, (foreign, own_suffix, content) in enumerate(foreign_files(tmp_path)):
        if foreign in READS.get(name, ()) or (number + [*COMMANDS].index(name)) % every:
            continue
        for suffix in (own_suffix, suffixes[number % len(suffixes)]):
            if suffix.endswith((".gz", ".zip", ".bz2")) and suffix != own_suffix:
                suffix = suffixes[0]
            path = tmp_path / f"other{number}{suffix}"
            path.write_bytes(content)
            done = answered(*_words(command, path, files, tmp_path))
            assert done.returncode == 2, (foreign, suffix, done)
            assert FORMATS[foreign].title in done.stderr, (foreign, suffix, done.stderr)
            assert len(done.stderr.strip().splitlines()) == 1, (foreign, suffix, done.stderr)


def _words(command: str, path: Path, files: dict[str, Path], folder: Path) -> list[Any]:
    names = {"FILE": path, "NEW": folder / "new", **files}
    first, *words = command.split()
    return [first, *(names.get(word, word.replace("NEW", str(folder / "new"))) for word in words)]
