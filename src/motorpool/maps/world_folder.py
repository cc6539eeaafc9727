"""From a map to a world: a folder with a scenario that runs at once, and everything that it names.

    made = make_world(read_osm("andorra.osm.gz"), "N42E001.hgt.zip")
    write_world(made, Path("andorra"))

The folder holds ``scenario.yaml``, ``heights.npz``, ``soils.npz``, ``roads.geojson``, ``objects.csv``, ``map.png`` and
``README.txt``; each file can be used without the others.
"""

import contextlib
import csv
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..base.errors import TerrainError, WorldError
from ..base.files import check_output, whole_file
from ..base.operating_system import expanded
from ..ground.objects.objects import KINDS
from ..ground.roads.bends import with_round_bends
from ..ground.roads.lines import Integers, along_of, any_of, joined, lengths_of, parted, pieces_of
from ..ground.roads.network import RoadNetwork, RoadSection
from ..ground.roads.network_files import save_network
from ..ground.terrain.decks import surface_heights
from ..ground.terrain.heightfield import Terrain
from ..ground.terrain.heightfield_files import save_terrain
from ..ground.terrain.surface import Surface
from ..ground.terrain.surface_files import save_surface
from ..world.scenario import load
from ..world.scenario.document import as_text
from ..world.scenario.loader import Scenario
from .drives import bookmarks_of, fleets_of
from .earthworks import levelled
from .elevation import Elevation, elevation_of
from .grade_separation import decks_over, longer, outside, resampled
from .ground_cover import soil_map
from .heights import ground_of
from .importer import importer_of
from .map_objects import MOST_TREES, Found, objects_of
from .map_picture import draw_map
from .place_map import Floats, MapPlace, MapStart, PlaceMap
from .placing import placed
from .profiles import Profiles, fit_profiles
from .surveyed import is_surveyed, steepest_on, surveyed_ground, with_heights_at_nodes
from .tracks import Drive, fleets_along

SCENARIO, HEIGHTS, SOILS, ROADS = "scenario.yaml", "heights.npz", "soils.npz", "roads.geojson"
OBJECTS, PICTURE, README = "objects.csv", "map.png", "README.txt"
FILES = (SCENARIO, HEIGHTS, SOILS, ROADS, OBJECTS, PICTURE, README)
LONGEST = 1e7  # more than the length of any road [m]
SHORTEST = 1e-3  # length of a section that is a road [m]
FREE_LENGTH = 1_000_000.0  # of roads with any number of points [m]
LENGTH_PER_POINT = 200.0  # of longer ones, on average; roads of real maps have a point every 20 to 50 m [m]

Heights = str | Path | Sequence[str | Path] | None  # files of elevation models
Told = Callable[[str, float], None]  # of the present work and the finished share

_temporary: list[tempfile.TemporaryDirectory[str]] = []  # of load_map; removed when the program ends


@dataclass(frozen=True, eq=False)
class MapWorld:
    """World that was made of a map."""

    name: str
    terrain: Terrain
    surface: Surface
    network: RoadNetwork  # with heights
    objects: Found
    profiles: Profiles
    places: list[MapPlace]
    attribution: str
    left_out: Counter[str]
    bridges: int  # sections
    tunnels: int  # sections
    notes: list[str]  # sentences on the result for the user
    seed: int
    start: MapStart | None = None  # of the first vehicle, if there are no roads
    drives: Sequence[Mapping[str, Any]] = ()  # fleets whose vehicles repeat tracks

    def rows(self) -> list[tuple[str, str]]:
        """Return a table of the world's parts: names and values."""
        length = sum(section.length for section in self.network.sections) / 1000.0
        terrain, profiles = self.terrain, self.profiles
        return [
            ("ground", f"{terrain.width / 1000:.1f} x {terrain.depth / 1000:.1f} km, "
                       f"posts {terrain.spacing:g} m apart, "
                       f"{_range_of(terrain)}"),
            ("roads", f"{length:.1f} km in {len(self.network.sections)} sections, "
                      f"up to {100 * profiles.steepest:.0f} % steep"),
            ("bridges", str(self.bridges)),
            ("tunnels", str(self.tunnels)),
            ("crossings at two levels", str(profiles.crossings)),
            ("buildings", f"{self.objects.buildings}"),
            ("trees of woods", _share_of(self.objects.trees, self.objects.trees_wanted)),
            ("objects in all", str(len(self.objects.table.x))),
        ]  # fmt: skip


