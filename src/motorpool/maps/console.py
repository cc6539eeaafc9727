"""``motorpool terrain``: makes the folder of a world of a map, and prints a summary."""

import shlex
from collections import Counter
from collections.abc import Sequence
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
from .opendrive.importer import SUFFIXES as OPENDRIVE
from .osm.importer import SUFFIXES as OSM
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

    map: Path
    heights: Path | None = None
    area: str | None = None  # west,south,east,north
    spacing: float | None = None  # between posts [m]
    drives_on_left: bool | None = None
    seed: int = 0
    most_trees: int = 0


def source_of(osm: Path | None, opendrive: Path | None, other: Path | None) -> Path:
    """Return the one map that is given.

    Raises:
        WorldError: none or several are given, the file does not exist, or it has the suffix of another option.
    """
    files = {"--osm": osm, "--opendrive": opendrive, "--map": other}
    given = {option: path for option, path in files.items() if path is not None}
    if len(given) != 1:
        raise WorldError("a world is made of one map; give --osm FILE, --opendrive FILE or --map FILE")
    ((option, path),) = given.items()
    check_input(expanded(path), max_bytes=MAX_FILE_BYTES, error=WorldError, reads=MAPS)
    suffixes = {"--osm": OSM, "--opendrive": OPENDRIVE}
    for right, endings in suffixes.items():
        if option in suffixes.keys() - {right} and path.name.lower().endswith(endings):
            raise WorldError(
                f"{option} {path} is a file for {right} by its suffix; give {right} {path}, or for {option} a file "
                f"that ends in {', '.join(suffixes[option])}"
            )
    return path


def one_model(heights: Sequence[Path]) -> Path | None:
    """Return the one file of heights that is given, or None.

    Raises:
        WorldError: several are given.
    """
    if len(heights) > 1:
        names = " ".join(shlex.quote(str(path)) for path in heights)
        raise WorldError(
            f"--heights is given {len(heights)} times; one file is read: join them with gdalwarp {names} heights.tif"
        )
    return heights[0] if heights else None


def run_terrain(source: Source, out: Path, *, overwrite: bool) -> int:
    """Make the world, write its folder, print its tables, and return the exit code.

    Raises:
        MotorpoolError: a file cannot be read or written, or the folder has files of a world.
    """
    if source.heights is not None:
        check_input(expanded(source.heights), max_bytes=MAX_FILE_BYTES, error=WorldError)
    _refuse(out, overwrite=overwrite)
    area = _area_of(source.area)
    with waiting(f"reading {source.map.name}", total=1.0) as show:
        place = read_map(source.map, drives_on_left=source.drives_on_left)
        made = make_world(
            place, source.heights, name=source.map.name.partition(".")[0] or "map", spacing=source.spacing, area=area,
            drives_on_left=source.drives_on_left, seed=source.seed, most_trees=source.most_trees,
            told=lambda words, share: show(words, done=0.2 + 0.6 * share),
        )  # fmt: skip
        scenario = write_world(made, out, told=lambda words, share: show(words, done=0.8 + 0.2 * share))
    _print(made, scenario)
    return 0


def _refuse(out: Path, *, overwrite: bool) -> None:
    if out.exists() and not out.is_dir():
        raise WorldError(f"{out} is a file; name a folder")
    check_output(out / SCENARIO, error=WorldError)
    found = [name for name in FILES if (out / name).exists()]
    if found and not overwrite:
        raise WorldError(f"{out} has the file {found[0]}; name another folder, or overwrite it with --force")


def _area_of(text: str | None) -> Sequence[float] | None:
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
