"""Heights that no ground has: a few are filled and told, many are refused with the true reason."""

import numpy as np
import pytest
import rasterio
from rasterio.transform import from_origin
from rasterio.windows import Window
from rasters import UTM, refusal, rough, write_asc, write_hgt, write_tiff

from motorpool.errors import TerrainError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain, save_terrain
from motorpool.ground.terrain.outliers import without_outliers

# rasterio's own use of its transforms, with affine 3
pytestmark = pytest.mark.filterwarnings("ignore:Use `@` matmul:PendingDeprecationWarning")


# ---- void codes, whatever is declared


@pytest.mark.parametrize("code", [-32768.0, -32767.0, -9999.0, -99999.0, 1e20, -3.4028235e38, 3.4028235e38])
def test_known_codes_are_voids_though_the_file_declares_another(tmp_path, code):
    heights = rough().astype(np.float32)
    heights[10:14, 20:25] = code
    terrain = load_terrain(write_tiff(tmp_path / "holes.tif", heights, nodata=-1.0))
    assert terrain.voids_filled == 20
    assert terrain.heights.min() > 300.0
    assert terrain.heights.max() < 600.0


def test_the_srtm_code_beside_a_declared_one_makes_no_abyss(tmp_path):
    heights = rough().astype(np.int16)
    heights[5:9, 5:9], heights[20, 20] = -32768, -9999
    terrain = load_terrain(write_tiff(tmp_path / "holes.tif", heights, nodata=-9999))
    assert terrain.heights.min() > 300.0
    assert terrain.warnings == (
        "holes.tif: 17 cells without a height were filled from those around (1 of the declared -9999, 16 of -32768)",
    )


def test_a_code_that_means_a_height_of_dry_land_is_one_where_another_is_declared(tmp_path):
    centimetres = np.full((5, 5), -9999, np.int32)
    path = write_tiff(tmp_path / "polder.tif", centimetres, nodata=-2_000_000)
    with rasterio.open(path, "r+") as file:
        file.scales = (0.01,)
    terrain = load_terrain(path)
    np.testing.assert_allclose(terrain.heights, -99.99, rtol=1e-6)
    assert terrain.warnings == ()


def test_a_sound_file_has_no_warnings(tmp_path):
    assert load_terrain(write_tiff(tmp_path / "hills.tif", rough().astype(np.float32))).warnings == ()


def test_only_the_voids_of_the_crop_are_counted(tmp_path):
    rows = "\n".join(["1 2 3 -9999"] * 4)
    path = write_asc(tmp_path / "grid.asc", rows, ncols=4, nrows=4, xllcorner=0, yllcorner=0)
    assert load_terrain(path).voids_filled == 4
    assert load_terrain(path, crop=(5.0, 5.0, 25.0, 35.0)).voids_filled == 0


# ---- heights outside Earth's


def test_a_few_heights_outside_the_earths_are_filled_and_reported(tmp_path):
    heights = rough(60, 60).astype(np.int16)
    heights[7, 9], heights[40, 3] = 31000, -30500
    terrain = load_terrain(write_tiff(tmp_path / "damaged.tif", heights))
    assert 300.0 < terrain.heights.min() < terrain.heights.max() < 600.0
    assert terrain.voids_filled == 2
    assert "2 outside -11500 to 9500 m" in terrain.warnings[0]


@pytest.mark.parametrize("height", [20_000.0, 2e5, -60_000.0])
def test_heights_above_any_summit_are_not_called_voids(tmp_path, height):
    sentence = refusal(write_tiff(tmp_path / "high.tif", np.full((5, 5), height, np.float32)))
    assert f"25 of 25 heights are outside -11500 to 9500 m, from {height:g} to {height:g} m" in sentence
    assert "unit" in sentence
    assert "void code" in sentence
    assert "only voids" not in sentence


@pytest.mark.parametrize("base", [0, 100, 400])
def test_a_tile_of_the_other_byte_order_is_refused(tmp_path, base):
    path = write_hgt(tmp_path / "N35W122.hgt", lambda east, north: base + 30 * np.sin(40 * east) * np.cos(50 * north))
    path.write_bytes(np.frombuffer(path.read_bytes(), "<i2").astype(">i2").tobytes())
    assert "in the wrong order" in refusal(path)


