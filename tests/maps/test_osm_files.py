"""Files of OpenStreetMap: all formats give the same map; damage and hostile content are refused or counted."""

import bz2
import gzip
import itertools
import os
import random
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from mutations import changed_bytes
from osm_files import Map, Relation, Way, document, project, ring, square

from motorpool.errors import MissingExtraError, MotorpoolError, TerrainError
from motorpool.ground.terrain.surface import CLASSES
from motorpool.maps.osm import pbf_reading, read_osm
from motorpool.maps.osm.elements import Elements

ANDORRA = Path(__file__).parents[3] / "shared" / "data" / "maps" / "andorra"
needs_andorra = pytest.mark.skipif(not ANDORRA.is_dir(), reason="the map of Andorra is not here")
NOT_DRIVEN = ("footway", "path", "steps", "pedestrian", "cycleway", "construction")
ROAD = Way(1, [1, 2], {"highway": "track"})
SMALL = Map(
    {1: (-50.0, 0.0), 2: (100.0, 0.0), **square(11, 0.0, 0.0, 100.0), **square(21, 20.0, 20.0, 10.0), 31: (7.0, 8.0)},
    [
        Way(1, [1, 2], {"highway": "primary", "maxspeed": "50", "name": "Straße", "note": "x"}),
        Way(2, [2, 12, 13], {"highway": "track", "oneway": "-1"}),
        Way(3, ring(11)),
        Way(4, ring(21), {"building": "yes", "height": "9"}),
        Way(5, [11, 99, 13], {"waterway": "stream"}),
        Way(6, [1], {"highway": "track"}),
    ],
    [Relation(1, [(3, "outer"), (4, "inner")], {"type": "multipolygon", "landuse": "forest"})],
    {31: {"natural": "tree"}, 1: {"highway": "crossing"}},
)


def refusal(path, **settings):
    with pytest.raises(TerrainError) as refused:
        read_osm(path, **settings)
    words = str(refused.value)
    assert "\n" not in words
    assert len(words) < 400
    return words


def outcome(path):
    """Return the map of a file and no words, or no map and the words of the refusal."""
    try:
        return read_osm(path), ""
    except MotorpoolError as error:
        return None, str(error)


def numbers(place):
    """Return everything of a map as plain values."""
    sections = [
        (section.points.round(3)[:, :2].tolist(), section.start, section.end, section.width, section.kind, section.name,
         section.lanes_forward, section.lanes_backward, section.speed_limit, section.level, section.source_id)
        for section in place.network.sections
    ]  # fmt: skip
    return (
        sections,
        [(building.outline.round(3).tolist(), building.height) for building in place.buildings],
        [([ring.round(3).tolist() for ring in area.outlines], area.category, area.kind) for area in place.areas],
        [(line.round(3).tolist(), width) for line, width in place.waterways],
        [(thing.x, thing.y, thing.kind, thing.radius, thing.height) for thing in place.things],
        place.crs,
        place.origin,
        place.left_out,
    )


# ---- equal results


def test_all_formats_give_the_same_map(tmp_path):
    plain = SMALL.write(tmp_path / "map.osm")
    expected = numbers(read_osm(plain))
    assert [len(part) for part in expected[:4]] == [2, 1, 1, 1]
    assert expected[-1] == {
        "ways with fewer than two nodes": 1,
        "ways with a missing node": 1,
        "nodes of highway=crossing": 1,
        "tags with other keys": 1,
    }
    (tmp_path / "map.osm.gz").write_bytes(gzip.compress(plain.read_bytes()))
    (tmp_path / "map.osm.bz2").write_bytes(bz2.compress(plain.read_bytes()))
    SMALL.write_pbf(tmp_path / "map.osm.pbf")
    for suffix in ("gz", "bz2", "pbf"):
        assert numbers(read_osm(tmp_path / f"map.osm.{suffix}")) == expected