def paths_of(heights: Heights) -> Sequence[str | Path]:
    """Return the files of heights."""
    return [] if heights is None else [heights] if isinstance(heights, (str, Path)) else heights


def _range_of(terrain: Terrain) -> str:
    low, high = round(float(terrain.heights.min())), round(float(terrain.heights.max()))
    return f"{low} to {high} m high" if low < high else f"{low} m high everywhere"


def _share_of(trees: int, wanted: int) -> str:
    """Return the number of trees, and the one without the limit if that is larger: a drawn one varies about it."""
    return f"{trees} of {wanted}" if trees < wanted else str(trees)


def make_world(
    place: PlaceMap,
    heights: Heights | Elevation = None,
    *,
    name: str = "map",
    spacing: float | None = None,
    area: Sequence[float] | None = None,
    drives_on_left: bool | None = None,
    seed: int = 0,
    most_trees: int = MOST_TREES,
    drives: Sequence[Drive] = (),
    told: Told | None = None,
) -> MapWorld:
    """Return the world of a map.

    Args:
        heights: file of an elevation model, or several, the finest first; None for the roads' own heights, or flat
            ground.
        spacing: between posts of the ground [m]; by default 6 m, more for a large map.
        area: part of the map: west, south, east, north [degrees; metres if the map has no position on Earth].
        drives_on_left: by default as the map says.
        seed: seed of the trees of woods.
        most_trees: limit of them; denser woods are thinned evenly.
        drives: tracks that vehicles repeat, as ``tracks.read_tracks`` reads them.
        told: called with the present work and the finished share.

    Raises:
        TerrainError: the heights cannot be read, or do not cover the map.
        MissingExtraError: a library is not installed.
    """
    tell: Told = told or _silent
    tell("reading the heights", 0.0)
    model = heights if isinstance(heights, Elevation) else elevation_of(paths_of(heights))
    ground = ground_of(place, model, spacing=spacing, area=None if area is None else tuple(area))
    here = placed(place, ground)
    left_out = here.left_out
    profiles, terrain, sections, notes = _roads_on(here, ground, tell, is_model=model is not None)
    tell("drawing soils", 0.7)
    surface = soil_map(terrain, here.areas, here.waterways, sections)
    tell("placing buildings and trees", 0.8)
    objects = objects_of(
        terrain, here.buildings, here.areas, here.things, sections, seed=seed, most_trees=most_trees, left_out=left_out
    )
    left = here.network.drives_on_left if drives_on_left is None else drives_on_left
    attribution = here.attribution or here.network.attribution
    return MapWorld(
        name=name,
        terrain=replace(terrain, name=name[:60]),
        surface=surface,
        network=RoadNetwork(sections=sections, drives_on_left=left, attribution=attribution),
        objects=objects,
        profiles=profiles,
        places=here.places,
        attribution=attribution,
        left_out=left_out,
        bridges=sum(section.is_bridge for section in sections),
        tunnels=sum(section.is_tunnel for section in sections),
        notes=[*([model.note] if model is not None and model.note else []), *notes],
        seed=seed,
        start=here.start,
        drives=fleets_along(drives, terrain, left_out),
    )


