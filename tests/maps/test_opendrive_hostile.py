"""Wrong and hostile OpenDRIVE files end in one sentence, or in counts, in bounded time and memory."""

import gzip
import random
from pathlib import Path

import numpy as np
import pytest
from mutations import changed_bytes
from opendrive_files import geometry, lane, road, section, straight, write, write_crossing, write_curves

from motorpool.errors import MotorpoolError, TerrainError
from motorpool.maps.opendrive import read_opendrive, sampling, xml_elements

DEEP = xml_elements.MAX_DEPTH

CONTENTS = {
    "empty": (b"", "not well-formed XML: no element found"),
    "no XML": (b"\x00\x01\x02", "not well-formed XML"),
    "another root": (b"<osm/>", "the root element <osm>; it must be <OpenDRIVE>"),
    "truncated": (b"<OpenDRIVE><road>", "not well-formed XML"),
    "entities": (b'<!DOCTYPE a [<!ENTITY b "ccc">]><OpenDRIVE>&b;</OpenDRIVE>', "document type"),
    "external entity": (
        b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><OpenDRIVE>&b;</OpenDRIVE>',
        "document",
    ),
    "unknown entity": (b"<OpenDRIVE>&b;</OpenDRIVE>", "undefined entity"),
    "deep": (b"<OpenDRIVE>" + b"<a>" * DEEP + b"</a>" * DEEP + b"</OpenDRIVE>", "levels of elements"),
    "attributes": (
        b"<OpenDRIVE><a " + b" ".join(b'a%d=""' % number for number in range(70)) + b"/></OpenDRIVE>",
        "attributes in one element",
    ),
    "unknown encoding": (b'<?xml version="1.0" encoding="x-unknown"?><OpenDRIVE/>', "unknown encoding"),
    "no roads": (b"<OpenDRIVE><header/></OpenDRIVE>", "no road that can be read"),
    "damaged gzip": (gzip.compress(b"<OpenDRIVE/>")[:-9], "ends in the middle"),
    "no gzip": (b"\x1f\x8b garbage", "is damaged: "),
}


@pytest.mark.parametrize("name", CONTENTS)
def test_a_file_that_is_no_map_is_refused_in_one_sentence(tmp_path, name):
    content, expected = CONTENTS[name]
    file = tmp_path / "bad.xodr"
    file.write_bytes(content)
    with pytest.raises(TerrainError, match=expected) as refused:
        read_opendrive(file)
    assert "\n" not in str(refused.value)


def test_a_compressed_file_of_more_elements_than_maps_of_its_size_is_refused_and_read_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(xml_elements, "FREE_ELEMENTS", 100)
    text = write(tmp_path, *(road(id=str(number)) for number in range(200))).read_bytes()
    assert len(read_opendrive(tmp_path / "made.xodr").network.sections) == 200
    (tmp_path / "packed.xodr.gz").write_bytes(gzip.compress(text))
    with pytest.raises(TerrainError, match=r"packed.xodr.gz has more than \d+ elements, line 2, .*; unpack it"):
        read_opendrive(tmp_path / "packed.xodr.gz")


def test_long_roads_with_heights_need_records(tmp_path):
    def write_long(heights: str, curves: int) -> Path:
        step = 250_000.0 / curves
        plan = "".join(geometry("<line/>", s=s, x=s, length=step) for s in np.arange(curves) * step)
        return write(
            tmp_path, road(plan, lanes=section(lane(-1)), more=f"<elevationProfile>{heights}</elevationProfile>")
        )

    hill = '<elevation s="0" a="1" b="0" c="0" d="0"/>'
    with pytest.raises(TerrainError, match=r"250 km of carriageways with heights in 3 curves.* at most 200 km"):
        read_opendrive(write_long(hill, 1))
    assert len(read_opendrive(write_long("", 1)).network.sections) == 1
    assert len(read_opendrive(write_long(hill, 600)).network.sections) == 1


