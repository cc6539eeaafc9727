"""ESRI's raw grids: what is read is what GDAL's driver reads; what is broken is refused in a sentence."""

import numpy as np
import pyproj
import pytest
import rasterio
from rasters import UTM, heights_at, refusal, rough

from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain
from motorpool.ground.terrain.surface_files import load_surface

# rasterio's own use of its transforms, with affine 3
pytestmark = pytest.mark.filterwarnings("ignore:Use `@` matmul:PendingDeprecationWarning")

BIL = {"NROWS": 20, "NCOLS": 30, "BYTEORDER": "I", "LAYOUT": "BIL", "NBITS": 16, "XDIM": 30, "YDIM": 30}
BIL |= {"ULXMAP": 600_015, "ULYMAP": 3_999_985}
FLT = {"ncols": 30, "nrows": 20, "xllcorner": 600_000, "yllcorner": 4_000_000, "cellsize": 30, "NODATA_value": -9999}


def write_grid(path, cells, header, crs=UTM):
    """A grid and its header; an empty value leaves its line out."""
    cells.tofile(path)
    path.with_suffix(".hdr").write_text("".join(f"{key} {value}\n" for key, value in header.items() if value != ""))
    if crs:
        path.with_suffix(".prj").write_text(pyproj.CRS(crs).to_wkt("WKT1_ESRI"))
    return path


def assert_as_gdal(path):
    terrain = load_terrain(path)
    with rasterio.open(path) as file:
        np.testing.assert_array_equal(terrain.heights, file.read(1)[::-1].astype(np.float32))
        for row, column in ((0, 0), (7, 11)):
            x, y = file.xy(row, column)
            assert heights_at(terrain, UTM, x, y) == pytest.approx(float(file.read(1)[row, column]), abs=1e-3)
        assert terrain.spacing == file.transform.a
    return terrain


# ---- what is read


@pytest.mark.parametrize(("order", "byteorder"), [("<", "I"), (">", "M"), ("<", "LSBFIRST"), (">", "MSBFIRST")])
@pytest.mark.parametrize(
    ("cell", "bits", "kind"),
    [("i2", 16, ""), ("i2", 16, "SIGNEDINT"), ("u2", 16, "UNSIGNEDINT"), ("i4", 32, "SIGNEDINT"), ("f4", 32, "FLOAT")],
)
def test_cells_of_every_type_and_byte_order_are_what_gdal_reads(tmp_path, order, byteorder, cell, bits, kind):
    cells = rough(20, 30).astype(order + cell)
    header = BIL | {"NBITS": bits, "PIXELTYPE": kind, "BYTEORDER": byteorder}
    terrain = assert_as_gdal(write_grid(tmp_path / "grid.bil", cells, header))
    assert (terrain.name, terrain.crs is not None) == ("grid", True)
    assert terrain.source.startswith("grid.bil (ESRI .bil grid)")


def test_bytes_are_read_without_a_word_on_their_order(tmp_path):
    cells = (rough(20, 30) / 3).astype(np.uint8)
    assert_as_gdal(write_grid(tmp_path / "grid.bil", cells, BIL | {"NBITS": 8, "BYTEORDER": ""}))


@pytest.mark.parametrize(("order", "byteorder"), [("<", "LSBFIRST"), (">", "MSBFIRST")])
def test_a_grid_of_floats_is_what_gdal_reads(tmp_path, order, byteorder):
    cells = rough(20, 30).astype(order + "f4")
    assert_as_gdal(write_grid(tmp_path / "grid.flt", cells, FLT | {"byteorder": byteorder}))


def test_a_header_that_does_not_say_means_little_endian(tmp_path):
    cells = rough(20, 30).astype("<f4")  # as processors have it; GDAL takes the other order
    np.testing.assert_array_equal(load_terrain(write_grid(tmp_path / "grid.flt", cells, FLT)).heights, cells[::-1])


def test_a_grid_may_be_given_by_the_centre_of_its_corner(tmp_path):
    corner = {"xllcorner": "", "yllcorner": "", "xllcenter": 600_015, "yllcenter": 4_000_015}
    cells = rough(20, 30).astype("<f4")
    by_centre = load_terrain(write_grid(tmp_path / "centre.flt", cells, FLT | corner))
    by_corner = load_terrain(write_grid(tmp_path / "corner.flt", cells, FLT))
    assert (by_centre.origin_easting, by_centre.origin_northing) == (600_450.0, 4_000_300.0)
    assert (by_corner.origin_easting, by_corner.origin_northing) == (600_450.0, 4_000_300.0)


def test_the_two_forms_of_a_header_may_be_mixed(tmp_path):
    upper = {key: FLT[key] for key in ("ncols", "nrows", "xllcorner", "yllcorner", "cellsize")}
    path = write_grid(tmp_path / "grid.bil", rough(20, 30).astype("<i2"), upper | {"NBITS": 16, "NODATA": -9999})
    assert load_terrain(path).origin_easting == 600_450.0


def test_bytes_before_and_between_the_rows_are_skipped(tmp_path):
    heights = rough(20, 30).astype("<i2")
    rows = np.zeros((20, 70), np.uint8)
    rows[:, :60] = heights.view(np.uint8)
    content = np.concatenate([np.full(100, 7, np.uint8), rows.ravel()])
    path = write_grid(tmp_path / "grid.bil", content, BIL | {"SKIPBYTES": 100, "TOTALROWBYTES": 70})
    np.testing.assert_array_equal(load_terrain(path).heights, heights[::-1])


