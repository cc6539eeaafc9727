"""Data open nothing: a reader opens the file that it is given and those of its format, and no connection.

Each file here names another file and a web address in each way that its format, or the library that reads it, has.
"""

import contextlib
import functools
import itertools
import json
import re
import shutil
import sqlite3
import struct
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import rasterio
import rasterio.shutil
import yaml
from opened_files import can_watch, watched
from rasterio import Affine
from readers import OWN_FILES, READERS

import motorpool
from motorpool.errors import MotorpoolError
from motorpool.ground.terrain.projection import is_known
from motorpool.studies.mobility import MobilityMap, raster
from motorpool.world.scenario.named_files import PATHS

SOURCES = Path(motorpool.__file__).parent
OPENING = {  # functions that read a file
    "open_input", "check_input", "read_bytes", "read_text", "opened", "fromfile", "memmap", "FileProcessor",
}  # fmt: skip

BESIDE = (  # files that GDAL and other libraries open beside NAME.SUFFIX
    ".msk", ".ovr", ".aux.xml", ".rrd", ".aux", ".tfw", ".tifw", ".wld", ".prj", ".hdr", ".qpj", ".xml", ".RPB",
    "_rpc.txt", ".IMD", ".rpb", "_RPC.TXT", ".vrt", ".tab", ".geo", ".idx", ".gmi", ".clr", ".bin", ".gz", ".json",
)  # fmt: skip

