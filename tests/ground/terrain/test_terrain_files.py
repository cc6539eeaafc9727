"""Terrain files: what is read is what rasterio, pyproj and formulas say, and what is refused is said plainly."""

import gzip
import math
import re
import sys
import time
import zipfile

import numpy as np
import pyproj
import pytest
import rasterio
import rasterio.shutil
import rasterio.warp
from pace import patience
from rasterio.transform import Affine, from_origin
from rasters import UTM, heights_at, refusal, rough, write_asc, write_hgt, write_tiff

from motorpool.errors import MissingExtraError, TerrainError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain, save_terrain
from motorpool.ground.terrain.outliers import fill_voids

# rasterio's own use of its transforms, with affine 3
pytestmark = pytest.mark.filterwarnings("ignore:Use `@` matmul:PendingDeprecationWarning")


# ---- Jacksboro, the terrain that is always there


def test_jacksboro_has_the_summit_of_cross_mountain_where_the_map_has_it():
    terrain = load_terrain("jacksboro")
    row, column = np.unravel_index(terrain.heights.argmax(), terrain.heights.shape)
    easting = terrain.origin_easting + terrain.x_west + column * terrain.spacing
    northing = terrain.origin_northing + terrain.y_south + row * terrain.spacing
    summit = pyproj.Transformer.from_crs("EPSG:4326", "EPSG:32616").transform(
        36 + 11 / 60 + 54 / 3600, -84 - 13 / 60 - 50 / 3600
    )
    assert np.hypot(easting - summit[0], northing - summit[1]) < 100.0
    assert terrain.heights.max() == pytest.approx(1077.0, abs=3.0)


@pytest.mark.parametrize(
    ("latitude", "longitude", "height"),
    [(36.3298, -84.1836, 328.0), (36.3828, -84.1199, 324.0), (36.2176, -84.1555, 259.0)],
)
def test_jacksboro_has_its_towns_in_the_valleys(latitude, longitude, height):
    terrain = load_terrain("jacksboro")  # Jacksboro, LaFollette and Rocky Top: heights of the US gazetteer
    assert heights_at(terrain, "EPSG:4326", longitude, latitude) == pytest.approx(height, abs=20.0)


def test_jacksboro_is_thirty_metres_between_posts_and_30_km_wide():
    terrain = load_terrain("jacksboro")
    assert (terrain.name, terrain.spacing, terrain.crs, terrain.voids_filled) == ("jacksboro", 30.0, "EPSG:32616", 0)
    assert 28_000.0 < terrain.width < 31_000.0
    assert 29_000.0 < terrain.depth < 32_000.0


def test_jacksboro_loads_at_once():
    times = []
    for _ in range(3):
        start = time.process_time()
        load_terrain("jacksboro")
        times.append(time.process_time() - start)
    assert min(times) < patience(0.5)


