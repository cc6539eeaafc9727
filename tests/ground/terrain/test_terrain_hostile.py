"""Terrain files and soil maps that are made to hang or to fill the memory: one sentence each, soon and small."""

import gzip
import os
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest
import rasterio
from rasterio.transform import from_origin
from rasters import UTM, refusal, rough, write_asc, write_tiff

from motorpool.app.cli import run
from motorpool.errors import TerrainError, WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain, save_terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.ground.terrain.surface_files import load_surface, save_surface

# rasterio's own use of its transforms, with affine 3
pytestmark = pytest.mark.filterwarnings("ignore:Use `@` matmul:PendingDeprecationWarning")
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")

SUFFIXES = [".tif", ".hgt", ".hgt.zip", ".hgt.gz", ".dt1", ".asc", ".bil", ".flt", ".npz"]
MEGABYTE = 1_000_000


@pytest.fixture(autouse=True)
def little_memory():
    """No refusal takes more than a tile of heights, unpacked (26 MB), twice."""
    tracemalloc.start()
    yield
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 * MEGABYTE


# ---- hostile files


def pipe(folder, name="N35W122.tif"):
    os.mkfifo(folder / name)
    return folder / name


def pipe_beside_a_grid(folder):
    os.mkfifo(folder / "grid.prj")
    return write_asc(folder / "grid.asc", "1 2 3\n4 5 6\n", xllcorner=0, yllcorner=0)


def pipe_for_a_header(folder):
    os.mkfifo(folder / "grid.hdr")
    (folder / "grid.bil").write_bytes(bytes(100))
    return folder / "grid.bil"


def endless_device(folder):
    (folder / "zeros.asc").symlink_to("/dev/zero")
    return folder / "zeros.asc"


def folder_with_a_files_name(folder):
    (folder / "folder.tif").mkdir()
    return folder / "folder.tif"


def huge_geotiff(folder, block=4096):
    """10^6 x 10^6 posts in 700 kB."""
    transform = from_origin(600_000.0, 4_000_000.0, 0.5, 0.5)
    profile = {"driver": "GTiff", "dtype": "float32", "count": 1, "crs": UTM, "transform": transform, "BIGTIFF": "YES"}
    shape = {"width": 10**6, "height": 10**6, "tiled": True, "blockxsize": block, "blockysize": block}
    with rasterio.open(folder / "huge.tif", "w", SPARSE_OK=True, **profile, **shape):
        return folder / "huge.tif"


def huge_block(folder):
    """One cell of it would be a gigabyte's reading."""
    return huge_geotiff(folder, block=1 << 15)


def huge_ascii_grid(folder):
    return write_asc(folder / "huge.asc", "1 2 3", ncols=10**6, nrows=10**6, xllcorner=0, yllcorner=0)


def huge_raw_grid(folder):
    """Two terabytes, of which nothing is stored."""
    (folder / "huge.hdr").write_text("NROWS 1000000\nNCOLS 1000000\nNBITS 16\nULXMAP 0\nULYMAP 0\nXDIM 1\nYDIM 1\n")
    with (folder / "huge.bil").open("wb") as file:
        file.truncate(2 * 10**12)
    return folder / "huge.bil"


def bomb(folder, name, member, content=bytes(100 * MEGABYTE)):
    """A zip file whose member inflates a thousandfold."""
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(member, content)
    assert (folder / name).stat().st_size * 500 < len(content)
    return folder / name


def zipped_bomb(folder):
    return bomb(folder, "N35W122.hgt.zip", "N35W122.hgt")


def gzipped_bomb(folder):
    path = folder / "N35W122.hgt.gz"
    path.write_bytes(gzip.compress(bytes(100 * MEGABYTE), 1))
    return path


def npz_of_unused_bombs(folder):
    return bomb(folder, "bomb.npz", "other.npy")


def array_header(shape, descr="<f4"):
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text) + 1) + text + b"\n"


def npz_of(folder, **headers):
    """A saved terrain, but with other bytes for some of its arrays."""
    save_terrain(Terrain.flat(size=100.0), folder / "good.npz")
    with zipfile.ZipFile(folder / "good.npz") as good, zipfile.ZipFile(folder / "made.npz", "w") as made:
        for entry in good.infolist():
            made.writestr(entry.filename, headers.get(entry.filename.removesuffix(".npy"), good.read(entry)))
    return folder / "made.npz"


def huge_npz(folder):
    return npz_of(folder, heights=array_header((10**6, 10**6)))


def npz_of_long_words(folder):
    return npz_of(folder, crs=array_header((), "<U450000000"))


def npz_of_many_words(folder):
    return npz_of(folder, name=array_header((1 << 40,), "<U0"))


