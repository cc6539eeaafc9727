"""Objects from files: where they stand, what they are, and every way in which a file can be wrong."""

import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import ScenarioError, WorldError
from motorpool.ground.objects.objects import KINDS
from motorpool.ground.objects.scatter import CLEARANCE

NAMELESS = mp.Terrain.flat(size=1000.0)
NORTHING = 3_980_000.0
UTM = mp.Terrain.from_heights(
    np.zeros((101, 101)), 10.0, crs="EPSG:32610", origin_easting=500_000.0, origin_northing=NORTHING
)
UTM_CRS = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32610"}}


@pytest.fixture
def filed(tmp_path: Path):
    """Writes a file, and tells its path."""

    def written(text: str, name: str = "trees.csv") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


def collection(*features: Any, **members: Any) -> str:
    return json.dumps({"type": "FeatureCollection", "features": list(features), **members})


def point(*coordinates: float, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": coordinates}, "properties": properties}


def sorted_by_x(objects: Any, *names: str) -> list[tuple[float, ...]]:
    order = np.argsort(objects.x)
    return [tuple(getattr(objects, name)[each].item() for name in names) for each in order]


def refusal(path: Path, terrain: mp.Terrain = NAMELESS, **settings: Any) -> str:
    with pytest.raises(WorldError) as caught:
        mp.load_objects(path, terrain, **settings)
    return str(caught.value)


# ---- CSV


def test_a_table_says_where_each_object_stands_and_what_it_is(filed):
    path = filed("x,y,kind,size,height,heading_deg\n-20,5.5,rock,3,,\n10,-7,building,12,6,90\n30,0,,,,\n")
    objects = mp.load_objects(path, NAMELESS)
    assert sorted_by_x(objects, "x", "y", "radius") == [(-20.0, 5.5, 1.5), (10.0, -7.0, 6.0), (30.0, 0.0, 0.4)]
    assert [KINDS[kind] for (kind,) in sorted_by_x(objects, "kind")] == ["rock", "building", "conifer"]
    building = sorted_by_x(objects, "height", "yaw")[1]
    assert building == pytest.approx((6.0, 0.0))  # its long side eastward


def test_what_a_row_leaves_out_is_usual_for_its_kind(filed):
    """As wide and as high as what is scattered: the widths of forests and hamlets are on the page of objects."""
    rows = "\n".join(f"{10 * number},0,{kind}" for number, kind in enumerate(KINDS))
    objects = mp.load_objects(filed(f"x,y,kind\n{rows}\n"), NAMELESS)
    scattered = mp.scatter_objects(mp.Terrain.flat(size=4000.0), count=3000, seed=1)
    for index in range(len(KINDS)):
        radius, height = objects.radius[objects.kind == index][0], objects.height[objects.kind == index][0]
        like = scattered.kind == index
        assert scattered.radius[like].min() <= radius <= scattered.radius[like].max()
        assert scattered.height[like].min() <= height <= scattered.height[like].max()


def test_columns_may_stand_in_any_order_beside_others_and_lines_may_be_blank(filed):
    path = filed('\ufeffspecies,y,x\r\n"Pinus, attenuata",2,1\r\n\r\nQuercus,4,3\r\n')
    assert sorted_by_x(mp.load_objects(path, NAMELESS), "x", "y") == [(1.0, 2.0), (3.0, 4.0)]


def test_eastings_and_northings_are_those_of_the_terrains_map(filed):
    path = filed(f"easting,northing\n500100,{NORTHING - 40}\n")
    assert sorted_by_x(mp.load_objects(path, UTM), "x", "y") == [(100.0, -40.0)]
    assert "the terrain flat has no coordinate reference system" in refusal(path)


def test_a_table_without_rows_has_no_objects(filed):
    assert mp.load_objects(filed("x,y\n"), NAMELESS).count == 0


def test_objects_stand_on_the_ground(filed):
    slope = mp.Terrain.from_heights(np.outer(np.ones(11), np.arange(11.0)), 10.0)  # one metre up in ten eastward
    objects = mp.load_objects(filed("x,y\n-20,0\n30,10\n"), slope)
    assert sorted_by_x(objects, "z") == [pytest.approx((3.0,)), pytest.approx((8.0,))]


def test_fifty_thousand_rows_are_read(filed):
    x, y = np.meshgrid(np.linspace(-499, 499, 250), np.linspace(-499, 499, 200))
    rows = "\n".join(f"{east:.3f},{north:.3f},rock,1.5" for east, north in zip(x.flat, y.flat, strict=True))
    objects = mp.load_objects(filed(f"x,y,kind,size\n{rows}\n"), NAMELESS)
    assert objects.count == 50_000
    assert objects.x.sum() == pytest.approx(0.0, abs=1.0)
    assert (objects.radius == 0.75).all()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "trees.csv is empty; its first line must name the columns"),
        ("a,b\n1,2\n", "trees.csv:1: there are no columns x and y, nor easting and northing"),
        ("x;y\n1;2\n", "it must have one of the two pairs, separated by commas"),
        ("x,y,easting,northing\n", "trees.csv:1: there are both x, y and easting, northing"),
        ("x,y,x\n", "trees.csv:1: there are two columns x"),
        ("x,y,siz\n1,2,3\n", "trees.csv:1: there is a column 'siz'; did you mean size?"),
        ("x,y\n1,2\n3\n", "trees.csv:3 has 1 values; the first line names 2 columns"),
        ("x,y\n1,north\n", "trees.csv:2: y is 'north'; it must be a number"),
        ("x,y\n\n1,nan\n", "trees.csv:3: y is 'nan'"),
        ("x,y\n1,\n", "trees.csv:2: y is missing"),
        (
            "x,y,kind\n0,0,rock\n1,2,confier\n",
            "trees.csv:3: kind is 'confier'; it must be one of conifer, broadleaf, rock or b",
        ),
        ("x,y,size\n1,2,0\n", "trees.csv:2: size is '0'; it must be a number greater than 0 and at most 200"),
        ("x,y,size\n1,2,-3\n", "trees.csv:2: size is '-3'"),
        ("x,y,size\n1,2,1e9\n", "trees.csv:2: size is '1e9'"),
        ("x,y,height\n1,2,inf\n", "trees.csv:2: height is 'inf'"),
        ("x,y,heading_deg\n1,2,720\n", "trees.csv:2: heading_deg is '720'; it must be a number from -360 to 360"),
        ('x,y\n"1,2\n', "trees.csv:2: the line cannot be read"),
        ("x,y\n0,0\n600,0\n0,-501\n", "trees.csv:3 is at (600, 0) m, and 2 of 3 objects lie off the terrain"),
        (f"x,y\n1,{'9' * 5000}\n", "trees.csv:2: y is '9999"),
    ],
)
def test_a_table_that_is_wrong_is_refused_with_its_line(filed, text: str, sentence: str):
    said = refusal(filed(text))
    assert sentence in said
    assert "\n" not in said
    assert len(said) < 500


