"""Small files made to take much time or memory, for each reader, and a measurement of reading them.

``python bad_inputs.py FOLDER`` reads each file of the folders that are named after readers, and prints the reader, the
name, the processor time [s] and the answer of each as a line of JSON, and at last the peak of the memory [bytes].
"""

import gzip
import io
import json
import math
import random
import struct
import sys
import time
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

MOST_BYTES = 300_000  # of an input
Made = Iterator[tuple[str, bytes]]  # names and contents


# ---- maps


def osm(nodes: dict[int, Any], ways: list[tuple[list[int], dict[str, str]]]) -> bytes:
    """Return a map of nodes at (x, y) or (x, y, tag) [m]."""
    parts = ["<osm version='0.6'>"]
    for number, (x, y, *tags) in nodes.items():
        inner = "".join(f"<tag k='{tag.split('=')[0]}' v='{tag.split('=')[1]}'/>" for tag in tags)
        parts.append(f"<node id='{number}' lat='{47 + y / 111_000:.7f}' lon='{9 + x / 76_000:.7f}'>{inner}</node>")
    for number, (refs, tags) in enumerate(ways, 1):
        inner = "".join(f"<nd ref='{ref}'/>" for ref in refs)
        inner += "".join(f"<tag k='{key}' v='{value}'/>" for key, value in tags.items())
        parts.append(f"<way id='{number}'>{inner}</way>")
    return "".join([*parts, "</osm>"]).encode()


ROAD = {"highway": "service"}


