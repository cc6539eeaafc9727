"""Draws docs/figures/lessons/NAME-light.svg and NAME-dark.svg, the drawings of the lessons.

    python tools/pictures/lesson_drawings.py

Positions come from the motion models. A test compares the files with what this script draws.
"""

import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import motorpool as mp

FIGURES = Path(__file__).parents[2] / "docs" / "figures" / "lessons"
WIDTH = 480  # of each drawing [pixels]
GRAVITY = 9.81  # [m/s^2]

Point = tuple[float, float]


class Palette(NamedTuple):
    """Colours of a drawing."""

    ground: str
    ink: str
    quiet: str
    blue: str
    orange: str
    green: str
    red: str
    body: str


PALETTES = {
    "light": Palette("#eef2ee", "#26302d", "#7d8a84", "#0072b2", "#d55e00", "#007a59", "#cc3311", "#b9d3e4"),
    "dark": Palette("#26312d", "#e3eae6", "#93a39b", "#35a2e8", "#f08228", "#2bc999", "#ff6a4d", "#274e66"),
}


class Drawing:
    """An SVG drawing with metres as units, x to the right and y up.

    Args:
        palette: colours.
        height: of the drawing [pixels].
        scale: [pixels/m].
        origin: place of the point (0, 0) in the drawing, from the top left [pixels].
    """

    def __init__(self, palette: Palette, height: int, scale: float, origin: Point) -> None:
        self.palette = palette
        self.scale = scale
        self.origin = origin
        self.height = height
        self.parts = [f'<rect width="{WIDTH}" height="{height}" rx="12" fill="{palette.ground}"/>']

    def at(self, point: Point) -> Point:
        """Return the place of a point in the drawing [pixels]."""
        return self.origin[0] + self.scale * point[0], self.origin[1] - self.scale * point[1]

    def line(
        self, points: Iterable[Point], colour: str, width: float = 2.0, dash: str = "", fill: str = "none"
    ) -> None:
        """Draw a line through points, closed and filled if ``fill`` is a colour."""
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, points))
        kind = "polyline" if fill == "none" else "polygon"
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<{kind} points="{places}" fill="{fill}" stroke="{colour}" stroke-width="{width}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dashed}/>'
        )

    def dot(self, point: Point, colour: str, radius: float = 5.0) -> None:
        """Draw a dot; ``radius`` is in pixels."""
        x, y = self.at(point)
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}"/>')

    def cross(self, point: Point, colour: str) -> None:
        """Draw a cross."""
        reach = 6.0 / self.scale
        for sign in (1, -1):
            ends = [(point[0] + side * reach, point[1] + sign * side * reach) for side in (-1, 1)]
            self.line(ends, colour, 2.5)

    def arrow(self, start: Point, end: Point, colour: str, width: float = 3.0) -> None:
        """Draw an arrow."""
        self.line([start, end], colour, width)
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        size = 11.0 / self.scale
        barbs = [
            (end[0] - size * math.cos(angle + side), end[1] - size * math.sin(angle + side)) for side in (0.45, -0.45)
        ]
        self.line([barbs[0], end, barbs[1]], colour, width)

    def text(self, point: Point, words: str, colour: str = "", anchor: str = "middle", *, italic: bool = False) -> None:
        """Write words; ``point`` is the middle of their height, at the end that ``anchor`` names."""
        x, y = self.at(point)
        style = ' font-style="italic" font-family="Georgia, serif"' if italic else ""
        size = 20 if italic else 16
        self.parts.append(
            f'<text x="{x:.1f}" y="{y + 5.5:.1f}" text-anchor="{anchor}" font-size="{size}"{style}'
            f' fill="{colour or self.palette.ink}">{words}</text>'
        )

    def wheel(self, point: Point, angle: float, length: float = 0.75, width: float = 0.3) -> None:
        """Draw a wheel from above at an angle [rad]."""
        ink = self.palette.ink
        self.line(turned([(length / 2 * a, width / 2 * b) for a, b in CORNERS], point, angle), ink, 1, fill=ink)

    def car(self, place: Point, yaw: float, steer_angle: float, length: float = 4.2, width: float = 1.8) -> None:
        """Draw a car from above with one wheel on each axle; ``place`` is the middle of its wheelbase."""
        corners = turned([(length / 2 * a, width / 2 * b) for a, b in CORNERS], place, yaw)
        self.line(corners, self.palette.blue, 2, fill=self.palette.body)
        for ahead, angle in ((-1.35, 0.0), (1.35, steer_angle)):
            self.wheel(turned([(ahead, 0.0)], place, yaw)[0], yaw + angle)

    def svg(self, title: str) -> str:
        """Return the text of the file."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}"'
        head += f' height="{self.height}" font-family="system-ui, sans-serif">\n<title>{title}</title>\n'
        return head + "\n".join(self.parts) + "\n</svg>\n"


CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def turned(points: Iterable[Point], place: Point, angle: float) -> list[Point]:
    """Return points that are turned by an angle [rad] and moved to a place."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return [(place[0] + x * cosine - y * sine, place[1] + x * sine + y * cosine) for x, y in points]