@pytest.mark.parametrize("layout", ["BIL", "BSQ"])
def test_the_first_of_several_bands_counts(tmp_path, layout):
    first, second = rough(20, 30).astype("<i2"), rough(20, 30, seed=1).astype("<i2")
    cells = np.stack([first, second], axis=1 if layout == "BIL" else 0)
    assert_as_gdal(write_grid(tmp_path / "grid.bil", cells, BIL | {"NBANDS": 2, "LAYOUT": layout}))


def test_voids_by_the_declared_code_are_filled(tmp_path):
    cells = rough(20, 30).astype("<i2")
    cells[3, 4:9] = -1
    terrain = load_terrain(write_grid(tmp_path / "grid.bil", cells, BIL | {"NODATA": -1}))
    assert terrain.voids_filled == 5
    assert "5 of the declared -1" in terrain.warnings[0]


def test_a_crop_reads_only_its_part(tmp_path):
    cells = rough(20, 30).astype("<f4")
    path = write_grid(tmp_path / "grid.flt", cells, FLT)
    crop = load_terrain(path, crop=(600_105.0, 4_000_045.0, 600_405.0, 4_000_195.0))
    np.testing.assert_array_equal(crop.heights, cells[::-1][1:7, 3:14])


def test_the_other_byte_order_is_noticed(tmp_path):
    path = write_grid(tmp_path / "grid.bil", rough(20, 30).astype(">i2"), BIL)
    assert "in the wrong order" in refusal(path)


@pytest.mark.parametrize(
    ("words", "crs"),
    [
        ("Projection    GEOGRAPHIC\nDatum         WGS84\nZunits        METERS\nUnits         DD\n", UTM),
        ("Projection UTM\nZone 10\nDatum NAD83\nZunits NO\nUnits METERS\nXshift 0.0\nYshift 0.0\n", "EPSG:26910"),
        ("EPSG:32610", UTM),
    ],
)
def test_projection_files_of_every_age_are_understood(tmp_path, words, crs):
    header = FLT
    if "GEOGRAPHIC" in words:
        header = FLT | {"xllcorner": -121.5, "yllcorner": 35.5, "cellsize": 1 / 120}
    path = write_grid(tmp_path / "grid.flt", rough(20, 30).astype("<f4"), header, crs=None)
    path.with_suffix(".prj").write_text(words)
    assert load_terrain(path).crs == crs


def test_a_grid_in_metres_needs_no_projection_file(tmp_path):
    assert load_terrain(write_grid(tmp_path / "grid.flt", rough(20, 30).astype("<f4"), FLT, crs=None)).crs is None


def test_a_soil_map_may_be_such_a_grid(tmp_path):
    cells = np.zeros((20, 30), np.uint8)
    cells[:10] = 1
    path = write_grid(
        tmp_path / "soil.bil", cells, BIL | {"NBITS": 8, "ULXMAP": 5, "XDIM": 10, "YDIM": 10, "ULYMAP": 5}, ""
    )
    surface = load_surface(path, Terrain.flat(size=100.0), legend={0: "mud", 1: "gravel"})
    assert surface.name_at(10.0, 5.0) == "gravel"
    assert surface.name_at(10.0, -100.0) == "mud"


# ---- what is refused


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ({"NROWS": ""}, "grid.hdr lacks NROWS"),
        ({"NCOLS": "many"}, "grid.hdr: NCOLS is 'many'; it must be a number"),
        ({"NCOLS": 30.5}, "grid.hdr: NCOLS is 30.5; it must be a whole number"),
        ({"NROWS": 1e300}, "grid.hdr: NROWS is 1e+300; it must be a whole number"),
        ({"NROWS": 10**6, "NCOLS": 10**6}, "grid.bil has 1200 bytes; 2000000000000 are needed"),
        ({"NBITS": 12}, "grid.hdr: cells of 12 bits"),
        ({"PIXELTYPE": "COMPLEX"}, "PIXELTYPE is 'COMPLEX'; it must be one of UNSIGNEDINT, SIGNEDINT, FLOAT"),
        ({"BYTEORDER": "X"}, "BYTEORDER is 'X'; it must be one of I, LSBFIRST, M, MSBFIRST"),
        ({"LAYOUT": "BIP", "NBANDS": 3}, "3 bands cell by cell (BIP); export one"),
        ({"XDIM": -30}, "in steps of -30 and 30"),
        ({"YDIM": 0}, "the steps positive"),
        ({"SKIPBYTES": -5}, "SKIPBYTES is -5"),
        ({"BANDROWBYTES": 5}, "BANDROWBYTES is 5"),
        ({"ULXMAP": "nan"}, "ULXMAP is 'nan'"),
        ({"SKIPBYTES": 2}, "grid.bil has 1200 bytes; 1202 are needed"),
    ],
)
def test_a_broken_header_is_refused(tmp_path, header, sentence):
    assert sentence in refusal(
        write_grid(tmp_path / "grid.bil", rough(20, 30).astype("<i2"), BIL | header), names="grid"
    )


def test_a_grid_without_its_header_is_refused(tmp_path):
    path = write_grid(tmp_path / "grid.bil", rough(20, 30).astype("<i2"), BIL)
    path.with_suffix(".hdr").unlink()
    assert "has no header grid.hdr beside it" in refusal(path)


def test_a_projection_file_in_feet_is_refused(tmp_path):
    path = write_grid(tmp_path / "grid.flt", rough(20, 30).astype("<f4"), FLT, crs=None)
    path.with_suffix(".prj").write_text("Projection UTM\nZone 10\nDatum NAD83\nZunits FEET\nUnits METERS\n")
    assert "grid.prj names no coordinate reference system" in refusal(path, names="grid")
