"""Draw the moving pictures of the documentation's home page, docs/figures/home/*.webp.

    python tools/pictures/home_pictures.py                     # all
    python tools/pictures/home_pictures.py game learner        # some of: contours, game, learner, learning,
                                                               # research, robot, simulation

Each is a run of the package: a car on a small track, a robot that scans, a task of the learning environments, a fleet
with other friction, two formulas of a car, and the live page in a headless Chromium; the contours behind the page's
head are those of Jacksboro. Beside each there is a still for readers who want nothing to move.
"""

import io
import math
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

import motorpool as mp
from motorpool.base.plotting.style import channels
from motorpool.ground.objects.objects import place_objects
from motorpool.world.sensors.scan import Poses, scan_2d, scan_world

ROOT = Path(__file__).parents[2]
FIGURES = ROOT / "docs" / "figures" / "home"
SIZE = (480, 300)  # of a picture [pixels]
FINE = 3  # drawn so many times as large, for smooth edges
RATE = 15  # pictures a second
INK, GROUND, GRID, DARK_GROUND, MINT, ORANGE = "#26302d", "#dfe4de", "#c9d1c8", "#0f2a1f", "#8fd3a8", "#f4a75c"
LEFT, RIGHT = "#d55e00", "#0072b2"  # as in client/src/playground/colours.ts


def main(names: list[str]) -> None:
    """Draw the named pictures, or all."""
    FIGURES.mkdir(exist_ok=True)
    for name in names or PICTURES:
        PICTURES[name]()


def save(name: str, pictures: list[Image.Image], *, still: int, quality: int = 60, hold: float = 0.0) -> None:
    """Write an animation and its still.

    Args:
        name: of the files.
        pictures: in their order.
        still: index of the picture that is shown where nothing is to move.
        quality: of the compression, to 100.
        hold: how much longer the last picture stays [s].
    """
    small = [picture.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS) for picture in pictures]
    durations = [round(1000 / RATE)] * (len(small) - 1) + [round(1000 / RATE + 1000 * hold)]
    path = FIGURES / f"{name}.webp"
    small[0].save(path, save_all=True, append_images=small[1:], duration=durations, loop=0, quality=quality, method=6)
    small[still].save(FIGURES / f"{name}-still.webp", quality=80, method=6)
    print(f"{path.relative_to(ROOT)}: {len(small)} pictures, {path.stat().st_size / 1000:.0f} kB")


# ---------------------------------------------------------------- a car in a game


BEND, STRAIGHT = 5.6, 10.5  # radius and length of the track's two bends and straights [m]
LAP = 2.0 * (math.pi * BEND + STRAIGHT)  # its length [m]
LOOKAHEAD = 4.2  # [m]