def test_a_flat_tile_with_voids_and_a_few_damaged_bytes_has_the_right_byte_order(tmp_path):
    path = write_hgt(tmp_path / "N35W122.hgt", lambda east, north: 0 * east)
    heights = np.frombuffer(path.read_bytes(), ">i2").reshape(1201, 1201).copy()
    heights[::9, ::7], heights[4::100, 1::100] = -32768, 256 * 17
    path.write_bytes(heights.tobytes())
    terrain = load_terrain(path)
    np.testing.assert_array_equal(terrain.heights, 0.0)


@pytest.mark.parametrize("height", [-430.0, 8848.0, -10_935.0])
def test_the_lowest_shore_the_highest_summit_and_the_deepest_trench_pass(tmp_path, height):
    terrain = load_terrain(write_tiff(tmp_path / "extreme.tif", rough().astype(np.float32) - 400.0 + height))
    assert terrain.voids_filled == 0


def test_a_saved_terrain_of_another_planet_is_refused(tmp_path):
    save_terrain(Terrain.flat(height=21_900.0), tmp_path / "olympus.npz")
    assert "outside -11500 to 9500 m" in refusal(tmp_path / "olympus.npz")


# ---- steeper than any slope


@pytest.mark.parametrize("spike", [4000.0, -4000.0, 2048.0, 700.0])
def test_single_spikes_are_filled_and_reported(tmp_path, spike):
    heights = rough(60, 60).astype(np.float32)
    heights[7, 9] += spike
    heights[30:32, 30] = np.nan  # beside a void, one is still seen
    heights[32, 30] += spike
    heights[0, 0] += spike
    terrain = load_terrain(write_tiff(tmp_path / "spikes.tif", heights))
    assert terrain.heights.min() > 300.0
    assert terrain.heights.max() < 600.0
    assert "3 in single spikes" in terrain.warnings[0]


