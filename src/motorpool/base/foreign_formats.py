"""Formats of other programs: the format of a file by its content, and the uses that Motorpool has for it.

    format_of(head, tail)  # FORMATS["CommonRoad"] for the first and the last bytes of a CommonRoad scenario

A reader that is given a file of another kind names the format and the way on, rather than the first byte that it does
not understand (``files``). Only the beginning and the end of a file are looked at.
"""

import bz2
import re
import zlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

LOOKED_AT = 1 << 16  # at the beginning, and at the end of a file [bytes]

_COMMENTS = (("<?", "?>"), ("<!--", "-->"), ("<!", ">"))  # before the root element
_SPACE = re.compile(r"\s*")
_ROOT = re.compile(r"<(?:[\w.-]+:)?([\w.-]+)")
_GZIP, _BZIP2 = b"\x1f\x8b", b"BZh"
_SUMO_SCENE = ("configuration", "sumoConfiguration", "routes", "additional", "trips", "edges", "nodes", "connections")
_SQLITE = b"SQLite format 3\0"


class Format(NamedTuple):
    """Format of other programs."""

    title: str  # with its article
    advice: str  # end of a sentence

    def sentence(self, path: object) -> str:
        """Return the sentence that refuses a file."""
        return f"{path} is {self.title}; {self.advice}"


_FIT = "`motorpool fit` reads a drive from .csv, .parquet or .mcap"
_LOG = "`motorpool log FILE` shows what is in it, and `motorpool fit` reads a drive from it"
_DRIVE = "`motorpool terrain --osm MAP --track FILE --out FOLDER` makes a world in which a vehicle repeats its track"
_ROADS = "Motorpool reads roads from OpenStreetMap and OpenDRIVE"
_VEHICLE = "write the masses and sizes into a vehicle's file (.toml); `motorpool vehicles M998` shows one"
_SHAPE = "a vehicle's file (.toml) has its sizes, and may name a shape in glTF (.glb) for the live page"

