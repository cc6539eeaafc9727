"""Ground from above: soils in hillshade with a grid of metres, trees, rocks and buildings."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.plotting.style import channels
from ...ground.objects.objects import KINDS, Objects
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.hillshade import LIGHT, shade_of_slopes
from ...ground.terrain.surface import Surface
from ...world.world import World
from .canvas import NORTH, Camera, Canvas, Pixels
from .vehicle import placed

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

COARSE = 3  # pixels of the picture to one sample of the ground
RELIEF = 2.2  # slopes are drawn so many times steeper
PALE = 0.42  # share of white in the colours of soils
LEVEL = 0.96  # brightness of level ground [1]
CONTOURS = 0.012  # interval of contour lines over the width of the picture, at least [1]
CONTOUR_SHADE = 0.16  # how much darker they are [1]
FLATTEST = 0.01  # slope below which they are drawn no wider [1]
GRID_PIXELS = 36.0  # distance of grid lines at least [pixels]
ROAD, DECK_EDGE = "#c9c4b8", "#4b4943"
CROWNS = {"conifer": ("#35552f", "#4b713c"), "broadleaf": ("#4b6c31", "#66893f"), "rock": ("#6d6a63", "#8b877e")}
ROOF, ROOF_SHADE, ROOF_LINE = "#b08a6c", "#94735a", "#5d4a38"
HOUSE = (0.82, 0.56)  # half length and width of a house, over the radius of its circle


def draw_ground(canvas: Canvas, camera: Camera, world: World) -> None:
    """Cover the canvas with the ground and its objects."""
    is_level = bool(np.ptp(world.terrain.heights) == 0.0)
    if is_level and world.surface.classes.size == 1:
        canvas.cover(_tinted(_colours(world.surface)[world.surface.classes.ravel()], LEVEL)[0])
    else:
        canvas.cover(_relief(world.terrain, world.surface, camera))
    if is_level:
        _draw_grid(canvas, camera)
    for road in world.roads:
        canvas.line(camera.project(road.points), ROAD, width=road.width * camera.scale)
    for deck in world.terrain.decks:
        line, width = camera.project(deck.middle()), camera.scale * deck.width
        canvas.line(line, DECK_EDGE, width=width + 3.0)
        canvas.line(line, ROAD, width=width)
    _draw_objects(canvas, camera, world.objects)


def _relief(terrain: Terrain, surface: Surface, camera: Camera) -> Pixels:
    x, y = camera.ground(-(-camera.width // COARSE), -(-camera.height // COARSE))
    height, east, north = terrain.sample(x, y)
    column, row = (x - surface.x_west) / surface.spacing, (y - surface.y_south) / surface.spacing
    rows, columns = surface.classes.shape
    classes = surface.classes[
        np.clip(row, 0, rows - 1).astype(np.intp), np.clip(column, 0, columns - 1).astype(np.intp)
    ]
    brightness = LEVEL * (0.45 + 0.55 / LIGHT[2] * shade_of_slopes(east, north, exaggeration=RELIEF))
    tinted = _tinted(_colours(surface)[classes], brightness[..., None])
    samples: Singles = np.dstack([tinted, height, np.hypot(east, north)]).astype(np.float32)
    pixels = _enlarged(samples, camera.width, camera.height)
    return (pixels[..., :3] * _contours(pixels[..., 3], pixels[..., 4], camera)[..., None]).astype(np.uint8)


def _contours(height: Singles, slope: Singles, camera: Camera) -> Singles:
    """Return factors of the colours, which are darker on contour lines about a pixel wide."""
    interval = np.float32(step_of(camera.scale, CONTOURS * camera.width))
    above = np.abs(np.mod(height + interval / 2, interval) - interval / 2)  # the nearest line [m]
    away = above * np.float32(camera.scale) / np.maximum(slope, np.float32(FLATTEST))  # [pixels]
    return (1.0 - CONTOUR_SHADE * np.clip(1.4 - away, 0.0, 1.0)).astype(np.float32)


def _tinted(colours: Floats, brightness: Any) -> Pixels:
    pale = PALE * 255.0 + (1.0 - PALE) * colours
    return np.clip(pale * brightness, 0.0, 255.0).astype(np.uint8)


def _colours(surface: Surface) -> Floats:
    return np.array([channels(colour) for colour in surface.colours], np.float64)


def _enlarged(samples: Singles, width: int, height: int) -> Singles:
    """Return samples of (rows, columns, channels) enlarged by linear interpolation."""
    rows, columns = samples.shape[:2]
    enlarged = _between(samples, _places(height, rows), axis=0)
    return _between(enlarged, _places(width, columns), axis=1)


def _places(pixels: int, samples: int) -> Floats:
    """Return the positions of the pixels' middles among the samples, counted from the first one."""
    return np.clip((np.arange(pixels) + 0.5) * samples / pixels - 0.5, 0.0, samples - 1.0)


