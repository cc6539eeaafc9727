"""``motorpool terrain``: makes the folder of a world of a map, and prints a summary."""

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rich import box
from rich.table import Table
from rich.text import Text

from ..base.command_line.waiting import waiting
from ..base.console import PrintableConsole
from ..base.errors import WorldError
from ..base.files import check_input, check_output
from ..base.operating_system import expanded
from ..base.terminal import in_one_line
from .compressed import MAPS, MAX_FILE_BYTES
from .elevation import Elevation, Scale, elevation_of
from .heights import bare_place, own_spacing
from .occupancy.importer import FORMAT as OCCUPANCY
from .opendrive.importer import SUFFIXES as OPENDRIVE
from .osm.importer import SUFFIXES as OSM
from .place_map import PlaceMap
from .tracks import read_tracks
from .world_folder import (
    FILES,
    PICTURE,
    SCENARIO,
    MapWorld,
    make_world,
    read_map,
    write_world,
)

MOST_SHOWN = 15  # rows of what was left out


class Source(NamedTuple):
    """Map and heights that a world is made of."""

    map: Path | None  # None: ground alone
    heights: Sequence[Path] = ()
    scale: Scale | None = None  # of an image
    area: str | None = None  # west,south,east,north
    spacing: float | None = None  # between posts [m]
    drives_on_left: bool | None = None
    seed: int = 0
    most_trees: int = 0
    tracks: Sequence[Path] = ()  # that vehicles repeat
    options: Mapping[str, str] = {}  # of the map's format


def source_of(osm: Path | None, opendrive: Path | None, other: Path | None, *, has_heights: bool) -> Path | None:
    """Return the one map that is given; None of heights alone.

    Raises:
        WorldError: none or several are given, the file does not exist, or it has the suffix of another option.
    """
    if osm is opendrive is other is None and has_heights:
        return None
    files = {"--osm": osm, "--opendrive": opendrive, "--map": other}
    given = {option: path for option, path in files.items() if path is not None}
    if len(given) != 1:
        raise WorldError(
            "a world is made of one map; give --osm FILE, --opendrive FILE or --map FILE, or --heights FILE for ground "
            "alone"
        )
    ((option, path),) = given.items()
    reads = (*MAPS, OCCUPANCY) if option == "--map" else MAPS
    check_input(expanded(path), max_bytes=MAX_FILE_BYTES, error=WorldError, reads=reads)
    suffixes = {"--osm": OSM, "--opendrive": OPENDRIVE}
    for right, endings in suffixes.items():
        if option in suffixes.keys() - {right} and path.name.lower().endswith(endings):
            raise WorldError(
                f"{option} {path} is a file for {right} by its suffix; give {right} {path}, or for {option} a file "
                f"that ends in {', '.join(suffixes[option])}"
            )
    return path


def run_terrain(source: Source, out: Path, *, overwrite: bool) -> int:
    """Make the world, write its folder, print its tables, and return the exit code.

    Raises:
        MotorpoolError: a file cannot be read or written, or the folder has files of a world.
    """
    for path in source.heights:
        check_input(expanded(path), max_bytes=MAX_FILE_BYTES, error=WorldError)
    _refuse(out, overwrite=overwrite)
    area, first = area_of(source.area), source.map or source.heights[0]
    with waiting(f"reading {first.name}", total=1.0) as show:
        heights, spacing = elevation_of(source.heights, source.scale), source.spacing
        if source.map is not None:
            place = read_map(source.map, drives_on_left=source.drives_on_left, **source.options)
        else:
            place, spacing = _ground_alone(heights, source)
        made = make_world(
            place, heights, name=first.name.partition(".")[0] or "map", spacing=spacing, area=area,
            drives_on_left=source.drives_on_left, seed=source.seed, most_trees=source.most_trees,
            drives=[drive for path in source.tracks for drive in read_tracks(expanded(path))],
            told=lambda words, share: show(words, done=0.2 + 0.6 * share),
        )  # fmt: skip
        scenario = write_world(made, out, told=lambda words, share: show(words, done=0.8 + 0.2 * share))
    _print(made, scenario)
    return 0


def _ground_alone(heights: Elevation | None, source: Source) -> tuple[PlaceMap, float | None]:
    """Return a place with nothing on it, and the distance between posts [m].

    Raises:
        WorldError: an option belongs to a map.
    """
    if source.options:
        raise WorldError(f"--{next(iter(source.options))} is for a map, and none is given; leave it out")
    assert heights is not None
    return bare_place(heights), source.spacing or own_spacing(heights)


def _refuse(out: Path, *, overwrite: bool) -> None:
    if out.exists() and not out.is_dir():
        raise WorldError(f"{out} is a file; name a folder")
    check_output(out / SCENARIO, error=WorldError)
    found = [name for name in FILES if (out / name).exists()]
    if found and not overwrite:
        raise WorldError(f"{out} has the file {found[0]}; name another folder, or overwrite it with --force")


def area_of(text: str | None) -> Sequence[float] | None:
    """Return the four numbers of ``--area``; None without it.

    Raises:
        WorldError: there are not four.
    """
    if text is None:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 4:
        raise WorldError(f"--area is {text!r}; write west,south,east,north, such as 1.45,42.5,1.6,42.6")
    return numbers


def _print(made: MapWorld, scenario: Path) -> None:
    console = PrintableConsole()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False, title_justify="left", title_style="bold")
    table.title = made.name
    for name, value in made.rows():
        table.add_row(Text(name), Text(value))
    console.print(table)
    for note in made.notes:
        console.print(Text(in_one_line(note)))
    if made.left_out:
        console.print(_left_out(made.left_out))
    if made.attribution:
        console.print(Text(in_one_line(made.attribution)))
    for name in FILES:
        if name in (SCENARIO, PICTURE):
            console.print(Text(f"wrote {scenario.parent / name}"))
    console.print(Text("next:"))
    quoted = shlex.quote(str(scenario))
    console.print(Text(f"  motorpool run {quoted}"))
    console.print(Text(f"  motorpool run {quoted} --headless --seconds 60"))


def _left_out(left_out: Counter[str]) -> Table:
    table = Table("left out", "number", box=box.SIMPLE_HEAD, pad_edge=False)
    table.columns[1].justify = "right"
    shown = left_out.most_common(MOST_SHOWN)
    for words, number in shown:
        table.add_row(Text(in_one_line(words)), Text(str(number)))
    rest = left_out.total() - sum(number for _, number in shown)
    if rest:
        table.add_row(Text(f"{len(left_out) - len(shown)} other kinds"), Text(str(rest)))
    return table