def draw_game() -> None:
    """A car with slipping tyres laps a small track at the limit, by throttle, brake and steering wheel."""
    car = mp.Vehicle("car", x=0.0, y=-BEND, speed=7.0)
    marks: list[tuple[float, float]] = []
    pictures: list[Image.Image] = []
    way = 0.0
    while way < 3.0 * LAP:
        for _ in range(8):
            way = _follow(car, way)
            car.step(1 / (8 * RATE))
            slide = car.lateral_speed - car.yaw_rate * car.rear_axle_offset
            if abs(slide) > 0.7:
                marks += [_placed((car.x, car.y, car.yaw), -car.rear_axle_offset, side) for side in (-0.75, 0.75)]
        if way > 2.0 * LAP:
            pictures.append(_lap(car, marks))
    save("game", pictures, still=len(pictures) // 4, quality=50)


def _track(way: float) -> tuple[float, float]:
    """Return the point of the track's middle that is so far along it from the start [m]."""
    half, way = divmod(way, 0.5 * LAP)
    angle = max(0.0, way - STRAIGHT) / BEND
    x, y = min(way, STRAIGHT) - 0.5 * STRAIGHT + BEND * math.sin(angle), -BEND * math.cos(angle)
    return (x, y) if half % 2 == 0 else (-x, -y)


def _follow(car: Any, way: float) -> float:
    """Steer to a point of the track ahead, and choose the pedals; return how far the car has come."""
    way = min((way + 0.02 * k for k in range(20)), key=lambda at: math.dist(_track(at), (car.x, car.y)))
    x, y = _track(way + LOOKAHEAD)
    bearing = math.atan2(y - car.y, x - car.x) - car.yaw
    car.steer_angle = max(-0.6, min(0.6, math.atan(5.4 * math.sin(bearing) / LOOKAHEAD)))
    is_straight = (way + 1.5) % (0.5 * LAP) < STRAIGHT - 3.0
    wanted = 9.5 if is_straight else 6.9
    car.throttle = max(0.0, min(1.0, wanted - car.speed))
    car.brake = max(0.0, min(1.0, 0.4 * (car.speed - wanted - 0.3)))
    return way


def _lap(car: Any, marks: list[tuple[float, float]]) -> Image.Image:
    scale = 15.5
    sheet = Sheet(scale=scale, centre=(0.0, 0.0), ground="#47714c")
    middle = [_track(0.2 * k) for k in range(round(LAP / 0.2) + 1)]
    for width, colour in ((6.0, "#e8e4d8"), (5.6, "#54585f")):
        for point in middle:
            sheet.dot(point, 0.5 * width * scale, colour)
    for k in range(0, len(middle) - 5, 10):
        sheet.line(middle[k : k + 5], "#8f949b", 1.5)
    for mark in marks:
        sheet.dot(mark, 1.7, "#33363b")
    sheet.box((car.x, car.y, car.yaw), 4.5, 1.8, "#ee7a3f")
    sideslip = math.degrees(math.atan2(car.lateral_speed, car.speed))
    sheet.text((240, 130), f"{car.speed * 3.6:.0f} km/h", "#ffffff", anchor="ma")
    sheet.text((240, 154), f"sideslip {sideslip:.0f}°", "#ffffff", anchor="ma")
    return sheet.picture


# ---------------------------------------------------------------- two formulas


def draw_learner() -> None:
    """Two cars with the same controls: one by six lines, one by the exact circle."""
    cars = [mp.Vehicle(name, wheelbase=2.6) for name in ("bicycle/six-line", "bicycle/arc")]
    ways: list[list[tuple[float, float]]] = [[], []]
    pictures = []
    for frame in range(6 * RATE):
        for car, way in zip(cars, ways, strict=True):
            car.speed, car.steer_angle = 6.0, 0.62 * min(1.0, max(0.0, (frame / RATE - 0.5) / 0.4))
            car.step(dt=1 / RATE)
            way.append((car.x, car.y))
        pictures.append(_two_cars(cars, ways))
    save("learner", pictures, still=-20, hold=1.0)


def _two_cars(cars: list[Any], ways: list[list[tuple[float, float]]]) -> Image.Image:
    sheet = Sheet(scale=22.0, centre=(4.6, 4.6), ground=GROUND)
    for metre in range(-20, 30, 2):
        sheet.line([(metre, -20), (metre, 30)], GRID, 1)
        sheet.line([(-20, metre), (30, metre)], GRID, 1)
    for way, colour, is_dashed in zip(ways, (LEFT, RIGHT), (True, False), strict=True):
        if is_dashed:
            for k in range(0, len(way) - 1, 3):
                sheet.line(way[k : k + 3], colour, 3)
        else:
            sheet.line(way, colour, 3)
    for car, colour in zip(cars, (LEFT, RIGHT), strict=True):
        sheet.box((car.x, car.y, car.yaw), 4.0, 1.8, colour)
    apart = math.dist((cars[0].x, cars[0].y), (cars[1].x, cars[1].y))
    sheet.text((16, 12), "six lines", LEFT)
    sheet.text((16, 36), "exact", RIGHT)
    sheet.text((SIZE[0] - 16, 12), f"{apart:.1f} m apart", INK, anchor="ra")
    return sheet.picture


# ---------------------------------------------------------------- a robot


BEAMS = np.radians(np.linspace(-135.0, 135.0, 271))
REACH = 22.0  # [m]
RING = 14.0  # radius of the robot's way [m]


def draw_robot() -> None:
    """A vehicle drives round between trees and parked ones, and scans what is around it."""
    turn = np.linspace(0.0, 2.0 * np.pi, 9, endpoint=False)
    away = np.resize([4.0, 9.0, 7.0], turn.size)
    terrain = mp.Terrain.flat(size=200.0)
    x, y, radius = away * np.cos(turn), away * np.sin(turn), np.resize([0.8, 1.3], turn.size)
    trees = place_objects(terrain, x=x, y=y, radius=radius, height=4.0)
    world = mp.World(fleets=["M998", ("car", 4)], terrain=terrain, objects=trees)
    parked = np.array([0.35, 1.9, 3.5, 5.0])
    x, y = (19.0 * part(parked) for part in (np.cos, np.sin))
    pictures: list[Image.Image] = []
    for at in np.linspace(0.0, 2.0 * np.pi, 6 * RATE, endpoint=False):
        places = np.array([[RING * np.cos(at), *x], [RING * np.sin(at), *y], [at + 0.5 * np.pi, *(parked + 1.4)]])
        world.place_vehicles(slice(None), *places)
        pictures.append(_scan(world))
    save("robot", pictures, still=20, quality=40)


def _scan(world: mp.World) -> Image.Image:
    v = world.vehicles
    ranges = scan_2d(scan_world(world), _scanner(v), BEAMS, max_range=REACH)[0]
    here, angles = (float(v.x[0]), float(v.y[0])), BEAMS + v.yaw[0]
    ends = [
        (here[0] + r * math.cos(a), here[1] + r * math.sin(a))
        for r, a in zip(np.minimum(ranges, REACH), angles, strict=True)
    ]
    sheet = Sheet(scale=6.2, centre=(0.0, 0.0), ground=DARK_GROUND)
    sheet.area([here, *ends], "#17493a")
    for x, y, radius in zip(world.objects.x, world.objects.y, world.objects.radius, strict=True):
        sheet.dot((x, y), radius * 6.2, "#3f7d58")
    for i in range(world.count):
        sheet.box((v.x[i], v.y[i], v.yaw[i]), 4.6, 2.0, ORANGE if i == 0 else "#7d8b86")
    for end, found in zip(ends, ranges, strict=True):
        if np.isfinite(found):
            sheet.dot(end, 2.0, MINT)
    sheet.text((16, 12), f"{np.isfinite(ranges).sum()} of {BEAMS.size} beams return", "#dff3e7")
    return sheet.picture


def _scanner(vehicles: Any) -> Poses:
    x, y, z, *attitude = (column[:1] for column in vehicles.pose)
    return Poses(x, y, z + 1.0, *attitude, vehicles.vehicle_id[:1])


# ---------------------------------------------------------------- a driver that learns


def draw_learning() -> None:
    """The picture of a learning task, cut to the size of the others."""
    task = Image.open(ROOT / "docs" / "figures" / "task-BackTrailer-v0.webp")
    pictures = []
    for number in range(task.n_frames):
        task.seek(number)
        pictures.append(task.convert("RGB").crop((0, 0, *SIZE)))
    save("learning", pictures, still=len(pictures) // 2, quality=50)


# ---------------------------------------------------------------- a fleet


def draw_research() -> None:
    """Three thousand cars on roads of other friction, some faster than others, make the same turn of the wheel."""
    count, draw = 3000, np.random.default_rng(1)
    friction = np.sort(draw.uniform(0.15, 1.0, count))
    speed = draw.normal(20.0, 2.0, count)
    fleet = mp.Fleet("single-track", count, friction=friction, sliding_friction=0.9 * friction, speed=speed, x=-20.0)
    colours = [_between(ORANGE, MINT, share) for share in (friction - friction[0]) / (friction[-1] - friction[0])]
    pictures = []
    for frame in range(6 * RATE):
        pictures.append(_cloud(fleet.state, colours, frame))
        fleet.control.steer_angle[:] = 0.0 if frame < RATE else 0.11
        fleet.step(dt=1 / (8 * RATE), steps=8)
    save("research", pictures, still=-25, hold=0.8, quality=40)


def _cloud(state: Any, colours: list[str], frame: int) -> Image.Image:
    sheet = Sheet(scale=3.4, centre=(42.0, 22.0), ground=DARK_GROUND)
    for metre in range(-100, 200, 10):
        sheet.line([(metre, -100), (metre, 200)], "#1a3a2d", 1)
        sheet.line([(-100, metre), (200, metre)], "#1a3a2d", 1)
    for x, y, colour in zip(state.x, state.y, colours, strict=True):
        sheet.dot((x, y), 1.5, colour)
    sheet.text((16, 12), "3 000 cars, one turn of the wheel", "#dff3e7")
    sheet.text((16, 36), "on ice", ORANGE)
    sheet.text((70, 36), "on asphalt", MINT)
    sheet.text((SIZE[0] - 16, 12), f"{frame / RATE:.1f} s", "#dff3e7", anchor="ra")
    return sheet.picture


def _between(first: str, second: str, share: float) -> str:
    ends = zip(channels(first), channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in ends)


class Sheet:
    """A picture seen from above, drawn larger than it is shown."""

    def __init__(self, *, scale: float, centre: tuple[float, float], ground: str) -> None:
        self.picture = Image.new("RGB", (SIZE[0] * FINE, SIZE[1] * FINE), ground)
        self._draw = ImageDraw.Draw(self.picture)
        self._scale, self._centre = scale * FINE, centre

    def line(self, points: Iterable[tuple[float, float]], colour: str, width: float) -> None:
        """Draw a line through points [m], so many pixels wide."""
        self._draw.line([self._at(point) for point in points], colour, round(width * FINE), joint="curve")

    def area(self, points: Iterable[tuple[float, float]], colour: str) -> None:
        """Fill a polygon of points [m]."""
        self._draw.polygon([self._at(point) for point in points], colour)

    def dot(self, point: tuple[float, float], radius: float, colour: str) -> None:
        """Draw a dot of a radius in pixels."""
        (x, y), r = self._at(point), radius * FINE
        self._draw.ellipse((x - r, y - r, x + r, y + r), colour)

    def box(self, pose: tuple[float, float, float], length: float, width: float, colour: str) -> None:
        """Draw a car with a windscreen: its pose, length and width [m]."""
        for ahead, behind, half, fill in (
            (0.5 * length, -0.5 * length, 0.5 * width, colour),
            (0.22 * length, 0.08 * length, 0.4 * width, "#1b2422"),
        ):
            corners = [(ahead, half), (ahead, -half), (behind, -half), (behind, half)]
            self._draw.polygon([self._at(_placed(pose, *corner)) for corner in corners], fill, "#ffffff")

    def text(self, place: tuple[float, float], words: str, colour: str, anchor: str = "la") -> None:
        """Write at a place in pixels."""
        font = ImageFont.load_default(size=15 * FINE)
        self._draw.text((place[0] * FINE, place[1] * FINE), words, colour, font, anchor)

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        width, height = self.picture.size
        x, y = self._centre
        return 0.5 * width + (point[0] - x) * self._scale, 0.5 * height - (point[1] - y) * self._scale


def _placed(pose: tuple[float, float, float], ahead: float, left: float) -> tuple[float, float]:
    x, y, yaw = pose
    return x + ahead * math.cos(yaw) - left * math.sin(yaw), y + ahead * math.sin(yaw) + left * math.cos(yaw)


# ---------------------------------------------------------------- the live page


FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
HIDDEN = ".motorpool > :not(canvas) { display: none !important }"


def draw_simulation() -> None:
    """A convoy on the live page, from the roadside, until each truck is where the one before it was.

    The world makes as many steps as pass between two pictures, however long a picture takes.
    """
    from crowd_picture import show
    from playwright.sync_api import sync_playwright

    from motorpool.app.viewer import Viewer
    from motorpool.world.scenario import load

    world = load("convoy").build()
    world.run(seconds=40.0)
    camera = roadside(world, 3)
    with Viewer(world, port=0) as viewer, sync_playwright() as session:
        viewer.pacer.pause()
        browser = session.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        page = browser.new_page(viewport={"width": 720, "height": 450}, bypass_csp=True)
        page.set_default_timeout(120_000)
        page.goto(f"{viewer.url}?quality=low&fps=4")
        page.wait_for_function("() => window.motorpool?.state().connected && window.motorpool.vehicles().length > 5")
        page.add_style_tag(content=HIDDEN)
        show(page, **camera)
        page.wait_for_timeout(4000)  # the surroundings come
        pictures = []
        for _ in range(round(followed_after(world, 3) * RATE)):
            for _ in range(60 // RATE):
                world.step()
            page.wait_for_function("time => window.motorpool.state().time >= time", arg=world.time - 0.5 * world.dt)
            page.wait_for_timeout(100)  # the page draws a moment behind
            show(page, **camera)
            pictures.append(Image.open(io.BytesIO(page.screenshot(type="png"))))
        browser.close()
    save("simulation", pictures, still=0, quality=45)


def roadside(world: mp.World, first: int) -> dict[str, float]:
    """Return the place of a camera beside the way, ahead of a vehicle, that looks back."""
    v = world.vehicles
    x, y, yaw = (float(column[first]) for column in (v.x, v.y, v.yaw))
    ahead, left = 9.0, 6.5
    return {
        "x": x + ahead * math.cos(yaw) - left * math.sin(yaw),
        "y": y + ahead * math.sin(yaw) + left * math.cos(yaw),
        "z": 3.4,
        "yaw": yaw + math.pi + 0.3,
        "elevation": -0.1,
    }


def followed_after(world: mp.World, first: int) -> float:
    """Return the time until the next vehicle is where this one is [s]."""
    v = world.vehicles
    gap = math.hypot(v.x[first] - v.x[first + 1], v.y[first] - v.y[first + 1])
    return float(gap / v.speed[first])


# ---------------------------------------------------------------- contours


def draw_contours() -> None:
    """Contours of Jacksboro, for the ground behind the page's head."""
    from contourpy import contour_generator

    terrain = mp.load_terrain("jacksboro")
    east, north = np.linspace(-6000, 6000, 200), np.linspace(-2500, 2500, 84)
    x, y = np.meshgrid(east, north)
    height = np.asarray(terrain.sample(x.ravel(), y.ravel())[0]).reshape(x.shape)
    lines = contour_generator(x, y, height)
    paths = []
    for level in np.arange(height.min() + 40, height.max(), 40.0):
        for line in lines.lines(float(level)):
            if len(line) > 12:
                points = np.rint((line * (1, -1) + (6000, 2500)) / 7.5).astype(int)
                kept = points[np.r_[True, np.any(np.diff(points, axis=0) != 0, axis=1)]][::2]
                paths.append("M" + " ".join(f"{a} {b}" for a, b in kept))
    body = f'<path d="{"".join(paths)}" fill="none" stroke="#8fd3a8" stroke-opacity=".13" stroke-width="1.2"/>'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 667">{body}</svg>\n'
    path = ROOT / "docs" / "assets" / "contours.svg"
    path.write_text(text, encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {len(text) / 1000:.0f} kB")


PICTURES: dict[str, Callable[[], None]] = {
    "contours": draw_contours,
    "game": draw_game,
    "learner": draw_learner,
    "learning": draw_learning,
    "research": draw_research,
    "robot": draw_robot,
    "simulation": draw_simulation,
}

if __name__ == "__main__":
    main(sys.argv[1:])