def test_rows_beyond_a_number_of_objects_are_counted(tmp_path):
    row = '<object type="pole" s="5" t="9" height="9"><repeat s="0" length="100" distance="{}"/></object>'
    found = read_opendrive(write(tmp_path, road(more=f"<objects>{row.format(0.002)}{row.format(10)}</objects>")))
    assert len(found.things) == 11
    assert found.left_out["objects of rows beyond the first 40000"] == 50_001


def test_missing_files_and_folders_are_refused(tmp_path):
    for path in (tmp_path, tmp_path / "none.xodr"):
        with pytest.raises(TerrainError):
            read_opendrive(path)


def test_sizes_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(xml_elements, "MAX_BYTES", 100_000)
    monkeypatch.setattr(xml_elements, "MAX_ELEMENTS", 1_000)
    bomb = tmp_path / "bomb.xodr"
    bomb.write_bytes(gzip.compress(b"<OpenDRIVE>" + b" " * 200_000 + b"</OpenDRIVE>"))
    with pytest.raises(TerrainError, match="more than 100000 bytes"):
        read_opendrive(bomb)
    bomb.write_bytes(b"<OpenDRIVE><a>" + b"<b/>" * 2_000)
    with pytest.raises(TerrainError, match="more than 1000 elements"):
        read_opendrive(bomb)


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (straight().replace('x="0.0"', 'x="NaN"'), "<geometry> with a wrong x"),
        (straight().replace('x="0.0"', 'x="inf"'), "<geometry> with a wrong x"),
        (straight().replace('x="0.0"', 'x="1e300"'), "<geometry> with a wrong x"),
        (straight().replace('x="0.0"', 'x="1_0"'), "<geometry> with a wrong x"),
        (straight().replace('hdg="0.0"', ""), "<geometry> without hdg"),
        (straight().replace('s="0.0"', 's="-3"'), "<geometry> with a negative s or length"),
        (straight(-5.0), "<geometry> with a negative s or length"),
        (straight().replace("line", "clothoid"), "<geometry> of an unknown kind"),
        (straight(0.0), "no reference line"),
        (straight(2e6), "a reference line longer than 1000 km"),
        (geometry('<arc curvature="1e6"/>', length=100.0), "<arc> that turns by more than 200 rad"),
        (geometry('<spiral curvStart="0" curvEnd="x"/>', length=9.0), "<spiral> with a wrong curvEnd"),
    ],
)
def test_a_road_with_a_wrong_reference_line_is_left_out_and_counted(tmp_path, plan, reason):
    place = read_opendrive(write(tmp_path, road(plan, id="bad"), road(id="good")))
    assert [each.source_id for each in place.network.sections] == ["road good"]
    assert place.left_out[f"roads that could not be read: {reason}"] == 1


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ('<width sOffset="0" a="nan"/>', "<width> with a wrong a"),
        ('<width sOffset="-4" a="3"/>', "<width> with a negative sOffset"),
        ('<width a="3"/>', "<width> without sOffset"),
        ('<speed sOffset="0" max="1e999"/>', "<speed> with a wrong max"),
    ],
)
def test_a_wrong_record_of_a_lane_is_left_out_and_counted(tmp_path, record, reason):
    place = read_opendrive(write(tmp_path, road(lanes=section(lane(1, more=record), lane(-1)))))
    assert place.left_out == {reason: 1}
    assert place.network.sections[0].width == pytest.approx(7.0)


