"""Forms of OpenStreetMap's data: JSON of the Overpass API, extracts of the history, and files with any suffix."""

import bz2
import gzip
import itertools
import json
import random

import pytest
from mutations import changed_bytes
from osm_files import Map, Relation, Way, document, project, ring, square
from test_osm_files import SMALL, numbers, outcome, refusal

from motorpool.errors import TerrainError
from motorpool.maps.osm import read_osm
from motorpool.maps.world_folder import read_map

WHOLE = SMALL._replace(ways=[way for way in SMALL.ways if way.number not in (5, 6)])  # without missing nodes
DEGREES = 1e5  # of a map in metres


def place_of(map_, node):
    x, y = map_.nodes[node]
    return {"lat": round(y / DEGREES, 7), "lon": round(x / DEGREES, 7)}


def answer(map_, *, nodes=True, numbered=True, geometry=False, ways=True, more=None):
    """Return a map as the Overpass API answers.

    Args:
        nodes: whether there are elements for nodes.
        numbered: whether ways have the numbers of their nodes.
        geometry: whether ways, and members of relations, have the positions of their nodes.
        ways: whether there are elements for ways that have no tags.
    """
    elements = [
        {"type": "node", "id": node, **place_of(map_, node), "tags": dict(map_.node_tags.get(node, {}))}
        for node in map_.nodes
        if nodes or node in map_.node_tags
    ]
    lines = {way.number: [place_of(map_, node) for node in way.nodes] for way in map_.ways if geometry}
    for way in map_.ways:
        if way.tags or ways:
            element = {"type": "way", "id": way.number, "tags": dict(way.tags)}
            if numbered:
                element["nodes"] = list(way.nodes)
            if geometry:
                element |= {"bounds": {}, "geometry": lines[way.number]}
            elements.append(element)
    for relation in map_.relations:
        members = [
            {"type": "way", "ref": way, "role": role, **({"geometry": lines[way]} if geometry else {})}
            for way, role in relation.members
        ]
        elements.append({"type": "relation", "id": relation.number, "tags": dict(relation.tags), "members": members})
    about = {"version": 0.6, "generator": "Overpass API 0.7.62", "osm3s": {"copyright": "{[text]}"}}
    return json.dumps(about | {"elements": elements} | (more or {}), ensure_ascii=False)


def write(path, content):
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def shape(place):
    """Return everything of a map but the counts of what was left out and the numbers of nodes."""
    sections, *rest = numbers(place)
    return [sorted(each.points[:, :2].tolist() for each in place.network.sections), len(sections), *rest[:-1]]