def test_elements_may_have_any_order(tmp_path):
    text = SMALL.xml
    lines = [line for line in text.splitlines() if line.startswith(("<node", "<way", "<rel"))]
    (tmp_path / "a.osm").write_text(text, encoding="utf-8")
    (tmp_path / "b.osm").write_text(document("\n".join(reversed(lines))), encoding="utf-8")
    (a, b) = (read_osm(tmp_path / name) for name in ("a.osm", "b.osm"))
    assert sorted(section.length for section in a.network.sections) == sorted(
        section.length for section in b.network.sections
    )
    assert a.left_out == b.left_out
    assert (len(b.buildings), len(b.areas), len(b.waterways), len(b.things)) == (1, 1, 1, 1)


def test_progress_is_the_fraction_that_was_read(tmp_path):
    for path in (SMALL.write(tmp_path / "map.osm"), SMALL.write_pbf(tmp_path / "map.osm.pbf")):
        heard = []
        read_osm(path, progress=heard.append)
        assert heard == sorted(heard)
        assert heard[-1] == 1.0


def arrays(path):
    """Return the elements of a PBF file as plain values."""
    elements = Elements(path.name)
    pbf_reading.read_pbf(path, elements, lambda _: None)
    elements.finish()
    names = "node_numbers", "longitudes", "latitudes", "way_numbers", "first_references", "references"
    return (
        [getattr(elements, name).tolist() for name in names], elements.node_tags, elements.way_tags,
        elements.relations, elements.left_out,
    )  # fmt: skip


def test_plain_blobs_give_what_osmium_gives(tmp_path, monkeypatch):
    far = {number: (number * 7e4, -number * 9e3) for number in range(200, 330)}  # some of them beyond the Earth
    ways = [Way(number, range(number, number + 5), {"building": "yes", "note": "ß"}) for number in range(200, 250)]
    path = Map({**SMALL.nodes, **far}, [*SMALL.ways, *ways], SMALL.relations, SMALL.node_tags).write_pbf(
        tmp_path / "map.osm.pbf"
    )
    found, plain = [], pbf_reading.plain_blob
    monkeypatch.setattr(pbf_reading, "plain_blob", lambda *blob: found.append(plain(*blob)) or found[-1])
    by_arrays = arrays(path)
    assert [type(each).__name__ for each in found] == ["DenseNodes", "PlainWays", "NoneType"]
    monkeypatch.setattr(pbf_reading, "plain_blob", lambda *blob: None)
    assert arrays(path) == by_arrays
    assert by_arrays[4]["nodes with a position out of range"] > 10


def test_deleted_elements_and_nodes_that_are_not_dense_are_left_to_osmium(tmp_path):
    osmium = pytest.importorskip("osmium")
    make = osmium.osm.mutable
    for form in ("pbf,pbf_dense_nodes=false", "osm.pbf,history=true"):
        path = tmp_path / f"{len(form)}.osm.pbf"
        with osmium.SimpleWriter(osmium.io.File(str(path), form), overwrite=True) as writer:
            writer.add_node(make.Node(id=1, location=(0.1, 0.2), tags={"natural": "tree"}))
            writer.add_node(make.Node(id=2, location=(0.1, 0.3)))
            writer.add_way(make.Way(id=3, nodes=[1, 2], tags={"highway": "track"}))
            writer.add_way(make.Way(id=4, nodes=[2, 1], tags={"highway": "track"}, visible="history" not in form))
        (nodes, _, _, ways, _, _), node_tags, _, _, left_out = arrays(path)
        assert nodes == [1, 2]
        assert node_tags == {0: {"natural": "tree"}}
        assert (ways, left_out["deleted ways"]) == (([3], 1) if "history" in form else ([3, 4], 0))


def test_a_pbf_without_osmium_is_refused_with_the_command_that_installs_it(tmp_path, monkeypatch):
    path = SMALL.write_pbf(tmp_path / "map.osm.pbf")
    monkeypatch.setitem(sys.modules, "osmium", None)
    with pytest.raises(MissingExtraError, match=r"reading \.osm\.pbf needs osmium.*\[maps\]"):
        read_osm(path)