def circle_points(centre: Point, radius: float, start: float = 0.0, end: float = math.tau) -> list[Point]:
    """Return points of an arc of a circle between two directions [rad]."""
    angles = [start + (end - start) * i / 72 for i in range(73)]
    return [(centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles]


def circle(palette: Palette) -> Drawing:
    """Lesson 1: the lines of both axles meet in the centre; radius, wheelbase and angle are a triangle."""
    wheelbase, angle = 2.7, math.radians(28)
    radius = wheelbase / math.tan(angle)
    drawing = Drawing(palette, 330, 52.0, (400.0, 245.0))
    rear, front, centre = (0.0, 0.0), (0.0, wheelbase), (-radius, 0.0)
    drawing.line(circle_points(centre, radius, -0.35, 1.1), palette.quiet, 2, "2 6")
    drawing.car((0.0, wheelbase / 2), math.pi / 2, angle)
    drawing.line([(0.9, 0.0), centre], palette.orange, 2.5)
    beyond = turned([(0.9, 0.0)], front, angle)[0]
    drawing.line([beyond, centre], palette.orange, 2.5)
    drawing.line([rear, front], palette.green, 3)
    drawing.line([(-0.35, 0.0), (-0.35, 0.35), (0.0, 0.35)], palette.ink, 1.5)
    drawing.line(circle_points(centre, 1.5, 0.0, angle), palette.ink, 1.5)
    ahead = [front, (front[0], front[1] + 1.35)]
    drawing.line(ahead, palette.ink, 1.5, "3 4")
    drawing.line([front, turned([(1.35, 0.0)], front, math.pi / 2 + angle)[0]], palette.ink, 1.5, "3 4")
    drawing.line(circle_points(front, 1.1, math.pi / 2, math.pi / 2 + angle), palette.ink, 1.5)
    drawing.dot(centre, palette.orange, 6)
    drawing.text((-radius, 0.45), "centre")
    drawing.text((-radius / 2 - 0.6, -0.4), "line of the rear axle", palette.orange)
    drawing.text((-radius / 2 + 0.6, 0.35), "R", palette.orange, italic=True)
    drawing.text((0.3, 0.85), "L", palette.green, italic=True)
    drawing.text((-radius + 1.95, 0.45), "δ", italic=True)
    drawing.text((-0.4, wheelbase + 1.4), "δ", italic=True)
    drawing.text((-radius * 0.62, 2.05), "line of the front axle", palette.orange)
    return drawing


def frame_rate(palette: Palette) -> Drawing:
    """Lesson 2: half a circle by three and six straight pieces, and by the arc."""
    speed, turn_rate, seconds = 5.0, math.radians(60), 3.0
    drawing = Drawing(palette, 330, 33.0, (70.0, 60.0))
    exact = mp.Vehicle("arc", forward_speed=speed, yaw_rate=turn_rate)
    way = [(exact.x, exact.y)]
    for _ in range(60):
        exact.step(dt=seconds / 60)
        way.append((exact.x, exact.y))
    shown = lambda points: [(y, -x) for x, y in points]  # north to the right, so that it is wide  # noqa: E731
    drawing.line(shown(way), palette.blue, 4)
    for pieces, dash in ((3, ""), (6, "6 5")):
        points = straight_pieces(speed, turn_rate, seconds, pieces)
        drawing.line(shown(points), palette.orange, 2.5, dash)
        for point in shown(points):
            drawing.dot(point, palette.orange, 4)
    start = shown([(0.0, 0.0)])[0]
    drawing.text((start[0] - 0.2, start[1] + 0.75), "start", anchor="start")
    end = shown(way)[-1]
    drawing.text((end[0] - 0.1, end[1] + 0.75), "right place", palette.blue)
    drawing.text((4.77, -1.9), "blue: the exact bend", palette.blue)
    drawing.text((4.77, -1.1), "orange: 3 and 6 straight pieces", palette.orange)
    return drawing


def straight_pieces(speed: float, turn_rate: float, seconds: float, count: int) -> list[Point]:
    """Return the corners of a way by straight pieces."""
    points, yaw, dt = [(0.0, 0.0)], 0.0, seconds / count
    for _ in range(count):
        x, y = points[-1]
        points.append((x + speed * dt * math.cos(yaw), y + speed * dt * math.sin(yaw)))
        yaw += turn_rate * dt
    return points


def tank(palette: Palette) -> Drawing:
    """Lesson 3: two tracks on two circles about one centre."""
    gauge, left, right = 2.8, 2.0, 4.0
    radius = (left + right) / 2 / ((right - left) / gauge)
    drawing = Drawing(palette, 330, 44.0, (310.0, 220.0))
    centre = (-radius, 0.0)
    for way in (radius - gauge / 2, radius + gauge / 2):
        drawing.line(circle_points(centre, way, -0.3, 1.0), palette.quiet, 2, "2 6")
    hull = [(1.0 * a, 1.9 * b) for a, b in CORNERS]
    drawing.line(hull, palette.blue, 2, fill=palette.body)
    for side in (-1, 1):
        belt = [(side * gauge / 2 + 0.3 * a, 2.2 * b) for a, b in CORNERS]
        drawing.line(belt, palette.ink, 2, fill=palette.quiet)
    drawing.line([centre, (gauge / 2, 0.0)], palette.orange, 2.5)
    for side, speed in ((-1, left), (1, right)):
        drawing.arrow((side * gauge / 2, 0.0), (side * gauge / 2, speed), palette.green, 4)
    drawing.dot(centre, palette.orange, 6)
    drawing.text((-radius, -0.5), "centre")
    drawing.text((-radius / 2 - 0.8, 0.4), "R", palette.orange, italic=True)
    drawing.text((-gauge / 2 - 0.5, 1.5), left_right("left"), palette.green, "end")
    drawing.text((gauge / 2 + 0.3, 3.4), left_right("right"), palette.green, "start")
    drawing.line([(-gauge / 2, -1.45), (gauge / 2, -1.45)], palette.ink, 1.5)
    drawing.text((0.0, -1.15), "b", italic=True)
    return drawing


def left_right(side: str) -> str:
    """Return the words of a track's arrow."""
    return f"{side} {'2' if side == 'left' else '4'} m/s"


def tyres(palette: Palette) -> Drawing:
    """Lesson 4: the push that a circle of 18.6 m needs, over the speed, and what three grounds give."""
    radius, top = 18.6, 17.0
    drawing = Drawing(palette, 330, 1.0, (62.0, 280.0))
    place = lambda speed, push: (22.5 * speed, 23.0 * push)  # noqa: E731
    drawing.arrow((0.0, 0.0), place(top + 1.0, 0.0), palette.ink, 1.5)
    drawing.arrow((0.0, 0.0), place(0.0, 10.8), palette.ink, 1.5)
    for speed in (4, 8, 12, 16):
        drawing.text((22.5 * speed, -16.0), str(speed))
        drawing.line([(22.5 * speed, 0.0), (22.5 * speed, -5.0)], palette.ink, 1.5)
    for push in (2, 4, 6, 8):
        drawing.text((-14.0, 23.0 * push), str(push))
        drawing.line([(0.0, 23.0 * push), (-5.0, 23.0 * push)], palette.ink, 1.5)
    drawing.text((190.0, -38.0), "speed [m/s]")
    drawing.text((10.0, 252.0), "acceleration [m/s²]", anchor="start")
    for name, grip, colour in (
        ("dry asphalt", 0.85, palette.blue),
        ("packed snow", 0.2, palette.orange),
        ("ice", 0.1, palette.green),
    ):
        drawing.line([place(0.0, grip * GRAVITY), place(top, grip * GRAVITY)], colour, 2.5)
        drawing.text((22.5 * top, 23.0 * grip * GRAVITY + 13.0), name, colour, anchor="end")
        drawing.dot(place(math.sqrt(grip * GRAVITY * radius), grip * GRAVITY), palette.red, 6)
    last = math.sqrt(10.0 * radius)
    curve = [place(last * i / 40, (last * i / 40) ** 2 / radius) for i in range(41)]
    drawing.line(curve, palette.red, 3)
    drawing.text((100.0, 115.0), "the circle needs", palette.red)
    return drawing


def parked(palette: Palette) -> Drawing:
    """Lesson 5: the weight of a parked car, its two parts, and the friction that holds it."""
    angle = math.atan(0.35)
    drawing = Drawing(palette, 360, 42.0, (250.0, 180.0))
    road = turned([(-5.4, 0.0), (5.4, 0.0)], (0.0, 0.0), angle)
    drawing.line([*road, (road[1][0], road[0][1])], palette.quiet, 2, fill=palette.body)
    drawing.line(circle_points(road[0], 2.6, 0.0, angle), palette.ink, 1.5)
    drawing.text((road[0][0] + 3.0, road[0][1] + 0.28), "α", italic=True)
    outline = [
        (-2.1, 0.35),
        (-2.1, 0.85),
        (-1.7, 0.95),
        (-1.1, 1.45),
        (0.3, 1.45),
        (1.1, 0.95),
        (2.1, 0.8),
        (2.1, 0.35),
    ]
    drawing.line(turned(outline, (0.0, 0.0), angle), palette.blue, 2, fill=palette.blue)
    for axle in (-1.3, 1.3):
        drawing.dot(turned([(axle, 0.36)], (0.0, 0.0), angle)[0], palette.ink, 0.38 * drawing.scale)
    middle = turned([(0.0, 0.7)], (0.0, 0.0), angle)[0]
    weight = 3.9
    down = (middle[0], middle[1] - weight)
    along = turned([(-weight * math.sin(angle), 0.0)], middle, angle)[0]
    drawing.arrow(middle, down, palette.ink, 3)
    drawing.text((down[0] - 0.2, down[1] + 0.3), "weight", anchor="end")
    drawing.line([along, down], palette.ink, 1.5, "3 4")
    drawing.arrow(middle, along, palette.orange, 4)
    pressed = turned([(0.0, -weight * math.cos(angle))], middle, angle)[0]
    drawing.line([middle, pressed], palette.quiet, 1.5, "3 4")
    drawing.line([pressed, down], palette.ink, 1.5, "3 4")
    drawing.text((pressed[0] + 0.3, pressed[1] + 0.1), "pressure", palette.ink, anchor="start")
    drawing.text((middle[0] - 2.9, middle[1] + 1.1), "pull", palette.orange)
    drawing.line([(middle[0] - 2.4, middle[1] + 0.95), (along[0] + 0.1, along[1] + 0.15)], palette.orange, 1.2)
    foot = turned([(1.3, 0.0)], (0.0, 0.0), angle)[0]
    up = turned([(1.3 + weight * math.sin(angle), 0.0)], (0.0, 0.0), angle)[0]
    drawing.arrow(foot, up, palette.green, 4)
    drawing.text((1.2, -0.5), "friction, as", palette.green, "start")
    drawing.text((1.2, -1.0), "large as the pull", palette.green, "start")
    return drawing


def avoiding(palette: Palette) -> Drawing:
    """Lesson 6: five arcs before two posts; the green one ends nearest to the target of the free ones."""
    drawing = Drawing(palette, 330, 29.0, (75.0, 165.0))
    posts, start = ((9.0, 0.0), (10.0, 4.5)), (0.0, 0.0)
    for angle in (-20, -10, 0, 10, 20):
        way, is_free = tried_way(angle, posts)
        colour = palette.green if angle == -10 else palette.quiet
        drawing.line(way, colour, 5 if angle == -10 else 2)
        if not is_free:
            drawing.cross(way[-1], palette.red)
    for post in posts:
        drawing.line(circle_points(post, 1.9), palette.red, 1.2, "3 4")
        drawing.dot(post, palette.red, 0.5 * drawing.scale)
    drawing.car(start, 0.0, math.radians(-10))
    drawing.text((11.1, -1.7), "too near", palette.red, "start")
    drawing.text((9.4, -3.0), "taken", palette.green, "start")
    drawing.arrow((12.2, 0.0), (13.5, 0.0), palette.ink, 2)
    drawing.text((12.7, 0.6), "target")
    return drawing


def tried_way(angle: float, posts: Iterable[Point]) -> tuple[list[Point], bool]:
    """Return the way of a steer angle [deg] up to the first post, and whether it stays free for 12 m."""
    car = mp.Vehicle("bicycle", speed=1.0, steer_angle=math.radians(angle))
    way = [(car.x, car.y)]
    for _ in range(24):
        car.step(dt=0.5)
        if min(math.dist((car.x, car.y), post) for post in posts) < 1.9:
            return way, False
        way.append((car.x, car.y))
    return way, True


DRAWINGS: dict[str, Callable[[Palette], Drawing]] = {
    "circle": circle,
    "frame-rate": frame_rate,
    "tank": tank,
    "tyres": tyres,
    "parked": parked,
    "avoiding": avoiding,
}


def texts() -> dict[Path, str]:
    """Return the text of each file."""
    return {
        FIGURES / f"{name}-{scheme}.svg": draw(palette).svg((draw.__doc__ or "").partition(": ")[2].rstrip("."))
        for name, draw in DRAWINGS.items()
        for scheme, palette in PALETTES.items()
    }


if __name__ == "__main__":
    FIGURES.mkdir(parents=True, exist_ok=True)
    for path, text in texts().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(FIGURES.parents[2]))