def test_roads_out_of_range_or_with_endless_bends_are_left_out_and_counted(tmp_path):
    wild = '<elevationProfile><elevation s="0" a="0" b="0" c="0" d="1e6"/></elevationProfile>'
    far = geometry(
        '<paramPoly3 pRange="normalized" aU="0" bU="1e9" cU="1e9" dU="1e9" aV="0" bV="1" cV="9e8" dV="-9e8"/>',
        length=50.0,
    )
    place = read_opendrive(write(tmp_path, road(id="a"), road(id="b", more=wild), road(far, id="c")))
    assert len(place.network.sections) == 1
    assert place.left_out == {"roads that could not be sampled: positions out of range": 2}
    lanes = section(*(lane(number) for number in range(1, 300)))
    place = read_opendrive(write(tmp_path, road(id="a"), road(id="b", lanes=lanes)))
    assert place.left_out == {"roads that could not be read: more than 200 lanes in a section": 1}


def test_a_road_that_needs_endless_points_is_left_out(tmp_path, monkeypatch):
    bends = geometry('<arc curvature="0.2"/>', length=1_000.0)
    wide = section(lane(1).replace('b="0"', 'b="100"'), lane(-1))
    place = read_opendrive(write(tmp_path, road(bends, id="a"), road(straight(1_000.0), id="b", lanes=wide)))
    reason = "roads that could not be sampled: lanes more than 1000 m from the reference line"
    assert place.left_out == {reason: 1}
    assert len(place.network.sections) == 1
    monkeypatch.setattr(sampling, "FREE_STATIONS", 100)
    monkeypatch.setattr(sampling, "MOST_A_METRE", 1.0)
    with pytest.raises(TerrainError, match=r"^made.xodr has no road that can be used \(.*: more than 1 points a metre"):
        read_opendrive(write(tmp_path, road(bends)))


def test_names_are_cut_and_printable_and_few(tmp_path):
    unknown = "".join(f"<x{number}/>" for number in range(300))
    place = read_opendrive(write(tmp_path, road(attributes='name="&#x85;&#x202e;' + "n" * 5_000 + '"'), unknown))
    assert len(place.network.sections[0].name) < 250
    assert "\u202e" not in place.network.sections[0].name
    assert len(place.left_out) <= 101
    assert sum(place.left_out.values()) == 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_mutated_files_are_read_or_refused_in_one_sentence(tmp_path, seed):
    chance = random.Random(seed)
    write_crossing(tmp_path / "crossing.xodr")
    write_curves(tmp_path / "curves.xodr")
    objects = (
        '<objects><object id="p" type="pole" s="5" t="1" radius="1" height="3"><repeat s="0" length="60" distance="6"/>'
    )
    write(tmp_path, road(more=objects + "</object></objects>"))
    originals = [each.read_bytes() for each in sorted(tmp_path.glob("*.xodr"))]
    file, sentences = tmp_path / "mutated.xodr", []
    for _ in range(40):
        file.write_bytes(mutated(chance.choice(originals), chance))
        try:
            place = read_opendrive(file)
        except MotorpoolError as error:
            sentences.append(str(error))
        else:
            for each in place.network.sections:
                assert np.isfinite(each.points[:, :2]).all()
                assert each.width > 0.0
            assert all(np.isfinite(ring).all() for area in place.areas for ring in area.outlines)
    assert not any("\n" in sentence for sentence in sentences)


NASTY = (
    b"-1",
    b"0",
    b"1e308",
    b"nan",
    b"",
    b"-0.0",
    b"1e-320",
    b"999999999",
    b"1",
    b"end",
    b"x" * 300,
    b"&lt;",
    b"100",
)


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Return a file with other values of attributes, missing, doubled or exchanged elements, or other bytes."""
    for _ in range(chance.choice((1, 3, 10))):
        match chance.randrange(6):
            case 0:
                content = changed_bytes(content, chance) or b"<"
            case 1:
                lines = content.split(b"\n")
                first, second = (chance.randrange(len(lines)) for _ in range(2))
                lines[first] = lines[second]
                content = b"\n".join(lines)
            case _:
                values = content.split(b'"')
                if len(values) > 3:
                    values[2 * chance.randrange(len(values) // 2) + 1] = chance.choice(NASTY)
                content = b'"'.join(values)
    return content