@needs_andorra
@pytest.mark.slow
def test_all_of_andorra_is_read_from_both_formats():
    xml, pbf = (read_osm(ANDORRA / f"andorra.osm.{suffix}") for suffix in ("gz", "pbf"))
    assert xml.crs == pbf.crs == "EPSG:32631"
    assert xml.origin == pbf.origin
    for place in (xml, pbf):
        assert len(place.network.sections) > 2000
        assert 450e3 < sum(section.length for section in place.network.sections) < 600e3
        assert len(place.buildings) == pytest.approx(301, rel=0.05)  # as the file's elements, less those that are open
        assert {section.kind for section in place.network.sections} <= set(CLASSES)
        assert {area.kind for area in place.areas} <= {None, *CLASSES}
        assert not any("missing node" in words for words in place.left_out)
    for count in (
        lambda place: len(place.network.sections),
        lambda place: len(place.areas),
        lambda place: len(place.waterways),
        lambda place: place.left_out.total(),
    ):
        assert count(xml) == pytest.approx(count(pbf), rel=0.03)


@needs_andorra
@pytest.mark.slow
def test_the_positions_of_andorra_are_those_of_osmium_and_pyproj():
    import osmium
    import pyproj

    place = read_osm(ANDORRA / "andorra.osm.pbf")
    transform = pyproj.Transformer.from_crs("EPSG:4326", place.crs, always_xy=True).transform
    expected: dict[str, set[tuple[float, float]]] = {}
    for way in osmium.FileProcessor(str(ANDORRA / "andorra.osm.pbf")).with_locations():
        if way.is_way() and way.tags.get("highway") == "secondary" and way.tags.get("access") != "no":
            at = [transform(node.lon, node.lat) for node in way.nodes]
            expected[f"way/{way.id}"] = {(round(x - place.origin[0], 2), round(y - place.origin[1], 2)) for x, y in at}
    found: dict[str, set[tuple[float, float]]] = {}
    for section in place.network.sections:
        if section.category == "secondary":
            found.setdefault(section.source_id, set()).update(map(tuple, section.points[:, :2].round(2).tolist()))
    tunnels: set[str] = set()
    for way in osmium.FileProcessor(str(ANDORRA / "andorra.osm.pbf"), osmium.osm.WAY):
        tags = dict(way.tags)
        is_open = tags.get("motor_vehicle", tags.get("access")) != "no"
        if tags.get("tunnel") == "yes" and tags.get("highway", "path") not in NOT_DRIVEN and is_open:
            tunnels.add(f"way/{way.id}")
    assert {section.source_id for section in place.network.sections if section.is_tunnel} == tunnels
    assert len(found) > 100
    assert found == {source: expected[source] for source in found}


# ---- places on the Earth


def degrees(path, *positions):
    """Write a road through positions: longitude and latitude [deg]."""
    nodes = "".join(f'<node id="{i}" lon="{lon}" lat="{lat}"/>' for i, (lon, lat) in enumerate(positions))
    refs = "".join(f'<nd ref="{i}"/>' for i in range(len(positions)))
    path.write_text(document(f'{nodes}<way id="1">{refs}<tag k="highway" v="track"/></way>'))
    return path


def test_a_map_across_the_antimeridian_is_one_piece(tmp_path):
    place = read_osm(degrees(tmp_path / "fiji.osm", (179.99, -16.8), (-179.99, -16.8)))
    (section,) = place.network.sections
    assert place.crs in ("EPSG:32701", "EPSG:32760")
    assert section.length == pytest.approx(2.0 * 0.01 / 360.0 * 40_075_017.0 * np.cos(np.radians(16.8)), rel=2e-3)