def test_damaged_bytes_make_no_mountains(tmp_path):
    """One byte in ten thousand of a tile, at random: the high ones of 16 bits move a post by 256 m to 32 km."""
    path = write_hgt(tmp_path / "N35W122.hgt", lambda east, north: 400 + 300 * np.sin(9 * east) * np.cos(7 * north))
    content = np.frombuffer(path.read_bytes(), np.uint8).copy()
    random = np.random.default_rng(7)
    content[random.choice(content.size // 2, 150, replace=False) * 2] ^= random.integers(8, 128, 150).astype(np.uint8)
    path.write_bytes(content.tobytes())
    terrain = load_terrain(path)
    assert terrain.voids_filled > 130  # neighbours in pairs may hide each other from the search for spikes
    assert terrain.heights.min() > 50.0
    assert terrain.heights.max() < 750.0


def test_a_run_of_damaged_bytes_is_refused(tmp_path):
    heights = rough(60, 60).astype(np.float32)
    heights[20, 10:14] = 7000.0
    sentence = refusal(write_tiff(tmp_path / "cut.tif", heights))
    assert "neighbouring posts, 30 m apart, differ by 6" in sentence
    assert "the file is damaged" in sentence


def test_noise_is_refused(tmp_path):
    noise = np.random.default_rng(0).uniform(0.0, 3000.0, (60, 60)).astype(np.float32)
    assert "no ground on Earth is so steep" in refusal(write_tiff(tmp_path / "noise.tif", noise))


def test_a_wall_of_a_kilometre_and_a_tower_of_two_posts_stay(tmp_path):
    heights = np.zeros((200, 200), np.float32)
    heights[:100] = 1250.0  # Mount Thor, over 200 posts
    heights[150, 150:152] = 250.0
    terrain = load_terrain(write_tiff(tmp_path / "thor.tif", heights))
    np.testing.assert_array_equal(terrain.heights, heights[::-1])


@pytest.mark.parametrize("step", [1.0, 30.0, 90.0, 1000.0])
def test_what_counts_as_a_spike_grows_with_the_step(step):
    limit = max(150.0, 5.0 * step)
    for rise, is_spike in ((0.99 * limit, False), (1.01 * limit, True)):
        heights = np.zeros((30, 30), np.float32)
        heights[12, 17] = rise
        found, voids = without_outliers(heights, step=step, label="made.tif")
        assert bool(np.isnan(found[12, 17])) == is_spike
        assert sum(voids.values()) == is_spike


def test_outliers_are_the_same_upside_down_and_turned():
    heights = rough(300, 300).astype(np.float32)
    heights[np.random.default_rng(1).integers(0, 300, (2, 40))[0], np.arange(40) * 7] += 900.0
    found = np.isnan(without_outliers(heights, step=30.0, label="")[0])
    assert 30 <= found.sum() <= 40
    np.testing.assert_array_equal(np.isnan(without_outliers(-heights, step=30.0, label="")[0]), found)
    np.testing.assert_array_equal(np.isnan(without_outliers(heights.T.copy(), step=30.0, label="")[0]), found.T)


# ---- spacings


def test_degrees_in_a_metric_system_are_refused(tmp_path):
    transform = from_origin(-121.5, 36.0, 1 / 3600, 1 / 3600)
    sentence = refusal(write_tiff(tmp_path / "lost.tif", rough().astype(np.float32), transform))
    assert "these look like degrees; set the right system" in sentence


@pytest.mark.parametrize("step", [1 / 3600, 20_000.0])
def test_posts_beyond_sense_are_refused(tmp_path, step):
    path = write_asc(tmp_path / "grid.asc", "1 2 3\n4 5 6", xllcorner=1000, yllcorner=1000, cellsize=step)
    assert "0.001 to 10000 m are supported" in refusal(path)


def test_a_small_site_in_metres_around_its_origin_is_no_degrees(tmp_path):
    local = "+proj=tmerc +lat_0=36 +lon_0=-121 +datum=WGS84 +units=m"
    path = write_tiff(tmp_path / "site.tif", rough().astype(np.float32), from_origin(-2.5, 2.0, 0.1, 0.1), local)
    assert load_terrain(path).spacing == pytest.approx(0.1)


# ---- sparse files


def write_sparse(path, **profile):
    """128 x 128 posts in tiles of 32; only the tile in the north-west is written."""
    transform = from_origin(600_000.0, 4_000_000.0, 30.0, 30.0)
    profile = {"driver": "GTiff", "dtype": "float32", "count": 1, "crs": UTM, "transform": transform} | profile
    shape = {"width": 128, "height": 128, "tiled": True, "blockxsize": 32, "blockysize": 32}
    with rasterio.open(path, "w", SPARSE_OK=True, **shape, **profile) as file:
        file.write(np.full((32, 32), 300.0, np.float32), 1, window=Window(0, 0, 32, 32))
    return path


def test_tiles_that_were_never_written_are_voids_and_not_the_sea(tmp_path):
    terrain = load_terrain(write_sparse(tmp_path / "sparse.tif"))
    np.testing.assert_allclose(terrain.heights, 300.0)
    assert terrain.voids_filled == 128 * 128 - 32 * 32
    assert "15360 in blocks that were never written" in terrain.warnings[0]


def test_a_crop_of_a_sparse_file_counts_its_own_cells(tmp_path):
    path = write_sparse(tmp_path / "sparse.tif")
    west, north = 600_000.0, 4_000_000.0
    inside = load_terrain(path, crop=(west + 15, north - 31 * 30, west + 31 * 30, north - 15))
    assert inside.warnings == ()
    across = load_terrain(path, crop=(west + 15, north - 32 * 30 - 15, west + 31 * 30 + 15, north - 15))
    assert across.voids_filled == 32
    with pytest.raises(TerrainError, match=r"only voids .* in blocks that were never written"):
        load_terrain(path, crop=(west + 40 * 30, north - 90 * 30, west + 60 * 30, north - 70 * 30))


def test_a_sparse_file_with_a_declared_code_has_voids_of_it(tmp_path):
    assert "15360 of the declared -1" in load_terrain(write_sparse(tmp_path / "sparse.tif", nodata=-1.0)).warnings[0]


def test_written_zeros_are_the_sea(tmp_path):
    terrain = load_terrain(write_tiff(tmp_path / "sea.tif", np.zeros((64, 64), np.float32), compress="deflate"))
    assert terrain.voids_filled == 0
    np.testing.assert_array_equal(terrain.heights, 0.0)