def crossing(count: int, length: float, *, bridges: bool) -> bytes:
    """Return roads side by side, and as many across them."""
    nodes, ways = {}, []
    for number in range(count):
        off = (number // 2 + 0.5) * 2.0 * length / count
        ends = [(0.0, off), (length, off)] if number % 2 else [(off, 0.0), (off, length)]
        nodes[2 * number], nodes[2 * number + 1] = ends
        over = {"bridge": "yes", "layer": "1"} if number % 2 and bridges else {}
        ways.append(([2 * number, 2 * number + 1], {**ROAD, **over}))
    return osm(nodes, ways)


def star(count: int, radius: float) -> bytes:
    turns = [math.tau * number / count for number in range(count)]
    nodes = {0: (0.0, 0.0)} | {n + 1: (radius * math.cos(a), radius * math.sin(a)) for n, a in enumerate(turns)}
    return osm(nodes, [([0, number + 1], ROAD) for number in range(count)])


def walls(count: int, gates: int, length: float) -> bytes:
    """Return long walls with gates beside them, and a road."""
    nodes: dict[int, Any] = {number: (0.01 * number, 0.0, "barrier=gate") for number in range(gates)}
    ways = []
    for number in range(count):
        begin = gates + 2 * number
        nodes[begin], nodes[begin + 1] = (0.0, 0.1 * number), (length, 0.1 * number)
        ways.append(([begin, begin + 1], {"barrier": "wall"}))
    last = gates + 2 * count
    nodes[last], nodes[last + 1] = (0.0, 0.0), (300.0, 0.0)
    return osm(nodes, [*ways, ([last, last + 1], ROAD)])


def rows(count: int, gates: int, length: float, tags: dict[str, str]) -> bytes:
    """Return rows of trees, or walls, with gates, and a road around them."""
    nodes: dict[int, Any] = {number: (0.01 * number, 0.0, "barrier=gate") for number in range(gates)}
    for number in range(count):
        begin = gates + 2 * number
        nodes[begin], nodes[begin + 1] = (0.0, 0.5 * number), (length, 0.5 * number)
    ways = [([begin, begin + 1], tags) for begin in range(gates, gates + 2 * count, 2)]
    first, top = len(nodes), 0.5 * count
    nodes |= enumerate([(0.0, 0.0), (length, 0.0), (length, top), (0.0, top)], first)
    return osm(nodes, [*ways, ([*range(first, first + 4)], ROAD)])


def zigzag(count: int, leg: float = 30.0) -> bytes:
    nodes = {number: (0.5 * number, leg * (number % 2)) for number in range(count)}
    return osm(nodes, [([*range(at, min(at + 1900, count))], ROAD) for at in range(0, count - 1, 1899)])


def spurs(count: int) -> bytes:
    """Return ways that lead a metre away and back, and ways of no length."""
    nodes: dict[int, Any] = {0: (0.0, 0.0)}
    ways = [([0, 1], ROAD)]
    for number in range(1, count):
        nodes[number] = (3.0 * number, 0.0 if number % 3 else 1e-3)
        ways += [([number - 1, number, number - 1], ROAD), ([number, number], ROAD), ([number - 1, number], ROAD)]
    return osm(nodes, ways)


def lakes(count: int) -> bytes:
    chance = random.Random(1)
    nodes = {number: (chance.uniform(0, 9000), chance.uniform(0, 9000)) for number in range(count)}
    rings = [([*range(at, min(at + 1500, count)), at], {"natural": "water"}) for at in range(0, count, 1500)]
    tags: list[dict[str, str]] = [{"waterway": "river", "width": "900"}, {"natural": "tree_row"}, {"building": "yes"}]
    return osm(nodes, [*rings, *(([*range(min(1500, count)), 0], tag) for tag in tags), ([0, 1], ROAD)])


def streets(side: int) -> bytes:
    nodes = {row * side + column: (100.0 * column, 100.0 * row) for row in range(side) for column in range(side)}
    rows = [[row * side + column for column in range(side)] for row in range(side)]
    return osm(nodes, [(line, ROAD) for line in [*rows, *map(list, zip(*rows, strict=True))]])


def of_occupancy() -> Made:
    """Yield occupancy maps, and their images."""
    about = "resolution: {}\norigin: [0, 0, 0]\n"
    side = round(math.sqrt(8 * MOST_BYTES)) - 50
    for name, image in (
        ("black", grey(4000, 4000, bytes(500), 1)),
        ("noise", grey(side, side, random.Random(1).randbytes((side + 7) // 8 * side), 1)),
        ("wide", grey(16_000_000, 1, bytes(2_000_000), 1)),
        ("huge", grey(100_000, 100_000, bytes(99), 8)),
        ("short", grey(4000, 4000, bytes(99), 8)),
        ("chessboard", b"P5 540 540 255\n" + b"\0\xff" * 145_800),
    ):
        yield f"{name}.png", image
        yield f"{name}.yaml", f"image: {name}.png\n{about.format(0.05)}".encode()
        yield f"{name}-coarse.yaml", f"image: {name}.png\nnegate: 1\n{about.format(100.0)}".encode()
    yield "tags.yaml", b"image: " + b"!x " * 90_000 + b"a\nresolution: 1\norigin: [0, 0, 0]\n"
    yield "origin.yaml", b"image: a.png\nresolution: 1\norigin: " + b"[" * 90_000


def grey(width: int, height: int, pixels: bytes, bits: int) -> bytes:
    """Return a grey PNG image; missing rows are zero, and rows have no filter."""
    row = (width * bits + 7) // 8
    rows = min(height, 4000)
    lines = b"".join(b"\0" + pixels[row * n : row * (n + 1)].ljust(row, b"\0") for n in range(rows))
    parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 0, 0, 0, 0)), (b"IDAT", zlib.compress(lines, 9))]
    parts.append((b"IEND", b""))
    begin = b"\x89PNG\r\n\x1a\n"
    return begin + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )


