"""Write examples/maps/interchange.xodr: two motorways and eight ramps between them, on three levels.

python tools/pictures/interchange_map.py [FILE.xodr]

The motorway from west to east lies on the ground; that from south to north crosses it on a bridge, and a flyover leads
over both. Each ramp leaves the outer lane and comes back to one. Far out the carriageways turn round, so that
traffic stays. A road is a polygon whose corners are arcs of circles, with heights between cubics.
"""

import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np

FILE = Path(__file__).parents[2] / "examples" / "maps" / "interchange.xodr"
LANE, LANES = 3.75, 3  # width [m] and number of lanes of a carriageway
MEDIAN = 4.0  # from the middle of a motorway to the left edge of its carriageways [m]
OUTER = MEDIAN + (LANES - 1) * LANE  # the same to the left edge of the outer lane [m]
END = 640.0  # of the straight carriageways [m]
TURN = 60.0  # radius of the turns there [m]
BRIDGE, FLYOVER = 7.5, 15.0  # heights of the second and the third level [m]

Point = tuple[float, float]
Corner = tuple[float, float, float]  # x, y and radius [m]


class Piece(NamedTuple):
    """Line or arc."""

    x: float
    y: float
    yaw: float
    length: float
    curvature: float


@dataclass
class Road:
    """Road with lanes to the right of its line."""

    name: str
    pieces: list[Piece]
    heights: Sequence[Point]  # distances along it [m], from the end if negative, and heights [m]
    lanes: int = 1
    speed_kmh: float = 80.0
    bridges: Sequence[Point] = ()  # from and to [m]
    before: str = ""  # names of a road, or of a junction
    behind: str = ""

    @property
    def length(self) -> float:
        """Return its length [m]."""
        return sum(piece.length for piece in self.pieces)


def polygon(start: Point, corners: Sequence[Corner], end: Point) -> list[Piece]:
    """Return the pieces of a polygon with rounded corners."""
    points = [np.array(start), *(np.array(corner[:2]) for corner in corners), np.array(end)]
    radii = [0.0, *(corner[2] for corner in corners), 0.0]
    ways = [after - before for before, after in pairwise(points)]
    yaws = [math.atan2(way[1], way[0]) for way in ways]
    turns = [0.0, *(math.remainder(after - before, math.tau) for before, after in pairwise(yaws)), 0.0]
    cuts = [radius * math.tan(abs(turn) / 2) for radius, turn in zip(radii, turns, strict=True)]
    made: list[Piece] = []
    for k, (point, way, yaw) in enumerate(zip(points, ways, yaws, strict=False)):
        straight = float(np.hypot(*way)) - cuts[k] - cuts[k + 1]
        if straight < 0.0:
            raise ValueError(f"no room for the radii of corners {k} and {k + 1}: {straight:.1f} m")
        begin = point + way / np.hypot(*way) * cuts[k]
        made.append(Piece(*begin.tolist(), yaw, max(straight, 1e-6), 0.0))
        if turns[k + 1]:
            corner = begin + way / np.hypot(*way) * straight
            curvature = math.copysign(1.0 / radii[k + 1], turns[k + 1])
            made.append(Piece(*corner.tolist(), yaw, abs(turns[k + 1]) * radii[k + 1], curvature))
    return made


def turned(pieces: Sequence[Piece], quarters: int) -> list[Piece]:
    """Return pieces turned about the middle of the map."""
    c, s = round(math.cos(quarters * math.pi / 2)), round(math.sin(quarters * math.pi / 2))
    return [
        piece._replace(x=c * piece.x - s * piece.y, y=s * piece.x + c * piece.y, yaw=piece.yaw + quarters * math.pi / 2)
        for piece in pieces
    ]


def turnaround() -> list[Piece]:
    """Return the way from the end of the eastbound carriageway to the beginning of the westbound one."""
    swing = math.acos((MEDIAN + TURN) / (2.0 * TURN))
    made, (x, y, yaw) = list[Piece](), (END, -MEDIAN, 0.0)
    for angle, sign in ((swing, -1.0), (math.pi + 2.0 * swing, 1.0), (swing, -1.0)):
        made.append(Piece(x, y, yaw, angle * TURN, sign / TURN))
        x += sign * TURN * (math.sin(yaw + sign * angle) - math.sin(yaw))
        y -= sign * TURN * (math.cos(yaw + sign * angle) - math.cos(yaw))
        yaw += sign * angle
    return made


BACK = {"EB": "WB", "WB": "EB", "NB": "SB", "SB": "NB"}  # carriageways by the direction in which they lead
NODES = {  # places along them where ramps leave or join [m]
    "EB": (-500.0, -400.0, -30.0, 330.0), "WB": (-500.0, -30.0, 30.0, 330.0),
    "NB": (-580.0, 45.0, 450.0, 580.0), "SB": (-580.0, -45.0, 45.0, 580.0),
}  # fmt: skip
LEVEL = ((0.0, 0.0), (1.0, 0.0))