def _between(values: Singles, places: Floats, *, axis: int) -> Singles:
    first = np.minimum(places.astype(np.intp), values.shape[axis] - 2)
    share = (places - first).astype(np.float32)
    share = share[:, None, None] if axis == 0 else share[None, :, None]
    before, after = np.take(values, first, axis=axis), np.take(values, first + 1, axis=axis)
    return (before + share * (after - before)).astype(np.float32)


def step_of(scale: float, pixels: float) -> float:
    """Return 1, 2 or 5 times a power of ten [m] that is at least so many pixels long."""
    power = 10.0 ** math.floor(math.log10(pixels / scale))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power * scale >= pixels)


def _draw_grid(canvas: Canvas, camera: Camera) -> None:
    step, reach = step_of(camera.scale, GRID_PIXELS), camera.reach
    for middle, is_east in ((camera.x, True), (camera.y, False)):
        for number in range(math.ceil((middle - reach) / step), math.floor((middle + reach) / step) + 1):
            at, ends = number * step, np.array([-reach, reach])
            along, across = np.full(2, at), (camera.y if is_east else camera.x) + ends
            points = np.stack([along, across] if is_east else [across, along], axis=-1)
            canvas.line(camera.project(points), "#ffffff", width=1.6 if number % 5 == 0 else 0.8, alpha=0.42)


def _draw_objects(canvas: Canvas, camera: Camera, objects: Objects) -> None:
    """Draw the objects in the picture, the lowest first; shadows fall to the south-east."""
    reach = camera.reach + float(objects.radius.max(initial=0.0))
    near = np.flatnonzero((abs(objects.x - camera.x) < reach) & (abs(objects.y - camera.y) < reach))
    places = camera.project(np.stack([objects.x[near], objects.y[near]], axis=-1))
    shift = camera.project([(camera.x + 0.25, camera.y - 0.25)])[0] - camera.project([(camera.x, camera.y)])[0]
    for item, place in zip(near.tolist(), places, strict=True):
        radius = float(objects.radius[item]) * camera.scale
        kind = KINDS[int(objects.kind[item])]
        if kind == "building":
            at = float(objects.x[item]), float(objects.y[item]), float(objects.yaw[item])
            _draw_house(canvas, camera, at, float(objects.radius[item]))
            continue
        dark, bright = CROWNS[kind]
        canvas.circle(place + shift * min(3.0, float(objects.height[item]) / 3.0), radius, "#1b2422", alpha=0.22)
        canvas.circle(place, radius, dark)
        light = place + 0.22 * radius * np.array([-1.0, 1.0])
        canvas.circle(light, 0.66 * radius, bright)
        if kind == "conifer":
            canvas.circle(light, 0.3 * radius, "#6c9457")


def _draw_house(canvas: Canvas, camera: Camera, place: tuple[float, float, float], radius: float) -> None:
    length, width = HOUSE[0] * radius, HOUSE[1] * radius
    corners = np.array([(-length, -width), (length, -width), (length, width), (-length, width)])
    halves = corners.copy()
    halves[2:, 1] = 0.0
    shadow = placed(corners, (place[0] + 0.8, place[1] - 0.8, place[2]))
    canvas.polygon(camera.project(shadow), "#1b2422", alpha=0.22)
    canvas.polygon(camera.project(placed(corners, place)), ROOF, line=ROOF_LINE, width=1.2)
    canvas.polygon(camera.project(placed(halves, place)), ROOF_SHADE)
    ridge = np.array([(-length, 0.0), (length, 0.0)])
    canvas.line(camera.project(placed(ridge, place)), ROOF_LINE, width=1.0)


def draw_scale(canvas: Canvas, camera: Camera) -> None:
    """Draw a bar of a round number of metres at the lower left, and an arrow to the north where that is not up."""
    metres = step_of(camera.scale, 60.0)
    end = 14.0 + metres * camera.scale
    canvas.line(np.array([(14.0, 14.0), (end, 14.0)]), "#ffffff", width=5.0, alpha=0.8)
    canvas.line(np.array([(14.0, 14.0), (end, 14.0)]), "#26302d", width=2.2)
    words = f"{metres:g} m"
    label = np.array([(18.0, 25.0), (10.0 + canvas.width_of(words, size=10.0), 25.0)])
    canvas.line(label, "#ffffff", width=13.0, alpha=0.55)
    canvas.text(14.0, 21.0, words, "#26302d", size=10.0)
    if camera.up != NORTH:
        turn = NORTH - camera.up
        ahead = np.array([-math.sin(turn), math.cos(turn)])
        middle = np.array([camera.width - 26.0, 26.0])
        side = np.array([-ahead[1], ahead[0]])
        canvas.circle(middle, 17.0, "#ffffff", alpha=0.75)
        canvas.polygon(np.stack([middle + 13.0 * ahead, middle + 5.0 * side, middle - 5.0 * side]), "#cc3311")
        canvas.polygon(np.stack([middle - 13.0 * ahead, middle - 5.0 * side, middle + 5.0 * side]), "#8b9591")