def of_maps(size: float = 1.0) -> Made:
    """Yield maps; ``size`` is the share of the greatest count of roads."""
    roads_each_way, side = round(1300 * size), round(170 * math.sqrt(size))
    yield "crossing.osm", crossing(roads_each_way, 100.0, bridges=True)
    yield "crossings.osm.gz", gzip.compress(crossing(round(10_000 * size), 100.0, bridges=True))
    yield "crossing-at-grade.osm", crossing(roads_each_way, 100.0, bridges=False)
    yield "long.osm", crossing(roads_each_way, 9000.0, bridges=True)
    yield "longest.osm", crossing(60, 300_000.0, bridges=False)
    yield "star.osm", star(1400, 150.0)
    yield "walls.osm", walls(60, 0, 300_000.0)
    yield "gates.osm", walls(500, 1400, 1000.0)
    yield "zigzag.osm", zigzag(round(2900 * size))
    yield "zigzags.osm.gz", gzip.compress(zigzag(30_000))
    yield "long-zigzags.osm.gz", gzip.compress(zigzag(30_000, 130.0))
    yield "many-gates.osm.gz", gzip.compress(rows(3000, 15_000, 1000.0, {"barrier": "wall"}))
    yield "many-trees.osm.gz", gzip.compress(rows(3000, 0, 10_000.0, {"natural": "tree_row"}))
    yield "spurs.osm", spurs(700)
    yield "lakes.osm", lakes(2600)
    yield "many-lakes.osm.gz", gzip.compress(lakes(20_000))
    yield "streets.osm.gz", gzip.compress(streets(side))
    yield "one-point.osm", osm(dict.fromkeys(range(900), (0.0, 0.0)), [([*range(900)], ROAD)])
    yield "far.osm", osm({0: (0.0, 0.0), 1: (1e6, 0.0), 2: (0.0, 4e6)}, [([0, 1, 2], ROAD)])
    yield from of_occupancy()
    for name, content in of_xml("osm"):
        yield f"{name}.osm", content
        yield f"{name}.osm.gz", gzip.compress(content * 40)
    for name, content in of_xml("OpenDRIVE"):
        yield f"{name}.xodr", content
    yield "text.xodr.gz", gzip.compress(b"<OpenDRIVE><a>" + b"x&#10;" * 9_000_000)
    yield "elements.xodr.gz", gzip.compress(b"<OpenDRIVE>" + b"<a/>" * 9_000_000)
    yield "roads.xodr", roads(round(500 * size), 1e4)
    yield "spirals.xodr", roads(round(500 * size), 100.0, shape="<spiral curvStart='0' curvEnd='1e8'/>")
    yield "arcs.xodr", roads(round(500 * size), 1e6, shape="<arc curvature='1e6'/>")
    yield from of_opendrive()
    yield "zeros.pbf", b"\0" * MOST_BYTES
    yield "huge.osm.pbf", b"\0\0\0\x0d\x0a\x09OSMHeader\x18\xff\xff\xff\x0f" + bytes(1000)


def of_xml(root: str) -> Made:
    """Yield XML of nested, long, many and undeclared things."""
    head, foot = f"<{root} version='0.6'>".encode(), f"</{root}>".encode()
    yield "deep", head + b"<a>" * 90_000
    yield "attributes", head + b"<a " + b" ".join(b"a%d='1'" % number for number in range(20_000)) + b"/>" + foot
    yield "long-attribute", head + b"<a v='" + b"&#65;" * 50_000 + b"'/>" + foot
    yield "text", head + b"x&#10;" * 40_000 + foot
    yield "comments", head + b"<!---->" * 40_000 + foot
    yield "entities", b"<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'>" + b"".join(
        b"<!ENTITY %s '%s'>" % (name.encode(), b"&%s;" % before.encode() * 10)
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    ) + b"]>" + head + b"&i;" + foot  # fmt: skip
    yield "names", head + b"".join(b"<n%d/>" % number for number in range(30_000)) + foot


LANE = "<lane id='{}' type='{}'><width sOffset='0' a='3' b='0' c='0' d='0'/></lane>"
HILL = "<elevationProfile><elevation s='0' a='0' b='0.01' c='0' d='0'/></elevationProfile>"


