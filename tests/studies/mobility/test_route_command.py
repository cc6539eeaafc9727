"""The command ``motorpool route``, over the file of a map made by hand."""

import csv
import re

import numpy as np
import pytest
from made_maps import made_map

from motorpool.app.cli import run
from motorpool.studies.mobility.raster import write

pytest.importorskip("rasterio")


@pytest.fixture(scope="module")
def map_file(tmp_path_factory):
    speeds = np.full((20, 20), 5.0)
    speeds[:15, 10] = 0.0
    speeds[:5, 15] = 0.0
    speeds[4, 15:] = 0.0  # a corner that cannot be reached
    mobility = made_map(speeds, x_west=-100.0, y_south=-100.0, crs="EPSG:32616", origin_easting=7e5)
    path = tmp_path_factory.mktemp("map") / "map.tif"
    write(mobility, path)
    return path


def test_it_prints_a_table_and_writes_waypoints_and_a_figure(map_file, tmp_path, capsys):
    out, figure = tmp_path / "way.csv", tmp_path / "way.png"
    ends = ("-55,-45", "35,-45")  # a negative number is no option
    assert run(["route", *ends, "--map", str(map_file), "--out", str(out), "--figure", str(figure)]) == 0
    text = capsys.readouterr().out
    length = float(re.search(r"length +([\d.]+) m", text)[1])
    assert re.search(r"straight line +90 m", text)
    assert 200.0 < length < 260.0
    assert re.search(r"time +\d\d s", text)
    assert re.search(r"mean speed +18\.0 km/h", text)
    assert re.search(r"limited by own speed +100\.0%", text)
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert float(rows[-1]["distance"]) == pytest.approx(length, abs=0.6)
    assert figure.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("35,5", "75,-85"), r"has no route from \(35, 5\) to \(75, -85\) m .* it reaches .* km2 from there"),
        (("5,5", "65,5", "--vehicle", "M998"), "has its own vehicle and season; leave out --vehicle, or --map"),
        (("5", "35,-45"), "A is '5'; write x,y in metres east and north"),
        (("5,5", "35,nan"), "B is '35,nan'; write x,y"),
        (("35,5", "5000,5"), r"\(5000, 5\) m; it must be on the map, x -100 to 100, y -100 to 100 m"),
        (("5,5", "65,5", "--out", "way.doc"), "way.doc is not the name of a file for a route"),
        (("5,5", "65,5", "--out", "way.yaml"), "needs the terrain"),
        (("5,5", "65,5", "--figure", "way.exe"), "way.exe is not the name of a figure's file; end it in .png"),
    ],
)
def test_what_cannot_be_is_one_sentence(map_file, arguments, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["route", *arguments, "--map", str(map_file)]) == 2
    error = capsys.readouterr().err
    assert re.search(words, error)
    assert "Traceback" not in error
    assert list(tmp_path.iterdir()) == []


def test_without_a_map_it_says_what_it_needs(capsys):
    assert run(["route", "0,0", "1,1"]) == 2
    assert "give --map FILE.tif, or --terrain and --vehicle" in capsys.readouterr().err
    assert run(["route", "0,0", "1,1", "--terrain", "jacksboro", "--vehicle", "M998", "--season", "both"]) == 2
    assert "--season is 'both'; it must be dry or wet" in capsys.readouterr().err


def test_a_place_off_the_map_is_reported_before_the_map_is_made(capsys, monkeypatch):
    monkeypatch.setattr("motorpool.studies.mobility.route_console.map_of", None)
    assert run(["route", "0,0", "99999,0", "--terrain", "flat", "--vehicle", "M998"]) == 2
    assert re.search(r"\(99999, 0\) m; it must be on the map, x -\d+ to \d+, y", capsys.readouterr().err)
