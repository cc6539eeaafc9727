"""Cloud-Optimised GeoTIFF of mobility maps: read back by Rasterio, by ourselves, and where nothing can be written."""

import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pace import patience

from motorpool.errors import WorldError
from motorpool.ground.terrain.heightfield_files import load_terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.studies.mobility import REASONS, MobilityMap, mobility_map, raster
from motorpool.studies.mobility.maps import NO_DATA, SLOPE

rasterio = pytest.importorskip("rasterio")


def made(rows=600, columns=520, *, crs="EPSG:32610"):
    """Return a map whose south-western cell is "no-go" and whose north-eastern one has no data."""
    random = np.random.default_rng(1)
    speed = np.round(random.uniform(1.0, 10.0, (4, rows, columns)) * 16.0).astype(np.float32) / 16.0
    reason = random.integers(0, NO_DATA, speed.shape).astype(np.uint8)
    speed[:, 0, 0], reason[:, 0, 0] = 0.0, SLOPE
    speed[:, -1, -1], reason[:, -1, -1] = np.nan, NO_DATA
    headings = np.arange(4) * 0.5 * math.pi
    return MobilityMap("M1A1", "wet", 30.0, -1000.0, -2000.0, headings, speed, reason, crs, 600_000.0, 4_000_000.0)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    mobility = made()
    return mobility, raster.write(mobility, tmp_path_factory.mktemp("maps") / "tank.tif")


def test_what_is_read_is_what_was_written(written):
    mobility, paths = written
    found = raster.read(paths[0])
    np.testing.assert_array_equal(found.speed, mobility.speed)
    np.testing.assert_array_equal(found.reason, mobility.reason)
    np.testing.assert_array_equal(found.headings, mobility.headings)
    for name in ("vehicle", "season", "spacing", "x_west", "y_south", "crs", "origin_easting", "origin_northing"):
        assert getattr(found, name) == getattr(mobility, name)


def test_files_are_cloud_optimised_with_overviews_of_the_right_kind(written):
    """The most frequent class and the mean speed of four pixels, as GDAL's driver COG lays them out."""
    _, paths = written
    for path, kind in zip(paths, ("mean", "mode", "mode"), strict=True):
        with rasterio.open(path) as dataset:
            assert dataset.tags(ns="IMAGE_STRUCTURE")["LAYOUT"] == "COG"
            assert dataset.profile["tiled"]
            assert dataset.block_shapes[0] == (256, 256)
            assert dataset.compression.name == "deflate"
            assert dataset.overviews(1) == [2, 4]
            whole = dataset.read(1)
        with rasterio.open(path, overview_level=0) as coarse:
            found = coarse.read(1)
        fours = whole.reshape(found.shape[0], 2, found.shape[1], 2)[5:200, :, 5:200]
        fours = fours.transpose(0, 2, 1, 3).reshape(195, 195, 4)
        if kind == "mean":
            np.testing.assert_allclose(found[5:200, 5:200], fours.mean(axis=-1), rtol=1e-5)
        else:
            counts = (fours[..., None] == np.arange(7)).sum(axis=2)
            chosen = np.take_along_axis(counts, found[5:200, 5:200, None].astype(np.intp), -1)[..., 0]
            assert (chosen == counts.max(axis=-1)).all()


def test_rasters_lie_north_up_on_the_map_of_the_terrain(written):
    mobility, paths = written
    with rasterio.open(paths[0]) as dataset:
        assert dataset.crs.to_epsg() == 32610
        assert (dataset.bounds.left, dataset.bounds.top) == (599_000.0, 4_000_000.0 - 2000.0 + 600 * 30.0)
        assert dataset.read(1)[-1, 0] == 0.0  # south-west
        assert np.isnan(dataset.read(1)[0, -1])  # north-east
        assert dataset.bounds.bottom == 3_998_000.0
    assert mobility.speed[0, 0, 0] == 0.0


def test_pixels_are_those_of_the_elevation_model(shared_data, tmp_path):
    """A post of the terrain is the middle of a pixel, so maps and elevation model lie on one grid."""
    dem = shared_data / "fhl_utm10n_30m.tif"
    if not dem.exists():
        pytest.skip("the elevation model of Fort Hunter Liggett is not here")
    with rasterio.open(dem) as dataset:
        west, north, crs = dataset.bounds.left, dataset.bounds.top, dataset.crs
    crop = (west + 6000.0, north - 9000.0, west + 9000.0, north - 7500.0)
    terrain = load_terrain(dem, crop=crop)
    found = mobility_map(terrain, Surface.uniform("concrete", terrain), "M1A1", headings=4)
    with rasterio.open(raster.write(found, tmp_path / "hills.tif")[0]) as dataset:
        assert dataset.crs == crs
        assert (dataset.bounds.left - west) % 30.0 == 0.0
        assert (dataset.bounds.top - north) % 30.0 == 0.0
        assert dataset.bounds.left >= crop[0] - 30.0
        assert dataset.bounds.right <= crop[2] + 30.0
        assert dataset.shape == terrain.heights.shape