FORMATS: Mapping[str, Format] = {
    "OpenSCENARIO": Format(
        "a scenario in OpenSCENARIO",
        "make the ground of the OpenDRIVE file that it names (`motorpool terrain --opendrive FILE`), and write its "
        "vehicles into that scenario (.yaml)",
    ),
    "CommonRoad": Format(
        "a CommonRoad scenario",
        f"{_ROADS}: convert it to OpenDRIVE with the CommonRoad Scenario Designer, then "
        "`motorpool terrain --opendrive FILE`",
    ),
    "SUMO network": Format(
        "a road network of SUMO",
        "convert it: `netconvert -s FILE --opendrive-output roads.xodr`, then "
        "`motorpool terrain --opendrive roads.xodr`",
    ),
    "SUMO": Format(
        "a configuration or a list of routes of SUMO",
        "convert its network (.net.xml): `netconvert -s FILE --opendrive-output roads.xodr`, then "
        "`motorpool terrain --opendrive roads.xodr`, and write traffic into that scenario (.yaml)",
    ),
    "SDF": Format("a model or world in SDF, Gazebo's format", _VEHICLE),
    "URDF": Format("a robot in URDF or xacro", _VEHICLE),
    "MJCF": Format("a model in MJCF, MuJoCo's format", _VEHICLE),
    "Lanelet2": Format("a Lanelet2 map", "`motorpool terrain --osm FILE` makes a world of its lanelets for vehicles"),
    "OpenStreetMap": Format("a map of OpenStreetMap", "`motorpool terrain --osm FILE` makes a world of it"),
    "OpenStreetMap changes": Format(
        "a list of changes of OpenStreetMap (osmChange)",
        "take an extract of the place (.osm) for `motorpool terrain --osm FILE`",
    ),
    "Overpass JSON": Format(
        "a map of OpenStreetMap in JSON, as the Overpass API answers",
        "`motorpool terrain --osm FILE` makes a world of it",
    ),
    "OpenDRIVE": Format("a map in OpenDRIVE", "`motorpool terrain --opendrive FILE` makes a world of it"),
    "occupancy map": Format(
        "an occupancy map, as map_server of Nav2 reads it", "`motorpool terrain --map FILE` makes a world of it"
    ),
    "GeoJSON": Format(
        "GeoJSON", "a scenario (.yaml) may name it for its objects (points) or, in metres, for its roads (lines)"
    ),
    "TopoJSON": Format("TopoJSON", "convert it to GeoJSON, which a scenario (.yaml) may name for its objects or roads"),
    "KML": Format(
        "a map in KML or KMZ",
        f"{_DRIVE}; a scenario (.yaml) may name its points as objects in GeoJSON: "
        "`ogr2ogr -f GeoJSON objects.geojson FILE`",
    ),
    "GPX": Format("a track in GPX", f"{_DRIVE}; {_LOG}, if it is named .gpx"),
    "shapefile": Format(
        "a shapefile",
        "a scenario (.yaml) may name its points as objects in GeoJSON: `ogr2ogr -f GeoJSON objects.geojson FILE`",
    ),
    "GeoPackage": Format(
        "a GeoPackage",
        "a scenario (.yaml) may name its points as objects in GeoJSON: `ogr2ogr -f GeoJSON objects.geojson FILE`",
    ),
    "MATLAB": Format("a MATLAB file (.mat)", f"{_FIT}: save it as .csv with `writetable` in MATLAB"),
    "ROS 1 bag": Format("a bag of ROS 1", f"{_LOG}, if it is named .bag"),
    "ROS 2 bag": Format("a database of SQLite, such as a bag of ROS 2", f"{_LOG}, if it is named .db3"),
    "ROS 2 metadata": Format("the metadata of a bag of ROS 2", f"{_LOG}: name its folder"),
    "MCAP": Format("a bag in MCAP", f"{_LOG}, if it is named .mcap"),
    "Blender": Format("a Blender scene", f"{_SHAPE}: export it as .glb"),
    "USD": Format("a scene in USD", f"{_SHAPE}: convert it to .glb"),
    "glTF": Format("a shape in glTF", _SHAPE),
    "OBJ": Format("a shape in OBJ (Wavefront)", f"{_SHAPE}: convert it to .glb"),
    "COLLADA": Format("a shape in COLLADA", f"{_SHAPE}: convert it to .glb"),
    "FBX": Format("a shape in FBX", f"{_SHAPE}: convert it to .glb"),
}

_ROOTS: Mapping[str, str] = {
    "OpenSCENARIO": "OpenSCENARIO", "commonRoad": "CommonRoad", "net": "SUMO network",
    **dict.fromkeys(_SUMO_SCENE, "SUMO"), "sdf": "SDF", "gazebo": "SDF", "robot": "URDF", "mujoco": "MJCF",
    "osm": "OpenStreetMap", "osmChange": "OpenStreetMap changes", "OpenDRIVE": "OpenDRIVE", "kml": "KML", "gpx": "GPX",
    "COLLADA": "COLLADA",
}  # fmt: skip

_BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"MATLAB 5.0 MAT-file", "MATLAB"), (b"MATLAB 7.3 MAT-file", "MATLAB"), (b"#ROSBAG V", "ROS 1 bag"),
    (b"\x89MCAP", "MCAP"), (b"BLENDER", "Blender"), (b"#usda ", "USD"), (b"PXR-USDC", "USD"), (b"glTF", "glTF"),
    (b"Kaydara FBX Binary", "FBX"), (b"rosbag2_bagfile_information:", "ROS 2 metadata"),
    (b"\x00\x00\x27\x0a" + bytes(20), "shapefile"),
)  # fmt: skip

