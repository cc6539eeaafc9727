"""Small whole files of all kinds, and what can be wrong with a file."""

import bz2
import gzip
import json
import random
import struct
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
import rasterio
from command_line import answered
from rasterio import Affine

from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import save_terrain
from motorpool.links.dis.tools.captures import CaptureWriter
from motorpool.links.dis.wire.encoding import datagrams, entity_states
from motorpool.studies.mobility import MobilityMap, raster
from motorpool.vehicles import motor_pool


class Effort(NamedTuple):
    """How much the tests of bad files try."""

    mutations: int  # damaged copies of a file for each reader
    one_in: int  # of the contents of other kinds for each reader or command; all are tried by some
    size: float  # of maps, share of the largest
    one_map_in: int  # of the small files that are dear to read as maps


# The long form, minutes of each test: make test-all ARGS='-m soak'
EFFORTS = [
    pytest.param(Effort(2, 5, 0.4, 3), marks=pytest.mark.slow, id="some"),
    pytest.param(Effort(25, 1, 1.0, 1), marks=[pytest.mark.soak, pytest.mark.timeout(1800)], id="all"),
]

SCENARIO = "terrain: {source: flat, size: 400}\nvehicles: [{model: bicycle, count: 2, name: cars}]\n"
OSM = (
    '<osm version="0.6"><node id="1" lat="47.0" lon="9.0"/><node id="2" lat="47.0" lon="9.002"/>'
    '<node id="3" lat="47.001" lon="9.002"><tag k="natural" v="tree"/></node>'
    '<way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="tertiary"/></way></osm>'
)
OPENDRIVE = (
    '<OpenDRIVE><header revMajor="1" revMinor="4"/><road name="" length="100" id="1" junction="-1"><planView>'
    '<geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry></planView><lanes><laneSection s="0"><right>'
    '<lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right></laneSection></lanes>'
    "</road></OpenDRIVE>"
)
GPX = (
    '<gpx version="1.1"><trk><name>a</name><trkseg><trkpt lat="47.0" lon="9.0"><ele>1</ele>'
    '<time>2026-01-01T00:00:00Z</time></trkpt><trkpt lat="47.0" lon="9.001"><time>2026-01-01T00:00:09Z</time></trkpt>'
    "</trkseg></trk></gpx>"
)
GRID = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2 3\n4 5 6\n"


TYRE = """[UNITS]
ANGLE = 'radians'
[MODEL]
FITTYP = 61
[COEFFICIENTS]
FNOMIN = 4000
UNLOADED_RADIUS = 0.31
PCY1 = 1.3
PDY1 = 1.0
PKY1 = -20
PKY2 = 1.5
"""


