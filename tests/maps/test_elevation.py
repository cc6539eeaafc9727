"""Heights for a world: several files as one mosaic, and images with a size and a range."""

import random
from pathlib import Path

import numpy as np
import pytest
from command_line import answered
from mutations import changed_bytes

import motorpool as mp
from motorpool.errors import MotorpoolError, TerrainError, WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain, save_terrain
from motorpool.maps.console import source_of
from motorpool.maps.elevation import Scale, elevation_of, scale_of
from motorpool.maps.heights import bare_place, ground_of

UTM = "EPSG:32632"
PLACE = 500_000.0, 5_200_000.0  # easting and northing of a place near 9 degrees east, 47 north [m]


def slope(easting: np.ndarray, northing: np.ndarray) -> np.ndarray:
    """Return heights that any lattice has exactly [m]."""
    return 400.0 + 0.02 * (easting - PLACE[0]) - 0.03 * (northing - PLACE[1])


def write_npz(
    path: Path, west: float, south: float, *, columns: int, rows: int, step: float, above: float = 0.0
) -> Path:
    """Write a file of heights in UTM, ``above`` the slope; west and south are from ``PLACE`` [m]."""
    x, y = np.meshgrid(PLACE[0] + west + step * np.arange(columns), PLACE[1] + south + step * np.arange(rows))
    middle = PLACE[0] + west + 0.5 * step * (columns - 1), PLACE[1] + south + 0.5 * step * (rows - 1)
    terrain = Terrain.from_heights(
        slope(x, y) + above, step, crs=UTM, origin_easting=middle[0], origin_northing=middle[1]
    )  # fmt: skip
    save_terrain(terrain, path)
    return path


def write_tif(path: Path, west: float, south: float, *, step: float, count: int = 100, void: bool = False) -> Path:
    """Write heights of the slope in degrees: squares of ``count`` pixels of ``step`` degrees."""
    rasterio = pytest.importorskip("rasterio")
    import pyproj

    x, y = np.meshgrid(west + step * (np.arange(count) + 0.5), south + step * (np.arange(count)[::-1] + 0.5))
    heights = slope(*pyproj.Transformer.from_crs("EPSG:4326", UTM, always_xy=True).transform(x, y)).astype(np.float32)
    if void:
        heights[40:60, 40:60] = -32768.0
    profile = {"driver": "GTiff", "width": count, "height": count, "count": 1, "dtype": "float32", "crs": "EPSG:4326"}
    transform = rasterio.Affine(step, 0.0, west, 0.0, -step, south + count * step)
    with rasterio.open(path, "w", **profile, transform=transform, nodata=-32768.0) as dataset:
        dataset.write(heights, 1)
    return path


def whole_ground(*files: Path, spacing: float = 10.0, area: tuple[float, ...] | None = None) -> Terrain:
    elevation = elevation_of(files)
    assert elevation is not None
    return ground_of(bare_place(elevation), elevation, spacing=spacing, area=area)


def errors_of(terrain: Terrain) -> np.ndarray:
    """Return the differences of heights from the slope [m]."""
    x, y = np.meshgrid(
        terrain.origin_easting + terrain.x_west + terrain.spacing * np.arange(terrain.columns),
        terrain.origin_northing + terrain.y_south + terrain.spacing * np.arange(terrain.rows),
    )
    return terrain.heights - slope(x, y)


def test_tiles_on_one_lattice_are_joined_unchanged(tmp_path: Path):
    west = write_npz(tmp_path / "west.npz", 0.0, 0.0, columns=51, rows=40, step=10.0)
    east = write_npz(tmp_path / "east.npz", 510.0, 0.0, columns=30, rows=40, step=10.0)
    whole = write_npz(tmp_path / "whole.npz", 0.0, 0.0, columns=81, rows=40, step=10.0)
    joined, single = whole_ground(west, east), load_terrain(whole)
    assert (joined.rows, joined.columns, joined.crs) == (single.rows, single.columns, UTM)
    np.testing.assert_array_equal(joined.heights, single.heights)
    assert joined.origin_easting == single.origin_easting


def test_the_finest_file_is_first_whatever_the_order(tmp_path: Path):
    coarse = write_npz(tmp_path / "coarse.npz", 0.0, 0.0, columns=41, rows=41, step=30.0)
    fine = write_npz(tmp_path / "fine.npz", 401.0, 399.0, columns=101, rows=101, step=2.0, above=5.0)
    for order in ((coarse, fine), (fine, coarse)):
        ground = whole_ground(*order, spacing=2.0)
        away = errors_of(ground)
        raised = np.abs(away - 5.0) < 0.01
        assert np.abs(away[~raised]).max() < 0.01
        assert 101 * 101 <= raised.sum() <= 104 * 104  # each post stands for the ground around it


