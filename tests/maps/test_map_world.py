"""Worlds of maps: heights along roads, levelled ground, soils, objects, the folder, and drives in it."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse.linalg
import yaml
from osm_files import Map, Way
from pages import LIGHT, opened_pages

import motorpool as mp
from motorpool.app.cli import run as main
from motorpool.app.viewer import Viewer
from motorpool.errors import TerrainError
from motorpool.ground.roads.graph import graph_of
from motorpool.ground.roads.network import RoadNetwork, RoadSection, lines_of
from motorpool.ground.roads.network_files import load_network, save_network
from motorpool.ground.roads.routing import positions_on
from motorpool.ground.terrain.decks import surface_heights
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import save_terrain
from motorpool.ground.terrain.projection import Box
from motorpool.ground.terrain.roads import pave
from motorpool.maps import overpasses
from motorpool.maps.drives import convoy_route
from motorpool.maps.elevation import elevation_of
from motorpool.maps.ground_cover import WATER, soil_map
from motorpool.maps.heights import ground_of, spacing_for
from motorpool.maps.map_objects import objects_of, squares_of
from motorpool.maps.osm import read_osm
from motorpool.maps.overpasses import CLEARANCE, GRADES, grade_of
from motorpool.maps.place_map import MapArea, MapBuilding, MapThings, PlaceMap
from motorpool.maps.placing import placed
from motorpool.maps.profiles import fit_profiles
from motorpool.maps.world_folder import FILES, MapWorld, load_map, make_world, read_map

VILLAGE = Path(__file__).parents[2] / "examples" / "maps" / "village.osm"
ANDORRA = Path(__file__).parents[3] / "shared" / "data" / "maps" / "andorra"
LINE = "© OpenStreetMap contributors"


def road(points, *, start=0, end=1, **fields):
    lifted = np.column_stack([np.array(points, float), np.full(len(points), np.nan)])
    return RoadSection(points=lifted, start=start, end=end, **fields)


def hillside(slope=0.3, size=61, spacing=6.0):
    """Return ground that rises to the north."""
    rows = np.arange(size)[:, None] * spacing * slope
    return mp.Terrain.from_heights(np.broadcast_to(rows, (size, size)), spacing)


def made_of(sections, **fields):
    return PlaceMap(network=RoadNetwork(sections=sections), **fields)


def side_slope(terrain, x, y):
    return np.abs(terrain.sample(np.asarray(x, float), np.asarray(y, float))[2])


def test_a_road_along_a_hillside_is_level_across_and_the_ground_beside_it_stays():
    from motorpool.maps.earthworks import levelled

    terrain, section = hillside(), road([(-170.0, 0.0), (170.0, 0.0)], width=6.0)
    profiles = fit_profiles([section], terrain)
    built = levelled(terrain, profiles.lines, np.array([6.0]))
    x = np.linspace(-150.0, 150.0, 61)
    assert side_slope(terrain, x, 0.0 * x).min() > 0.29
    assert side_slope(built, x, 0.0 * x).max() < 0.01
    assert np.abs(built.sample(x, 0.0 * x + 100.0)[0] - terrain.sample(x, 0.0 * x + 100.0)[0]).max() < 1e-3


def test_a_road_straight_up_a_steep_slope_gets_the_grade_of_its_class():
    profiles = fit_profiles([road([(0.0, -150.0), (0.0, 150.0)], category="primary")], hillside(slope=0.25))
    assert profiles.steepest == pytest.approx(GRADES["primary"], abs=0.01)


def test_the_memory_of_a_fit_grows_with_the_length_of_roads(monkeypatch: pytest.MonkeyPatch):
    factorise, entries = scipy.sparse.linalg.splu, list[float]()

    def counting(matrix, **options):
        factor = factorise(matrix, **options)
        entries.append(factor.nnz / matrix.shape[0])
        return factor

    monkeypatch.setattr(scipy.sparse.linalg, "splu", counting)
    for side in (8, 24):
        x = 100.0 * np.arange(side)
        streets = [
            road([(x[column], x[row]), (x[column + 1], x[row])], start=side * row + column, end=side * row + column + 1)
            for row, column in np.ndindex(side, side - 1)
        ]
        streets += [
            road(
                [(x[column], x[row]), (x[column], x[row + 1])], start=side * row + column, end=side * (row + 1) + column
            )
            for row, column in np.ndindex(side - 1, side)
        ]
        wave = 3.0 * np.sin(np.arange(4 * side + 2) / 12.0)
        fit_profiles(streets, mp.Terrain.from_heights(wave * wave[:, None], 25.0))
    assert len(entries) == 2
    assert entries[1] < 2.0 * entries[0]  # 1.5; with pivots and an ordering for other matrices 7


def test_a_bridge_is_straight_over_a_valley_and_high_enough_for_the_road_under_it():
    heights = np.zeros((61, 61))
    heights[:, 28:33] = -2.0
    terrain = mp.Terrain.from_heights(heights, 6.0)
    sections = [
        road([(-170.0, 0.0), (-30.0, 0.0)], start=0, end=1),
        road([(-30.0, 0.0), (30.0, 0.0)], start=1, end=2, is_bridge=True, level=1),
        road([(30.0, 0.0), (170.0, 0.0)], start=2, end=3),
        road([(0.0, -170.0), (0.0, 170.0)], start=4, end=5),
    ]
    alone, both = fit_profiles(sections[:3], terrain), fit_profiles(sections, terrain)
    assert np.abs(alone.lines[1][:, 2]).max() < 1.0
    assert both.crossings == 1
    deck = np.interp(0.0, both.lines[1][:, 0], both.lines[1][:, 2])
    under = np.interp(0.0, both.lines[3][:, 1], both.lines[3][:, 2])
    assert deck == pytest.approx(under + CLEARANCE, abs=0.01)
    assert both.steepest <= grade_of(sections[0]) + 0.01
    assert both.spans[1] == [(0.0, 60.0)]
    assert both.lines[3] == pytest.approx(fit_profiles(sections[3:], terrain).lines[0])  # the lower road stays


@pytest.mark.parametrize("count", [2, 4])
def test_crossings_of_bridges_are_limited(count: int, monkeypatch: pytest.MonkeyPatch):
    ways = [20.0 * number - 30.0 for number in range(count)]
    over = [road([(-99.0, y), (99.0, y)], start=2 * k, end=2 * k + 1, is_bridge=True) for k, y in enumerate(ways)]
    under = [road([(x, -99.0), (x, 99.0)], start=90 + 2 * k, end=91 + 2 * k) for k, x in enumerate(ways)]
    sections = [*(replace(each, level=1) for each in over), *under]
    terrain = hillside(slope=0.05)
    monkeypatch.setattr(overpasses, "MOST_CROSSINGS", count * count)
    assert fit_profiles(sections, terrain).crossings == count * count
    monkeypatch.setattr(overpasses, "MOST_CROSSINGS", count * count - 1)
    with pytest.raises(TerrainError, match="cut a part out"):
        fit_profiles(sections, terrain)


@pytest.mark.parametrize("depth", [10.0, 80.0])
def test_a_tunnel_lies_under_the_ground_which_stays_as_it_is(depth: float):
    heights = np.zeros((61, 61))
    heights[:, 22:39] = depth
    sections = [
        road([(-170.0, 0.0), (-70.0, 0.0)], start=0, end=1),
        road([(-70.0, 0.0), (70.0, 0.0)], start=1, end=2, is_tunnel=True, level=-1),
        road([(70.0, 0.0), (170.0, 0.0)], start=2, end=3),
    ]
    profiles = fit_profiles(sections, mp.Terrain.from_heights(heights, 6.0))
    assert len(profiles.sections) == 3
    assert np.abs(profiles.lines[1][:, 2]).max() < 1.0
    assert profiles.spans == {1: [(0.0, 140.0)]}


def flat_map(file: Path, tags: dict[str, str], more: Sequence[Way] = ()) -> MapWorld:
    """Return the world of a road from west to east, with these tags in its middle, over one from south to north."""
    nodes = {1: (-300.0, 0.0), 2: (-20.0, 0.0), 3: (20.0, 0.0), 4: (300.0, 0.0), 5: (0.0, -300.0), 6: (0.0, 300.0)}
    nodes |= {7: (26.0, -200.0), 8: (26.0, 200.0)}
    plain = {"highway": "primary"}
    ways = [Way(1, [1, 2], plain), Way(2, [2, 3], plain | tags), Way(3, [3, 4], plain), Way(4, [5, 6], plain)]
    Map(nodes, [*ways, *more]).write(file)
    return make_world(read_osm(file))


def assert_no_wall(made: MapWorld) -> None:
    """Assert that no road is steeper than its class allows, on the surface that carries it."""
    for section in made.network.sections:
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(section.points[:, :2], axis=0).T))])
        places = np.arange(0.0, along[-1], 3.0)
        x, y, z = (np.interp(places, along, section.points[:, axis]) for axis in range(3))
        assert np.abs(np.diff(surface_heights(made.terrain, x, y, z))).max() / 3.0 < GRADES["primary"] + 0.06


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({"bridge": "yes", "layer": "1"}, (CLEARANCE, 0.0)),
        ({"bridge": "yes"}, (CLEARANCE, 0.0)),
        ({"tunnel": "yes", "layer": "-1"}, (-CLEARANCE, 0.0)),
        ({"layer": "2"}, (CLEARANCE, 0.0)),
        ({"bridge": "yes", "layer": "0"}, (0.0, 0.0)),  # on one level they meet
    ],
)
def test_levels_of_a_flat_map_become_heights(tags: dict[str, str], expected: tuple[float, float], tmp_path: Path):
    made = flat_map(tmp_path / "cross.osm", tags)
    over, under = (next(each for each in made.network.sections if each.source_id == way) for way in ("way/2", "way/4"))
    x, y = under.points[:, 0].mean(), over.points[:, 1].mean()
    assert surface_heights(made.terrain, *np.array([[x, x], [y, y], expected])) == pytest.approx(expected, abs=0.1)
    assert_no_wall(made)


def test_a_road_under_the_ramp_of_a_bridge_is_no_wall_for_it(tmp_path: Path):
    """The map has no level for that road: the ramp is as long as the grade needs."""
    third = Way(5, [7, 8], {"highway": "primary"})
    made = flat_map(tmp_path / "ramp.osm", {"bridge": "yes", "layer": "1"}, [third])
    assert_no_wall(made)
    under = next(each for each in made.network.sections if each.source_id == "way/5")
    assert np.abs(under.points[:, 2]).max() < 0.1


@pytest.mark.parametrize("seed", range(4))
def test_lanes_of_narrow_roads_are_paved_through_water(seed):
    """Roads of any width and direction on cells of five metres, as the world of the map has them."""
    random = np.random.default_rng(seed)
    ends = random.uniform(-90.0, 90.0, (6, 2, 2))
    sections = [road(pair.tolist(), width=float(random.uniform(3.0, 7.5))) for pair in ends]
    pond = MapArea(outlines=[100.0 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])], is_water=True)
    drawn = soil_map(mp.Terrain.flat(size=200.0), [pond], [], sections)
    paved = pave(drawn, lines_of(RoadNetwork(sections=sections)))
    for each in sections:
        graph = graph_of(RoadNetwork(sections=[each]))
        along = np.linspace(1.0, each.length - 1.0, 400)
        x, y, _ = positions_on(graph, np.full(400, 0), along, np.full(400, graph.lane[0]))
        assert WATER not in {paved.names[kind] for kind in paved.sample(x, y).tolist()}
        assert np.mean(drawn.sample(x, y) == drawn.names.index(WATER)) < 0.03  # corners of cells


def test_water_bears_no_vehicle_and_a_road_crosses_it():
    terrain = mp.Terrain.flat(size=200.0, spacing=10.0)
    pond = MapArea(outlines=[np.array([(-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0)])], is_water=True)
    surface = soil_map(terrain, [pond], [], [road([(-90.0, 0.0), (90.0, 0.0)])])
    assert surface.name_at(20.0, 30.0) == WATER
    assert surface.name_at(20.0, 0.0) == "dry-asphalt"
    world = mp.World(fleets=["M998"], terrain=terrain, surface=surface)
    table = world.guidance.ground.table
    assert table.traction[0, surface.names.index(WATER)] == 0.0
    assert table.traction[0, surface.names.index("grass")] > 0.0


def test_squares_cover_a_building_and_keep_off_the_road():
    outline = np.array([(0.0, 0.0), (30.0, 0.0), (30.0, 10.0), (10.0, 10.0), (10.0, 25.0), (0.0, 25.0)])
    x, y, side, _ = squares_of(outline)
    inside = np.array([(u, v) for u in np.arange(1, 29, 2) for v in np.arange(1, 24, 2) if v < 10 or u < 10], float)
    gap = np.hypot(inside[:, :1] - x, inside[:, 1:] - y).min(axis=1)
    assert (gap <= side * np.sqrt(0.5) + 1e-9).mean() > 0.97
    terrain = mp.Terrain.flat(size=200.0, spacing=10.0)
    found = objects_of(
        terrain, [MapBuilding(outline=outline, height=6.0)], [], MapThings.of([]), [road([(-90, -4), (90, -4)])]
    )
    assert (found.table.y - found.table.radius).min() > -4.0 + 3.0


def test_a_courtyard_is_open_and_the_building_around_it_is_closed():
    outline = np.array([(0.0, 0.0), (60.0, 0.0), (60.0, 50.0), (0.0, 50.0)])
    yard = np.array([(15.0, 15.0), (45.0, 15.0), (45.0, 35.0), (15.0, 35.0)])
    terrain = mp.Terrain.flat(size=200.0, spacing=10.0)
    found = objects_of(terrain, [MapBuilding(outline=outline, height=6.0, courtyards=[yard])], [], MapThings.of([]), [])
    table = found.table
    assert (np.hypot(table.x - 30.0, table.y - 25.0) - table.radius).min() > 5.0
    around = np.array([(7.0, y) for y in range(2, 48)] + [(x, 7.0) for x in range(2, 58)], float)
    assert (np.hypot(around[:, :1] - table.x, around[:, 1:] - table.y) < table.radius).any(axis=1).all()


def test_a_map_is_moved_to_its_heights_and_cut_at_their_edge():
    section = road([(0.0, 0.0), (400.0, 0.0)])
    place = made_of([section], origin=(1000.0, 2000.0))
    terrain = mp.Terrain.flat(size=200.0, spacing=10.0)
    terrain = mp.Terrain(terrain.heights, 10.0, -100.0, -100.0, origin_easting=1100.0, origin_northing=2000.0)
    (cut,) = placed(place, terrain).network.sections
    assert cut.points[:, 0].tolist() == [-100.0, 100.0]
    assert (cut.start, cut.end) == (0, 3)
    assert placed(place, terrain).left_out["road cut at the edge"] == 1


def test_the_spacing_is_bounded_by_memory():
    assert spacing_for(Box(0.0, 0.0, 5_000.0, 5_000.0), None) == 6.0
    assert spacing_for(Box(0.0, 0.0, 60_000.0, 60_000.0), None) == 15.0
    with pytest.raises(TerrainError, match="choose a larger spacing"):
        spacing_for(Box(0.0, 0.0, 60_000.0, 60_000.0), 1.0)


def test_heights_need_a_map_that_lies_on_earth(tmp_path):
    save_terrain(Terrain.from_heights([[0.0, 1.0], [2.0, 3.0]], 500.0, crs="EPSG:32631"), tmp_path / "a.npz")
    with pytest.raises(TerrainError, match=r"does not say where on Earth it lies, so that a\.npz cannot be placed"):
        ground_of(made_of([road([(0.0, 0.0), (100.0, 0.0)])]), elevation_of([tmp_path / "a.npz"]))


@pytest.mark.slow
def test_the_village_becomes_a_folder_that_runs(tmp_path, capsys):
    folder = tmp_path / "village"
    command = ["terrain", "--osm", str(VILLAGE), "--out", str(folder), "--spacing", "5"]
    assert main(command) == 0
    assert LINE in capsys.readouterr().out
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    assert main(command) == 2
    assert "--force" in capsys.readouterr().err
    assert LINE in (folder / "README.txt").read_text()
    assert yaml.safe_load((folder / "scenario.yaml").read_text())["attribution"] == LINE
    assert load_network(folder / "roads.geojson").attribution == LINE
    with (folder / "objects.csv").open() as file:
        kinds = {row["kind"] for row in csv.DictReader(file)}
    assert {"building", "conifer", "broadleaf", "rock"} <= kinds
    world = mp.load(folder / "scenario.yaml").build()
    world.run(seconds=20.0)
    assert world.attribution == LINE
    assert world.vehicles.odometer.max() > 50.0
    assert "Lower Example" in {bookmark.title for bookmark in world.bookmarks.values()}


@pytest.mark.slow
def test_a_map_that_is_not_there_is_named_before_a_folder_that_is(tmp_path, capsys):
    (tmp_path / "scenario.yaml").write_text("a world", encoding="utf-8")
    for missing in (("--osm", "nowhere.osm"), ("--osm", str(VILLAGE), "--heights", "nowhere.hgt")):
        assert main(["terrain", *missing, "--out", str(tmp_path)]) == 2
        assert "nowhere" in capsys.readouterr().err
    assert main(["terrain", "--osm", str(VILLAGE), "--out", str(tmp_path)]) == 2
    assert "has the file scenario.yaml" in capsys.readouterr().err


def test_an_image_is_refused_as_a_terrain_with_what_to_do(tmp_path):
    for name in ("relief.png", "relief.pgm"):
        (tmp_path / name).write_bytes(b"P5 2 2 255\nabcd")
        with pytest.raises(
            TerrainError, match=f"{name} is an image, .* make a world of it: motorpool terrain --heights"
        ):
            mp.load_terrain(tmp_path / name)


@pytest.mark.parametrize(("wrong", "right"), [("--opendrive", "--osm"), ("--osm", "--opendrive")])
def test_a_map_of_the_other_format_is_refused_with_its_option(wrong, right, tmp_path, capsys):
    file = str(VILLAGE if right == "--osm" else VILLAGE.with_name("crossing.xodr"))
    assert main(["terrain", wrong, file, "--out", str(tmp_path / "world")]) == 2
    assert f"give {right} {file}" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "world").exists()


def test_an_area_beside_the_map_is_refused_with_the_sides_of_the_map():
    with pytest.raises(TerrainError, match=r"the area \(47, 9, 48, 10\) has nothing of the map, which covers \(8\.99"):
        load_map(VILLAGE, area=(47.0, 9.0, 48.0, 10.0))
    place = made_of([road([(0.0, 0.0), (100.0, 0.0)])])
    with pytest.raises(TerrainError, match=r"covers \(-150, -150, 250, 150\)"):
        ground_of(place, None, area=(300.0, 0.0, 400.0, 100.0))
    assert ground_of(place, None, area=(50.0, 0.0, 400.0, 100.0)).width == pytest.approx(350.0, abs=6.0)


def test_a_world_has_the_licence_line_of_its_roads_unless_its_scenario_has_one(tmp_path):
    network = RoadNetwork(sections=[road([(0.0, 0.0), (100.0, 0.0)])], attribution=LINE)
    save_network(network, tmp_path / "roads.geojson")
    text = "terrain: flat\nroads: {file: roads.geojson}\nvehicles: [{model: bicycle}]\n"
    for name, line, expected in [("a", "", LINE), ("b", "attribution: somebody else\n", "somebody else")]:
        (tmp_path / f"{name}.yaml").write_text(line + text, encoding="utf-8")
        assert mp.load(tmp_path / f"{name}.yaml").build().attribution == expected


def test_the_number_of_trees_is_never_given_as_more_than_there_could_be():
    rows = dict(make_world(read_map(VILLAGE), spacing=12.0).rows())
    assert rows["trees of woods"].isdigit()
    assert rows["ground"].endswith("0 m high everywhere")
    few = dict(make_world(read_map(VILLAGE), spacing=12.0, most_trees=100).rows())["trees of woods"].split(" of ")
    assert int(few[0]) < 200 < int(few[1])


def test_load_map_gives_the_same_world_for_the_same_seed():
    first, second = (load_map(VILLAGE, spacing=10.0, seed=3).build() for _ in range(2))
    assert np.array_equal(first.objects.x, second.objects.x)
    assert np.array_equal(first.terrain.heights, second.terrain.heights)


@pytest.mark.slow
@pytest.mark.browser
def test_the_page_shows_the_licence_line(browser):
    world = load_map(VILLAGE, spacing=10.0).build()
    with Viewer(world, port=0) as viewer, opened_pages(browser, viewer) as open_one:
        world.step()
        page = open_one(query=LIGHT)
        line = page.get_by_test_id("attribution")
        assert line.inner_text() == LINE
        assert line.is_visible()


@pytest.mark.slow
def test_a_convoy_follows_a_mountain_road_of_andorra_for_20_km(tmp_path):
    if not ANDORRA.is_dir():
        pytest.skip("the map of Andorra is not here")
    place = read_map(ANDORRA / "andorra.osm.gz")
    made = make_world(place, ANDORRA / "N42E001.hgt.zip", name="andorra")
    assert convoy_route(made.network.sections, made.terrain) is not None
    world, road_points, half_width = convoy_world(made, tmp_path)
    rows = np.arange(world.count)
    begin, farthest = world.vehicles.odometer.copy(), -np.inf
    from scipy.spatial import cKDTree

    tree = cKDTree(road_points)
    for _ in range(2700):
        world.run(seconds=1.0)
        distance, index = tree.query(np.column_stack([world.vehicles.x[rows], world.vehicles.y[rows]]), k=6)
        farthest = max(farthest, float((distance - half_width[index]).min(axis=1).max()))
        if (world.vehicles.odometer - begin).min() > 20_000.0:
            break
    assert (world.vehicles.odometer - begin).min() > 20_000.0
    assert farthest < EDGE


EDGE = 0.0  # distance of a vehicle's centre from the edge of the carriageway, negative on it [m]


def convoy_world(made, folder):
    """Return a world with the convoy alone, points of all roads 1 m apart, and half the width at each [m]."""
    from motorpool.maps.world_folder import scenario_text, write_world

    write_world(made, folder, picture=False)
    values = yaml.safe_load(scenario_text(made))
    values["vehicles"] = [fleet for fleet in values["vehicles"] if "traffic" not in fleet]
    (folder / "convoy.yaml").write_text(yaml.safe_dump(values, allow_unicode=True))
    points, half = [], []
    for section in made.network.sections:
        line = section.points[:, :2]
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
        at = np.arange(0.0, along[-1], 1.0)
        points.append(np.column_stack([np.interp(at, along, line[:, axis]) for axis in (0, 1)]))
        half.append(np.full(len(at), 0.5 * section.width))
    return mp.load(folder / "convoy.yaml").build(), np.concatenate(points), np.concatenate(half)