def test_an_area_takes_the_objects_in_it(filed):
    path = filed("x,y\n0,0\n9000,0\n40,40\n60,0\n")
    objects = mp.load_objects(path, NAMELESS, area=(-50.0, -50.0, 50.0, 50.0))
    assert sorted_by_x(objects, "x") == [(0.0,), (40.0,)]


# ---- GeoJSON


def northing_of(latitude_deg: float) -> float:
    """On the central meridian of a UTM zone: 0.9996 of the meridian's arc on the ellipsoid of WGS 84 [m]."""
    a, flattening = 6_378_137.0, 1.0 / 298.257223563
    e2 = flattening * (2.0 - flattening)
    steps = 20_000
    middles = (np.arange(steps) + 0.5) * math.radians(latitude_deg) / steps
    radii = a * (1.0 - e2) / (1.0 - e2 * np.sin(middles) ** 2) ** 1.5
    return 0.9996 * float(radii.mean()) * math.radians(latitude_deg)


def test_longitudes_and_latitudes_are_projected_onto_the_terrains_map(filed):
    """The central meridian of zone 10, 123 degrees west, has the easting 500 000 m."""
    path = filed(collection(point(-123.0, 35.963, kind="rock", size=2.0)), "rocks.geojson")
    objects = mp.load_objects(path, UTM)
    assert objects.x[0] == pytest.approx(0.0, abs=1e-6)
    assert objects.y[0] == pytest.approx(northing_of(35.963) - NORTHING, abs=1e-3)
    assert (KINDS[objects.kind[0]], objects.radius[0]) == ("rock", 1.0)


