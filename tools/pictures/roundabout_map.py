"""Write examples/maps/roundabout.osm: a roundabout with four roads, houses and trees around it.

python tools/pictures/roundabout_map.py [FILE.osm]

The roads part before the roundabout around islands, and a road around the place joins their ends, so that traffic comes
back.
"""

import itertools
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

FILE = Path(__file__).parents[2] / "examples" / "maps" / "roundabout.osm"
LATITUDE, LONGITUDE = 47.2, 9.4  # of the middle [deg]
METRES = 111_195.0  # in a degree of latitude [m]
RADIUS = 19.0  # of the middle of the circle's lane [m]
ISLAND = 62.0  # distance from the middle at which a road parts [m]
OUTSIDE = 330.0  # radius of the road around [m]
SEED = 11  # of houses and trees

Point = tuple[float, float]


class Map:
    """Elements of the file."""

    def __init__(self) -> None:
        self.nodes: dict[Point, int] = {}
        self.lines: list[str] = []
        self.ways = itertools.count(1)

    def node(self, x: float, y: float, *tags: str) -> int:
        """Return the number of the node at a position [m]."""
        place = round(x, 2), round(y, 2)
        if place not in self.nodes:
            self.nodes[place] = len(self.nodes) + 1
            latitude = LATITUDE + y / METRES
            longitude = LONGITUDE + x / (METRES * math.cos(math.radians(LATITUDE)))
            head = f'<node id="{self.nodes[place]}" lat="{latitude:.7f}" lon="{longitude:.7f}"'
            self.lines.append(f"{head}>{tagged(tags)}</node>" if tags else f"{head}/>")
        return self.nodes[place]

    def way(self, points: Sequence[Point], *tags: str) -> None:
        """Add a way through positions [m]."""
        references = "".join(f'<nd ref="{self.node(*point)}"/>' for point in points)
        self.lines.append(f'<way id="{next(self.ways)}">{references}{tagged(tags)}</way>')


def tagged(tags: Sequence[str]) -> str:
    """Return tags such as "highway=primary" as elements."""
    return "".join('<tag k="{}" v="{}"/>'.format(*tag.split("=")) for tag in tags)


def polar(radius: float, degrees: float) -> Point:
    """Return a position by its distance from the middle [m] and its direction."""
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def beside(along: float, across: float, degrees: float) -> Point:
    """Return a position along a road from the middle, and to its left [m]."""
    (x, y), (left_x, left_y) = polar(along, degrees), polar(across, degrees + 90.0)
    return x + left_x, y + left_y


ARMS = (8.0, 96.0, 185.0, 274.0)  # directions of the roads [deg]
SPREAD = 20.0  # between the middle of a road and its ends on the circle [deg]


def write_roads(made: Map) -> None:
    """Add the circle, its roads with their islands, and the road around."""
    turn = sorted({*range(0, 360, 15), *(arm + side * SPREAD for arm in ARMS for side in (-1, 1))})
    circle = [polar(RADIUS, degrees) for degrees in turn]
    road = ("highway=secondary", "surface=asphalt", "maxspeed=50")
    made.way([*circle, circle[0]], "junction=roundabout", "oneway=yes", "width=7", *road[:2], "maxspeed=30")
    for arm in ARMS:
        ends = [polar(OUTSIDE * share, arm + 5.0 * math.sin(3.0 * share)) for share in (0.45, 0.7, 1.0)]
        made.way([polar(ISLAND, arm), polar(ISLAND + 30.0, arm), *ends], "width=7", "lanes=2", *road)
        for side in (-1, 1):
            line = [polar(RADIUS, arm + side * SPREAD), beside(31.0, side * 8.4, arm), beside(42.0, side * 5.2, arm)]
            line = [*line, beside(52.0, side * 2.9, arm), polar(ISLAND, arm)]
            made.way(line if side < 0 else line[::-1], "oneway=yes", "lanes=1", "width=4.2", *road)
    directions = sorted([*range(0, 360, 8), *(arm + 5.0 * math.sin(3.0) for arm in ARMS)])
    ring = [polar(OUTSIDE, degrees) for degrees in directions]
    made.way([*ring, ring[0]], "highway=tertiary", "width=6.5", "surface=asphalt", "maxspeed=50")


def write_place(made: Map) -> None:
    """Add houses along the roads, trees, and woods."""
    chance = Random(SEED)
    for arm, after in itertools.pairwise([*ARMS, ARMS[0] + 360.0]):
        for along, side in itertools.product(range(95, 300, 34), (-1, 1)):
            degrees = (arm if side > 0 else after) + 5.0 * math.sin(3.0 * along / OUTSIDE)
            middle = beside(along + chance.uniform(-5, 5), side * chance.uniform(19, 25), degrees)
            length, depth = chance.uniform(10, 15), chance.uniform(8, 10)
            corners = [
                (middle[0] + beside(a, b, degrees)[0], middle[1] + beside(a, b, degrees)[1])
                for a, b in (
                    (length / 2, depth / 2),
                    (-length / 2, depth / 2),
                    (-length / 2, -depth / 2),
                    (length / 2, -depth / 2),
                )
            ]
            made.way([*corners, corners[0]], "building=house", f"height={chance.uniform(6.5, 9):.1f}")
    for k in range(7):
        made.node(*polar(6.0 if k else 0.0, 60.0 * k), "natural=tree", f"height={chance.uniform(5, 8):.1f}")
    for _ in range(260):
        place = polar(chance.uniform(90, 320), degrees := chance.uniform(0, 360))
        apart = min(abs(math.remainder(degrees - arm - 4.0, 360.0)) for arm in ARMS)
        if math.hypot(*place) * math.radians(apart) > 34.0:
            made.node(*place, "natural=tree", f"height={chance.uniform(7, 14):.1f}")
    for start in (20, 110, 200, 290):
        outline = [
            polar(radius, degrees)
            for radius, degrees in ((370, start), (540, start - 8), (560, start + 70), (372, start + 62))
        ]
        made.way([*outline, outline[0]], "natural=wood")


def main(file: Path) -> None:
    """Write the file."""
    made = Map()
    write_roads(made)
    write_place(made)
    made.lines.sort(key=lambda line: line.startswith("<way"))
    file.write_text("\n".join(['<osm version="0.6">', *made.lines, "</osm>", ""]), encoding="utf-8")
    print(f"wrote {file}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