def test_a_given_projection_gets_unwrapped_longitudes(tmp_path):
    heard = []

    def project(longitude, latitude):
        heard.extend(longitude.tolist())
        return longitude, latitude

    place = read_osm(degrees(tmp_path / "fiji.osm", (179.99, 0.0), (-179.99, 0.0)), project)
    assert heard in (pytest.approx([179.99, 180.01]), pytest.approx([-180.01, -179.99]))
    assert place.crs is None
    assert place.origin == (0.0, 0.0)


def test_a_map_of_a_continent_is_refused(tmp_path):
    assert "cut a smaller extract" in refusal(degrees(tmp_path / "a.osm", *((10.0 * i, 10.0) for i in range(18))))


def test_a_map_of_the_pole_is_refused_without_a_projection(tmp_path):
    assert "give a projection" in refusal(degrees(tmp_path / "a.osm", (10.0, 89.0), (10.1, 89.0)))


def test_some_nodes_far_away_are_left_out(tmp_path):
    near = [(1.0 + 1e-4 * i, 42.0) for i in range(1000)]
    place = read_osm(degrees(tmp_path / "a.osm", *near, (-120.0, 0.0)))
    assert place.left_out == {"nodes more than 3 degrees from the others": 1}
    assert place.crs == "EPSG:32631"


def test_nodes_outside_a_projection_are_left_out(tmp_path):
    path = degrees(tmp_path / "a.osm", (1.0, 1.0), (1.1, 1.0), (1.2, 1.0))
    place = read_osm(path, lambda longitude, latitude: (np.where(longitude > 1.15, np.inf, longitude), latitude))
    assert place.left_out == {"nodes outside the projection": 1}
    assert len(place.network.sections[0].points) == 2
    assert "outside the projection" in refusal(path, project=lambda x, y: (np.full_like(x, np.nan), y))


# ---- damaged elements


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('<node id="5" lat="91" lon="0"/>', "nodes with a position out of range"),
        ('<node id="5" lat="nan" lon="0"/>', "nodes with a position out of range"),
        ('<node id="5" lat="1e999" lon="0"/>', "nodes with a position out of range"),
        ('<node id="5" lon="0"/>', "nodes with a position out of range"),
        ('<node id="x" lat="0" lon="0"/>', "nodes without a number"),
        (f'<node id="{"9" * 30}" lat="0" lon="0"/>', "nodes without a number"),
        ('<node id="1" lat="0" lon="0"/>', "nodes with the number of another"),
        ('<node id="5" visible="false"/>', "deleted nodes"),
        ('<way id="5"><nd ref="1"/><tag k="highway" v="track"/></way>', "ways with fewer than two nodes"),
        ('<way id="5"><tag k="highway" v="track"/></way>', "ways with fewer than two nodes"),
        ('<way id="1"><nd ref="1"/><nd ref="2"/><tag k="building" v="x"/></way>', "ways with the number of another"),
        ('<way id="5"><nd ref="1"/><nd ref="2"/></way>', "ways without a known tag"),
        ('<relation id="5"><tag k="type" v="multipolygon"/></relation>', "multipolygons without a known tag"),
        ('<relation id="5"><tag k="type" v="x"/></relation>' * 2, "relations with the number of another"),
        ("<changeset/>", "unknown elements of the XML"),
        ("<way id='5'><way id='6'/><nd ref='1'/><nd ref='2'/></way>", "unknown elements of the XML"),
    ],
)
def test_a_damaged_element_is_counted(tmp_path, content, words):
    text = Map({1: (0.0, 0.0), 2: (9.0, 0.0)}, [ROAD]).xml.replace("</osm>", f"{content}</osm>")
    (tmp_path / "map.osm").write_text(text)
    place = read_osm(tmp_path / "map.osm", project)
    assert place.left_out[words] == 1
    assert len(place.network.sections) == 1


