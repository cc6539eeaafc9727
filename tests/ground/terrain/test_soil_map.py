"""Soil maps: made from the terrain, or read from files."""

import numpy as np
import pytest

from motorpool.errors import WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.soil_map import MOST_CELLS, map_of_terrain
from motorpool.ground.terrain.surface import CLASSES, Surface, rows_of
from motorpool.ground.terrain.surface_files import load_surface, save_surface


def valley() -> Terrain:
    """A V of 3 km that falls gently to the south, with a steep western wall."""
    x, y = np.meshgrid(np.arange(-1500.0, 1501.0, 30.0), np.arange(-1500.0, 1501.0, 30.0))
    return Terrain.from_heights(np.where(x < 0.0, -0.7 * x, 0.12 * x) + 0.02 * (y + 1500.0), 30.0)


def share(surface: Surface, name: str, part=slice(None)) -> float:
    return float((surface.classes[:, part] == surface.names.index(name)).mean())


def test_water_gathers_on_the_valley_floor():
    surface = map_of_terrain(valley(), seed=1)
    middle = surface.columns // 2
    floor = slice(middle - 8, middle + 8)
    assert share(surface, "mud", floor) > 10.0 * share(surface, "mud") > 0.0
    assert share(surface, "mud", floor) + share(surface, "wet-earth", floor) > 0.3
    assert share(surface, "mud") + share(surface, "wet-earth") < 0.15


def test_steep_ground_is_stony_and_gentle_ground_is_not():
    surface = map_of_terrain(valley(), seed=1)
    middle = surface.columns // 2
    assert share(surface, "gravel", slice(0, middle - 20)) > 0.8
    assert share(surface, "gravel", slice(middle + 20, None)) < 0.05


def test_flat_dry_ground_has_patches_of_sand_in_clusters():
    surface = map_of_terrain(Terrain.flat(size=3000.0, spacing=50.0), seed=2)
    sand = surface.classes == CLASSES.index("dry-sand")
    assert 0.02 < sand.mean() < 0.12
    alike = (sand[:, 1:] & sand[:, :-1]).sum() / sand[:, 1:].sum()
    assert alike > 0.7  # of a sandy cell's neighbours, most are sandy; scattered, 1 in 15 would be
    assert share(surface, "dry-earth") > 0.75


def test_a_map_depends_on_ground_and_seed_alone():
    one, same, other = (map_of_terrain(valley(), seed=seed) for seed in (4, 4, 5))
    np.testing.assert_array_equal(one.classes, same.classes)
    assert (one.classes != other.classes).any()


def test_a_map_covers_its_terrain_and_large_ground_gets_larger_cells():
    surface = map_of_terrain(valley())
    assert surface.spacing == 10.0
    assert (surface.x_west, surface.y_south) == (-1500.0, -1500.0)
    assert (surface.rows, surface.columns) == (300, 300)
    large = map_of_terrain(Terrain.flat(size=40_000.0, spacing=400.0))
    assert large.classes.size <= 1.01 * MOST_CELLS
    assert large.spacing * large.columns >= 40_000.0


def test_cells_that_are_too_many_are_refused():
    with pytest.raises(WorldError, match=r"cells must be 1\.5 m or more here"):
        map_of_terrain(valley(), spacing=1.0)


# ---- files

GRID = "ncols 3\nnrows 2\nxllcorner -30\nyllcorner -20\ncellsize 20\nNODATA_value -9999\n7 7 9\n9 7 {last}\n"


def written(folder, last="9"):
    path = folder / "soil.asc"
    path.write_text(GRID.format(last=last))
    return path


def test_a_grid_of_numbers_becomes_a_surface_by_its_legend(tmp_path):
    surface = load_surface(written(tmp_path), Terrain.flat(size=100.0), legend={7: "mud", 9: "gravel"})
    assert (surface.x_west, surface.y_south, surface.spacing) == (-30.0, -20.0, 20.0)
    assert surface.name_at(-29.0, 19.0) == "mud"  # the first number of a file is in the north-west
    assert surface.name_at(29.0, 19.0) == "gravel"
    assert surface.name_at(-29.0, -19.0) == "gravel"


def test_holes_need_a_class_for_elsewhere(tmp_path):
    path = written(tmp_path, last="-9999")
    flat = Terrain.flat(size=100.0)
    with pytest.raises(WorldError, match=r"1 cells of the soil map soil\.asc have no number"):
        load_surface(path, flat, legend={7: "mud", 9: "gravel"})
    surface = load_surface(path, flat, legend={7: "mud", 9: "gravel"}, elsewhere="ice")
    assert surface.name_at(29.0, -19.0) == "ice"


def test_a_map_lies_where_its_coordinates_say_on_the_terrains_map(tmp_path):
    ground = Terrain(np.zeros((5, 5)), 25.0, -50.0, -50.0, origin_easting=-10.0, origin_northing=5.0)
    surface = load_surface(written(tmp_path), ground, legend={7: "mud", 9: "gravel"})
    assert (surface.x_west, surface.y_south) == (-20.0, -25.0)


def test_what_is_saved_comes_back_the_same(tmp_path):
    made = map_of_terrain(valley(), seed=3).with_row("peat", rows_of(["mud"])[0] * 0.9, colour="#332211")
    save_surface(made, tmp_path / "soil.npz")
    read = load_surface(tmp_path / "soil.npz", valley())
    np.testing.assert_array_equal(read.classes, made.classes)
    np.testing.assert_array_equal(read.table, made.table)
    assert (read.spacing, read.x_west, read.y_south) == (made.spacing, made.x_west, made.y_south)
    assert (read.names, read.colours) == (made.names, made.colours)


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (lambda folder: folder / "none.asc", "there is no soil map"),
        (lambda folder: folder / "soil.bmp", "the suffix '.bmp'; a soil map is one of .npz, .tif"),
        (lambda folder: written(folder, last="3"), "number 3, which its legend does not name"),
        (lambda folder: written(folder, last="7.5"), "must be whole numbers from 0 to 255"),
        (lambda folder: written(folder, last="soup"), "cannot be read: soil.asc has text between"),
        (lambda folder: written(folder, last=""), "cannot be read: soil.asc holds 5 heights"),
    ],
)
def test_what_is_no_soil_map_is_refused_in_a_sentence(tmp_path, prepare, words):
    with pytest.raises(WorldError, match=words):
        load_surface(prepare(tmp_path), Terrain.flat(size=100.0), legend={7: "mud", 9: "gravel"})


def test_another_archive_is_refused(tmp_path):
    np.savez(tmp_path / "other.npz", heights=np.zeros(3))
    with pytest.raises(WorldError, match=r"other\.npz holds heights; a soil map is what save_surface writes"):
        load_surface(tmp_path / "other.npz", Terrain.flat())
    (tmp_path / "noise.npz").write_bytes(b"PK no archive")
    with pytest.raises(WorldError, match=r"noise.npz is not a NumPy archive"):
        load_surface(tmp_path / "noise.npz", Terrain.flat())
    with pytest.raises(WorldError, match="choose a name with that suffix"):
        save_surface(Surface.uniform("mud", Terrain.flat()), tmp_path / "soil.csv")


def test_a_map_in_other_coordinates_is_refused(tmp_path):
    path = tmp_path / "soil.asc"
    path.write_text(GRID.format(last="9").replace("cellsize 20", "cellsize 0.01"))  # that can only be degrees
    with pytest.raises(WorldError, match="is in EPSG:4326 and the terrain in metres of its own"):
        load_surface(path, Terrain.flat(), legend={7: "mud", 9: "gravel"})