def _roads_on(
    here: PlaceMap, ground: Terrain, tell: Told, *, is_model: bool
) -> tuple[Profiles, Terrain, list[RoadSection], list[str]]:
    """Return the profiles of roads, the ground that is levelled for them, the sections on it, and notes on them."""
    tell("finding the heights of roads", 0.2)
    drawn = here.network.sections
    _check_length(drawn)
    rounded, drawn = _all_inside(with_round_bends(drawn), ground), _all_inside(drawn, ground)
    # The legs of a hairpin of a metre can collapse where it is rounded.
    lengths = zip(rounded, drawn, *(_lengths(each).tolist() for each in (rounded, drawn)), strict=True)
    kept = [new if here > SHORTEST else old for new, old, here, there in lengths if max(here, there) > SHORTEST]
    if len(kept) < len(drawn):
        here.left_out["sections of road without length"] += len(drawn) - len(kept)
    with_heights = [section for section in kept if is_surveyed(section)]
    surveyed = surveyed_ground(ground, with_heights, is_model=is_model)
    others = with_heights_at_nodes([section for section in kept if not is_surveyed(section)], surveyed.sections)
    profiles = fit_profiles(others, surveyed.terrain)
    tell("levelling the roads", 0.4)
    profiles = _with_points_on_decks(profiles, 0.5 * ground.spacing)
    terrain = _built(surveyed.terrain, profiles)
    if surveyed.sections and others:
        above = replace(terrain, decks=terrain.decks[len(surveyed.terrain.decks) :])
        terrain = surveyed_ground(above, surveyed.sections, is_model=True).terrain
    profiles = replace(
        profiles,
        sections=surveyed.sections + profiles.sections,
        lines=[section.points for section in surveyed.sections] + profiles.lines,
        crossings=surveyed.crossings + profiles.crossings,
    )
    profiles = replace(profiles, steepest=steepest_on(terrain, profiles.lines))
    return profiles, terrain, _on_terrain(profiles, terrain), surveyed.notes


def _built(ground: Terrain, profiles: Profiles) -> Terrain:
    """Return the ground levelled for roads, with decks where they are over or under it."""
    lines = [
        (part, section.width)
        for number, (section, line) in enumerate(zip(profiles.sections, profiles.lines, strict=True))
        for part in outside(line, profiles.spans.get(number, ()))
    ]
    terrain = levelled(ground, [line for line, _ in lines], np.array([width for _, width in lines]))
    if not profiles.spans:
        return terrain
    parts = [section.at(line, surface=None) for section, line in zip(profiles.sections, profiles.lines, strict=True)]
    return replace(terrain, decks=ground.decks + tuple(decks_over(parts, profiles.spans, ground.spacing)))


def _with_points_on_decks(profiles: Profiles, spacing: float) -> Profiles:
    """Return profiles whose sections with decks have the points of their lines, at most ``spacing`` apart [m]."""
    sections, lines = list(profiles.sections), list(profiles.lines)
    for number in longer(sections, profiles.spans, 10.0 * spacing):
        found = resampled(sections[number].at(lines[number], surface=None), spacing)
        sections[number], lines[number] = found, found.points
    return replace(profiles, sections=sections, lines=lines)


def _lengths(sections: Sequence[RoadSection]) -> Floats:
    """Return the lengths of sections [m]."""
    points, counts = joined([section.points for section in sections])
    begin, line = pieces_of(counts)
    return np.asarray(np.bincount(line, lengths_of(points, begin), len(counts)), np.float64)


def _check_length(sections: Sequence[RoadSection]) -> None:
    """Raise an error for roads much longer than their number of points lets expect; each metre of them is levelled.

    Raises:
        TerrainError: they are.
    """
    total, points = float(_lengths(sections).sum()), sum(len(section.points) for section in sections)
    most = FREE_LENGTH + LENGTH_PER_POINT * points
    if total > most:
        raise TerrainError(
            f"the map has {total / 1e3:.0f} km of road with {points} points; at most {most / 1e3:.0f} km are read with "
            "so few: cut a part out of it"
        )


def _all_inside(sections: Sequence[RoadSection], terrain: Terrain) -> list[RoadSection]:
    """Return sections whose points are on the terrain; a rounded bend at its edge may lead beyond it."""
    low, high = (terrain.x_west, terrain.y_south), (terrain.x_east, terrain.y_north)
    points, counts = joined([section.points for section in sections])
    inside = np.clip(points[:, :2], low, high)
    moved = any_of((inside != points[:, :2]).any(axis=1), np.repeat(np.arange(len(counts)), counts), len(counts))
    points[:, :2] = inside
    lines = zip(sections, moved.tolist(), parted(points, counts), strict=True)
    return [section.at(line) if is_moved else section for section, is_moved, line in lines]


