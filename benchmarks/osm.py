"""Time and memory to read an extract of OpenStreetMap, of 100 MB as XML, compressed XML and PBF.

`python benchmarks/osm.py` writes a synthetic town to a temporary folder: blocks of 100 m with curved streets, houses
and woods, with the attributes of real files. Each format is then read in a process of its own; the number of sections,
buildings and areas is checked before the time is printed. `--megabytes N` chooses another size, `--formats` some of
the formats, `--file PATH` a real extract.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

READ = """
import json, resource, sys, time
from motorpool.maps.osm import read_osm
import pyproj, numpy
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
began, worked = time.perf_counter(), time.process_time()
place = read_osm(sys.argv[1])
seconds, processor = time.perf_counter() - began, time.process_time() - worked
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
counts = len(place.network.sections), len(place.buildings), len(place.areas)
print(json.dumps([seconds, processor, before / 1024, after / 1024, *counts]))
"""
PITCH, HOUSES, BENDS, WOOD = 1e-3, 8, 6, 30  # of a block [deg]; houses; nodes of a street between crossings, of a wood
BLOCK_NODES = 1 + 2 * BENDS + 4 * HOUSES
ROW = 1000  # blocks


class Way(NamedTuple):
    """Way of a block."""

    number: int
    nodes: list[int]
    tags: dict[str, str]


def block_nodes(block: int) -> Iterator[tuple[int, float, float]]:
    """Yield number, longitude and latitude [deg] of the nodes of a block, displaced by up to 2 m."""
    for number, longitude, latitude in regular_nodes(block):
        chance = noise(number)
        yield number, longitude + 2e-5 * (chance % 997 / 997), latitude + 2e-5 * (chance % 991 / 991)


def regular_nodes(block: int) -> Iterator[tuple[int, float, float]]:
    """Yield number, longitude and latitude [deg] of the nodes of a block."""
    row, column = divmod(block, ROW)
    east, north, first = 5.0 + PITCH * column, 45.0 + PITCH * row, 1000 * block
    yield first, east, north
    for bend in range(1, BENDS + 1):
        along, aside = PITCH * bend / (BENDS + 1), 2e-5 * (bend % 3)
        yield first + bend, east + along, north + aside
        yield first + 10 + bend, east + aside, north + along
    for corner in range(4 * HOUSES):
        house, place = divmod(corner, 4)
        x, y = east + 1e-4 * (1 + house), north + 3e-4 + 1e-4 * (house % 3)
        yield first + 100 + corner, x + 6e-5 * (place in (1, 2)), y + 6e-5 * (place > 1)
    if block % 10 == 0:
        for corner in range(WOOD):
            yield first + 200 + corner, east + 1e-5 * corner, north + 7e-4 + 1e-7 * corner * (WOOD - corner)


def block_ways(block: int, blocks: int) -> Iterator[Way]:
    """Yield the ways of a block."""
    first = 1000 * block
    for side, step in ((0, 1), (10, ROW)):
        if block + step < blocks:
            bends = [first + side + bend for bend in range(1, BENDS + 1)]
            tags = {"highway": "residential", "name": f"Street {block}", "maxspeed": "30"}
            yield Way(first + 1 + side, [first, *bends, 1000 * (block + step)], tags)
    for house in range(HOUSES):
        corners = [first + 100 + 4 * house + corner for corner in range(4)]
        tags = {"building": "house", "addr:housenumber": str(house), "addr:street": f"Street {block}"}
        yield Way(first + 100 + house, [*corners, corners[0]], tags)
    if block % 10 == 0:
        yield Way(first + 200, [*range(first + 200, first + 200 + WOOD), first + 200], {"natural": "wood"})


def edit(number: int) -> dict[str, Any]:
    """Return version, time, changeset and author of an element, as varied as in real files."""
    chance = noise(number)
    day = f"{2008 + chance % 17}-{1 + chance // 17 % 12:02}-{1 + chance // 204 % 28:02}T{chance // 5712 % 24:02}"
    time = f"{day}:{chance // 137_088 % 60:02}:{chance // 8_225_280 % 60:02}Z"
    author = chance % 997
    return {"version": 1 + chance % 5, "timestamp": time, "changeset": 10_000_000 + chance % 90_000_000,
            "uid": 1000 + 37 * author, "user": f"surveyor{author}"}  # fmt: skip


def noise(number: int) -> int:
    """Return 32 bits that look random."""
    return (number * 0x9E3779B97F4A7C15 >> 13) & 0xFFFFFFFF


def xml_edit(number: int) -> str:
    """Return the attributes of ``edit`` as text."""
    return " ".join(f'{key}="{value}"' for key, value in edit(number).items())


def write_xml(path: Path, blocks: int) -> None:
    """Write the town as XML."""
    with path.open("w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n')
        for block in range(blocks):
            for number, longitude, latitude in block_nodes(block):
                place = f'lat="{latitude:.7f}" lon="{longitude:.7f}"'
                file.write(f' <node id="{number}" {place} {xml_edit(number)}/>\n')
        for block in range(blocks):
            for way in block_ways(block, blocks):
                file.write(f' <way id="{way.number}" {xml_edit(way.number)}>\n')
                file.writelines(f'  <nd ref="{number}"/>\n' for number in way.nodes)
                file.writelines(f'  <tag k="{key}" v="{value}"/>\n' for key, value in way.tags.items())
                file.write(" </way>\n")
        file.write("</osm>\n")


def write_pbf(path: Path, blocks: int) -> None:
    """Write the town as PBF."""
    import osmium

    make = osmium.osm.mutable
    with osmium.SimpleWriter(str(path), overwrite=True) as writer:
        for block in range(blocks):
            for number, longitude, latitude in block_nodes(block):
                writer.add_node(make.Node(id=number, location=(longitude, latitude), **edit(number)))
        for block in range(blocks):
            for way in block_ways(block, blocks):
                writer.add_way(make.Way(id=way.number, nodes=way.nodes, tags=way.tags, **edit(way.number)))


def write_gzip(path: Path, blocks: int) -> None:
    """Write the town as compressed XML."""
    plain = path.with_suffix("")
    write_xml(plain, blocks)
    subprocess.run(["gzip", "--keep", "--force", str(plain)], check=True)


WRITERS = {"osm": write_xml, "osm.gz": write_gzip, "osm.pbf": write_pbf}


def main() -> None:
    """Print a line for each format."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--megabytes", type=float, default=100.0)
    parser.add_argument("--formats", nargs="+", choices=tuple(WRITERS), default=[*WRITERS])
    parser.add_argument("--file", type=Path, help="a real extract in place of the town")
    options = parser.parse_args()
    print("| file | size [MB] | nodes | sections | buildings | areas | time [s] | processor time [s] | memory [MB] |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    if options.file:
        measure(options.file, "")
        return
    with tempfile.TemporaryDirectory() as folder:
        for suffix in options.formats:
            path = Path(folder) / f"town.{suffix}"
            few = 500
            WRITERS[suffix](path, few)
            blocks = round(few * options.megabytes * 1e6 / path.stat().st_size)
            WRITERS[suffix](path, blocks)
            streets = 2 * blocks - 1 - min(blocks, ROW)
            counts = measure(path, str(BLOCK_NODES * blocks + WOOD * -(-blocks // 10)))
            assert counts == [streets, HOUSES * blocks, -(-blocks // 10)], counts
            path.unlink()


def measure(path: Path, nodes: str) -> list[int]:
    """Print the time and memory to read a file; return the number of sections, buildings and areas."""
    result = subprocess.run([sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True)
    seconds, processor, before, after, *counts = json.loads(result.stdout)
    size = f"{path.stat().st_size / 1e6:.0f}"
    spent = f"{seconds:.1f}", f"{processor:.1f}", f"{after - before:.0f}"
    print("|", " | ".join((path.name.partition(".")[2], size, nodes, *map(str, counts), *spent)), "|", flush=True)
    return counts


if __name__ == "__main__":
    main()