def test_a_way_with_an_impossible_reference_has_a_missing_node(tmp_path):
    text = Map({1: (0.0, 0.0), 2: (9.0, 0.0)}, [ROAD]).xml
    (tmp_path / "map.osm").write_text(text.replace("</way>", f'<nd ref="x"/><nd ref="{"9" * 50}"/><nd/></way>'))
    place = read_osm(tmp_path / "map.osm", project)
    assert place.left_out == {"nodes of ways without a number": 3, "ways with a missing node": 1}
    assert len(place.network.sections) == 1


def test_many_different_words_are_counted_together(tmp_path):
    ways = [Way(number, [1, 2], {"highway": f"kind{number}"}) for number in range(2, 1000)]
    place = read_osm(Map({1: (0.0, 0.0), 2: (9.0, 0.0)}, [ROAD, *ways]).write(tmp_path / "map.osm"), project)
    assert len(place.left_out) == 501
    assert place.left_out["elements of other kinds"] == 498


# ---- hostile files


HOSTILE_XML = {
    "empty": ("", "ends in the middle"),
    "truncated": (SMALL.xml[:900], "ends in the middle"),
    "not well-formed": (SMALL.xml.replace("</way>", "</wey>", 1), "not well-formed XML: mismatched tag"),
    "two roots": (SMALL.xml + "<osm/>", "not well-formed"),
    "entities": (f'<!DOCTYPE osm [<!ENTITY a "b">]>{document("&a;")[39:]}', "a document type or an entity"),
    "external": ('<!DOCTYPE osm SYSTEM "file:///etc/passwd"><osm/>', "a document type or an entity"),
    "another format": ("<gpx><trk/></gpx>", "is a track in GPX"),
    "changes": ("<osmChange><modify/></osmChange>", "(osmChange); take an extract"),
    "an unknown root": ("<places><place/></places>", "begins with <places>"),
    "nesting": (document("<a>" * 100_000), "nested more than 16 deep"),
    "encoding": ('<?xml version="1.0" encoding="martian"?><osm/>', "encoding"),
    "nothing": (document(""), "nothing that becomes a part of a world"),
    "long attribute": (document(f'<node id="{"1" * 5_000_000}"/>'), "more than 4000000 bytes"),
    "comment": (document(f"<!-- {'x' * 5_000_000} -->"), "more than 4000000 bytes"),
    "long way": (document(f"<way id='1'>{'<nd/>' * 200_001}</way>"), "more than 100000 nodes in one way"),
    "many tags": (document(f"<way id='1'>{'<tag/>' * 100_001}</way>"), "more than 100000 tags"),
}


SLOW = {"long attribute", "comment", "long way", "many tags"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in HOSTILE_XML]
)
def test_hostile_xml_is_refused_in_one_sentence(tmp_path, name):
    text, words = HOSTILE_XML[name]
    (tmp_path / "map.osm").write_text(text)
    assert words in refusal(tmp_path / "map.osm")


@pytest.mark.slow
def test_a_way_may_not_have_far_more_nodes_than_openstreetmap_allows(tmp_path):
    long = Way(2, [1, 2] * 50_001, {"highway": "track"})
    place = read_osm(Map({1: (0.0, 0.0), 2: (9.0, 0.0)}, [ROAD, long]).write(tmp_path / "map.osm"), project)
    assert place.left_out == {"ways with more than 100000 nodes": 1}