def _silent(_words: str, _share: float) -> None:
    return


def _on_terrain(profiles: Profiles, terrain: Terrain) -> list[RoadSection]:
    """Return the sections with the heights of the finished ground at their points."""
    if not profiles.sections:
        return []
    points, counts = joined([section.points for section in profiles.sections])
    if terrain.decks:
        drawn = joined(profiles.lines)
        points[:, 2] = np.interp(_apart(points, counts), _apart(*drawn), drawn[0][:, 2])
    points[:, 2] = surface_heights(terrain, *points.T)  # of all roads at once
    return [
        section.at(line, surface=None) for section, line in zip(profiles.sections, parted(points, counts), strict=True)
    ]


def _apart(points: Floats, counts: Integers) -> Floats:
    """Return the distance of each point along its line, with the lines ``LONGEST`` apart [m]."""
    along = along_of(lengths_of(points, pieces_of(counts)[0]), counts)
    return along + LONGEST * np.repeat(np.arange(len(counts)), counts)


def write_world(made: MapWorld, folder: Path, *, picture: bool = True, told: Told | None = None) -> Path:
    """Write the folder of a world, and return the path of its scenario; files of the same names are replaced.

    Args:
        told: called with the present work and the finished share.

    Raises:
        MotorpoolError: a file cannot be written.
    """
    check_output(folder / SCENARIO, error=WorldError)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WorldError(f"{folder} cannot be made: {error.strerror or error}; choose another place") from error
    tell: Told = told or _silent
    tell("writing ground and roads", 0.0)
    save_terrain(made.terrain, folder / HEIGHTS, is_compressed=False)
    save_surface(made.surface, folder / SOILS)
    save_network(made.network, folder / ROADS)
    _write_objects(made, folder / OBJECTS)
    if picture:
        tell("drawing the map", 0.2)
        draw_map(
            folder / PICTURE, made.terrain, made.surface, made.objects.table, made.network.sections, made.places,
            title=made.name, attribution=made.attribution,
        )  # fmt: skip
    tell("finding the drives of vehicles", 0.4)
    for name, text in ((README, _readme(made)), (SCENARIO, scenario_text(made))):
        with whole_file(folder / name, error=WorldError) as new:
            new.write_text(text, encoding="utf-8")
    return folder / SCENARIO


def scenario_text(made: MapWorld) -> str:
    """Return the scenario of a world as YAML."""
    fleets = fleets_of(
        made.network.sections, made.terrain, drives_on_left=made.network.drives_on_left, start=made.start
    )  # fmt: skip
    fleets = [*map(dict, made.drives), *fleets]
    terrain = made.terrain
    edge = min(80.0, 0.05 * min(terrain.width, terrain.depth))
    values: dict[str, Any] = {
        "name": made.name,
        "description": f"The place of the map {made.name}: a convoy on its roads, and traffic.",
        **({"attribution": made.attribution} if made.attribution else {}),
        "seed": made.seed,
        "terrain": {"source": HEIGHTS},
        "surface": {"file": SOILS},
        **({"roads": {"file": ROADS}} if made.network.sections else {}),
        **({"objects": {"file": OBJECTS}} if len(made.objects.table.x) else {}),
        "area": [round(value, 1) for value in (
            terrain.x_west + edge, terrain.y_south + edge, terrain.x_east - edge, terrain.y_north - edge)],
        **({"bookmarks": found} if (found := bookmarks_of(made.places, fleets)) else {}),
        "vehicles": fleets,
    }  # fmt: skip
    licence = f"# {made.attribution}\n" if made.attribution else ""
    return f"# Made by motorpool terrain of the map {made.name}.\n{licence}{as_text(values)}"


