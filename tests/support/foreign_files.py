"""Small files in the formats of other programs, by the name of the format and a usual suffix."""

import gzip
import io
import sqlite3
import zipfile
from pathlib import Path

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by <another> program -->\n'
_PROGRAM_COMMENT = "<!-- " + "a long list of settings\n" * 400 + " -->\n"
_LANELET = (
    '<osm version="0.6"><node id="1" lat="47.0" lon="9.0"/><node id="2" lat="47.0" lon="9.0007"/>{more}'
    '<way id="1"><nd ref="1"/><nd ref="2"/><tag k="type" v="line_thin"/></way><relation id="9">'
    '<member type="way" ref="1" role="left"/><tag k="type" v="lanelet"/></relation></osm>'
)
_MANY_NODES = "".join(f'<node id="{number}" lat="47.0" lon="9.0"/>' for number in range(10, 5000))


def _zip(name: str, content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, content)
    return file.getvalue()


def _database(folder: Path, is_package: bool) -> bytes:
    path = folder / "database.db3"
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT)")
    if is_package:
        database.execute(f"PRAGMA application_id = {int.from_bytes(b'GPKG')}")
    database.commit()
    database.close()
    return path.read_bytes()


def foreign_files(folder: Path) -> list[tuple[str, str, bytes]]:
    """Return the format's name, a usual suffix and the content of each."""
    texts = [
        ("OpenSCENARIO", ".xosc", f"{_XML}<OpenSCENARIO><FileHeader/></OpenSCENARIO>"),
        ("CommonRoad", ".xml", f'{_XML}<commonRoad commonRoadVersion="2020a" timeStepSize="0.1"/>'),
        ("SUMO network", ".net.xml", f'{_XML}{_PROGRAM_COMMENT}<net version="1.20"><location/></net>'),
        ("SUMO", ".sumocfg", f'{_XML}<configuration><input><net-file value="a.net.xml"/></input></configuration>'),
        ("SUMO", ".rou.xml", f'{_XML}<routes><vType id="car"/></routes>'),
        ("SDF", ".sdf", f'{_XML}<sdf version="1.9"><model name="car"/></sdf>'),
        ("URDF", ".urdf", f'{_XML}<robot name="car"><link name="base"/></robot>'),
        ("URDF", ".xacro", f'{_XML}<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="car"/>'),
        ("MJCF", ".xml", '<mujoco model="car"><worldbody/></mujoco>'),
        ("Lanelet2", ".osm", _LANELET.format(more="")),
        ("Lanelet2", ".osm", _LANELET.format(more=_MANY_NODES)),
        ("OpenStreetMap changes", ".osc", f'{_XML}<osmChange version="0.6"/>'),
        ("Overpass JSON", ".json", '{"version": 0.6, "generator": "Overpass API 0.7", "elements": []}'),
        ("GeoJSON", ".geojson", '{"type": "FeatureCollection", "features": []}'),
        ("TopoJSON", ".json", '{"type": "Topology", "objects": {}, "arcs": []}'),
        ("KML", ".kml", f'{_XML}<kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>'),
        ("GPX", ".gpx", f'{_XML}<gpx version="1.1" creator="a watch"><trk/></gpx>'),
        ("COLLADA", ".dae", f'{_XML}<COLLADA version="1.4.1"/>'),
        ("USD", ".usda", '#usda 1.0\n(\n    upAxis = "Z"\n)\n'),
        ("glTF", ".gltf", '{"asset": {"generator": "a program", "version": "2.0"}, "meshes": []}'),
        ("OBJ", ".obj", "# a shape\nmtllib car.mtl\no car\nv 0 0 0\nv 1.0 0 0\nv 0 1 0\nf 1 2 3\n"),
        ("ROS 2 metadata", ".yaml", "rosbag2_bagfile_information:\n  version: 5\n"),
    ]
    octets = [
        ("SUMO network", ".net.xml.gz", gzip.compress(b'<net version="1.20"/>')),
        ("URDF", ".urdf", '<robot name="car"/>'.encode("utf-16")),
        ("URDF", ".urdf", b'\xef\xbb\xbf<robot name="car"/>'),
        ("KML", ".kmz", _zip("doc.kml", b"<kml/>")),
        ("USD", ".usdz", _zip("car.usdc", b"PXR-USDC")),
        ("USD", ".usdc", b"PXR-USDC" + bytes(80)),
        ("glTF", ".glb", b"glTF\x02\0\0\0" + bytes(20)),
        ("FBX", ".fbx", b"Kaydara FBX Binary  \0\x1a\0" + bytes(20)),
        ("Blender", ".blend", b"BLENDER-v402" + bytes(80)),
        ("MATLAB", ".mat", b"MATLAB 5.0 MAT-file, Platform: GLNXA64".ljust(128)),
        ("MATLAB", ".mat", b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(512) + b"\x89HDF\r\n\x1a\n"),
        ("occupancy map", ".yaml", b"image: map.pgm\nmode: trinary\nresolution: 0.05\norigin: [-1.0, -2.0, 0]\n"),
        ("ROS 1 bag", ".bag", b"#ROSBAG V2.0\n" + bytes(80)),
        ("ROS 2 bag", ".db3", _database(folder, False)),
        ("GeoPackage", ".gpkg", _database(folder, True)),
        ("MCAP", ".mcap", b"\x89MCAP0\r\n" + bytes(80)),
        ("shapefile", ".shp", b"\x00\x00\x27\x0a" + bytes(96)),
        ("OpenStreetMap", ".osm.pbf", b"\0\0\0\x0d\x0a\x09OSMHeader\x18\x7c" + bytes(80)),
    ]
    maps = [
        ("OpenStreetMap", ".osm", '<osm version="0.6"><node id="1" lat="47.0" lon="9.0"/></osm>'),
        ("OpenDRIVE", ".xodr", f'{_XML}<OpenDRIVE><header revMajor="1" revMinor="7"/></OpenDRIVE>'),
    ]
    return [*octets, *((name, suffix, text.encode()) for name, suffix, text in [*texts, *maps])]