@pytest.mark.parametrize("suffix", ["gz", pytest.param("bz2", marks=pytest.mark.slow)])
def test_a_compressed_bomb_is_refused_in_little_memory(tmp_path, suffix):
    path = tmp_path / f"map.osm.{suffix}"
    text = b"<osm>" + b" " * 18_000_000
    path.write_bytes(gzip.compress(text) if suffix == "gz" else bz2.compress(text))
    tracemalloc.start()
    try:
        assert "inflates" in refusal(path)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_truncated_and_damaged_compressed_files_are_refused(tmp_path):
    for suffix, compress in (("gz", gzip.compress), ("bz2", bz2.compress)):
        content = compress(SMALL.xml.encode())
        path = tmp_path / f"map.osm.{suffix}"
        path.write_bytes(content[: len(content) // 2])
        assert "ends in the middle" in refusal(path)
        path.write_bytes(content[:40] + b"\xff\xff\xff\xff" * 20 + content[120:])
        assert "is damaged" in refusal(path)


def test_a_truncated_or_hostile_pbf_is_refused(tmp_path):
    path = SMALL.write_pbf(tmp_path / "map.osm.pbf")
    content = path.read_bytes()
    for length in (2, 10, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:length])
        assert "ends in the middle" in refusal(path)
    for start in (b"", b"\xff" * 100, b"\x00\x00\x00\x01\x00", b"osm" * 100):
        path.write_bytes(start)
        assert "not a PBF file" in refusal(path)
    path.write_bytes(content + blob(raw_size=1 << 30))
    assert "has a blob of 1073741824 bytes" in refusal(path)
    for inflated in (33_000_000, 1_100_000):
        path.write_bytes(content + blob(raw_size=inflated))
        assert "inflates" in refusal(path)
    path.write_bytes(content + blob(raw_size=100))
    assert "is damaged" in refusal(path)


def blob(raw_size):
    """Return a blob of a PBF file that says how large it is after unpacking, which is not true."""
    data = b"\x10" + varint(raw_size) + b"\x1a\x04\x00\x01\x02\x03"
    header = b"\x0a\x07OSMData\x18" + varint(len(data))
    return len(header).to_bytes(4, "big") + header + data


def varint(value):
    content = bytearray()
    while value > 0x7F:
        content.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*content, value])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_only_regular_files_with_a_known_suffix_are_read(tmp_path):
    for name in ("map.osm", "map.osm.pbf", "map.osm.gz"):
        os.mkfifo(tmp_path / name)
        assert "a named pipe" in refusal(tmp_path / name)
        assert "cannot be read" in refusal(tmp_path / f"missing-{name}")
    (tmp_path / "map.o5m").write_bytes(b"\xff\xe0\x04o5m2")
    assert ".osm.pbf" in refusal(tmp_path / "map.o5m")


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "rounds"), [("osm", 150), ("osm.gz", 40), ("osm.pbf", 40)])
def test_changed_files_are_read_or_refused_in_one_sentence(tmp_path, suffix, rounds):
    chance = random.Random(29)
    path = tmp_path / f"map.{suffix}"
    content = SMALL.xml.encode() if suffix != "osm.pbf" else SMALL.write_pbf(path).read_bytes()
    ends = {"read": 0, "refused": 0}
    for number in itertools.count():
        changed = changed_bytes(content, chance)
        path.write_bytes(gzip.compress(changed) if suffix == "osm.gz" and number % 2 else changed)
        place, words = outcome(path)
        assert "\n" not in words
        assert len(words) < 500
        assert place is None or all(np.isfinite(section.points[:, :2]).all() for section in place.network.sections)
        ends["read" if place else "refused"] += 1
        if number >= rounds and all(ends.values()):
            break


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_absurd_values_in_every_attribute_are_counted_or_refused(tmp_path, seed):
    chance = random.Random(seed)
    nasty = ("", "1e999", "-3", "nan", "fast", "9" * 400, "٣", "a=b", "0", "-1", "yes", "multipolygon", "way")
    pieces = SMALL.xml.split('"')
    path = tmp_path / "map.osm"
    for _ in range(60):
        changed = list(pieces)
        for _ in range(chance.choice((1, 3, 30))):
            changed[chance.randrange(1, len(changed), 2)] = chance.choice(nasty)
        path.write_text('"'.join(changed), encoding="utf-8")
        place, words = outcome(path)
        assert "\n" not in words
        for section in place.network.sections if place else ():
            assert len(section.points) > 1
            assert 0.5 < section.width < 100.0
            assert 0.2 < section.speed_limit < 120.0