def motorways() -> list[Road]:
    """Return the carriageways between the ramps, and the ways round at their ends."""
    made: list[Road] = []
    for quarters, name in enumerate(("EB", "NB", "WB", "SB")):
        is_upper = quarters % 2 == 1
        cuts = (-END, *NODES[name], END)
        for k, (begin, end) in enumerate(pairwise(cuts)):
            made.append(
                Road(
                    f"{name}{k}",
                    turned(polygon((begin, -MEDIAN), (), (end, -MEDIAN)), quarters),
                    crossing_heights(begin, end) if is_upper else LEVEL,
                    lanes=LANES,
                    speed_kmh=100.0,
                    bridges=((-34.0 - begin, 34.0 - begin),) if is_upper and begin < -34.0 and end > 34.0 else (),
                    before=f"{name} {begin:g}" if k > 0 else f"{BACK[name]} round",
                    behind=f"{name} {end:g}" if end < END else f"{name} round",
                )
            )
        made.append(
            Road(
                f"{name} round",
                turned(turnaround(), quarters),
                LEVEL,
                lanes=LANES,
                speed_kmh=60.0,
                before=f"{name}{len(NODES[name])}",
                behind=f"{BACK[name]}0",
            )
        )
    return made


def ramps() -> list[Road]:
    """Return the ramps: one flyover, three loops, and four for those who turn right."""
    fly = [(-335, -OUTER, 700), (-115, -52, 420), (98, -34, 105), (80, 190, 500), (OUTER, 400, 250)]
    loop = [(OUTER, 45), (OUTER, 118, 45), (108, 118, 45), (108, OUTER, 45), (30, OUTER)]
    corners: list[Corner] = loop[1:-1]
    down, up = (
        [(0, BRIDGE), (30, BRIDGE - 0.2), (-45, 0.0), (-1, 0)],
        [(0, 0), (45, 0), (-30, BRIDGE - 0.2), (-1, BRIDGE)],
    )
    near = [(OUTER, -520, 450), (55, -330, 500), (140, -75, 160), (270, -OUTER, 240)]
    far = [(445, OUTER, 240), (150, 85, 160), (55, 330, 500), (OUTER, 520, 450)]
    mirrored = [(-x, y, radius) for x, y, radius in reversed(corners)]
    made = [
        Road(
            "flyover", polygon((-400, -OUTER), fly, (OUTER, 450)),
            [(0, 0), (60, 0.2), (350, FLYOVER), (620, FLYOVER - 1), (-40, 0.1), (-1, 0)],
            speed_kmh=70.0, bridges=[(190, 790)], before="EB -400", behind="NB 450",
        ),
        Road("loop NB WB", polygon(loop[0], corners, loop[-1]), down, 1, 50.0, (), "NB 45", "WB -30"),
        Road("loop SB EB", turned(polygon(loop[0], corners, loop[-1]), 2), down, 1, 50.0, (), "SB 45", "EB -30"),
        Road("loop WB SB", polygon((-30, OUTER), mirrored, (-OUTER, 45)), up, 1, 50.0, (), "WB 30", "SB -45"),
    ]  # fmt: skip
    for quarters, first, second in ((0, "WB", "NB"), (2, "EB", "SB")):
        line = turned(polygon((500, OUTER), far, (OUTER, 580)), quarters)
        made.append(Road(f"ramp {first} {second}", line, LEVEL, 1, 80.0, (), f"{first} -500", f"{second} 580"))
        line = turned(polygon((OUTER, -580), near, (330, -OUTER)), quarters)
        made.append(
            Road(f"ramp {second} {BACK[first]}", line, LEVEL, 1, 80.0, (), f"{second} -580", f"{BACK[first]} 330")
        )
    return made