def zip_of_many_files(folder):
    """Its directory is said to have a gigabyte."""
    path = folder / "N35W122.hgt.zip"
    path.write_bytes(bytes(100) + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 60000, 60000, 10**9, 0, 0))
    return path


def zip_of_more_files(folder):
    """Its directory is too large for the usual record."""
    path = folder / "N35W122.hgt.zip"
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, 0, 1)
    path.write_bytes(bytes(100) + locator + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, 50, 0, 0))
    return path


def flat_npz(folder, **fields):
    """A saved terrain with other values, as ``save_terrain`` would not write them."""
    save_terrain(Terrain.flat(size=100.0), folder / "good.npz")
    with np.load(folder / "good.npz") as arrays:
        np.savez(folder / "made.npz", **(dict(arrays) | fields))
    return folder / "made.npz"


def npz_without_spacing(folder):
    return flat_npz(folder, spacing=0.0)


def npz_in_an_unknown_system(folder):
    return flat_npz(folder, crs="EPSG:999999")


def npz_in_a_system_from_a_pipe(folder):
    os.mkfifo(folder / "systems")
    return flat_npz(folder, crs=f"+init={folder}/systems:1")


def geotiff_in_an_unknown_system(folder):
    path = write_tiff(folder / "unknown.tif", rough().astype(np.float32))
    content = path.read_bytes()
    key = struct.pack("<HHH", 3072, 0, 1)  # ProjectedCSTypeGeoKey, a short
    assert content.count(key + struct.pack("<H", 32610)) == 1
    path.write_bytes(content.replace(key + struct.pack("<H", 32610), key + struct.pack("<H", 29999)))
    return path


HOSTILE = {
    pipe: "is a named pipe; it must be a regular file",
    pipe_beside_a_grid: "grid.prj is a named pipe",
    pipe_for_a_header: "grid.hdr is a named pipe",
    endless_device: "zeros.asc is a device; it must be a regular file",
    folder_with_a_files_name: "folder.tif is a folder",
    huge_geotiff: "at most 200 million are taken: read a part of it with crop",
    huge_block: "is stored in blocks that are read whole: 32768 x 32768 cells, 1074 million",
    huge_ascii_grid: "1000000 x 1000000 cells, 1000000 million, would be read; at most 200 million are",
    huge_raw_grid: "at most 200 million are taken",
    zipped_bomb: "holds more than 25934402 bytes of heights",
    gzipped_bomb: "holds more than 25934402 bytes of heights",
    npz_of_unused_bombs: "holds other; a terrain file is one of save_terrain",
    huge_npz: "the array heights of shape (1000000, 1000000) takes 4000000000000 bytes unpacked",
    npz_of_long_words: "the array crs of shape () takes 1800000000 bytes unpacked",
    npz_of_many_words: "is not a NumPy archive of plain arrays",
    zip_of_many_files: "lists too many files",
    zip_of_more_files: "lists too many files",
    npz_without_spacing: "spacing is 0 m; it must be positive",
    npz_in_an_unknown_system: "names the coordinate reference system 'EPSG:999999', which is unknown to PROJ",
    npz_in_a_system_from_a_pipe: "which is unknown to PROJ",
    geotiff_in_an_unknown_system: "neither geographic nor projected",
}


@needs_pipes
@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
def test_a_hostile_file_is_refused_on_the_command_line_in_one_sentence(tmp_path, capsys, make):
    path = make(tmp_path)
    tracemalloc.reset_peak()
    code = run(["run", "--headless", "--seconds", "0", "--terrain", str(path)])
    told = capsys.readouterr().err.strip()
    assert HOSTILE[make] in told
    assert told.startswith("motorpool: ")
    assert "\n" not in told
    assert code == 2


@needs_pipes
def test_check_refuses_a_hostile_file_that_a_scenario_names(tmp_path, capsys):
    pipe(tmp_path, "hills.tif")
    (tmp_path / "convoy.yaml").write_text("terrain: hills.tif\nvehicles: [{model: bicycle, count: 1}]\n")
    assert run(["check", str(tmp_path / "convoy.yaml")]) == 2
    assert "hills.tif is a named pipe" in capsys.readouterr().err


@needs_pipes
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_pipe_is_no_terrain_and_no_soil_map_whatever_its_name(tmp_path, suffix):
    path = pipe(tmp_path, f"N35W122{suffix}")
    assert "is a named pipe" in refusal(path)
    if suffix in (".tif", ".asc", ".bil", ".flt", ".npz"):
        with pytest.raises(WorldError, match=r"N35W122\S+ cannot be read: \S+ is a named pipe|has no header"):
            load_surface(path, Terrain.flat())