def of_opendrive() -> Made:
    """Yield roads with heights, and compressed files of many elements."""
    yield "long-hills.xodr", roads(480, 1e4, more=HILL)
    yield "short.xodr.gz", gzip.compress(roads(40_000, 1.0))
    yield "hills.xodr.gz", gzip.compress(roads(9000, 100.0, more=HILL))
    yield "many-elements.xodr.gz", padded(b"<OpenDRIVE><header/>" + b"<a/>" * 4_000_000)
    yield "padded-short.xodr.gz", padded(roads(9500, 1.0))
    yield "padded-hills.xodr.gz", padded(roads(8000, 15.0, more=HILL))
    yield "turning.xodr", roads(480, 500.0, shape="<spiral curvStart='0' curvEnd='0.79'/>", more=HILL)
    yield "half-turns.xodr", roads(480, 500.0, shape="<spiral curvStart='0' curvEnd='0.39'/>", more=HILL)
    each = "<object type='pole' s='5' t='9' height='9' length='1'><repeat s='0' length='{}' distance='{}'/></object>"
    for name, length, distance in (("rows", 390, 0.01), ("low-rows", 3990, 0.1), ("walls", 10_000, 0)):
        objects = f"<objects>{each.format(length, distance) * 2000}</objects>"
        yield f"{name}.xodr", roads(1, 1e4, more=objects if name != "low-rows" else objects.replace("'9' l", "'.1' l"))
    lanes = "".join(LANE.format(-n, "driving" if n % 2 else "sidewalk") for n in range(1, 200))
    link = "<link><successor elementType='junction' elementId='9'/></link>"
    wide = roads(2, 100.0, more=link).replace(LANE.format(-1, "driving").encode(), lanes.encode())
    shapes = "".join(f"<shape s='{n}' t='0' a='{n % 2}' b='0' c='0' d='0'/>" for n in range(8000))
    lateral = roads(1, 9000.0, more=f"<lateralProfile>{shapes}</lateralProfile>")
    yield "lateral.xodr.gz", gzip.compress(lateral.replace(LANE.format(-1, "driving").encode(), lanes.encode()))
    ways = "<connection incomingRoad='0' connectingRoad='1' contactPoint='start'/>" * 2500
    yield "junction.xodr", wide.replace(b"<header/>", f"<header/><junction id='9'>{ways}</junction>".encode())


def padded(content: bytes) -> bytes:
    """Return a compressed file with a comment that grows it, for a reader that counts by the size of a file."""
    comment = b"<!--" + random.Random(1).randbytes(200_000).hex().encode() + b"-->"
    return gzip.compress(content.replace(b"<header/>", b"<header/>" + comment, 1))


def roads(count: int, length: float, *, shape: str = "<line/>", more: str = "") -> bytes:
    lanes = f"<lanes><laneSection s='0'><right>{LANE.format(-1, 'driving')}</right></laneSection></lanes>"
    each = "".join(
        f"<road length='{length}' id='{number}' junction='-1'><planView><geometry s='0' x='{number}' y='0' hdg='1.5' "
        f"length='{length}'>{shape}</geometry></planView>{more}{lanes}</road>"
        for number in range(count)
    )
    return f"<OpenDRIVE><header/>{each}</OpenDRIVE>".encode()


# ---- rasters and archives