pytestmark = [
    pytest.mark.skipif(not can_watch, reason="only Linux tells which files are opened"),
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder for the data, another with a file that nothing may read, and a listener."""
    monkeypatch.setenv("GDAL_HTTP_TIMEOUT", "2")
    data, others = tmp_path / "data", tmp_path / "others"
    data.mkdir()
    others.mkdir()
    monkeypatch.chdir(others)
    (others / "secret").write_text("root:x:0:0\n")
    with rasterio.open(others / "secret.tif", "w", **PROFILE) as dataset:
        dataset.write(HEIGHTS, 1)
    with watched(data, others) as watch:
        url = f"http://127.0.0.1:{watch.port}/x"
        yield SimpleNamespace(folder=data, others=others, secret=others / "secret", watch=watch, url=url)


HEIGHTS = np.arange(48.0 * 40.0, dtype=np.float32).reshape(40, 48) % 7.0
PROFILE = {
    "driver": "GTiff", "width": 48, "height": 40, "count": 1, "dtype": "float32", "crs": "EPSG:32610",
    "transform": Affine(30.0, 0.0, 600_000.0, 0.0, -30.0, 4_000_000.0),
}  # fmt: skip


def vrt(target):
    return (
        "<VRTDataset rasterXSize='48' rasterYSize='40'><Metadata><MDI key='INTERNAL_MASK_FLAGS_1'>2</MDI></Metadata>"
        "<SRS>EPSG:32610</SRS><GeoTransform>600000,30,0,4000000,0,-30</GeoTransform>"
        "<VRTRasterBand dataType='Float32' band='1'><SimpleSource><SourceFilename relativeToVRT='0'>"
        f"{target}</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>"
    )


def targets(place):
    """Names of the other file and of the listener, as GDAL and others take them."""
    url = place.url
    return (
        f"/vsicurl/{url}.tif", f"/vsicurl_streaming/{url}.tif", f"/vsizip//vsicurl/{url}.zip/a.tif", url, f"{url}.tif",
        str(place.others / "secret.tif"), f"GTIFF_DIR:1:{place.others / 'secret.tif'}", f"file://{place.secret}",
    )  # fmt: skip


# ---- files that name others: {reader: [functions that make one]}


def write(place, name, content):
    path = place.folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def geotiff(place, name="hills.tif", tags=None, **profile):
    path = place.folder / name
    with rasterio.open(path, "w", **PROFILE | profile) as dataset:
        dataset.write(HEIGHTS.astype(dataset.dtypes[0]), 1)
        for domain, values in (tags or {}).items():
            dataset.update_tags(ns=domain, **values)
    return path


def tiff_with_overviews_elsewhere(place):
    return geotiff(place, "overviews.tif", tags={"OVERVIEWS": {"OVERVIEW_FILE": targets(place)[0]}})


def tiff_with_a_mask_elsewhere(place):
    return geotiff(
        place, "masks.tif", tags={"": {"INTERNAL_MASK_FLAGS_1": "2"}, "OVERVIEWS": {"MASK_OVERVIEW_FILE_1": place.url}}
    )


def content_of_another_format(place):
    for number, target in enumerate(targets(place)):
        yield write(place, f"virtual{number}.tif", vrt(target))
    yield write(
        place, "web.tif", f"<GDAL_WMS><Service name='TMS'><ServerUrl>{place.url}</ServerUrl></Service></GDAL_WMS>"
    )
    yield write(place, "list.tif", str(place.secret))


def dted(place):
    edges = {"width": 1201, "height": 1201, "dtype": "int16", "crs": "EPSG:4326", "nodata": -32767}
    cell = Affine(1.0 / 1200.0, 0.0, 10.0 - 0.5 / 1200.0, 0.0, -1.0 / 1200.0, 48.0 + 0.5 / 1200.0)
    path = place.others / "cell.tif"
    with rasterio.open(path, "w", **PROFILE | edges | {"transform": cell}) as dataset:
        dataset.write(np.ones((1201, 1201), np.int16), 1)
    rasterio.shutil.copy(path, place.folder / "cell.dt1", driver="DTED")
    return place.folder / "cell.dt1"


def grid(place, suffix):
    """A grid of ESRI with a projection file that names a grid elsewhere."""
    header = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n"
    datum = 'DATUM["x",SPHEROID["x",6377397,299],EXTENSION["PROJ4_GRIDS","{}"]]'
    wkt = f'GEOGCS["x",{datum},PRIMEM["Greenwich",0],UNIT["degree",0.0174]]'
    for target in (place.secret, place.url):
        (place.folder / "grid.prj").write_text(wkt.format(target))
        if suffix == ".asc":
            yield write(place, "grid.asc", header + "1 2 3\n4 5 6\n")
        else:
            (place.folder / "grid.hdr").write_text(header + "nbits 16\nnbands 1\nbyteorder I\n")
            yield write(place, f"grid{suffix}", bytes(24))


def archive(place, name="heights.npz"):
    class Opened:
        def __reduce__(self):
            return open, (str(place.secret),)

    np.savez(place.folder / name, heights=np.array([Opened()], object), spacing=np.array([Opened()], object))
    yield place.folder / name
    for crs in systems(place):
        np.savez(place.folder / name, heights=np.zeros((9, 9), np.float32), spacing=30.0, crs=crs)
        yield place.folder / name


def systems(place):
    """Coordinate reference systems that refer to other files."""
    for target in (place.secret, place.url):
        yield f"+proj=utm +zone=10 +ellps=bessel +nadgrids={target}"
        yield f'+proj=longlat +ellps=bessel +title="(a)" +nadgrids="@null,{target}" +type=crs'
        yield f"+proj=longlat +ellps=bessel +geoidgrids={target} +vunits=m +type=crs"
        yield f"+init={target}:1"
        yield str(target)
        yield wkt_with(target)
    yield place.url


def wkt_with(target):
    import pyproj

    return pyproj.CRS(f"+proj=utm +zone=10 +ellps=bessel +nadgrids={target} +type=crs").to_wkt()


def xml(place, name, body):
    """XML with entities and a document type from elsewhere."""
    for target in (f"file://{place.secret}", str(place.secret), place.url):
        yield write(place, name, f'<?xml version="1.0"?><!DOCTYPE a SYSTEM "{target}">{body("")}')
        yield write(place, name, f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "{target}">]>{body("&e;")}')
        yield write(place, name, f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY % p SYSTEM "{target}"> %p;]>{body("")}')
        yield write(
            place,
            name,
            f'<?xml-stylesheet href="{target}"?>'
            + body(f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{target}" parse="text"/>'),
        )


def osm(more):
    return (
        f'<osm version="0.6">{more}<node id="1" lat="47.0" lon="9.0"/><node id="2" lat="47.0" lon="9.004"/>'
        '<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="tertiary"/></way></osm>'
    )


def gpx(more):
    points = "".join(f'<trkpt lat="47.0" lon="9.00{n}"/>' for n in range(3))
    return f"<gpx><trk><name>{more}</name><trkseg>{points}</trkseg></trk></gpx>"


def kml(more):
    link = "<NetworkLink><Link><href>http://127.0.0.1/x</href></Link></NetworkLink>"
    return (
        f"<kml><Document>{more}{link}<LineString><coordinates>9,47 9.01,47</coordinates></LineString></Document></kml>"
    )


def opendrive(more, system=""):
    return (
        f'<OpenDRIVE><header revMajor="1" revMinor="4"><geoReference>{system}</geoReference></header>{more}'
        '<road name="" length="100" id="1" junction="-1"><planView><geometry s="0" x="0" y="0" hdg="0" length="100">'
        '<line/></geometry></planView><lanes><laneSection s="0"><right><lane id="-1" type="driving">'
        '<width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right></laneSection></lanes></road></OpenDRIVE>'
    )


def maps(place):
    yield from xml(place, "town.osm", osm)
    yield from xml(place, "town.xodr", opendrive)
    for system in itertools.islice(systems(place), 5):
        yield write(place, "town.xodr", opendrive("", f"<![CDATA[{system}]]>"))
    yield write(place, "overpass.json.osm", json.dumps({"remark": place.url}))
    yield from occupancy_maps(place)


def occupancy_maps(place):
    """Maps whose image is elsewhere, also by a tag of YAML."""
    image = place.others / "map.pgm"
    image.write_bytes(b"P5 2 2 255\n" + bytes(4))
    above = "../others/map.pgm"
    for target in (image, above, f"./{above}", above.replace("/", "\\"), f"file://{image}", place.url):
        yield write(place, "map.yaml", f"image: {target}\nresolution: 0.1\norigin: [0, 0, 0]\n")
    for tag in (f"!include {image}", f"!!python/object/apply:builtins.open ['{image}']"):
        yield write(place, "map.yaml", f"image: {tag}\nresolution: 0.1\norigin: [0, 0, 0]\n")


def geojson(place, properties):
    point = {"type": "Feature", "properties": properties, "geometry": {"type": "Point", "coordinates": [1, 2]}}
    for name in systems(place):
        crs = {"type": "name", "properties": {"name": name}}
        yield write(place, "a.geojson", json.dumps({"type": "FeatureCollection", "crs": crs, "features": [point]}))
    link = {"type": "link", "properties": {"href": place.url, "type": "proj4"}}
    yield write(place, "a.geojson", json.dumps({"type": "FeatureCollection", "crs": link, "features": [point]}))


def glb(place):
    for target in (place.url, "../others/secret", str(place.secret)):
        description = {
            "asset": {"version": "2.0"}, "buffers": [{"uri": target, "byteLength": 9}], "images": [{"uri": target}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}],
            "scenes": [{"nodes": [0]}], "scene": 0,
        }  # fmt: skip
        text = json.dumps(description).encode()
        text += b" " * (-len(text) % 4)
        head = struct.pack("<4sIIII", b"glTF", 2, 20 + len(text), len(text), 0x4E4F534A)
        yield write(place, "shape.glb", head + text)


def scenarios(place):
    """Scenarios that name addresses where they name files, and tags of YAML that would open them."""
    base = {"terrain": {"source": "flat", "size": 400}, "vehicles": [{"model": "bicycle", "count": 1}]}
    for target in (
        place.url,
        f"/vsicurl/{place.url}.tif",
        f"zip+{place.url}",
        f"file://{place.secret}",
        "s3://a/b.tif",
    ):
        for path in (("terrain",), ("terrain", "source"), *PATHS):
            values = json.loads(json.dumps(base))
            _set(values, path, target)
            yield write(place, "world.yaml", json.dumps(values))
        for key in ("model", "vehicle", "alternate_model"):
            values = json.loads(json.dumps(base))
            values["vehicles"][0] = {"model": "bicycle", "count": 1, key: target}
            yield write(place, "world.yaml", json.dumps(values))
    for tag in (f"!include {place.secret}", f"!!python/object/apply:builtins.open ['{place.secret}']",
                f"!!python/object/apply:urllib.request.urlopen ['{place.url}']"):  # fmt: skip
        yield write(place, "world.yaml", f"vehicles: {tag}\n")
    yield write(place, "world.yaml", f"# yaml-language-server: $schema={place.url}\n%TAG ! tag:x,2002:\n---\nseed: 1\n")


def _set(values, path, target):
    """Set a path of keys, of which "*" is the first of a list."""
    for step, following in itertools.pairwise(path):
        inner = [] if following == "*" else {}
        if step == "*":
            if not values:
                values.append(inner)
            values = values[0]
        else:
            if not isinstance(values.get(step), type(inner)):
                values[step] = inner
            values = values[step]
    if path[-1] == "*":
        values.append(target)
    else:
        values[path[-1]] = target


def vehicles(place):
    for target in (place.url, f"file://{place.secret}", str(place.secret)):
        yield write(place, "x.toml", f'title = "X"\nbase = "{target}"\n')
        yield write(place, "x.toml", f'title = "X"\nsummary = "y"\nmodel = "{target}"\n')
        yield write(place, "x.toml", f'title = "X"\nsummary = "y"\nmodel = "bicycle"\nshape = "{target}"\n')


def logs(place):
    yield write(place, "drive.csv", f"time,speed,{place.url}\n0,1,2\n1,=HYPERLINK({place.url}),{place.secret}\n")
    yield write(place, "drive.tsv", f"{place.url}\t1\n")
    yield write(place, "drive.txt", f"{place.secret}\n")
    yield write(place, "drive.mcap", b"\x89MCAP0\r\n" + place.url.encode())
    entity = f'<!DOCTYPE gpx [<!ENTITY a SYSTEM "file://{place.secret}"><!ENTITY % b SYSTEM "{place.url}"> %b;]>'
    for included in ("&a;", f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{place.url}"/>'):
        yield write(place, "drive.gpx", f"{entity}<gpx><trk><name>{included}</name></trk></gpx>")
    yield write(place, "drive.vbo", f"[header]\n{place.url}\n[column names]\ntime {place.url}\n[data]\n1 2\n3 4\n")
    database = f'VERSION "{place.url}"\nBU_: A\nBO_ 291 M: 2 A\n SG_ speed : 0|16@1+ (1,0) [0|0] "m/s" A\n'
    write(place, "drive.dbc", f'{database}CM_ SG_ 291 speed "{place.secret}";\nBA_DEF_ "{place.url}" STRING ;\n')
    for line in ("#include", "file", "SG_"):
        yield write(place, "drive.asc", f"date Mon Jan 1 2026\nbase hex\n{line} {place.url}\n0.1 1 123 Rx d 2 01 02\n")
        yield write(place, "drive.log", f"(0.1) {place.secret} 123#0102\n{line} {place.url}\n")
        yield write(place, "drive.trc", f";$FILEVERSION=2.1\n;{line} {place.url}\n1 0.1 DT 0123 Rx 2 01 02\n")
    yield write(place, "drive.blf", b"LOGG" + place.url.encode() * 20)
    yield write(place, "drive.bag", b"#ROSBAG V2.0\n" + place.url.encode() * 20)
    yield from databases(place)
    yield measurement(place)


def databases(place):
    """Bags of ROS 2 whose tables name other files, and their folder, whose description does."""
    folder = place.folder / "bag"
    for target in (place.url, str(place.secret), f"file:{place.secret}?mode=ro"):
        path = place.folder / "drive.db3"
        path.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(path)) as bag:
            bag.execute("create table topics (id integer, name text, type text, serialization_format text, qos text)")
            bag.execute("create table messages (id integer, topic_id integer, timestamp integer, data blob)")
            bag.execute("insert into topics values (1, ?, ?, 'cdr', ?)", (target, target, target))
            bag.execute("insert into messages values (1, 1, 1, ?)", (target.encode(),))
            bag.commit()
        yield path
        folder.mkdir(exist_ok=True)
        shutil.copy(path, folder / "bag_0.db3")
        description = {"relative_file_paths": [target], "storage_identifier": target, "version": 5}
        write(place, "bag/metadata.yaml", yaml.safe_dump({"rosbag2_bagfile_information": description}))
        yield folder / "bag_0.db3"


def measurement(place):
    """A measurement with an attachment that lies elsewhere."""
    import asammdf

    file = asammdf.MDF(version="4.10")
    file.append([asammdf.Signal(np.arange(5.0), np.arange(5.0), name="speed", unit="m/s", comment=place.url)])
    file.attach(b"x", file_name=str(place.secret), comment=place.url, embedded=False)
    file.save(place.folder / "drive.mf4", overwrite=True)
    file.close()
    return place.folder / "drive.mf4"


def parquet(place, name="drive.parquet", metadata=()):
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.table({"time": [0.0, 1.0], "speed": [1.0, 2.0]})
    table = table.replace_schema_metadata({"uri": place.url, "path": str(place.secret), **dict(metadata)})
    parquet.write_table(table, place.folder / name)
    return place.folder / name


def mobility_map(place):
    """A map of which one file has a mask elsewhere, and one that is a VRT."""
    path, headings, reasons = place.folder / "map.tif", np.array([0.0, 1.0]), np.zeros((2, 1, 1))
    for crs in itertools.islice(systems(place), 3):
        raster.write(MobilityMap("M1A1", "dry", 10.0, 0.0, 0.0, headings, headings[:, None, None], reasons), path)
        yield path
        _with_system(path, crs)
        yield path
    (place.folder / "map-limits-by-heading.tif").write_text(vrt(targets(place)[0]))
    yield path
    path.write_text(vrt(targets(place)[0]))
    yield path


def _with_system(path, crs):
    with rasterio.open(path, "r+", IGNORE_COG_LAYOUT_BREAK="YES") as dataset:
        facts = json.loads(dataset.tags()["MOTORPOOL_MOBILITY"])
        dataset.update_tags(MOTORPOOL_MOBILITY=json.dumps({**facts, "crs": crs}))


def task(place):
    for target in (place.url, str(place.secret)):
        yield write(place, "task.yaml", f"scenario: {target}\nterrain: {target}\n")


FILES = {
    "terrain": lambda place: itertools.chain(
        [geotiff(place), tiff_with_overviews_elsewhere(place), tiff_with_a_mask_elsewhere(place), dted(place)],
        content_of_another_format(place), grid(place, ".asc"), grid(place, ".bil"), grid(place, ".flt"), archive(place),
    ),
    "soil map": lambda place: itertools.chain(
        [geotiff(place, dtype="uint8"), tiff_with_overviews_elsewhere(place)],
        content_of_another_format(place), grid(place, ".asc"), grid(place, ".bil"), archive(place),
    ),
    "legend of a soil map": lambda place: [
        write(place, "soil.yaml", f"legend: !include {place.secret}\n"), write(place, "soils.json", f'"{place.url}"'),
    ],
    "mobility map": mobility_map,
    "map": maps,
    "track": lambda place: itertools.chain(
        xml(place, "drive.gpx", gpx), xml(place, "drive.kml", kml), geojson(place, {"coordTimes": [place.url]}),
    ),
    "road network": lambda place: geojson(place, {"kind": "road", "source": place.url}),
    "objects": lambda place: itertools.chain(
        geojson(place, {"kind": "tree"}), [write(place, "a.csv", f"kind,x,y\n{place.url},1,2\n")]
    ),
    "shape": glb,
    "scenario": scenarios,
    "places": lambda place: [write(place, "places.csv", f"x,y\n{place.url},{place.secret}\n")],
    "vehicle": vehicles,
    "tyre": lambda place: [write(place, "a.tir", f"FITTYP = 61\nFILE = '{place.secret}'\nLINK = '{place.url}'\n")],
    "model": lambda place: [write(place, "x.py", f"open({str(place.secret)!r})\n")],
    "log": lambda place: itertools.chain(logs(place), [parquet(place)]),
    "recording": lambda place: [parquet(place, metadata={"motorpool": json.dumps({"scenario": place.url})})],
    "recording of sensors": lambda place: [parquet(place, "a.sensors.parquet")],
    "capture": lambda place: [write(place, "a.pcap", bytes.fromhex("d4c3b2a1") + place.url.encode())],
    "task": task,
    "policy": lambda place: archive(place, "policy.npz"),
    "points of a sweep": lambda place: [
        write(place, "a.csv", f"seed\n!!python/object/apply:builtins.open ['{place.secret}']\n"),
        write(place, "b.csv", f"terrain\n{place.url}\n"),
    ],
}  # fmt: skip


def siblings(path, place):
    """Write all files that a library could open with this one, each a VRT that names the other file and an address."""
    names = [f"{path.name}{ending}" for ending in BESIDE] + [f"{path.stem}{ending}" for ending in BESIDE]
    made = [path.with_name(name) for name in names if not path.with_name(name).exists()]
    for sibling in made:
        sibling.write_text(vrt(targets(place)[0]))
    return made


@pytest.mark.parametrize("name", READERS)
def test_a_reader_opens_its_own_files_and_no_connection(name, place):
    reader = READERS[name]
    for path in FILES[name](place):
        own = {path, *(path.with_name(path.stem + suffix) for suffix in reader.beside)}
        added = [] if name == "legend of a soil map" else siblings(path, place)
        place.watch.opened()
        place.watch.visitors()
        with contextlib.suppress(MotorpoolError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reader.read(path)
        opened, visitors = place.watch.opened() - own, place.watch.visitors()
        assert not opened, f"{path.name}: {path.read_bytes()[:300]!r}"
        assert not visitors, f"{path.name}: {path.read_bytes()[:300]!r}"
        for sibling in added:
            sibling.unlink()


def test_a_mask_beside_a_raster_does_not_change_it(place):
    """A one-bit mask of nothing would leave no height."""
    path = geotiff(place)
    plain = READERS["terrain"].read(path).heights
    with rasterio.open(f"{path}.msk", "w", **PROFILE | {"dtype": "uint8"}) as mask:
        mask.write(np.zeros((40, 48), np.uint8), 1)
        mask.update_tags(INTERNAL_MASK_FLAGS_1=2)
    assert np.array_equal(READERS["terrain"].read(path).heights, plain)


def test_a_reference_system_that_refers_to_files_is_unknown(place):
    assert [system for system in systems(place) if is_known(system)] == []


# ---- that no reader is missing


@functools.cache
def _modules():
    """Return the names of the functions that each module calls."""
    calls = {}
    for file in SOURCES.rglob("*.py"):
        name = ".".join(file.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
        calls[name] = set(re.findall(r"([\w.]+)\(", file.read_text(encoding="utf-8")))
    return calls


def test_every_module_that_reads_files_is_that_of_a_reader_here():
    known = {module for reader in READERS.values() for module in reader.modules} | OWN_FILES.keys()
    reading = {name for name, calls in _modules().items() if {call.rpartition(".")[2] for call in calls} & OPENING}
    assert reading - known == set()
    assert known - reading <= {"compile.array_cache"}  # by numpy.load


def test_libraries_that_choose_a_format_by_content_are_called_in_one_module_each():
    one = {
        "rasterio.open": "ground.terrain.raster_gdal",
        "CRS.from_user_input": "ground.terrain.projection",
        "FileProcessor": "maps.osm.pbf_reading",
        "pillow.open": "maps.images",
    }
    for function, module in one.items():
        assert [name for name, calls in _modules().items() if any(map(re.compile(rf"{function}$").search, calls))] == [
            module
        ]


def test_every_reader_has_files_here():
    assert FILES.keys() == READERS.keys()