_JSON: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r'"generator"\s*:\s*"(?:Overpass|CGImap|OpenStreetMap)|"osm3s"\s*:'), "Overpass JSON"),
    (re.compile(r'"elements"\s*:\s*\[\s*\{\s*"type"\s*:\s*"(?:node|way|relation)"'), "Overpass JSON"),
    (re.compile(r'"asset"\s*:\s*\{[^{}]*"version"'), "glTF"),
    (re.compile(r'"type"\s*:\s*"Topology"'), "TopoJSON"),
    (re.compile(r'"type"\s*:\s*"Feature(?:Collection)?"'), "GeoJSON"),
)
_LANELET = re.compile(rb"""v=["'](?:lanelet|line_thin|line_thick|regulatory_element)["']""")
_MAP_SERVER_KEY = re.compile(r"^(image|resolution|origin)[ \t]*:", re.MULTILINE)
_OBJ_LINE = re.compile(r"(?:mtllib|usemtl|o|g|s|v|vn|vt)\s")
_OBJ_POINT = re.compile(r"^v(?:[ \t]+-?[\d.]\S*){3}", re.MULTILINE)


def format_of(head: bytes, tail: bytes = b"") -> str:
    """Return the name in ``FORMATS`` of a file of other programs; empty for all other files.

    Args:
        head: first bytes of the file, also compressed by gzip or bzip2.
        tail: last bytes.
    """
    if head.startswith((_GZIP, _BZIP2)):
        head, tail = _unpacked(head), b""
    found = next((name for beginning, name in _BEGINNINGS if head.startswith(beginning)), "") or _in_container(head)
    if found:
        return found
    text = _text(head)
    found = next((name for begin, recognise in _TEXTS if text.startswith(begin) and (name := recognise(text))), "")
    is_lanelet = found == "OpenStreetMap" and (_LANELET.search(head) or _LANELET.search(tail))
    return "Lanelet2" if is_lanelet else found


def _unpacked(head: bytes) -> bytes:
    try:
        if head.startswith(_BZIP2):
            return bz2.BZ2Decompressor().decompress(head, LOOKED_AT)
        return zlib.decompressobj(wbits=31).decompress(head, LOOKED_AT)
    except (zlib.error, OSError, ValueError):
        return b""


def _in_container(head: bytes) -> str:
    """Return the format of a file in a zip archive, in SQLite, or in the blocks of OpenStreetMap's binary files."""
    if head.startswith(b"PK\3\4"):
        first = head[30 : 30 + int.from_bytes(head[26:28], "little")]
        return "KML" if first.endswith(b".kml") else "USD" if first.endswith((b".usd", b".usda", b".usdc")) else ""
    if head.startswith(_SQLITE):
        return "GeoPackage" if head[68:72] == b"GPKG" else "ROS 2 bag"
    return "OpenStreetMap" if head[4:15] == b"\x0a\x09OSMHeader" else ""


def _text(head: bytes) -> str:
    """Return the beginning of a text without the space before it."""
    encoding = "utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    return head.decode(encoding, "replace").lstrip()


def _of_xml(text: str) -> str:
    root = _ROOT.match(text, _behind_comments(text))
    return _ROOTS.get(root[1], "") if root else ""


def _behind_comments(text: str) -> int:
    """Return the place of the root element, behind declarations and comments."""
    place = 0
    while end := next((end for begin, end in _COMMENTS if text.startswith(begin, place)), ""):
        behind = text.find(end, place)
        if behind < 0:
            return len(text)
        space = _SPACE.match(text, behind + len(end))
        place = space.end() if space else behind
    return place


def _of_json(text: str) -> str:
    return next((name for pattern, name in _JSON if pattern.search(text)), "")


def _of_obj(text: str) -> str:
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return "OBJ" if _OBJ_LINE.match(next(lines, "")) and _OBJ_POINT.search(text) else ""


def _of_yaml(text: str) -> str:
    keys = set(_MAP_SERVER_KEY.findall(text))
    return "occupancy map" if len(keys) == 3 else ""


_TEXTS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("<", _of_xml), ("{", _of_json), ("", _of_obj), ("", _of_yaml),
)  # fmt: skip