def _write_objects(made: MapWorld, path: Path) -> None:
    table = made.objects.table
    with whole_file(path, error=WorldError) as new, new.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("x", "y", "kind", "size", "height", "heading_deg"))
        heading = (90.0 - np.degrees(table.yaw) + 180.0) % 360.0 - 180.0
        kinds: list[int] = table.kind.tolist()
        columns = np.column_stack([table.x, table.y, 2.0 * table.radius, table.height, heading]).tolist()
        for kind, (x, y, size, height, yaw) in zip(kinds, columns, strict=True):
            writer.writerow((f"{x:.2f}", f"{y:.2f}", KINDS[kind], f"{size:.2f}", f"{height:.1f}", f"{yaw:.1f}"))


def _readme(made: MapWorld) -> str:
    rows = "\n".join(f"  {name}: {value}" for name, value in made.rows())
    licence = made.attribution or "the map names no licence"
    return (
        f"{made.name}\n\nLicence of the map: {licence}\n"
        "Pictures, recordings and files that are made of this folder carry that line.\n\n"
        f"Heights: {made.terrain.source}\n{rows}\n{''.join(f'  {note}{chr(10)}' for note in made.notes)}\n"
        f"Files:\n  {SCENARIO}: the scenario; motorpool run {SCENARIO}\n"
        f"  {HEIGHTS}: heights of the ground, levelled for roads\n  {SOILS}: soil classes, with water as a class\n"
        f"  {ROADS}: road network in metres from the middle of the ground\n"
        f"  {OBJECTS}: buildings, trees and rocks\n  {PICTURE}: a picture of it all\n"
    )


def read_map(path: str | Path, *, drives_on_left: bool | None = None, **options: str) -> PlaceMap:
    """Read a map by its content or its suffix: OpenStreetMap, Lanelet2, OpenDRIVE, or an occupancy map.

    Args:
        options: values of the options of the format, such as ``unknown`` of an occupancy map: "free" or "occupied".

    Raises:
        TerrainError: the file is of no known format, cannot be read, or its format has no such option.
    """
    file = expanded(path)
    importer = importer_of(file)
    for name in options.keys() - set(importer.options):
        raise TerrainError(f"{file.name} is a map of the format {importer.name}, which has no {name}; leave it out")
    return importer.read(file, drives_on_left, **options)


def load_map(
    path: str | Path,
    heights: Heights = None,
    *,
    spacing: float | None = None,
    area: Sequence[float] | None = None,
    drives_on_left: bool | None = None,
    seed: int = 0,
) -> Scenario:
    """Return the scenario of a map, whose files are in a temporary folder until the program ends.

    ``motorpool terrain`` makes a folder that stays.

    Example:
        with open("lane.osm", "w") as file:
            file.write(
                "<osm version='0.6'><node id='1' lat='47.0' lon='9.0'/><node id='2' lat='47.0' lon='9.004'/>"
                "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='tertiary'/></way></osm>"
            )
        scenario = mp.load_map("lane.osm")
        print(scenario, scenario.content.attribution)

    Args:
        path: OpenStreetMap (XML or JSON, also .gz or .bz2; .osm.pbf), OpenDRIVE (.xodr, also .gz), or an occupancy
            map (.yaml).
        heights: file of an elevation model, such as ``load_terrain`` reads, or several that cover the map together;
            without it the ground has the roads' own heights (OpenDRIVE), or is flat.
        spacing: between posts of the ground [m]; by default 6 m, more for a large map.
        area: part of the map: west, south, east, north [degrees; metres if the map has no position on Earth].
        drives_on_left: side of the road; by default as the map says.
        seed: seed of the trees of woods.

    Raises:
        TerrainError: the map or the heights cannot be read, or the heights do not cover the map.
        MissingExtraError: a library is not installed.
    """
    place = read_map(path, drives_on_left=drives_on_left)
    name = Path(path).name.partition(".")[0] or "map"
    made = make_world(place, heights, name=name, spacing=spacing, area=area, drives_on_left=drives_on_left, seed=seed)
    folder = tempfile.TemporaryDirectory(prefix="motorpool-map-", ignore_cleanup_errors=True)
    _temporary.append(folder)
    with contextlib.suppress(OSError):
        Path(folder.name).chmod(0o700)
    return load(write_world(made, Path(folder.name), picture=False))