def test_tiles_in_degrees_leave_no_gap_between_them_on_the_map(tmp_path: Path):
    """The edges of tiles are slanted on the map; an upright box in each would leave a wedge."""
    first = write_tif(tmp_path / "a.tif", 9.30, 46.90, step=0.001)
    second = write_tif(tmp_path / "b.tif", 9.40, 46.90, step=0.001)
    ground = whole_ground(first, second, spacing=50.0)
    assert ground.width > 14_000.0
    assert np.abs(errors_of(ground)).max() < 0.1


def test_files_of_different_systems_and_steps_are_joined(tmp_path: Path):
    degrees = write_tif(tmp_path / "a.tif", 8.95, 46.90, step=0.001)
    metres = write_npz(tmp_path / "b.npz", 1000.0, 0.0, columns=101, rows=101, step=10.0, above=0.0)
    ground = whole_ground(degrees, metres, spacing=20.0)
    assert ground.crs == UTM
    assert ground.width > 7000.0
    assert np.abs(errors_of(ground)).max() < 0.1


def test_voids_of_a_fine_file_have_the_heights_of_a_coarser_one(tmp_path: Path):
    fine = write_tif(tmp_path / "a.tif", 9.0, 46.95, step=0.0005, void=True)
    coarse = write_tif(tmp_path / "b.tif", 8.9, 46.90, step=0.002)
    np.testing.assert_allclose(errors_of(whole_ground(fine, coarse, spacing=25.0)), 0.0, atol=0.1)


def test_a_hole_between_files_is_named(tmp_path: Path):
    first = write_npz(tmp_path / "a.npz", 0.0, 0.0, columns=51, rows=51, step=10.0)
    second = write_npz(tmp_path / "b.npz", 600.0, 600.0, columns=51, rows=51, step=10.0)
    with pytest.raises(TerrainError, match=r"the 2 files of heights leave a hole: 5\d % of the map, .* degrees; add"):
        whole_ground(first, second)
    part = whole_ground(first, second, area=(9.0001, 46.9501, 9.006, 46.954))
    np.testing.assert_allclose(errors_of(part), 0.0, atol=1e-3)


def test_files_that_do_not_go_together_are_refused(tmp_path: Path):
    placed = write_npz(tmp_path / "a.npz", 0.0, 0.0, columns=51, rows=51, step=10.0)
    (tmp_path / "b.asc").write_text("ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2 3\n4 5 6\n")
    (tmp_path / "c.pgm").write_bytes(b"P5 2 2 255\n" + bytes(4))
    with pytest.raises(TerrainError, match=r"b\.asc does not say where on Earth it lies, and others do"):
        elevation_of([placed, tmp_path / "b.asc"])
    with pytest.raises(TerrainError, match=r"c\.pgm is an image, which has no place among other heights"):
        elevation_of([placed, tmp_path / "c.pgm"], Scale(9.0, None, 0.0, 1.0))
    with pytest.raises(TerrainError, match="101 files of heights are named; at most 100"):
        elevation_of([placed] * 101)
    with pytest.raises(TerrainError, match="a size and a range are for heights from an image"):
        elevation_of([placed], Scale(9.0, None, 0.0, 1.0))


def test_the_command_joins_heights_into_ground_alone(tmp_path: Path):
    files = [
        write_npz(tmp_path / f"{name}.npz", west, 0.0, columns=41, rows=40, step=10.0)
        for name, west in (("a", 0.0), ("b", 410.0))
    ]
    words = [word for file in files for word in ("--heights", file)]
    done = answered("terrain", *words, "--out", tmp_path / "world")
    assert done.returncode == 0, done
    assert "heights: a.npz, b.npz, the finest first" in " ".join(done.stdout.split())
    world = mp.load(tmp_path / "world" / "scenario.yaml").build()
    assert (world.terrain.spacing, world.terrain.columns) == (10.0, 82)
    assert "--unknown is for a map" in answered("terrain", *words, "--unknown", "free", "--out", tmp_path / "x").stderr


# ---- images


def write_image(path: Path, levels: np.ndarray) -> Path:
    image = pytest.importorskip("PIL.Image")
    image.fromarray(levels).save(path)
    return path


@pytest.mark.parametrize(("kind", "most"), [(np.uint8, 255), (np.uint16, 65_535)])
def test_black_is_the_lowest_and_white_the_highest_and_the_top_is_north(tmp_path: Path, kind: type, most: int):
    levels = np.linspace(most, 0, 21).round().astype(kind)[:, np.newaxis] * np.ones((1, 31), kind)
    elevation = elevation_of([write_image(tmp_path / "a.png", levels)], Scale(310.0, None, -20.0, 80.0))
    assert elevation is not None
    ground = ground_of(bare_place(elevation), elevation, spacing=10.0)
    assert (ground.rows, ground.columns) == (21, 31)
    np.testing.assert_allclose(ground.heights[:, 0], np.linspace(-20.0, 80.0, 21), atol=0.2)
    assert (ground.x_west, ground.y_south) == (-150.0, -100.0)
    assert (
        f"{8 if most == 255 else 16}-bit grey image of 31 x 21 pixels, black -20 m and white 80 m high"
        in elevation.note
    )


