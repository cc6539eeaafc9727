"""Files of routes: read again by what reads such files."""

import csv
import json
import math

import numpy as np
import pytest
from made_maps import made_map

import motorpool as mp
from motorpool.errors import WorldError
from motorpool.studies.mobility.route_files import Scene, write_route
from motorpool.studies.mobility.routes import find_route

PLACE = {"crs": "EPSG:32616", "origin_easting": 747_270.0, "origin_northing": 4_039_000.0}


@pytest.fixture
def mobility():
    speeds = np.full((20, 20), 5.0)
    speeds[:15, 10] = 0.0
    return made_map(speeds, x_west=-100.0, y_south=-100.0, **PLACE)


@pytest.fixture
def route(mobility):
    return find_route(mobility, start=(-55.0, -45.0), goal=(65.0, -45.0))


def test_csv_has_every_waypoint_with_distance_and_time(route, mobility, tmp_path):
    with write_route(route, tmp_path / "way.csv", mobility).open() as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    assert len(rows) == len(route.waypoints) > 2
    assert (rows[0]["x"], rows[0]["y"], rows[0]["distance"], rows[0]["time"]) == (-55.0, -45.0, 0.0, 0.0)
    assert rows[-1]["distance"] == pytest.approx(route.travel.length, abs=0.01)
    assert rows[-1]["time"] == pytest.approx(route.travel.length / 5.0, abs=0.01)
    assert rows[-1]["easting"] == 747_270.0 + 65.0


def test_geojson_is_a_line_in_longitude_and_latitude(route, mobility, tmp_path):
    content = json.loads(write_route(route, tmp_path / "way.geojson", mobility).read_text())
    (feature,) = content["features"]
    line = np.array(feature["geometry"]["coordinates"])
    assert feature["geometry"]["type"] == "LineString"
    assert (np.abs(line - [-84.24, 36.46]) < 0.02).all()  # at Jacksboro, Tennessee
    north, east = np.diff(line, axis=0)[:, 1] * 111_000.0, np.diff(line, axis=0)[:, 0] * 111_320.0 * math.cos(0.636)
    assert np.hypot(north, east).sum() == pytest.approx(route.travel.length, rel=0.005)
    assert feature["properties"]["length_share_by_limit"] == {"own speed": 1.0}


def test_a_scenario_drives_the_route(route, mobility, tmp_path):
    path = write_route(route, tmp_path / "way.yaml", mobility, scene=Scene("flat", {"kind": "dry-earth"}))
    world = mp.load(path).build()
    assert (world.vehicles.x[0], world.vehicles.y[0]) == pytest.approx((-55.0, -45.0))
    assert "5.00]" in path.read_text()  # the speed of a leg
    ahead = route.waypoints[1] - route.waypoints[0]
    assert world.vehicles.yaw[0] == pytest.approx(math.atan2(ahead[1], ahead[0]), abs=0.002)


def test_a_file_that_cannot_be_is_refused(route, mobility, tmp_path):
    tmp_path.with_suffix(".csv").mkdir()
    with pytest.raises(WorldError, match=r"way.txt is not the name of a file for a route; end it in .csv, .geojson"):
        write_route(route, tmp_path / "way.txt", mobility)
    with pytest.raises(WorldError, match="it is a folder; choose another place"):
        write_route(route, tmp_path.with_suffix(".csv"), mobility)
    with pytest.raises(WorldError, match="needs the terrain"):
        write_route(route, tmp_path / "way.yaml", mobility)
    nowhere = made_map(np.full((20, 20), 5.0), x_west=-100.0, y_south=-100.0)
    with pytest.raises(WorldError, match=r"has no coordinate reference system; write a .csv"):
        write_route(route, tmp_path / "way.geojson", nowhere)
    assert list(tmp_path.iterdir()) == []
    assert "longitude" not in write_route(route, tmp_path / "way.csv", nowhere).read_text()