@pytest.mark.parametrize(
    "form",
    [
        {}, {"geometry": True}, {"geometry": True, "nodes": False},
        {"geometry": True, "nodes": False, "numbered": False},
        {"geometry": True, "nodes": False, "ways": False}, {"geometry": True, "numbered": False},
    ],
    ids=lambda form: "-".join(form) or "body",
)  # fmt: skip
def test_json_gives_the_map_of_the_xml(tmp_path, form):
    expected = read_osm(WHOLE.write(tmp_path / "map.osm"), project)
    found = read_osm(write(tmp_path / "map.json", answer(WHOLE, **form)), project)
    assert shape(found) == shape(expected)
    ends, others = ([(each.start, each.end) for each in place.network.sections] for place in (found, expected))
    assert [one[1] == other[0] for one, other in itertools.pairwise(ends)] == [
        one[1] == other[0] for one, other in itertools.pairwise(others)
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_json_in_other_encodings_and_packed_is_read(tmp_path, encoding):
    text = answer(WHOLE)
    expected = numbers(read_osm(write(tmp_path / "map.json", text)))
    for pack in (bytes, gzip.compress, bz2.compress):
        assert numbers(read_osm(write(tmp_path / "coded.json", pack(text.encode(encoding))))) == expected


def test_large_answers_are_read_an_element_at_a_time(tmp_path):
    nodes = {number: (1.0 * number, float(number % 7)) for number in range(30_000)}
    ways = [Way(number, range(number, number + 1500), {"highway": "track"}) for number in range(0, 28_000, 1499)]
    large = Map(nodes, ways)
    path = write(tmp_path / "map.json", answer(large))
    assert path.stat().st_size > 2_000_000
    found, expected = (read_osm(each, project) for each in (path, large.write(tmp_path / "map.osm")))
    assert numbers(found) == numbers(expected)


def test_a_file_is_read_by_its_content_whatever_its_suffix(tmp_path):
    texts = {"body": answer(WHOLE).encode(), "xml": WHOLE.xml.encode()}
    texts["pbf"] = WHOLE.write_pbf(tmp_path / "small.osm.pbf").read_bytes()
    expected = numbers(read_osm(tmp_path / "small.osm.pbf"))
    for content, name in itertools.product(texts.values(), ("interpreter", "a.txt", "b.osm", "c.osm.pbf", "d.json.gz")):
        assert numbers(read_map(write(tmp_path / name, content))) == expected
    for content in (texts["xml"], texts["body"]):
        assert numbers(read_map(write(tmp_path / "e.xml.bz2", bz2.compress(content)))) == expected
    with pytest.raises(TerrainError, match="no map by its suffix"):
        read_map(write(tmp_path / "text.txt", "a text"))


@pytest.mark.parametrize("magic", [b"PK\3\4", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"])
def test_files_of_other_packers_are_refused_with_what_to_do(tmp_path, magic):
    assert "unpack it" in refusal(write(tmp_path / "map.osm", magic + bytes(90)))


def test_the_answer_of_a_query_that_failed_is_refused(tmp_path):
    failed = answer(WHOLE, more={"remark": 'runtime error: Query timed out in "query" at line 3 after 2 seconds.'})
    assert "Query timed out" in refusal(write(tmp_path / "map.json", failed))
    assert "out geom" in refusal(write(tmp_path / "map.json", answer(WHOLE, numbered=False)))


def test_truncated_json_is_refused_and_changed_json_is_read_or_refused(tmp_path):
    text, chance = answer(WHOLE, geometry=True), random.Random(5)
    for length in range(1, len(text) - 1, 97):
        assert refusal(write(tmp_path / "map.json", text[:length]))
    for _ in range(150):
        place, words = outcome(write(tmp_path / "map.json", changed_bytes(text.encode(), chance)))
        assert place or words
        assert "\n" not in words
        assert len(words) < 500


@pytest.mark.parametrize(
    "text",
    [
        "{", "{}x", '{"elements": [' + "[" * 100_000, '{"elements": [1, "a", null, {}, {"type": []}]}',
        '{"elements": 3}',
        '{"elements": [{"type": "node", "id": 1e400, "lat": NaN}]}', '{"elements": [{"type": "node", "id": true}]}',
        '{"elements": [{"type": "way", "id": 1, "nodes": [null, "x", 5], "geometry": [null, 3], "tags": [1]}]}',
        '{"elements": [{"type": "relation", "id": 1, "members": [3, {"type": "way"}], "tags": {"a": {}}}]}',
        '{"elements": [{"type": "node", "id": ' + "9" * 5000 + "}]}", '{"a": ' * 5000,
    ],
)  # fmt: skip
def test_absurd_json_is_refused_in_one_sentence(tmp_path, text):
    refusal(write(tmp_path / "map.json", text))


# ---- versions


def versions_of(map_, seed):
    """Return the lines of a history that ends with a map, in the order of types, numbers and versions."""
    chance = random.Random(seed)
    lines = []
    for last in (line for line in map_.xml.splitlines() if line.startswith(("<node", "<way", "<rel"))):
        kind = last[1:].split(" ", 1)[0]
        count = chance.choice((1, 1, 2, 4))
        older = {
            "node": '<node id="{}" version="{}" lat="0.001" lon="0.002"><tag k="natural" v="tree"/></node>',
            "way": '<way id="{}" version="{}"><nd ref="1"/><nd ref="13"/><tag k="highway" v="primary"/></way>',
            "relation": '<relation id="{}" version="{}"><tag k="type" v="multipolygon"/></relation>',
        }[kind]
        gone = '<{} id="{}" version="{}" visible="false"/>'
        number = last.split('"')[1]
        for version in range(1, count):
            is_gone = version > 1 and chance.random() < 0.3
            lines.append(gone.format(kind, number, version) if is_gone else older.format(number, version))
        lines.append(last.replace(f'id="{number}"', f'id="{number}" version="{count}"', 1))
        for kind_of_deleted in ("node", "way", "relation") if chance.random() < 0.3 else ():
            other = chance.randrange(1000, 9000)
            old = older if kind_of_deleted == kind else '<node id="{}" version="{}" lat="0.001" lon="0.002"/>'
            name = kind_of_deleted if kind_of_deleted == kind else "node"
            lines += [old.format(other, 1), gone.format(name, other, 2)]
    return lines


@pytest.mark.parametrize("seed", range(4))
def test_a_history_gives_the_map_of_its_newest_versions_in_any_order(tmp_path, seed):
    expected = shape(read_osm(SMALL.write(tmp_path / "map.osm"), project))
    lines = versions_of(SMALL, seed)
    assert shape(read_osm(write(tmp_path / "a.osh", document("\n".join(lines))), project)) == expected
    order = {line: number for number, line in enumerate(lines)}
    random.Random(seed).shuffle(lines)
    found = read_osm(write(tmp_path / "b.osh", document("\n".join(lines))), project)
    assert len(order) == len(lines)
    assert sorted(map(str, shape(found)[0])) == sorted(map(str, expected[0]))
    assert [len(part) for part in (found.buildings, found.areas, found.waterways)] == [1, 1, 1]


def test_deletions_are_respected_in_all_formats(tmp_path):
    osmium = pytest.importorskip("osmium")
    make = osmium.osm.mutable
    path = tmp_path / "map.osh.pbf"
    with osmium.SimpleWriter(osmium.io.File(str(path), "osm.pbf,history=true"), overwrite=True) as writer:
        writer.add_node(make.Node(id=1, version=1, location=(0.5, 0.2)))
        writer.add_node(make.Node(id=1, version=2, location=(0.001, 0.002)))
        writer.add_node(make.Node(id=2, version=1, location=(0.001, 0.003), tags={"natural": "tree"}))
        writer.add_node(make.Node(id=2, version=3, location=(0.001, 0.003)))
        for number, last in ((3, True), (4, False)):
            writer.add_way(make.Way(id=number, version=1, nodes=[1, 2], tags={"highway": "primary"}))
            writer.add_way(make.Way(id=number, version=2, nodes=[1, 2], tags={"highway": "track"}, visible=last))
    texts = []
    for version, place in ((1, "0.5"), (2, "0.002")):
        texts.append({"type": "node", "id": 1, "version": version, "lat": float(place), "lon": 0.001})
    texts += [{"type": "node", "id": 2, "version": 1, "lat": 0.003, "lon": 0.001, "tags": {"natural": "tree"}}]
    texts += [{"type": "node", "id": 2, "version": 3, "lat": 0.003, "lon": 0.001}]
    for number, last in ((3, True), (4, False)):
        way = {"type": "way", "id": number, "nodes": [1, 2]}
        texts += [way | {"version": 1, "tags": {"highway": "primary"}}]
        texts += [way | {"version": 2, "tags": {"highway": "track"}, "visible": last}]
    write(tmp_path / "map.json", json.dumps({"elements": texts}))
    for file in (path, tmp_path / "map.json"):
        place = read_osm(file, project)
        (section,) = place.network.sections
        assert section.category == "track"
        assert section.length == pytest.approx(100.0, abs=0.1)
        assert len(place.things) == 0


def test_an_element_that_is_repeated_without_its_tags_keeps_them(tmp_path):
    """The Overpass API repeats ways of relations so, after ``out body; >; out skel``."""
    whole, bare = Way(7, [1, 2], {"highway": "track"}), Way(7, [1, 2])
    nodes = {1: (0.0, 0.0), 2: (90.0, 0.0), 3: (90.0, 90.0)}
    other = Way(8, [2, 3], {"highway": "track"})
    for ways in ([whole, bare, other], [whole, other, bare], [bare, whole, other], [bare, other, whole]):
        place = read_osm(Map(nodes, ways).write(tmp_path / "map.osm"), project)
        assert sorted(each.source_id for each in place.network.sections) == ["way/7", "way/8"]


def test_squares_of_relations_are_read_from_their_geometry_alone(tmp_path):
    lake = Map(square(1, 0.0, 0.0, 50.0), [Way(1, ring(1))], [Relation(1, [(1, "outer")], {"type": "multipolygon",
               "natural": "water"})])  # fmt: skip
    text = answer(lake, nodes=False, geometry=True, ways=False)
    assert '"nodes"' not in text
    (area,) = read_osm(write(tmp_path / "map.json", text), project).areas
    assert area.is_water
    assert len(area.outlines[0]) in (4, 5)