def junctions_of(made: Sequence[Road]) -> dict[str, tuple[list[str], list[str]]]:
    """Return the roads that lead to each junction, and those that lead from it."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for road in made:
        for name, side in ((road.behind, 0), (road.before, 1)):
            if re.fullmatch(r".B -?\d+", name):
                found.setdefault(name, ([], []))[side].append(road.name)
    return found


def crossing_heights(begin: float, end: float) -> list[Point]:
    """Return the heights of the upper motorway between two places along it [m]."""
    places = np.unique([begin, end, *(place for place in np.arange(-500.0, 501.0, 20.0) if begin < place < end)])
    share = np.clip((430.0 - np.abs(places)) / 360.0, 0.0, 1.0)
    return [*zip((places - begin).tolist(), (BRIDGE * share**2 * (3.0 - 2.0 * share)).tolist(), strict=True)]


# ---- the file


def document(made: Sequence[Road]) -> str:
    """Return the text of the file."""
    junctions = junctions_of(made)
    ids = {road.name: number for number, road in enumerate(made)} | {
        name: len(made) + number for number, name in enumerate(junctions)
    }
    lanes = {road.name: road.lanes for road in made}
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        "<OpenDRIVE>",
        '  <header revMajor="1" revMinor="7" name="interchange"/>',
    ]
    for road in made:
        lines += road_lines(road, ids)
    for name, (incoming, leaving) in junctions.items():
        lines.append(f'  <junction id="{ids[name]}" name={quoteattr(name)} type="direct">')
        pairs = [(one, other) for one in incoming for other in leaving]
        for number, (one, other) in enumerate(pairs):
            links = (
                [(-k, -k) for k in range(1, LANES + 1)]
                if lanes[one] == lanes[other]
                else [(-lanes[one], -lanes[other])]
            )
            inner = "".join(f'<laneLink from="{a}" to="{b}"/>' for a, b in links)
            roads = f'incomingRoad="{ids[one]}" linkedRoad="{ids[other]}" contactPoint="start"'
            lines.append(f'    <connection id="{number}" {roads}>{inner}</connection>')
        lines.append("  </junction>")
    return "\n".join([*lines, "</OpenDRIVE>", ""])


def road_lines(road: Road, ids: dict[str, int]) -> list[str]:
    """Return the lines of a road."""
    lines = [
        f'  <road name={quoteattr(road.name)} id="{ids[road.name]}" length="{road.length:.6f}" junction="-1">',
        "    <link>",
    ]
    for tag, other, contact in (("predecessor", road.before, "end"), ("successor", road.behind, "start")):
        is_junction = re.fullmatch(r".B -?\d+", other)
        kind = 'elementType="junction"' if is_junction else f'elementType="road" contactPoint="{contact}"'
        lines.append(f'      <{tag} {kind} elementId="{ids[other]}"/>')
    lines += [
        "    </link>",
        f'    <type s="0" type="motorway"><speed max="{road.speed_kmh:g}" unit="km/h"/></type>',
        "    <planView>",
    ]
    s = 0.0
    for piece in road.pieces:
        shape = f'<arc curvature="{piece.curvature:.9f}"/>' if piece.curvature else "<line/>"
        place = f's="{s:.6f}" x="{piece.x:.6f}" y="{piece.y:.6f}" hdg="{piece.yaw:.9f}"'
        lines.append(f'      <geometry {place} length="{piece.length:.6f}">{shape}</geometry>')
        s += piece.length
    lines += ["    </planView>", "    <elevationProfile>"]
    lines += [
        f'      <elevation s="{s:.4f}" a="{a:.6f}" b="{b:.8f}" c="{c:.10f}" d="{d:.12f}"/>'
        for s, a, b, c, d in cubics(road)
    ]
    lines += [
        "    </elevationProfile>",
        "    <lanes>",
        '      <laneSection s="0"><center><lane id="0" type="none"/></center><right>',
    ]
    for number in range(1, road.lanes + 1):
        ends = "" if road.lanes == 1 else f'<link><predecessor id="-{number}"/><successor id="-{number}"/></link>'
        width = f'<width sOffset="0" a="{LANE}" b="0" c="0" d="0"/>'
        lines.append(f'        <lane id="-{number}" type="driving">{ends}{width}</lane>')
    lines.append("      </right></laneSection>")
    lines.append("    </lanes>")
    if road.bridges:
        bridges = "".join(
            f'<bridge id="{k}" name="bridge" type="concrete" s="{a:g}" length="{b - a:g}"/>'
            for k, (a, b) in enumerate(road.bridges)
        )
        lines.append(f"    <objects>{bridges}</objects>")
    return [*lines, "  </road>"]


def cubics(road: Road) -> list[tuple[float, float, float, float, float]]:
    """Return the cubics of the height along a road: s, a, b, c, d; level at both ends (Fritsch and Carlson 1980)."""
    s = np.array([place if place >= 0.0 else road.length + place for place, _ in road.heights])
    z = np.array([height for _, height in road.heights])
    step, slope = np.diff(s), np.diff(z) / np.diff(s)
    grade = np.zeros(len(s))
    inner = slope[:-1] * slope[1:] > 0.0
    grade[1:-1][inner] = 2.0 * (slope[:-1] * slope[1:])[inner] / (slope[:-1] + slope[1:])[inner]
    if len(s) > 4 and road.lanes > 1:
        grade[0], grade[-1] = slope[0], slope[-1]
    c = (3.0 * slope - 2.0 * grade[:-1] - grade[1:]) / step
    d = (grade[:-1] + grade[1:] - 2.0 * slope) / step**2
    return [*zip(s[:-1].tolist(), z[:-1].tolist(), grade[:-1].tolist(), c.tolist(), d.tolist(), strict=True)]


def main(file: Path) -> None:
    """Write the file."""
    file.write_text(document([*motorways(), *ramps()]), encoding="utf-8")
    print(f"wrote {file}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