def test_bands_say_what_they_are(written):
    _, (speeds, limits, by_heading) = written
    with rasterio.open(speeds) as dataset:
        assert dataset.descriptions[:3] == ("slowest heading", "fastest heading", "headings that are go")
        assert dataset.descriptions[3:] == tuple(f"speed heading {point}" for point in ("E", "N", "W", "S"))
        assert dataset.units == ("m/s", "m/s", "%", "m/s", "m/s", "m/s", "m/s")
        assert math.isnan(dataset.nodata)
    with rasterio.open(limits) as dataset:
        assert dataset.nodata == NO_DATA
        assert dataset.colormap(1)[SLOPE][:3] == raster.COLOURS["slope"]
        assert dataset.tags()["LIMITS"].split(", ")[SLOPE] == "2 slope"
    with rasterio.open(by_heading) as dataset:
        assert dataset.count == 4
    assert set(raster.COLOURS) == set(REASONS)


def test_a_map_without_a_coordinate_system_is_written_in_its_own_metres(tmp_path):
    paths = raster.write(made(20, 30, crs=None), tmp_path / "local.tif")
    with rasterio.open(paths[0]) as dataset:
        assert dataset.crs is None
    assert raster.read(paths[0]).crs is None


def test_nothing_is_left_beside_the_files(written):
    _, paths = written
    assert sorted(paths[0].parent.iterdir()) == sorted(paths)


def test_names_and_folders_that_cannot_be_written_are_refused_in_a_sentence(tmp_path):
    with pytest.raises(WorldError, match=r"end it in \.tif"):
        raster.write(made(4, 4), tmp_path / "map.png")
    (tmp_path / "taken").touch()
    with pytest.raises(WorldError, match="taken is not a folder; choose another place"):
        raster.write(made(4, 4), tmp_path / "taken" / "map.tif")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes everywhere")
def test_a_read_only_folder_is_refused_in_a_sentence(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(WorldError, match="cannot be written"):
        raster.write(made(4, 4), tmp_path / "map.tif")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of a file's size")
def test_a_full_disk_leaves_nothing_and_the_files_of_before(tmp_path):
    """A limit of a file's size is met as a full disk is: a write fails halfway."""
    program = f"""
import resource, signal, sys
sys.path[:0] = {[str(Path(__file__).parents[2] / name) for name in ("support", "studies/mobility")]!r}
from test_raster import made, raster
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
try:
    raster.write(made(), {str(tmp_path / "map.tif")!r})
except raster.WorldError as error:
    print(error)
"""
    (tmp_path / "map.tif").write_bytes(b"before")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=patience(120.0)
    )
    assert "cannot be written" in done.stdout
    assert done.stdout.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["map.tif"]
    assert (tmp_path / "map.tif").read_bytes() == b"before"


def test_files_that_are_no_mobility_map_are_refused(tmp_path, written):
    _, paths = written
    with pytest.raises(WorldError, match="there is no file"):
        raster.read(tmp_path / "none.tif")
    other, beside = tmp_path / "other.tif", tmp_path / "other-limits-by-heading.tif"
    layout = {"driver": "GTiff", "width": 4, "height": 4, "count": 1, "dtype": "uint8"}
    for path in (other, beside):
        with rasterio.open(path, "w", transform=rasterio.Affine(1, 0, 0, 0, -1, 4), **layout) as dataset:
            dataset.write(np.zeros((1, 4, 4), np.uint8))
    with pytest.raises(WorldError, match="no mobility map"):
        raster.read(other)
    cut = tmp_path / "cut.tif"
    cut.write_bytes(paths[0].read_bytes()[:5000])
    (tmp_path / "cut-limits-by-heading.tif").write_bytes(paths[2].read_bytes())
    with pytest.raises(WorldError, match="damaged"):
        raster.read(cut)


def test_headings_are_named_by_compass_points_or_degrees():
    assert [raster.heading_name(angle) for angle in (0.0, 0.5 * math.pi, 1.25 * math.pi)] == ["E", "N", "SW"]
    assert raster.heading_name(math.radians(80.0)) == "10 deg"