def test_a_crs_member_names_another_system(filed):
    """The terrain's own: nothing is projected; pseudo-Mercator: longitude times the ellipsoid's half axis."""
    own = filed(collection(point(500_100.0, NORTHING + 20.0), crs=UTM_CRS), "own.json")
    assert sorted_by_x(mp.load_objects(own, UTM), "x", "y") == [pytest.approx((100.0, 20.0), abs=1e-6)]
    x = -math.radians(123.0) * 6_378_137.0
    y = 6_378_137.0 * math.asinh(math.tan(math.radians(35.963)))
    web = filed(collection(point(x, y), crs={"type": "name", "properties": {"name": "EPSG:3857"}}), "web.json")
    assert mp.load_objects(web, UTM).x[0] == pytest.approx(0.0, abs=1e-5)
    assert mp.load_objects(web, UTM).y[0] == pytest.approx(northing_of(35.963) - NORTHING, abs=1e-3)


def test_without_a_system_coordinates_are_metres_from_the_middle(filed):
    path = filed(collection(point(12.0, -7.0, 99.0), crs=None), "rocks.geojson")
    for terrain in (NAMELESS, UTM):
        assert sorted_by_x(mp.load_objects(path, terrain), "x", "y") == [(12.0, -7.0)]


def test_a_collection_may_be_empty_and_a_feature_alone(filed):
    assert mp.load_objects(filed(collection(), "none.geojson"), NAMELESS).count == 0
    alone = {**point(3.0, 4.0), "crs": None, "properties": None}
    assert mp.load_objects(filed(json.dumps(alone), "one.geojson"), NAMELESS).count == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "rocks.geojson:1: this is not JSON"),
        ('{"type":\n "FeatureCollection",,}', "rocks.geojson:2: this is not JSON"),
        ("[" * 100_000, "rocks.geojson is nested too deeply"),
        ("9" * 5000, "rocks.geojson has a number of too many digits"),
        ("[1, 2]", "rocks.geojson is not GeoJSON"),
        ('{"type": "Features"}', "it must be of type FeatureCollection"),
        (collection(point(0.0, 0.0)), "the terrain flat has no coordinate reference system"),
        (collection(point(0.0, 0.0), {"type": "Feature"}, crs=None), "features[1] has no geometry"),
        (
            collection({"geometry": {"type": "Polygon", "coordinates": []}}, crs=None),
            "features[0] is a Polygon; an object must be a Point",
        ),
        (collection(point(1.0), crs=None), "features[0]: the coordinates of a Point must be two finite numbers"),
        (collection(point(math.nan, 0.0), crs=None), "features[0]: the coordinates of a Point"),
        (collection(point("a", "b"), crs=None), "features[0]: the coordinates of a Point"),
        (collection({**point(0.0, 0.0), "properties": [1]}, crs=None), "features[0]: properties must be a mapping"),
        (collection(point(0.0, 0.0, size="wide"), crs=None), "features[0]: size is 'wide'; it must be a number"),
        (collection(point(0.0, 0.0, size=True), crs=None), "features[0]: size is 'True'"),
        (collection(point(0.0, 0.0, kind="lamp"), crs=None), "kind is 'lamp'; it must be one of conifer, broadleaf"),
        (collection(point(0.0, 0.0), crs="EPSG:32610"), "rocks.geojson: crs is not understood"),
        (
            collection(crs={"type": "name", "properties": {"name": "EPSG:999999"}}),
            "rocks.geojson: crs is not understood",
        ),
        (collection(point(0.0, 0.0), point(900.0, 0.0), crs=None), "features[1] is at (900, 0) m, and 1 of 2 objects"),
    ],
)
def test_geojson_that_is_wrong_is_refused_with_its_feature(filed, text: str, sentence: str):
    said = refusal(filed(text, "rocks.geojson"))
    assert sentence in said
    assert "\n" not in said


