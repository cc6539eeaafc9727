"""The command ``motorpool mobility``: several vehicles and seasons, draws of the soil's strength, wrong words."""

import re

import numpy as np
import pytest

from motorpool.app.cli import run
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import save_terrain
from motorpool.studies.mobility.raster import read
from motorpool.studies.mobility.soil_maps import terrain_named

rasterio = pytest.importorskip("rasterio")


@pytest.fixture(scope="module")
def hill(tmp_path_factory):
    rows, columns = np.indices((20, 25))
    heights = 40.0 * np.exp(-((rows - 10.0) ** 2 + (columns - 12.0) ** 2) / 30.0)
    path = tmp_path_factory.mktemp("hill") / "hill.npz"
    save_terrain(Terrain.from_heights(heights, spacing=20.0), path)
    return path


def test_both_seasons_with_draws_and_figures(hill, tmp_path, capsys):
    out, figure, profile = (tmp_path / name for name in ("map.tif", "map.png", "profile.png"))
    options = ("--soil", "mud", "--season", "both", "--monte-carlo", "50", "--figure", figure, "--profile", profile)
    assert run(["mobility", "--terrain", str(hill), "--vehicle", "M1A1", "--out", str(out), *map(str, options)]) == 0
    text = capsys.readouterr().out
    for season in ("dry", "wet"):
        assert f"M1A1, {season} season: percentiles of 50 draws" in text
        assert read(tmp_path / f"map-{season}.tif").season == season
        with rasterio.open(tmp_path / f"map-{season}-probability.tif") as raster:
            bears, goes = raster.read()
        assert np.ptp(bears) == 0.0  # one class
        assert 40.0 < bears[0, 0] < 95.0  # of mud of 30, where it needs 25
        assert (goes <= bears).all()
    assert re.search(r"^V90 +", text, re.MULTILINE)
    for path in (figure, profile):
        assert path.read_bytes().startswith(b"\x89PNG")


def test_the_flat_terrain_of_every_installation_has_a_map(tmp_path, capsys):
    out = tmp_path / "map.tif"
    assert run(["mobility", "--terrain", "flat", "--vehicle", "M1A1", "--soil", "mud", "--out", str(out)]) == 0
    made, ground = read(out), terrain_named("flat")
    assert made.x_west == ground.x_west - 0.5 * ground.spacing  # a cell lies around each post
    assert made.y_south + made.rows * made.spacing == ground.y_north + 0.5 * ground.spacing
    speed = made.speed
    assert speed.min() > 0.0
    assert np.ptp(speed) == 0.0  # as fast everywhere, in every direction
    assert "M1A1, dry season" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--monte-carlo", "0"), "0 draws of the soil's strength; give 1 to"),
        (("--monte-carlo", "10", "--variation", "0"), "a coefficient of variation of 0.0; it must be positive"),
        (("--monte-carlo", "10", "--patch", "-5"), "a patch of soil with a side of -5 m; it must be positive"),
        (("--patch", "100"), "--patch is for draws of the soil strength; add --monte-carlo 100"),
        (("--vehicle", "M99"), "there is no model named 'M99'"),
        (("--profile", "profile.doc"), "profile.doc is not the name of a figure's file"),
        (("--headings", "0"), "a mobility map with 0 headings; it must have 1 to 72"),
        (("--roughness", "mud=-1"), "--roughness is 'mud=-1'; write a class and metres"),
        (("--season", "spring"), "--season is 'spring'; it must be dry, wet or both"),
    ],
)
def test_what_cannot_be_is_refused_before_the_work(hill, options, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    arguments = ["mobility", "--terrain", str(hill), "--vehicle", "M1A1", "--out", "map.tif", *options]
    assert run(arguments) == 2
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