def test_jacksboro_without_matplotlib_names_the_extra(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.cbook", None)
    with pytest.raises(MissingExtraError, match=r"pip install '\.\[app\]'"):
        load_terrain("jacksboro")


# ---- Fort Hunter Liggett: a tile, and what another program made of it


def test_the_srtm_tile_agrees_with_the_geotiff_that_gdal_made_of_it(shared_data):
    tile, map_sheet = load_terrain(shared_data / "N35W122.hgt.zip"), load_terrain(shared_data / "fhl_utm10n_30m.tif")
    random = np.random.default_rng(0)
    easting, northing = random.uniform(645_000, 675_000, 20_000), random.uniform(3_962_000, 3_982_000, 20_000)
    from_tile, from_map = (
        terrain.sample(easting - terrain.origin_easting, northing - terrain.origin_northing)
        for terrain in (tile, map_sheet)
    )
    assert tile.crs == map_sheet.crs == UTM
    assert np.sqrt(np.mean((from_tile[0] - from_map[0]) ** 2)) < 1.0
    assert abs(np.mean(from_tile[0] - from_map[0])) < 0.05
    assert tile.voids_filled == 180
    assert map_sheet.voids_filled == 0


def test_a_crop_is_the_same_ground_whichever_file_it_comes_from(shared_data):
    box = (667_200.0, 3_976_800.0, 673_200.0, 3_982_800.0)
    tile, map_sheet = (load_terrain(shared_data / name, crop=box) for name in ("N35W122.hgt.zip", "fhl_utm10n_30m.tif"))
    assert tile.origin_easting == map_sheet.origin_easting == 670_200.0
    assert (
        np.sqrt(
            np.mean(
                (
                    tile.sample(*np.mgrid[-2900:2900:50, -2900:2900:50])[0]
                    - map_sheet.sample(*np.mgrid[-2900:2900:50, -2900:2900:50])[0]
                )
                ** 2
            )
        )
        < 1.0
    )
    assert map_sheet.heights.min() > 255.0
    assert map_sheet.heights.max() < 420.0


# ---- GeoTIFF


def test_a_metric_geotiff_is_taken_post_by_post(tmp_path):
    heights = rough().astype(np.float32)
    path = write_tiff(tmp_path / "hills.tif", heights)
    terrain = load_terrain(path)
    np.testing.assert_array_equal(terrain.heights, heights[::-1])
    with rasterio.open(path) as file:
        for row, column in [(0, 0), (39, 49), (7, 30)]:
            x, y = file.xy(row, column)
            assert heights_at(terrain, UTM, x, y) == heights[row, column]
    assert (terrain.name, terrain.crs, terrain.spacing) == ("hills", UTM, 30.0)
    assert terrain.source == "hills.tif (GeoTIFF)"


def test_a_south_up_geotiff_is_turned(tmp_path):
    heights = rough().astype(np.float32)
    upright = load_terrain(write_tiff(tmp_path / "up.tif", heights))
    flipped = load_terrain(
        write_tiff(tmp_path / "down.tif", heights[::-1], Affine(30.0, 0.0, 600000.0, 0.0, 30.0, 4000000.0 - 40 * 30.0))
    )
    np.testing.assert_array_equal(flipped.heights, upright.heights)
    assert flipped.origin_northing == upright.origin_northing


def test_a_geotiff_of_points_has_its_posts_where_gdal_says(tmp_path):
    path = write_tiff(tmp_path / "points.tif", rough().astype(np.float32))
    with rasterio.open(path, "r+") as file:
        file.update_tags(AREA_OR_POINT="Point")
    with rasterio.open(path) as file:
        x, y = file.xy(3, 4)
    assert heights_at(load_terrain(path), UTM, x, y) == np.float32(rough()[3, 4])


@pytest.mark.parametrize("crs", ["EPSG:4326", "EPSG:4269", "EPSG:3857", "EPSG:2227"])
def test_degrees_feet_and_stretched_projections_go_to_utm(tmp_path, crs):
    """Hills as a formula of UTM coordinates, sampled by pyproj on a raster of another system, come back."""

    def hills(easting, northing):
        return 400.0 + 60.0 * np.sin(easting / 400.0) * np.cos(northing / 500.0)

    west, south, east, north = rasterio.warp.transform_bounds(UTM, crs, 600_000, 4_000_000, 606_000, 4_005_000)
    rows, columns = 300, 360
    transform = from_origin(west, north, (east - west) / columns, (north - south) / rows)
    column, row = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    easting, northing = pyproj.Transformer.from_crs(crs, UTM, always_xy=True).transform(*(transform * (column, row)))
    path = write_tiff(tmp_path / "hills.tif", hills(easting, northing).astype(np.float32), transform, crs)
    terrain = load_terrain(path, spacing=20.0)
    x, y = np.meshgrid(
        *(
            np.linspace(low, high, 50)
            for low, high in ((terrain.x_west, terrain.x_east), (terrain.y_south, terrain.y_north))
        )
    )
    expected = hills(x + terrain.origin_easting, y + terrain.origin_northing)
    assert terrain.crs == UTM
    assert "projected to EPSG:32610" in terrain.source
    assert np.abs(terrain.sample(x, y)[0] - expected).max() < 0.2  # 20 m posts on waves of 2.5 km: sagitta 0.12 m
    assert 5_500.0 < terrain.width < 6_100.0


def test_reprojection_agrees_with_gdal(tmp_path):
    transform = from_origin(-122.0, 36.0, 1 / 3600, 1 / 3600)
    path = write_tiff(tmp_path / "hills.tif", rough(300, 300).astype(np.float32), transform, "EPSG:4326")
    terrain = load_terrain(path)
    assert terrain.spacing == 25.0
    warped = np.full(terrain.heights.shape, np.nan, np.float32)
    west, north = terrain.origin_easting + terrain.x_west - 12.5, terrain.origin_northing + terrain.y_north + 12.5
    with rasterio.open(path) as file:
        rasterio.warp.reproject(
            rasterio.band(file, 1),
            warped,
            dst_transform=from_origin(west, north, 25.0, 25.0),
            dst_crs=terrain.crs,
            dst_nodata=np.nan,
            resampling=rasterio.warp.Resampling.cubic,
        )
    difference = (terrain.heights - warped[::-1])[3:-3, 3:-3]
    assert np.sqrt(np.mean(difference**2)) < 0.3
    assert np.abs(difference).max() < 2.0


@pytest.mark.parametrize(("latitude", "spacing"), [(38.0, 750.0), (49.0, 600.0)])
def test_posts_of_a_file_in_degrees_are_as_close_as_the_shorter_side_of_its_pixels(tmp_path, latitude, spacing):
    """Waves from west to east come back as well as straight lines between such posts can follow them."""
    height, length = 100.0, 6_000.0
    step = 1.0 / 120.0
    to_map = pyproj.Transformer.from_crs("EPSG:4326", "EPSG:32610", always_xy=True)
    column, row = np.meshgrid(np.arange(100), np.arange(60))
    transform = from_origin(-123.5, latitude, step, step)
    easting, _ = to_map.transform(*(transform * (column + 0.5, row + 0.5)))
    waves = 500.0 + height * np.sin(2.0 * np.pi * easting / length)
    terrain = load_terrain(write_tiff(tmp_path / "waves.tif", waves.astype(np.float32), transform, "EPSG:4326"))
    assert terrain.spacing == spacing
    x = np.linspace(terrain.x_west, terrain.x_east, 5_000)
    found = terrain.sample(x, np.zeros_like(x))[0]
    wanted = 500.0 + height * np.sin(2.0 * np.pi * (x + terrain.origin_easting) / length)
    assert np.abs(found - wanted).max() < 1.2 * height * (1.0 - math.cos(math.pi * spacing / length))


def test_a_map_in_feet_without_a_unit_of_heights_warns(tmp_path):
    transform = from_origin(6_000_000, 2_000_000, 100.0, 100.0)
    heights = np.full((30, 30), 300.0, np.float32)
    path = write_tiff(tmp_path / "feet.tif", heights, transform, "EPSG:2227")
    (sentence,) = load_terrain(path).warnings
    assert "US survey foot" in sentence
    assert "read as metres" in sentence
    with rasterio.open(path, "r+") as file:
        file.units = ("ft",)
    told = load_terrain(path)
    assert told.warnings == ()
    assert told.heights.max() == pytest.approx(300.0 * 0.3048)


def test_a_grid_whose_projection_file_is_in_feet_warns(tmp_path):
    path = write_asc(
        tmp_path / "feet.asc",
        "3 3 3 3\n3 3 3 3\n3 3 3 3\n3 3 3 3",
        ncols=4,
        nrows=4,
        xllcorner=6_000_000,
        yllcorner=2_000_000,
        cellsize=100,
    )
    path.with_suffix(".prj").write_text("EPSG:2227")
    assert "names no unit of its heights" in load_terrain(path).warnings[0]


def test_pixels_that_are_not_square_become_square(tmp_path):
    column, row = np.meshgrid(np.arange(60), np.arange(40))
    plane = (2.0 * column - 3.0 * row).astype(np.float32)
    terrain = load_terrain(write_tiff(tmp_path / "plane.tif", plane, from_origin(600_000, 4_000_000, 10.0, 30.0)))
    assert terrain.spacing == 10.0
    assert terrain.source == "plane.tif (GeoTIFF), resampled to posts 10 m apart"
    _, slope_x, slope_y = terrain.sample(*np.random.default_rng(0).uniform(-280.0, 280.0, (2, 200)))
    np.testing.assert_allclose(slope_x, 0.2, atol=1e-5)
    np.testing.assert_allclose(slope_y, 0.1, atol=1e-5)


@pytest.mark.parametrize("spacing", [7.0, 100.0, 170.0])
def test_a_plane_stays_a_plane_at_any_spacing(tmp_path, spacing):
    column, row = np.meshgrid(np.arange(64), np.arange(61))
    path = write_tiff(tmp_path / "plane.tif", (300.0 + 3.0 * column - 6.0 * row).astype(np.float32))
    terrain, original = load_terrain(path, spacing=spacing), load_terrain(path)
    assert terrain.spacing == spacing
    x, y = np.meshgrid(np.linspace(terrain.x_west, terrain.x_east, 9), np.linspace(terrain.y_south, terrain.y_north, 9))
    east, north = terrain.origin_easting - original.origin_easting, terrain.origin_northing - original.origin_northing
    np.testing.assert_allclose(terrain.sample(x, y)[0], original.sample(x + east, y + north)[0], atol=1e-3)


def test_a_coarse_spacing_averages_instead_of_picking(tmp_path):
    stripes = np.tile([0.0, 100.0], (80, 40)).astype(np.float32)
    terrain = load_terrain(write_tiff(tmp_path / "stripes.tif", stripes), spacing=120.0)
    np.testing.assert_allclose(terrain.heights, 50.0, atol=1e-3)


def test_a_crop_of_a_geotiff_holds_the_same_posts(tmp_path):
    path = write_tiff(tmp_path / "hills.tif", rough().astype(np.float32))
    whole = load_terrain(path)
    crop = load_terrain(path, crop=(600_105.0, 3_999_165.0, 600_495.0, 3_999_585.0))
    assert crop.heights.shape == (14, 14)
    np.testing.assert_array_equal(crop.heights, whole.heights[12:26, 3:17])
    assert (crop.origin_easting, crop.origin_northing) == (600_300.0, 3_999_370.0)


def test_a_crop_of_a_projected_tile_holds_the_same_posts(tmp_path):
    path = write_hgt(tmp_path / "N35W122.hgt", lambda east, north: 500 + 300 * np.sin(9 * east) * np.cos(7 * north))
    whole, crop = load_terrain(path), load_terrain(path, crop=(621_000.0, 3_900_000.0, 630_000.0, 3_918_000.0))
    assert (whole.spacing, crop.heights.shape) == (75.0, (241, 121))
    row = round((crop.origin_northing + crop.y_south - whole.origin_northing - whole.y_south) / 75.0)
    column = round((crop.origin_easting + crop.x_west - whole.origin_easting - whole.x_west) / 75.0)
    np.testing.assert_allclose(crop.heights, whole.heights[row : row + 241, column : column + 121], atol=1e-3)


def test_only_the_first_band_counts_and_the_source_says_so(tmp_path):
    terrain = load_terrain(write_tiff(tmp_path / "bands.tif", rough().astype(np.float32), count=3))
    assert terrain.source == "bands.tif (GeoTIFF, band 1 of 3)"
    assert terrain.heights.max() < 600.0


@pytest.mark.parametrize(("unit", "metres"), [("ft", 0.3048), ("US survey foot", 1200 / 3937), ("metre", 1.0)])
def test_heights_in_feet_become_metres(tmp_path, unit, metres):
    path = write_tiff(tmp_path / "feet.tif", np.full((5, 5), 1000.0, np.float32))
    with rasterio.open(path, "r+") as file:
        file.units = (unit,)
    terrain = load_terrain(path)
    np.testing.assert_allclose(terrain.heights, 1000.0 * metres, rtol=1e-6)
    assert ("converted to metres" in terrain.source) == (metres != 1.0)


def test_the_unit_of_a_vertical_system_counts(tmp_path):
    terrain = load_terrain(
        write_tiff(tmp_path / "feet.tif", np.full((5, 5), 1000.0, np.float32), crs="EPSG:32610+6360")
    )
    np.testing.assert_allclose(terrain.heights, 1000.0 * 1200 / 3937, rtol=1e-6)
    assert terrain.crs == UTM


def test_scale_and_offset_of_a_band_count(tmp_path):
    path = write_tiff(tmp_path / "scaled.tif", np.full((5, 5), 123456, np.uint32))
    with rasterio.open(path, "r+") as file:
        file.scales, file.offsets = (0.001,), (50.0,)
    np.testing.assert_allclose(load_terrain(path).heights, 173.456, rtol=1e-6)


# ---- voids


@pytest.mark.parametrize("dtype", [np.int16, np.float32])
def test_voids_are_filled_and_counted(tmp_path, dtype):
    heights = rough().astype(dtype)
    heights[10:14, 20:25] = -9999
    terrain = load_terrain(write_tiff(tmp_path / "holes.tif", heights, nodata=-9999))
    assert terrain.voids_filled == 20
    assert terrain.source.endswith("20 voids filled (20 of the declared -9999)")
    np.testing.assert_allclose(terrain.heights[::-1][10:14, 20:25], rough()[10:14, 20:25], atol=15.0)


@pytest.mark.parametrize("code", [np.nan, np.inf, -32768.0, -32767.0, -9999.0, -3.4028235e38, 1e30])
def test_undeclared_voids_are_found(tmp_path, code):
    heights = rough().astype(np.float32)
    heights[3, 4] = code
    terrain = load_terrain(write_tiff(tmp_path / "hole.tif", heights))
    assert terrain.voids_filled == 1
    assert terrain.heights.min() > 300.0


def test_a_hole_in_a_slope_is_filled_with_the_slope():
    column, row = np.meshgrid(np.arange(40.0), np.arange(50.0))
    slope = (3.0 * column + 2.0 * row).astype(np.float32)
    holed = slope.copy()
    holed[10:30, 12:25] = np.nan
    np.testing.assert_allclose(fill_voids(holed), slope, atol=3.0)  # one post's rise; the hole is 13 posts wide


def test_a_fill_is_never_higher_or_lower_than_the_ground_around_and_the_same_each_time():
    heights = rough(64, 80).astype(np.float32)
    holed = np.where(np.random.default_rng(3).random(heights.shape) < 0.7, np.float32(np.nan), heights)
    filled = fill_voids(holed)
    assert np.nanmin(holed) <= filled.min()
    assert filled.max() <= np.nanmax(holed)
    np.testing.assert_array_equal(filled[~np.isnan(holed)], holed[~np.isnan(holed)])
    np.testing.assert_array_equal(filled, fill_voids(holed))


def test_a_single_known_height_fills_everything():
    heights = np.full((7, 5), np.nan, np.float32)
    heights[2, 3] = 42.0
    np.testing.assert_array_equal(fill_voids(heights), np.full((7, 5), 42.0))


# ---- HGT, DTED


@pytest.mark.parametrize(
    ("name", "longitude", "latitude"), [("N35W122", -122, 35), ("S34E018", 18, -34), ("n00e006", 6, 0)]
)
def test_a_tile_lies_where_its_name_says(tmp_path, name, longitude, latitude):
    path = write_hgt(tmp_path / f"{name}.hgt", lambda east, north: 1000 * east + 5000 * north)
    terrain = load_terrain(path)
    east, north = np.random.default_rng(0).uniform(0.2, 0.8, (2, 100))
    found = heights_at(terrain, "EPSG:4326", longitude + east, latitude + north)
    np.testing.assert_allclose(found, 1000 * east + 5000 * north, atol=1.0)  # heights are whole metres
    assert terrain.crs == f"EPSG:{(32600 if latitude >= 0 else 32700) + (longitude + 180) // 6 + 1}"


@pytest.mark.parametrize("side", [1201, 3601])
def test_tiles_are_read_plain_zipped_and_gzipped(tmp_path, side):
    plain = write_hgt(tmp_path / "N35W122.hgt", lambda east, north: 100 * east, side)
    with zipfile.ZipFile(tmp_path / "N35W122.SRTMGL1.hgt.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(plain, "folder/N35W122.hgt")
    (tmp_path / "N35W122.hgt.gz").write_bytes(gzip.compress(plain.read_bytes(), 1))
    box = (620_000.0, 3_900_000.0, 621_000.0, 3_901_000.0)
    heights = [
        load_terrain(tmp_path / name, crop=box, spacing=50.0).heights
        for name in ("N35W122.hgt", "N35W122.SRTMGL1.hgt.zip", "N35W122.hgt.gz")
    ]
    np.testing.assert_array_equal(heights[0], heights[1])
    np.testing.assert_array_equal(heights[0], heights[2])


def test_a_tile_of_the_wrong_size_is_refused(tmp_path):
    path = tmp_path / "N35W122.hgt"
    path.write_bytes(bytes(2 * 1201 * 1201 - 2))
    assert "holds 2884800 bytes of heights; an SRTM tile has 2884802 (1201 x 1201 posts)" in refusal(path)


@pytest.mark.parametrize("name", ["tile.hgt", "N95W122.hgt", "X35W122.hgt"])
def test_a_tile_whose_name_says_no_corner_is_refused(tmp_path, name):
    path = write_hgt(tmp_path / name, lambda east, north: east)
    assert "like N35W122.hgt" in refusal(path)


def test_an_archive_without_exactly_one_tile_is_refused(tmp_path):
    path = tmp_path / "N35W122.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "no tile")
    assert "contains 0 files that end in .hgt" in refusal(path)


@pytest.mark.parametrize("name", ["N35W122.hgt.zip", "N35W122.hgt.gz"])
def test_a_damaged_archive_is_refused(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"this is no archive")
    assert "is damaged" in refusal(path)


def test_a_damaged_tile_in_a_sound_archive_is_refused(tmp_path):
    plain = write_hgt(tmp_path / "N35W122.hgt", lambda east, north: 1000 * np.sin(99 * east))
    path = tmp_path / "N35W122.hgt.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(plain, "N35W122.hgt")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    assert "is damaged" in refusal(path)


def test_dted_is_read_like_the_geotiff_it_was_made_of(tmp_path):
    """A level 0 cell: 121 x 121 posts on whole 30 arc-seconds, borders included."""
    east, north = np.meshgrid(np.linspace(0, 1, 121), np.linspace(1, 0, 121))
    heights = np.round(300 + 200 * np.sin(4 * east) * np.cos(3 * north)).astype(np.int16)
    step = 1 / 120
    tiff = write_tiff(
        tmp_path / "cell.tif", heights, from_origin(-122 - step / 2, 36 + step / 2, step, step), "EPSG:4326"
    )
    rasterio.shutil.copy(tiff, tmp_path / "cell.dt0", driver="DTED")
    dted = load_terrain(tmp_path / "cell.dt0", spacing=500.0)
    np.testing.assert_allclose(dted.heights, load_terrain(tiff, spacing=500.0).heights, atol=0.01)
    found = heights_at(dted, "EPSG:4326", -121.5, 35.5)
    assert found == pytest.approx(300 + 200 * np.sin(2.0) * np.cos(1.5), abs=2.0)
    assert dted.source.startswith("cell.dt0 (DTED)")


# ---- ESRI ASCII grids


def test_an_ascii_grid_is_read_row_by_row_from_the_north(tmp_path):
    terrain = load_terrain(write_asc(tmp_path / "grid.asc", "1 2 3\n4 5 6\n", xllcorner=100, yllcorner=200))
    np.testing.assert_array_equal(terrain.heights, [[4, 5, 6], [1, 2, 3]])
    assert (terrain.spacing, terrain.crs) == (10.0, None)
    assert (terrain.origin_easting, terrain.origin_northing) == (115.0, 210.0)


def test_an_ascii_grid_may_be_given_by_its_south_western_post(tmp_path):
    terrain = load_terrain(write_asc(tmp_path / "grid.asc", "1 2 3 4 5 6", XLLCENTER=100, YLLCENTER=200))
    assert (terrain.origin_easting, terrain.origin_northing) == (110.0, 205.0)


def test_an_ascii_grid_is_what_gdal_reads_in_it(tmp_path):
    heights = rough(20, 30)
    rows = "\n".join(" ".join(f"{value:.3f}" for value in row) for row in heights)
    path = write_asc(
        tmp_path / "grid.asc", rows, ncols=30, nrows=20, xllcorner=600_000, yllcorner=4_000_000, NODATA_value=-1
    )
    path.with_suffix(".prj").write_text(pyproj.CRS(UTM).to_wkt("WKT1_ESRI"))
    terrain = load_terrain(path)
    with rasterio.open(path) as file:
        np.testing.assert_array_equal(terrain.heights, file.read(1)[::-1])
        assert heights_at(terrain, UTM, *file.xy(5, 6)) == pytest.approx(heights[5, 6], abs=1e-3)


def test_the_void_code_of_an_ascii_grid_counts(tmp_path):
    path = write_asc(tmp_path / "grid.asc", "1 2 3\n4 0 6\n", xllcorner=0, yllcorner=0, NODATA_value=0)
    assert load_terrain(path).voids_filled == 1


def test_cells_that_are_not_square_become_square(tmp_path):
    path = write_asc(tmp_path / "grid.asc", "0 1 2\n0 1 2\n", xllcorner=0, yllcorner=0, cellsize="", dx=10, dy=20)
    terrain = load_terrain(path)
    assert (terrain.spacing, terrain.heights.shape) == (10.0, (3, 3))
    np.testing.assert_allclose(terrain.heights, np.tile([0.0, 1.0, 2.0], (3, 1)), atol=1e-6)


def test_an_ascii_grid_in_degrees_goes_to_utm(tmp_path):
    rows = "\n".join(["7 " * 40] * 40)
    path = write_asc(
        tmp_path / "grid.asc", rows, ncols=40, nrows=40, cellsize=1 / 1200, xllcorner=-121.3, yllcorner=35.9
    )
    assert load_terrain(path).crs == UTM


@pytest.mark.parametrize(
    ("header", "rows", "sentence"),
    [
        ({"ncols": ""}, "1 2 3\n4 5 6", "its header lacks ncols"),
        ({"cellsize": ""}, "1 2 3\n4 5 6", "its header lacks cellsize or dx"),
        ({"ncols": 2.5}, "1 2 3\n4 5 6", "ncols is 2.5; it must be a whole number"),
        ({"cellsize": -10}, "1 2 3\n4 5 6", "both sides must be positive"),
        ({"cellsize": "ten"}, "1 2 3\n4 5 6", "grid.asc:3: cellsize is 'ten'; it must be a number"),
        ({}, "10 20 30\n40 50", "holds 5 heights; its header declares 2 x 3 = 6"),
        ({}, "1 2 3\n4 5 6 7", "holds more heights than its header declares: 2 x 3 = 6"),
        ({"ncols": 10_000, "nrows": 10_000}, "1 2 3", "holds fewer heights than its header declares"),
        ({}, "1 2 three\n4 5 6", "text between its heights that is not a number"),
        ({}, "1,5 2,5 3,5\n4,5 5,5 6,5", "text between its heights that is not a number"),
    ],
)
def test_a_broken_ascii_grid_is_refused(tmp_path, header, rows, sentence):
    path = write_asc(tmp_path / "grid.asc", rows, **(header | {"xllcorner": 0, "yllcorner": 0}))
    assert sentence in refusal(path)


def test_a_projection_file_that_says_nothing_is_refused(tmp_path):
    path = write_asc(tmp_path / "grid.asc", "1 2 3\n4 5 6", xllcorner=0, yllcorner=0)
    path.with_suffix(".prj").write_text("somewhere in the hills")
    with pytest.raises(TerrainError, match=r"grid.prj names no coordinate reference system .* EPSG:32610"):
        load_terrain(path)


# ---- NumPy archives


@pytest.mark.parametrize("is_compressed", [True, False])
def test_a_saved_terrain_comes_back_unchanged(tmp_path, is_compressed):
    terrain = load_terrain("jacksboro", crop=(745_000.0, 4_020_000.0, 748_000.0, 4_022_000.0))
    save_terrain(terrain, tmp_path / "piece.npz", is_compressed=is_compressed)
    again = load_terrain(tmp_path / "piece.npz")
    np.testing.assert_array_equal(again.heights, terrain.heights)
    for field in ("spacing", "x_west", "y_south", "name", "crs", "origin_easting", "origin_northing", "voids_filled"):
        assert getattr(again, field) == getattr(terrain, field)
    assert terrain.source in again.source


def test_a_terrain_is_saved_only_as_npz(tmp_path):
    with pytest.raises(TerrainError, match=r"piece.tif: a terrain is saved as .npz"):
        save_terrain(Terrain.flat(), tmp_path / "piece.tif")


def test_a_terrain_is_not_saved_where_there_is_no_folder(tmp_path):
    with pytest.raises(TerrainError, match="choose a folder that can be written"):
        save_terrain(Terrain.flat(), tmp_path / "nowhere" / "piece.npz")


def test_elevations_in_degrees_are_read_from_the_north_west(tmp_path):
    north, west, step = 36.0, -121.5, 1 / 1200
    row, column = np.mgrid[:60, :80]
    path = tmp_path / "elevation.npz"
    np.savez(path, elevation=300 + 2 * column - 3 * row, xmin=west, ymax=north, dx=step, dy=step)
    terrain = load_terrain(path)
    found = heights_at(terrain, "EPSG:4326", west + 40.5 * step, north - 30.5 * step)
    assert found == pytest.approx(300 + 2 * 40 - 3 * 30, abs=0.05)


@pytest.mark.parametrize(
    ("arrays", "sentence"),
    [
        ({"a": [1, 2], "b": [3]}, "holds a, b; a terrain file is one of save_terrain"),
        (
            {"elevation": [1, 2], "xmin": 0, "ymax": 1, "dx": 0.001, "dy": 0.001},
            "must be numbers of shape (rows, columns)",
        ),
        (
            {"elevation": np.ones((3, 3)), "xmin": 0, "ymax": 1, "dx": 30, "dy": 30},
            "are not degrees of longitude and latitude",
        ),
        ({"elevation": np.ones((3, 3)), "xmin": 0, "ymax": [1, 2], "dx": 1, "dy": 1}, "it must be one finite number"),
        ({"elevation": np.array([[None, 1]]), "xmin": 0}, "is not a NumPy archive of plain arrays"),
    ],
)
def test_an_archive_of_something_else_is_refused(tmp_path, arrays, sentence):
    path = tmp_path / "archive.npz"
    np.savez(path, **{key: np.asarray(value) for key, value in arrays.items()})
    assert sentence in refusal(path)


# ---- what is refused whatever the format

ALL_SUFFIXES = [
    ".tif", ".tiff", ".hgt", ".hgt.zip", ".hgt.gz", ".dt0", ".dt1", ".dt2", ".asc", ".bil", ".flt", ".npz",
]  # fmt: skip


@pytest.mark.parametrize("suffix", ALL_SUFFIXES)
def test_an_empty_file_is_refused(tmp_path, suffix):
    path = tmp_path / f"N35W122{suffix}"
    path.touch()
    assert refusal(path).endswith("is empty; download or export it again")


@pytest.mark.parametrize("suffix", ALL_SUFFIXES)
@pytest.mark.parametrize("content", [b"<html>Please log in</html>\n" * 50, bytes(range(256)) * 40, b"\0"])
def test_a_file_that_is_something_else_is_refused(tmp_path, suffix, content):
    path = tmp_path / f"N35W122{suffix}"
    path.write_bytes(content)
    assert len(refusal(path)) < 400


def test_a_truncated_geotiff_is_refused(tmp_path):
    path = write_tiff(
        tmp_path / "cut.tif",
        rough(200, 200).astype(np.float32),
        compress="deflate",
        tiled=True,
        blockxsize=64,
        blockysize=64,
    )
    path.write_bytes(path.read_bytes()[:-2000])
    assert "cut.tif" in refusal(path)


def test_a_geotiff_with_a_damaged_name_of_its_system_is_refused(tmp_path):
    system = pyproj.CRS.from_wkt('LOCAL_CS["some local metres",UNIT["metre",1],AXIS["E",EAST],AXIS["N",NORTH]]')
    path = write_tiff(tmp_path / "local.tif", rough().astype(np.float32), crs=system.to_wkt())
    content = path.read_bytes()
    assert b"some local metres" in content
    path.write_bytes(content.replace(b"some local metres", b"some loc\x97l metres"))
    assert "is damaged" in refusal(path)


def test_an_archive_with_a_damaged_array_is_refused(tmp_path):
    path = tmp_path / "archive.npz"
    header = b"\x93NUMPY\x01\x00\x10\x00{'descr': ('<f4'\n"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("heights.npy", header)
    assert "is not a NumPy archive of plain arrays, or is damaged" in refusal(path)


def test_a_missing_file_is_refused(tmp_path):
    assert 'does not exist; name a terrain file, or "jacksboro"' in refusal(tmp_path / "nowhere.tif")


def test_a_folder_is_refused(tmp_path):
    assert "is a folder" in refusal(tmp_path)


def test_an_unknown_suffix_is_refused_with_the_known_ones(tmp_path):
    path = tmp_path / "terrain.unknown"
    path.write_bytes(b"x")
    assert ".tif, .tiff, .hgt, .hgt.zip, .hgt.gz, .dt0, .dt1, .dt2, .asc, .bil, .flt, .npz" in refusal(path)


def test_a_web_address_is_not_fetched():
    with pytest.raises(TerrainError, match="is a web address; download the file"):
        load_terrain("https://example.org/terrain.tif")


def test_a_rotated_geotiff_is_refused(tmp_path):
    turned = Affine.translation(600_000, 4_000_000) @ Affine.rotation(10.0) @ Affine.scale(30.0, -30.0)
    assert "is rotated or mirrored" in refusal(write_tiff(tmp_path / "turned.tif", rough().astype(np.float32), turned))


def test_a_geotiff_without_a_system_is_refused(tmp_path):
    path = write_tiff(tmp_path / "lost.tif", rough().astype(np.float32), crs=None)
    assert "names no coordinate reference system" in refusal(path)


def test_a_geotiff_in_an_unknown_unit_is_refused(tmp_path):
    path = write_tiff(tmp_path / "odd.tif", rough().astype(np.float32))
    with rasterio.open(path, "r+") as file:
        file.units = ("fathom",)
    assert "has heights in 'fathom'" in refusal(path)


def test_complex_numbers_are_refused(tmp_path):
    assert "holds complex numbers" in refusal(write_tiff(tmp_path / "complex.tif", np.ones((3, 3), np.complex64)))


@pytest.mark.parametrize("shape", [(1, 5), (5, 1), (1, 1)])
def test_a_geotiff_of_one_line_is_refused(tmp_path, shape):
    assert "at least 2 x 2" in refusal(write_tiff(tmp_path / "line.tif", np.ones(shape, np.float32)))


def test_a_raster_at_the_pole_is_refused(tmp_path):
    path = write_tiff(tmp_path / "pole.tif", rough().astype(np.float32), from_origin(10, 89, 0.01, 0.01), "EPSG:4326")
    assert "UTM goes from -80 to 84" in refusal(path)


def test_a_raster_of_half_a_continent_is_refused(tmp_path):
    path = write_tiff(tmp_path / "wide.tif", rough().astype(np.float32), from_origin(10, 50, 0.5, 0.5), "EPSG:4326")
    assert "spans 24.5 degrees of longitude" in refusal(path)


def test_a_raster_of_voids_is_refused(tmp_path):
    path = write_tiff(tmp_path / "void.tif", np.full((5, 5), -9999.0, np.float32))
    assert "only voids (25 of -9999); choose another part" in refusal(path)


def test_a_raster_that_lies_nowhere_is_refused(tmp_path):
    path = write_tiff(tmp_path / "nowhere.tif", rough().astype(np.float32), from_origin(1e9, 1e9, 30, 30))
    assert "nowhere on Earth" in refusal(path)


@pytest.mark.parametrize("spacing", [0.0, -30.0, np.nan, np.inf, 1e-300, 1e6])
def test_a_spacing_beyond_sense_is_refused(spacing):
    with pytest.raises(TerrainError, match=r"must be from 0\.001 to 10000 m"):
        load_terrain("jacksboro", spacing=spacing)


@pytest.mark.parametrize("crop", [(0, 0, 0, 0), (1, 0, 0, 1), (0, 0, np.nan, 1), (0, 0, 1)])
def test_a_crop_that_is_no_box_is_refused(crop):
    with pytest.raises(TerrainError, match="west < east and south < north"):
        load_terrain("jacksboro", crop=crop)


def test_a_crop_beyond_the_terrain_is_refused_with_its_borders(tmp_path):
    path = write_tiff(tmp_path / "hills.tif", rough().astype(np.float32))
    sentence = refusal(path, crop=(0.0, 0.0, 100.0, 100.0))
    assert "(600015.0, 3998815.0, 601485.0, 3999985.0) m" in sentence


def test_a_spacing_wider_than_the_terrain_is_refused(tmp_path):
    path = write_tiff(tmp_path / "hills.tif", rough().astype(np.float32))
    assert "choose a smaller spacing or a larger crop" in refusal(path, spacing=1e4)


def test_a_terrain_beyond_the_memory_is_refused(tmp_path):
    path = write_tiff(tmp_path / "hills.tif", rough().astype(np.float32))
    assert "at most 200 million are taken: read a part of it with crop" in refusal(path, spacing=0.01)


def test_a_geotiff_without_rasterio_names_the_extra(tmp_path, monkeypatch):
    path = write_tiff(tmp_path / "hills.tif", rough().astype(np.float32))
    monkeypatch.setitem(sys.modules, "rasterio", None)
    with pytest.raises(
        MissingExtraError,
        match=re.escape(
            "reading hills.tif needs rasterio, which is not installed; install it with: pip install '.[geo]'"
        ),
    ):
        load_terrain(path)


def test_degrees_without_pyproj_name_the_extra(tmp_path, monkeypatch):
    path = write_hgt(tmp_path / "N35W121.hgt", lambda east, north: east)
    monkeypatch.setitem(sys.modules, "pyproj", None)
    with pytest.raises(MissingExtraError, match=r"pip install '\.\[geo\]'"):
        load_terrain(path)


def test_a_metric_ascii_grid_needs_neither_rasterio_nor_pyproj(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "rasterio", None)
    monkeypatch.setitem(sys.modules, "pyproj", None)
    assert load_terrain(write_asc(tmp_path / "grid.asc", "1 2 3 4 5 6", xllcorner=0, yllcorner=0)).width == 20.0