def whole_files(folder: Path) -> dict[str, Path]:
    """Write a small valid file of each kind; return their paths by kind."""
    texts = {
        "scenario": ("world.yaml", SCENARIO),
        "vehicle": ("car.toml", (motor_pool.file_of("M998") or Path()).read_text(encoding="utf-8")),
        "map": ("town.osm", OSM),
        "roads": ("town.xodr", OPENDRIVE),
        "grid": ("grid.asc", GRID),
        "track": ("drive.gpx", GPX),
        "occupancy": ("map.yaml", "image: map.pgm\nresolution: 0.5\norigin: [-1, 2, 0.1]\nnegate: 0\n"),
        "points": ("points.csv", "seed,vehicles.0.count\n1,2\n2,2\n"),
        "objects": ("objects.csv", "kind,x,y\ntree,1,2\nrock,30,40\n"),
        "log": ("log.csv", "time,speed,steer_angle\n" + "".join(f"{0.1 * n:.1f},5,0.1\n" for n in range(50))),
        "tyre": ("car.tir", TYRE),
        "network": (
            "roads.geojson",
            json.dumps({"type": "FeatureCollection", "crs": None, "drives_on_left": False, "features": []}),
        ),
        "model": ("model.py", '"""A model."""\n\nKIND = "wheeled"\n'),
    }
    files = {kind: folder / name for kind, (name, _) in texts.items()}
    for kind, (_, text) in texts.items():
        files[kind].write_text(text, encoding="utf-8")
    files["heights"], files["policy"], files["capture"] = folder / "hill.npz", folder / "policy.npz", folder / "a.pcap"
    save_terrain(Terrain.from_heights([[0.0, 1.0], [2.0, 3.0]], 15.0, crs="EPSG:32610"), files["heights"])
    layers = {"policy.0": np.zeros((9, 1), np.float32), "policy.0.bias": np.zeros(1, np.float32)}
    np.savez(files["policy"], task=np.array("motorpool/BackTrailer-v0"), **layers)
    with CaptureWriter(files["capture"]) as writer:
        for second in range(3):
            writer.write(float(second), bytes(datagrams(entity_states(1))[0]))
    (folder / "map.pgm").write_bytes(b"P5 9 8 255\n" + bytes(72))
    files["raster"] = folder / "hills.tif"
    profile = {"driver": "GTiff", "width": 9, "height": 8, "count": 1, "dtype": "float32", "crs": "EPSG:32610"}
    with rasterio.open(files["raster"], "w", **profile, transform=Affine(30, 0, 6e5, 0, -30, 4e6)) as dataset:
        dataset.write(np.arange(72, dtype=np.float32).reshape(8, 9), 1)
    files["mobility"] = folder / "speeds.tif"
    headings, reasons = np.array([0.0, 1.0]), np.zeros((2, 4, 4))
    raster.write(MobilityMap("M1A1", "dry", 10.0, 0.0, 0.0, headings, reasons + 5.0, reasons), files["mobility"])
    files["recording"] = folder / "drive.parquet"
    done = answered("run", files["scenario"], "--headless", "--seconds", "0.1", "--record", files["recording"])
    assert done.returncode == 0, done
    files["bag"] = folder / "drive.mcap"
    assert (
        answered("run", files["scenario"], "--headless", "--seconds", "0.1", "--record", files["bag"]).returncode == 0
    )
    return files


def mutations(content: bytes, *, seed: int, count: int) -> list[bytes]:
    """Return damaged copies of a file: cut, with flipped bits, exchanged parts, and numbers and words of others."""
    chance = random.Random(seed)
    words = [
        b"nan",
        b"inf",
        b"-1",
        b"1e999",
        b"9" * 400,
        b"0",
        b"\0",
        b"\xff\xfe",
        b"null",
        b"*a",
        b"&a",
        b"[" * 99,
        b"{",
    ]
    made: list[bytes] = []
    for _ in range(count):
        damaged = bytearray(content)
        at = chance.randrange(max(1, len(damaged)))
        match chance.randrange(6):
            case 0:
                del damaged[at:]
            case 1:
                for _ in range(chance.choice((1, 8, 64))):
                    damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
            case 2:
                damaged[at : at + chance.randrange(1, 9)] = chance.choice(words)
            case 3:
                del damaged[at : at + chance.choice((1, 4, 100))]
            case 4:
                damaged[at:at] = damaged[max(0, at - 50) : at] * chance.choice((1, 3))
            case _:
                size = chance.choice((1, 2, 4, 8))
                damaged[at : at + size] = chance.choice((0, 1, 2**31 - 1, 2**63 - 1, 2**64 - 1)).to_bytes(8, "little")[
                    :size
                ]
        made.append(bytes(damaged))
    return made


@cache
def _packed_zeros() -> dict[str, bytes]:
    zeros = bytes(30_000_000)
    return {"gzip of zeros": gzip.compress(zeros), "bzip2 of zeros": bz2.compress(zeros)}


def strangers(files: dict[str, Path]) -> dict[str, bytes]:
    """Return contents that are of no kind, and those of all other kinds."""
    return {
        "nothing": b"",
        "zeros": bytes(3000),
        "chance": random.Random(0).randbytes(3000),
        "a long line": b"x," * 150_000,
        "a long word": b"x" * 300_000,
        "brackets": b"[" * 100_000,
        "JSON": b'{"type": "FeatureCollection", "features": [{"geometry": {"coordinates": [1e999]}}]}',
        "a number": b"7\n",
        **_packed_zeros(),
        "a header alone": struct.pack("<4sIIII", b"glTF", 2, 20, 0, 0x4E4F534A),
        **{f"a file of {kind}": path.read_bytes() for kind, path in files.items()},
    }