def test_neither_crop_nor_spacing_makes_a_huge_window_readable(tmp_path):
    path = huge_geotiff(tmp_path)
    assert "would be read; at most 200 million are" in refusal(path, spacing=5000.0)
    assert "at most 200 million" in refusal(path, crop=(610_000.0, 3_600_000.0, 630_000.0, 3_620_000.0))


def test_a_crop_of_a_huge_grid_is_read(tmp_path):
    path = huge_raw_grid(tmp_path)
    terrain = load_terrain(path, crop=(1000.0, -5000.0, 1100.0, -4900.0))
    assert terrain.heights.shape == (101, 101)


@pytest.mark.parametrize("make", [huge_geotiff, huge_ascii_grid, huge_raw_grid], ids=lambda make: make.__name__)
def test_a_huge_soil_map_is_refused(tmp_path, make):
    terrain = Terrain.flat() if make is not huge_geotiff else Terrain.from_heights(np.zeros((9, 9)), 9.0, crs=UTM)
    with pytest.raises(WorldError, match=r"1000000 x 1000000 cells, 1000000 million, would be read; at most \d+"):
        load_surface(make(tmp_path), terrain, elsewhere="mud")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"classes": np.zeros((3, 3, 3), np.uint8)}, "classes"),
        ({"spacing": 0.0}, "spacing"),
        ({"spacing": np.nan}, "spacing"),
        ({"fields": "friction"}, "a soil map is what save_surface writes"),
        ({"names": "mud"}, "is damaged"),
        ({"table": np.zeros(0)}, "table"),
    ],
)
def test_a_soil_map_of_nonsense_is_refused(tmp_path, fields, sentence):
    terrain = Terrain.flat()
    save_surface(Surface.uniform("mud", terrain), tmp_path / "good.npz")
    with np.load(tmp_path / "good.npz") as arrays:
        np.savez(tmp_path / "soil.npz", **(dict(arrays) | fields))
    with pytest.raises(WorldError, match=sentence) as refused:
        load_surface(tmp_path / "soil.npz", terrain)
    assert "\n" not in str(refused.value)


def test_a_soil_map_that_inflates_is_refused(tmp_path):
    zipped = bomb(tmp_path, "soil.npz", "classes.npy", array_header((20_000, 10_000), "|u1") + bytes(200 * MEGABYTE))
    tracemalloc.reset_peak()
    with pytest.raises(WorldError, match=r"the array classes of shape .* takes 200000000 bytes unpacked"):
        load_surface(zipped, Terrain.flat())


@pytest.mark.parametrize(
    "fields",
    [
        {"easting": 1e308, "spacing": 1e307},
        {"easting": 1e300},
        {"spacing": 1e300},
        {"spacing": 1e-300},
        {"spacing": -1.0},
        {"easting": 1e300, "crs": UTM},
        {"northing": -1e9, "crs": "EPSG:3857"},
        {"easting": 1e5, "crs": "EPSG:4326"},
        {"crs": "EPSG:4978"},
        {"crs": "x" * 100_000},
        {"crs": "a\0b"},
        {"crs": '{"a":' * 10_000},
        {"crs": "GEOGCS[" * 9_000},
        {"source": "x" * 100_000},
        {"name": 7.0},
        {"name": ["a", "b"]},
        {"crs": "+proj=longlat +nadgrids=./grid.gsb"},
    ],
)
def test_a_lattice_of_nonsense_is_refused(tmp_path, fields):
    assert len(refusal(flat_npz(tmp_path, **fields))) < 500


def test_a_map_of_the_moon_is_refused(tmp_path):
    assert "cannot transform to a map of Earth" in refusal(flat_npz(tmp_path, crs="IAU_2015:30100", spacing=0.01))


@pytest.mark.parametrize(("size", "spacing"), [(1e9, 0.01), (1e300, 1e-300), (1e6, 1.0)])
def test_flat_ground_beyond_the_memory_is_refused(size, spacing):
    with pytest.raises(TerrainError, match="choose a larger spacing"):
        Terrain.flat(size=size, spacing=spacing)


def test_filled_heights_are_reported_on_the_command_line(tmp_path, capsys):
    heights = rough(100, 100).astype(np.float32) * 0.01
    heights[50, 50], heights[7, 9] = -9999.0, 9000.0
    write_tiff(tmp_path / "hills.tif", heights)
    (tmp_path / "one.yaml").write_text("terrain: hills.tif\nvehicles: [{model: bicycle, count: 1}]\n")
    assert run(["check", str(tmp_path / "one.yaml")]) == 0
    assert capsys.readouterr().err.strip() == (
        "motorpool: hills.tif: 2 cells without a height were filled from those around (1 of -9999, 1 in single spikes)"
    )
