"""Whatever file a command is given, it ends with a sentence, and not with a traceback."""

import os
from pathlib import Path
from typing import Any

import pytest
import typer
from command_line import answered
from damaged import EFFORTS, Effort, mutations, strangers, whole_files

from motorpool.app.cli.app import app

# Commands that take a file: its kind, its suffixes beyond that kind's own, and the words. FILE is the file, NEW is new.
COMMANDS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "run": ("scenario", (".yml",), "run FILE --headless --seconds 0"),
    "run --terrain": (
        "raster", (".asc", ".bil", ".flt", ".hgt", ".hgt.gz", ".hgt.zip", ".dt1", ".npz"),
        "run scenario --terrain FILE --headless --seconds 0",
    ),
    "run --driver": ("policy", (), "run BackTrailer-v0 --driver FILE --headless --seconds 0"),
    "run of a task": ("scenario", (), "run FILE --driver policy --headless --seconds 0"),
    "check": ("scenario", (".xosc", ".xml", ".toml"), "check FILE"),
    "sweep": ("scenario", (), "sweep FILE --vary seed=0:2 --seconds 0.1 --workers 1 --out NEW"),
    "sweep --points": ("points", (), "sweep scenario --points FILE --seconds 0 --workers 1 --out NEW"),
    "vehicles": ("vehicle", (".urdf",), "vehicles FILE"),
    "models": ("model", (".toml",), "models FILE"),
    "compare": ("vehicle", (), "compare FILE nothing"),
    "validate": ("vehicle", (), "validate FILE --manoeuvre nothing --out NEW.html"),
    "export": ("vehicle", (), "export FILE --to lua --out NEW.lua"),
    "playground": ("vehicle", (), "playground FILE --no-browser --port 99999"),
    "tyre": ("tyre", (".txt",), "tyre FILE"),
    "log": ("log", (".tsv", ".txt", ".parquet", ".mcap"), "log FILE --model bicycle"),
    "fit": ("log", (".tsv", ".txt", ".parquet", ".mcap"), "fit FILE --model bicycle --starts 1 --out NEW.toml"),
    "fit --base": ("vehicle", (), "fit log --base FILE --out NEW.toml"),
    "fit --test": ("log", (".parquet", ".mcap"), "fit log --test FILE --model bicycle --starts 1 --out NEW.toml"),
    "replay": ("recording", (), "replay FILE --verify"),
    "recover": ("recording", (), "recover FILE"),
    "terrain --osm": ("map", (".osm.gz", ".osm.bz2", ".osm.pbf"), "terrain --osm FILE --out NEW"),
    "terrain --opendrive": ("roads", (".xodr.gz",), "terrain --opendrive FILE --out NEW"),
    "terrain --track": ("track", (".kml", ".geojson"), "terrain --osm map --track FILE --out NEW"),
    "terrain --map": ("occupancy", (".yml",), "terrain --map FILE --out NEW"),
    "occupancy": ("scenario", (".yml",), "occupancy FILE --out NEW.yaml --resolution 1 --force"),
    "terrain --heights": ("raster", (".asc", ".npz"), "terrain --osm map --heights FILE --out NEW"),
    "mobility": ("raster", (".asc", ".npz"), "mobility --terrain FILE --vehicle nothing --out NEW.tif"),
    "mobility --soil": (
        "raster", (".asc", ".npz"),
        "mobility --terrain heights --soil FILE --vehicle M998 --headings 1 --out NEW.tif",
    ),
    "mobility --objects": (
        "objects", (".geojson",),
        "mobility --terrain heights --soil mud --objects FILE --vehicle M998 --headings 1 --out NEW.tif",
    ),
    "mobility --vehicle": ("vehicle", (), "mobility --terrain heights --vehicle FILE --headings 1 --out NEW.tif"),
    "route --map": ("mobility", (), "route 5,5 30,30 --map FILE"),
    "route --network": ("network", (".yaml",), "route 0,0 9,9 --network FILE"),
    "dis dump": ("capture", (".pcapng",), "dis dump FILE"),
    "dis replay": ("capture", (), "dis replay FILE --to 127.0.0.1:39999 --rate 1000"),
    "dis populate": ("scenario", (), "dis populate 2 --scenario FILE --vehicle nothing"),
}  # fmt: skip
NO_FILES = {"scenarios", "courses", "kernels", "bench", "dis record", "dis meter"}

pytestmark = [pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return whole_files(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def try_file(files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that runs a command on a file, and checks that it ended well or with a sentence."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "10000")

    def tried(command: str, file: Path, what: str) -> None:
        names = {"FILE": file, "NEW": tmp_path / "new", **files}
        words = [
            str(names[word]) if word in names else word.replace("NEW", str(tmp_path / "new"))
            for word in command.split()
        ]
        # The names of kinds that are also commands stay words.
        words[0] = command.split()[0]
        done = answered(*words, *(["--force"] if words[0] in ("terrain", "validate", "export", "fit") else []))
        assert "Traceback" not in done.stderr, (what, done)
        assert done.returncode in (0, 1, 2, 3), (what, done)
        if done.returncode == 2:
            lines = done.stderr.strip().splitlines()
            assert lines, (what, done)
            assert all(len(line) < 2000 for line in lines), (what, done)

    return tried


def suffixes_of(name: str, files: dict[str, Path]) -> list[str]:
    kind, more, _ = COMMANDS[name]
    return [files[kind].suffix, *more]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_refuses_what_is_no_file(name: str, files: dict[str, Path], tmp_path: Path, try_file: Any):
    _, _, command = COMMANDS[name]
    suffix = suffixes_of(name, files)[0]
    folder, pipe, endless, missing = (tmp_path / f"{word}{suffix}" for word in ("folder", "pipe", "endless", "missing"))
    folder.mkdir()
    endless.symlink_to("/dev/zero")
    (tmp_path / f"nothing{suffix}").touch()
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
    for path in (folder, pipe, endless, missing, tmp_path / f"nothing{suffix}"):
        try_file(command, path, path.stem)


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_refuses_files_of_other_kinds(
    name: str, effort: Effort, files: dict[str, Path], tmp_path: Path, try_file: Any
):
    _, _, command = COMMANDS[name]
    suffixes = suffixes_of(name, files)
    begin = list(COMMANDS).index(name) % effort.one_in
    for number, (what, content) in list(enumerate(strangers(files).items()))[begin :: effort.one_in]:
        suffix = suffixes[number % len(suffixes)]
        path = tmp_path / f"other{number}{suffix}"
        path.write_bytes(content)
        try_file(command, path, f"{what} as {suffix}")


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_refuses_damaged_files(
    name: str, effort: Effort, files: dict[str, Path], tmp_path: Path, try_file: Any
):
    kind, _, command = COMMANDS[name]
    content = files[kind].read_bytes()
    for number, damaged in enumerate(mutations(content, seed=len(name), count=effort.mutations)):
        path = tmp_path / f"damaged{number}{files[kind].suffix}"
        path.write_bytes(damaged)
        try_file(command, path, repr(damaged[:300]))


def test_every_command_that_takes_a_file_is_here():
    """A new command needs a line above, among those with files or those without."""
    tried = {" ".join(words.split()[: 2 if words.startswith("dis ") else 1]) for _, _, words in COMMANDS.values()}
    assert tried | NO_FILES == set(_names(typer.main.get_command(app)))


def _names(command: Any, name: str = "") -> list[str]:
    below = getattr(command, "commands", None)
    return (
        [name]
        if below is None
        else [one for word, each in below.items() for one in _names(each, f"{name} {word}".strip())]
    )