def test_an_image_of_heights_lies_around_the_middle_of_a_map(tmp_path: Path):
    y, x = np.mgrid[:40, :40] / 39.0
    hill = (255 * np.exp(-20.0 * ((x - 0.5) ** 2 + (y - 0.5) ** 2))).astype(np.uint8)
    image = write_image(tmp_path / "hill.png", hill)
    (tmp_path / "a.osm").write_text(
        "<osm version='0.6'><node id='1' lat='47.0' lon='9.0'/><node id='2' lat='47.0' lon='9.01'/>"
        "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='tertiary'/></way></osm>"
    )
    done = answered(
        "terrain", "--osm", tmp_path / "a.osm", "--heights", image, "--size", "2000,1500", "--range", "100", "130",
        "--out", tmp_path / "world",
    )  # fmt: skip
    assert done.returncode == 0, done
    assert "2000 x 1500 m around the middle of the map" in " ".join(done.stdout.split())
    terrain = mp.load(tmp_path / "world" / "scenario.yaml").build().terrain
    assert terrain.sample(0.0, 100.0)[0] > 120.0
    assert terrain.sample(-500.0, 100.0)[0] < 110.0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), "an image, which names neither its size nor the heights"),
        (("--size", "9"), "an image needs both its size and its heights"),
        (("--range", "0", "9"), "an image needs both its size and its heights"),
        (("--size", "x", "--range", "0", "9"), "--size is 'x'; write the width"),
        (("--size", "1,2,3", "--range", "0", "9"), "--size is '1,2,3'; write the width"),
        (("--size", "nan", "--range", "0", "9"), "--size is 'nan'"),
        (("--size", "1e300", "--range", "0", "9"), "--size is '1e300'"),
        (("--size", "9", "--range", "9", "9"), "--range is 9 9; it must be the heights of black and of white"),
        (("--size", "9", "--range", "0", "inf"), "--range is 0 inf"),
        (("--size", "0.00001", "--range", "0", "9"), "would have pixels of"),
    ],
)
def test_an_image_without_size_and_range_is_refused(tmp_path: Path, words: tuple[str, ...], expected: str):
    image = write_image(tmp_path / "a.png", np.zeros((9, 9), np.uint8))
    done = answered("terrain", "--heights", image, *words, "--out", tmp_path / "world")
    assert done.returncode == 2
    assert expected in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_colour_and_single_pixels_are_refused(tmp_path: Path):
    colours = np.zeros((9, 9, 3), np.uint8)
    colours[4, 4, 0] = 9
    with pytest.raises(TerrainError, match="is a colour image; heights are read from grey ones"):
        elevation_of([write_image(tmp_path / "a.png", colours)], Scale(9.0, None, 0.0, 1.0))
    grey = elevation_of([write_image(tmp_path / "b.png", 0 * colours)], Scale(9.0, None, 0.0, 1.0))
    assert grey is not None
    with pytest.raises(TerrainError, match="heights need at least 2 x 2"):
        elevation_of([write_image(tmp_path / "c.png", np.zeros((1, 9), np.uint8))], Scale(9.0, None, 0.0, 1.0))


def test_a_world_needs_a_map_or_heights(tmp_path: Path):
    assert "give --osm FILE" in answered("terrain", "--out", tmp_path / "world").stderr
    assert scale_of(None, None) is None
    with pytest.raises(WorldError, match="a world is made of one map"):
        source_of(tmp_path, tmp_path, None, has_heights=True)


def test_damaged_images_end_in_ground_or_a_sentence(tmp_path: Path):
    chance = random.Random(4)
    levels = np.arange(400, dtype=np.uint16).reshape(20, 20) * 150
    contents = [
        write_image(tmp_path / "a.png", levels).read_bytes(),
        b"P5 20 20 65535\n" + levels.astype(">u2").tobytes(),
        b"P2 20 20 65535\n" + " ".join(map(str, levels.ravel())).encode(),
    ]
    answers = {"read": 0, "refused": 0}
    for number in range(150):
        path = tmp_path / ("b.png" if number % 3 == 0 else "b.pgm")
        path.write_bytes(changed_bytes(contents[number % 3], chance))
        answer = "read"
        try:
            elevation = elevation_of([path], Scale(200.0, None, 0.0, 50.0))
            assert elevation is not None
            ground_of(bare_place(elevation), elevation)
        except MotorpoolError as error:
            answer = str(error)
        assert "\n" not in answer
        answers["read" if answer == "read" else "refused"] += 1
    assert min(answers.values()) > 10, answers