def test_metres_that_are_taken_for_degrees_are_noticed(filed):
    path = filed(collection(point(-123.0, 35.96), point(500_100.0, NORTHING)), "rocks.geojson")
    said = refusal(path, UTM, area=(-500.0, -500.0, 500.0, 500.0))
    assert "features[1] is at (500100, 3.98e+06), which is not in degrees" in said
    assert 'name the system in a member "crs"' in said


@pytest.mark.parametrize("system", ["EPSG:5703", "EPSG:4978"])
def test_a_system_that_has_no_places_on_a_map_is_refused(filed, system: str):
    """Heights above the sea; and coordinates from the centre of the Earth, of which two say nothing."""
    crs = {"type": "name", "properties": {"name": system}}
    assert "rocks.geojson" in refusal(filed(collection(point(1.0, 2.0), crs=crs), "rocks.geojson"), UTM)


# ---- files as such


def test_a_file_that_is_none_is_refused(filed, tmp_path: Path):
    assert "one of .csv, .geojson, .json" in refusal(tmp_path / "trees.shp")
    assert "cannot be read: no such file" in refusal(tmp_path / "trees.csv")
    assert "not a text file in UTF-8" in refusal(_bytes(tmp_path / "latin.csv", b"x,y,name\n1,2,\xe4\n"))
    os.mkfifo(tmp_path / "pipe.csv")
    assert "is a named pipe" in refusal(tmp_path / "pipe.csv")


def _bytes(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_a_folder_with_braces_in_its_name_is_reported_as_it_is(tmp_path: Path):
    folder = tmp_path / "{0}{x}"
    folder.mkdir()
    said = refusal(_bytes(folder / "trees.csv", b"x,y\n1,a\n"))
    assert f"{folder / 'trees.csv'}:2: y is 'a'" in said


# ---- in a scenario


def scenario(tmp_path: Path, objects: str) -> Any:
    path = tmp_path / "wood.yaml"
    path.write_text(f"terrain: {{source: flat, size: 1000}}\nobjects: {{{objects}}}\nvehicles: [{{model: bicycle}}]\n")
    return mp.load(path)


def test_a_scenario_names_a_file_beside_it(filed, tmp_path: Path):
    filed("x,y,kind,size\n100,50,rock,3\n-40,0,building,12\n")
    world = scenario(tmp_path, "file: trees.csv").build()
    assert sorted_by_x(world.objects, "x", "y", "radius") == [(-40.0, 0.0, 6.0), (100.0, 50.0, 1.5)]


def test_scattered_objects_keep_clear_of_those_of_the_file(filed, tmp_path: Path):
    x, y = np.meshgrid(np.arange(-480.0, 481.0, 60.0), np.arange(-480.0, 481.0, 60.0))
    rows = "\n".join(f"{east},{north},building,20" for east, north in zip(x.flat, y.flat, strict=True))
    filed(f"x,y,kind,size\n{rows}\n")
    objects = scenario(tmp_path, "file: trees.csv, count: 400").build().objects
    assert objects.count == x.size + 400
    is_listed = objects.radius == 10.0
    gap = np.hypot(
        objects.x[is_listed, None] - objects.x[~is_listed], objects.y[is_listed, None] - objects.y[~is_listed]
    )
    assert is_listed.sum() == x.size
    assert (gap - 10.0 - objects.radius[~is_listed]).min() >= CLEARANCE
    alone = scenario(tmp_path, "count: 400").build().objects
    assert alone.count == 400


def test_a_scenario_takes_those_in_its_area(filed, tmp_path: Path):
    filed("x,y\n0,0\n300,0\n")
    assert scenario(tmp_path, "file: trees.csv, area: [-100, -100, 100, 100]").build().objects.count == 1


def test_a_scenario_tells_what_is_wrong_with_its_file(filed, tmp_path: Path):
    filed("x,y\n0,zero\n")
    with pytest.raises(ScenarioError, match=r"wood.yaml: objects: .*trees.csv:2: y is 'zero'; it must be a number"):
        scenario(tmp_path, "file: trees.csv").build()


def test_another_terrain_has_other_objects(filed, tmp_path: Path):
    """A file is of a terrain, and stays behind with it; a number is not."""
    filed("x,y\n0,0\n")
    both = scenario(tmp_path, "file: trees.csv, count: 3")
    assert both.build().objects.count == 4
    assert both.changed(terrain="flat").build().objects.count == 3
