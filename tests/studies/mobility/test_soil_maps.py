"""Soils and terrain by the words of the command, and the command itself."""

import json

import numpy as np
import pytest
from command_line import motorpool

from motorpool.errors import TerrainError, WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import save_terrain
from motorpool.studies.mobility import read
from motorpool.studies.mobility.soil_maps import legend_of, soil_named, terrain_named

ASC = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -9999\n1 2 2\n1 1 -9999\n"


@pytest.fixture
def soil_file(tmp_path):
    path = tmp_path / "soil.asc"
    path.write_text(ASC)
    return path


@pytest.fixture
def flat():
    return Terrain(np.zeros((3, 4), np.float32), 10.0, 0.0, 0.0)


def test_a_class_is_everywhere_and_a_made_map_follows_the_terrain(flat):
    assert soil_named("mud", flat).name_at(5.0, 5.0) == "mud"
    assert "dry-earth" in soil_named("terrain", Terrain.flat(size=500.0)).names


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
def test_a_legend_beside_the_map_names_its_numbers(suffix, soil_file, flat):
    legend = {"legend": {"1": "mud", "2": "gravel"}, "kind": "ice"}
    soil_file.with_suffix(suffix).write_text(json.dumps(legend))
    surface = soil_named(str(soil_file), flat)
    assert [surface.name_at(x, y) for x, y in ((5.0, 5.0), (15.0, 15.0), (25.0, 5.0))] == ["mud", "gravel", "ice"]


def test_a_legend_of_the_command_names_its_numbers(soil_file, flat):
    soil_file.write_text(ASC.replace("-9999\n", "1\n", 2).replace("NODATA_value 1", "NODATA_value -9999"))
    surface = soil_named(str(soil_file), flat, legend="1=dry-sand, 2=grass")
    assert surface.name_at(5.0, 5.0) == "dry-sand"
    assert legend_of("7=mud") == {7: "mud"}


@pytest.mark.parametrize(
    ("soil", "legend", "words"),
    [
        ("muddy", None, "mud"),
        ("mud", "1=mud", "belongs to a soil map"),
        ("missing.asc", None, "there is no soil map"),
    ],
)
def test_soils_that_are_none_are_refused(soil, legend, words, flat):
    with pytest.raises(WorldError, match=words):
        soil_named(soil, flat, legend=legend)


def test_legends_that_mean_nothing_are_refused(soil_file, flat):
    with pytest.raises(WorldError, match="1=mud,2=dry-earth"):
        legend_of("mud=1")
    for text, words in (("kind: mud\n", "has no legend"), ("legend: {a: mud}\n", "whole numbers"), ("[", "soil.yaml")):
        soil_file.with_suffix(".yaml").write_text(text)
        with pytest.raises(WorldError, match=words):
            soil_named(str(soil_file), flat)


def test_terrains_are_found_by_name_and_file(tmp_path, flat):
    save_terrain(flat, tmp_path / "small.npz")
    assert terrain_named(str(tmp_path / "small.npz")).rows == 3
    with pytest.raises(TerrainError):
        terrain_named(str(tmp_path / "none.tif"))


def test_the_command_writes_maps_of_both_seasons_and_says_what_it_found(tmp_path):
    pytest.importorskip("rasterio")
    heights = np.add.outer(np.zeros(12), np.arange(12) * 3.0)
    save_terrain(Terrain.from_heights(heights, 10.0), tmp_path / "slope.npz")
    done = motorpool(
        "mobility", "--terrain", tmp_path / "slope.npz", "--soil", "dry-earth", "--vehicle", "M1A1",
        "--season", "both", "--headings", "4", "--out", tmp_path / "map.tif",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "M1A1, dry season" in done.stdout
    dry, wet = (read(tmp_path / f"map-{season}.tif") for season in ("dry", "wet"))
    assert dry.speed.shape == wet.speed.shape == (4, 12, 12)
    assert (wet.speed[0] < dry.speed[0]).all()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"--vehicle": "bicycle"}, "no mass and no forces"),
        ({"--season": "autumn"}, "dry, wet or both"),
        ({"--out": "map.png"}, "end it in .tif"),
        ({"--soil": "butter"}, "butter"),
        ({"--roughness": "mud"}, "--roughness is 'mud'"),
    ],
)
def test_the_command_refuses_in_one_sentence(changes, words, tmp_path, flat):
    save_terrain(flat, tmp_path / "flat.npz")
    options = {"--terrain": "flat.npz", "--soil": "mud", "--vehicle": "M1A1", "--out": "map.tif", **changes}
    done = motorpool("mobility", *[word for pair in options.items() for word in pair], cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("*.tif"))
