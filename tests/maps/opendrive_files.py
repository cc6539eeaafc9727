"""OpenDRIVE files for tests: written by hand from parts, or by scenariogeneration."""

from pathlib import Path

from scenariogeneration import xodr

DRIVING = '<lane id="{id}" type="driving">{link}<width sOffset="0" a="{width}" b="0" c="0" d="0"/>{more}</lane>'


def lane(number: int, *, width: float = 3.5, kind: str = "driving", link: str = "", more: str = "") -> str:
    text = DRIVING.format(id=number, width=width, link=link and f"<link>{link}</link>", more=more)
    return text.replace('"driving"', f'"{kind}"')


def section(*lanes: str, s: float = 0.0) -> str:
    left = "".join(each for each in lanes if 'id="-' not in each)
    right = "".join(each for each in lanes if 'id="-' in each)
    return (
        f'<laneSection s="{s}"><left>{left}</left><center><lane id="0" type="none"/></center>'
        f"<right>{right}</right></laneSection>"
    )


def geometry(curve: str, *, s: float = 0.0, x: float = 0.0, y: float = 0.0, heading: float = 0.0, length: float) -> str:
    return f'<geometry s="{s}" x="{x}" y="{y}" hdg="{heading}" length="{length}">{curve}</geometry>'


def straight(length: float = 100.0, *, x: float = 0.0, y: float = 0.0, heading: float = 0.0) -> str:
    return geometry("<line/>", x=x, y=y, heading=heading, length=length)


def road(
    plan: str = "",
    *,
    id: str = "1",  # noqa: A002 - as the file names it
    lanes: str = "",
    link: str = "",
    attributes: str = "",
    more: str = "",
) -> str:
    return (
        f'<road id="{id}" {attributes}><link>{link}</link><planView>{plan or straight()}</planView>{more}'
        f"<lanes>{lanes or section(lane(1), lane(-1))}</lanes></road>"
    )


def write(folder: Path, *elements: str, header: str = "", minor: int = 7) -> Path:
    file = folder / "made.xodr"
    head = f'<header revMajor="1" revMinor="{minor}">{header}</header>'
    file.write_text(f'<?xml version="1.0"?>\n<OpenDRIVE>{head}{"".join(elements)}</OpenDRIVE>\n', encoding="utf-8")
    return file


def write_crossing(file: Path) -> Path:
    """Write a crossing of four roads with all turns, made by scenariogeneration."""
    curves = ([xodr.Line(60)], [xodr.Line(60)], [xodr.Spiral(1e-4, 0.02, 50), xodr.Arc(0.02, 30)], [xodr.Line(60)])
    roads = [
        xodr.create_road(curve, number, left_lanes=1, right_lanes=1, lane_width=3.5)
        for number, curve in enumerate(curves)
    ]
    junction = xodr.CommonJunctionCreator(100, "crossing")
    for number, each in enumerate(roads):
        contact = "successor" if number < 2 else "predecessor"
        junction.add_incoming_road_circular_geometry(each, 20, number * 1.5707963267948966, contact)
    for first in range(4):
        for second in range(first):
            junction.add_connection(first, second)
    return _written(file, roads, junction)


def write_curves(file: Path) -> Path:
    """Write one road of every curve that scenariogeneration makes, with heights and superelevation."""
    curves = [
        xodr.Line(40),
        xodr.Spiral(1e-9, 0.02, 60),
        xodr.Arc(0.02, 45),
        xodr.Spiral(0.02, -0.01, 80),
        xodr.Arc(-0.01, 30),
        xodr.ParamPoly3(0, 50, 0, 0, 0, 0, 12, -4, "normalized", 53.0),
        xodr.ParamPoly3(0, 1, 0, 0, 0, 0, 0.002, 0, "arcLength", 30.0),
        xodr.Line(20),
    ]
    made = xodr.create_road(curves, 7, left_lanes=2, right_lanes=1, lane_width=3.25)
    made.add_elevation(0.0, 5.0, 0.02, 1e-4, -1e-6)
    made.add_elevation(150.0, 6.0, -0.01, 0.0, 0.0)
    made.add_superelevation(0.0, 0.0, 5e-4, 0.0, 0.0)
    made.add_superelevation(100.0, 0.05, 0.0, 0.0, 0.0)
    return _written(file, [made], None)


def _written(file: Path, roads: list[xodr.Road], junction: xodr.CommonJunctionCreator | None) -> Path:
    whole = xodr.OpenDrive("made", revMinor="7")
    for each in roads:
        whole.add_road(each)
    if junction is not None:
        whole.add_junction_creator(junction)
    whole.adjust_roads_and_lanes()
    whole.write_xml(str(file))
    return file