def of_rasters() -> Made:
    for side in (4000, 14_000, 100_000):
        for kind in ("float32", "uint8", "int16"):
            yield f"sparse-{side}-{kind}.tif", tiff(side, kind)
    yield "strips.tif", tiff(3999, "float32", tiled=False, BLOCKYSIZE=3999)
    yield "bands.tif", tiff(512, "uint8", count=2000)
    header = "ncols {0}\nnrows {0}\nxllcorner 0\nyllcorner 0\ncellsize 10\n"
    for side in (14_000, 10**9):
        yield f"few-{side}.asc", header.format(side).encode() + b"1 2 3\n" * 100
    yield "long-line.asc", header.format(380).encode() + b"1 " * 144_400
    yield "long-number.asc", header.format(2).encode() + b"1" * 250_000
    yield "spaces.asc", header.format(2).encode() + b" " * 290_000
    yield "long-key.asc", b"n" * 290_000
    for kind in ("<f4", "<f8", "|i1", "|b1", "<U1"):
        yield (
            f"flat-{kind[1:]}.npz",
            npz(heights=packed_array((8000, 8000 // max(1, np.dtype(kind).itemsize // 4)), kind)),
        )
    yield "many.npz", npz(**{f"a{number}": b"" for number in range(2500)})
    yield "huge.npz", npz(heights=packed_array((10**9, 10**9), "<f4", cells=0))
    yield "structured.npz", npz(heights=packed_array((9, 9), [(f"{n}" * 50, "<f8") for n in range(3)], cells=0))
    yield "deep-header.npz", npz(heights=b"\x93NUMPY\x01\x00\x40\x1f" + b"(" * 8000)
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        yield f"method-{method}.npz", npz(method, heights=packed_array((2000, 2000), "<f4"))  # refused unread
    yield "N47E009.hgt.gz", gzip.compress(bytes(100_000_000))
    yield "N47E009.hgt.zip", npz(**{"N47E009.hgt": bytes(200_000_000)})


def tiff(side: int, kind: str, **more: Any) -> bytes:
    """Return a sparse raster with one block of heights."""
    import rasterio
    from rasterio import Affine

    profile = {
        "driver": "GTiff", "width": side, "height": side, "count": 1, "dtype": kind, "crs": "EPSG:32610", "tiled": True,
        "transform": Affine(1.0, 0.0, 6e5, 0.0, -1.0, 4e6), "SPARSE_OK": True, "compress": "deflate",
    }  # fmt: skip
    if side > 50_000:
        profile |= {"blockxsize": 8192, "blockysize": 8192}
    with rasterio.MemoryFile() as memory:
        with memory.open(**profile | more) as dataset:
            dataset.write(np.full((1, 256, 256), 7, kind), [1], window=rasterio.windows.Window(0, 0, 256, 256))
        return memory.read()


def packed_array(shape: tuple[int, ...], kind: Any, cells: int | None = None) -> bytes:
    stream = io.BytesIO()
    kind = np.dtype(kind)
    about = {"descr": np.lib.format.dtype_to_descr(kind), "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(stream, about)
    return stream.getvalue() + bytes((math.prod(shape) if cells is None else cells) * kind.itemsize)


def npz(method: int = zipfile.ZIP_DEFLATED, **members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as file:
        for name, content in members.items():
            file.writestr(name if "." in name else f"{name}.npy", content)
        for name, value in (("format", "motorpool-terrain-1"), ("spacing", 10.0), ("easting", 0.0), ("northing", 0.0),
                            ("crs", ""), ("name", "x"), ("source", "x"), ("voids_filled", 0)):  # fmt: skip
            with file.open(f"{name}.npy", "w") as member:
                np.lib.format.write_array(member, np.array(value))
    return stream.getvalue()


# ---- texts


def of_yaml() -> Made:
    lines = ["a: &a [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"{b}: &{b} [{','.join([f'*{a}'] * 10)}]" for a, b in zip("abcdefghi", "bcdefghij", strict=True)]
    yield "aliases.yaml", "\n".join(lines).encode()
    yield "keys.yaml", "".join(f"k{number}: 1\n" for number in range(25_000)).encode()
    yield "vehicles.yaml", b"vehicles: [" + b"{model: bicycle, count: 1}," * 9000 + b"]"
    yield "positions.yaml", b"vehicles: [{model: bicycle, start: {positions: [" + b"[0,0,0]," * 30_000 + b"]}}]"
    yield "count.yaml", b"terrain: {source: flat, size: 400}\nvehicles: [{model: bicycle, count: 999999999999}]"
    yield "size.yaml", b"terrain: {source: flat, size: 1.0e+9, spacing: 0.001}\nvehicles: [{model: bicycle, count: 1}]"
    yield "hills.yaml", b"terrain: {source: hills, size: 1.0e+7, spacing: 0.01}\nvehicles: [{model: bicycle, count: 1}]"
    yield (
        "objects.yaml",
        b"terrain: {source: flat, size: 40000}\nobjects: {count: 999999999}\nvehicles: [{model: bicycle, count: 1}]",
    )
    cars = ",".join(f"{{model: bicycle, count: 1, name: a{number}}}" for number in range(5500))
    yield "fleets.yaml", f"terrain: {{source: flat, size: 9000}}\nvehicles: [{cars}]".encode()
    for spacing in (7.2, 17.0):
        ground = f"terrain: {{source: flat, size: 1.0e+5, spacing: {spacing}}}\n"
        yield f"flat-{spacing}.yaml", ground.encode() + b"vehicles: [{model: bicycle, count: 1}]"
    yield "word.yaml", b"name: " + b"x" * 290_000
    yield "quotes.yaml", b'name: "' + b"\\x41" * 70_000 + b'"'
    yield "deep.yaml", b"a: " + b"[" * 140_000
    yield "indents.yaml", "".join(f"{' ' * n}a:\n" for n in range(750)).encode()
    yield (
        "merges.yaml",
        b"a: &a {" + b",".join(b"k%d: 1" % n for n in range(9000)) + b"}\n" + b"b: {<<: [" + b"*a," * 9000 + b"]}",
    )
    yield "tags.yaml", b"a: " + b"!x " * 90_000


def of_toml() -> Made:
    yield "deep.toml", b"x = " + b"[" * 140_000
    yield "tables.toml", b"".join(b"[a%d]\n" % n for n in range(30_000))
    known = b'title = "x"\nsummary = "x"\nmodel = "bicycle"\n'
    yield "params.toml", known + b"[params]\n" + b"".join(b"k%d = 1\n" % n for n in range(28_000))
    yield "figures.toml", known + b"".join(b"[[figure]]\nk%d = 1\n" % n for n in range(14_000))
    yield "dotted.toml", b".".join([b"a"] * 140_000) + b" = 1"
    yield "same.toml", b"[[a]]\n" * 50_000
    yield "digits.toml", b"x = " + b"9" * 290_000
    yield "keys.toml", b"".join(b"k%d.a.b.c = 1\n" % n for n in range(16_000))
    yield "word.toml", b'x = "' + b"\\u0041" * 48_000 + b'"'
    yield "comments.toml", b"#\n" * 140_000


def of_python() -> Made:
    begin = b'"""A model."""\n\nKIND = "wheeled"\nx = '
    yield "formatted.py", begin + b'f"' + b"{1}" * 90_000 + b'"'
    yield "parentheses.py", begin + b"(" * 90_000 + b"1" + b")" * 90_000
    yield "sum.py", begin + b"1+" * 140_000 + b"1"
    yield "statements.py", begin + b"1\n" + b"x = 1\n" * 46_000
    yield "number.py", begin + b"9" * 280_000
    yield "power.py", begin + b"9**9**9**9"


def of_csv(header: str = "time,speed,steer_angle") -> Made:
    width = header.count(",") + 1
    row = ",".join(["1"] * width)
    yield "rows.csv", f"{header}\n".encode() + f"{row}\n".encode() * (290_000 // (len(row) + 1))
    yield "columns.csv", ",".join(f"c{n}" for n in range(40_000)).encode() + b"\n1\n"
    yield "long-field.csv", f"{header}\n".encode() + b"x" * 280_000 + b"\n"
    yield "quotes.csv", f"{header}\n".encode() + b'"' * 280_000
    yield "commas.csv", f"{header}\n".encode() + b"," * 280_000
    yield "huge.csv", f"{header}\n".encode() + ",".join(["1e999"] * width).encode() + b"\n"
    yield "digits.csv", f"{header}\n".encode() + ",".join(["9" * 90_000] * width).encode() + b"\n"
    yield "brackets.csv", f"{header}\n".encode() + ",".join(["[" * 90_000] * width).encode() + b"\n"
    alias = '"[&a [x,x,x,x,x,x,x,x,x], &b [*a,*a,*a,*a,*a,*a,*a,*a,*a], ' + "*b," * 50 + ']"'
    yield "aliases.csv", f"{header}\n".encode() + ",".join([alias] * width).encode() + b"\n"
    yield "distinct.csv", f"{header}\n".encode() + "\n".join(",".join([f"a{n}"] * width) for n in range(8000)).encode()


def of_json(kind: str) -> Made:
    one: dict[str, Any] = {
        "type": "Feature", "properties": {"kind": "tree"}, "geometry": {"type": "Point", "coordinates": [1, 2]}
    }  # fmt: skip
    whole: dict[str, Any] = {"type": "FeatureCollection", "crs": None, "drives_on_left": False, "features": []}
    yield f"deep{kind}", b"[" * 140_000
    yield f"deep-objects{kind}", b'{"a":' * 50_000
    yield f"digits{kind}", b'{"type": ' + b"9" * 290_000 + b"}"
    yield f"many{kind}", json.dumps({**whole, "features": [one] * 2500}).encode()
    line = {"type": "LineString", "coordinates": [[float(n % 97), float(n % 89), 0.0] for n in range(9000)]}
    yield f"line{kind}", json.dumps({**whole, "features": [{**one, "geometry": line}]}).encode()
    far = {"type": "LineString", "coordinates": [[0, 0, 0], [1e9, 1e9, 0]]}
    yield f"far{kind}", json.dumps({**whole, "features": [{**one, "geometry": far}] * 900}).encode()
    yield f"keys{kind}", json.dumps({f"k{n}": 1 for n in range(20_000)}).encode()
    yield f"crs{kind}", json.dumps({**whole, "crs": {"type": "name", "properties": {"name": "(" * 200_000}}}).encode()


def bombs(size: float = 1.0) -> Iterator[tuple[str, Made]]:
    """Yield the readers, and for each the inputs; ``size`` is that of maps, which take longest."""
    rasters = list(of_rasters())
    for reader in ("terrain", "soil map", "policy"):
        yield reader, iter(rasters)
    yield "map", of_maps(size)
    for reader in ("scenario", "task", "legend of a soil map"):
        yield reader, of_yaml()
    yield "vehicle", of_toml()
    yield "model", of_python()
    yield "log", of_csv()
    yield "points of a sweep", of_csv("seed,vehicles.0.count,name")
    yield "places", of_csv("x,y,heading")
    yield "objects", (each for made in (of_csv("kind,x,y"), of_json(".geojson")) for each in made)
    yield "road network", of_json(".geojson")


def largest_memory() -> int:
    """Return the largest memory of this process [bytes]; ``ru_maxrss`` begins with that of its parent."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def measure(folder: Path) -> None:
    """Read each file of the folders that are named after readers, and print what it took."""
    import resource

    from readers import READERS

    from motorpool.errors import MotorpoolError

    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))  # a failure must not take the machine's memory
    resource.setrlimit(resource.RLIMIT_CPU, (900, 900))
    for path in sorted(folder.glob("*/*")):
        reader = path.parent.name
        begin = time.process_time()
        try:
            READERS[reader].read(path)
            answer = "read"
        except MotorpoolError as error:
            answer = f"refused: {str(error)[:200]}"
        except (Exception, MemoryError) as error:  # what the test looks for
            answer = f"raised {error!r}"[:300]
        print(json.dumps([reader, path.name, time.process_time() - begin, answer]), flush=True)
    print(largest_memory())


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
    measure(Path(sys.argv[1]))
