"""Occupancy maps of Nav2 become obstacles of a world, and obstacles of a world an occupancy map."""

import math
import random
from pathlib import Path

import numpy as np
import pytest
from command_line import answered
from mutations import changed_bytes

import motorpool as mp
from motorpool.errors import MotorpoolError, TerrainError, WorldError
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.surface import Surface
from motorpool.maps.images import read_image
from motorpool.maps.occupancy.cover import cover
from motorpool.maps.occupancy.reading import Occupancy, read_cells, read_occupancy
from motorpool.maps.occupancy.writing import Wanted, occupancy_of, write_occupancy
from motorpool.maps.world_folder import make_world, read_map, write_world

ABOUT = "image: map.pgm\nresolution: {resolution}\norigin: [{x}, {y}, {yaw}]\nnegate: 0\n"


def room(rows: int = 60, columns: int = 80) -> np.ndarray:
    """Return a room with walls of one cell, a block in it, and single cells; rows from the top."""
    cells = np.zeros((rows, columns), bool)
    cells[[0, -1]] = cells[:, [0, -1]] = True
    cells[10:18, 12:30] = True
    cells[[-9, -8, -7], [50 % columns, 51 % columns, 52 % columns]] = True
    return cells


def write_map(folder: Path, levels: np.ndarray, text: str = "", **values: float) -> Path:
    rows, columns = levels.shape
    head = f"P5\n# CREATOR: a program\n{columns} {rows}\n255\n".encode()
    (folder / "map.pgm").write_bytes(head + levels.astype(np.uint8).tobytes())
    about = ABOUT.format(**({"resolution": 0.05, "x": 0.0, "y": 0.0, "yaw": 0.0} | values))
    path = folder / "map.yaml"
    path.write_text(about + text)
    return path


def levels_of(occupied: np.ndarray) -> np.ndarray:
    return np.where(occupied, 0, 254)


def within(circles: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return the cells whose middles are in circles."""
    y, x = np.mgrid[: shape[0], : shape[1]] + 0.5
    hit = np.zeros(shape, bool)
    for east, north, radius in circles:
        hit |= np.hypot(x - east, y - north) <= radius
    return hit


@pytest.mark.parametrize("reach", [1.0, 2.0, 6.5])
@pytest.mark.parametrize("share", [0.02, 0.5])
def test_circles_cover_every_occupied_cell_and_reach_no_farther_than_said(reach: float, share: float):
    cells = room() | (np.random.default_rng(3).uniform(size=(60, 80)) < share)
    circles = cover(cells, reach=reach, largest=20.0)
    assert not (cells & ~within(circles, cells.shape)).any()
    assert len(circles) < cells.sum()
    rows, columns = np.nonzero(cells)
    for angle in np.linspace(0.0, math.tau, 16):
        x, y = circles[:, 0] + circles[:, 2] * np.cos(angle), circles[:, 1] + circles[:, 2] * np.sin(angle)
        away = np.hypot(x[:, None] - columns - 0.5, y[:, None] - rows - 0.5).min(axis=1)
        assert away.max() <= reach + math.sqrt(2.0)


def test_large_areas_become_few_circles():
    cells = np.ones((256, 256), bool)
    assert len(cover(cells, reach=2.0, largest=100.0)) < 2000
    assert len(cover(np.zeros((9, 9), bool), reach=2.0, largest=9.0)) == 0


@pytest.mark.parametrize(
    ("mode", "expected"), [("trinary", "#?..?"), ("scale", "#...."), ("raw", "..#??")], ids=["trinary", "scale", "raw"]
)
def test_modes_are_those_of_map_server(tmp_path: Path, mode: str, expected: str):
    levels = np.array([[0, 205, 254, 255, 128]] if mode != "raw" else [[0, 99, 100, 205, 255]])
    if mode == "scale":
        levels[0, 1:] = (205, 254, 255, 128)
    cells = read_cells(write_map(tmp_path, levels, f"mode: {mode}\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"))
    words = np.where(cells.occupied, "#", np.where(cells.unknown, "?", "."))
    assert "".join(words[0]) == expected


def test_negated_maps_and_other_images_are_read(tmp_path: Path):
    image = pytest.importorskip("PIL.Image")
    occupied = room()
    path = write_map(tmp_path, levels_of(occupied))
    plain = read_cells(path)
    assert np.array_equal(plain.occupied[::-1], occupied)
    path.write_text(ABOUT.format(resolution=0.05, x=0, y=0, yaw=0).replace("map.pgm", "./map.png"))
    grey = levels_of(occupied).astype(np.uint8)
    alpha = np.full(grey.shape, 255, np.uint8)
    for made in (
        image.fromarray(grey), image.fromarray(grey).convert("1"), image.fromarray(grey).convert("P"),
        image.fromarray(np.dstack([grey] * 3)), image.fromarray(np.dstack([grey] * 3 + [alpha])),
        image.fromarray(grey.astype(np.uint16) * 257),
    ):  # fmt: skip
        made.save(tmp_path / "map.png")
        assert np.array_equal(read_cells(path).occupied, plain.occupied), made.mode
    path.write_text(path.read_text().replace("negate: 0", "negate: true"))
    image.fromarray(255 - grey).save(tmp_path / "map.png")
    assert np.array_equal(read_cells(path).occupied, plain.occupied)


def test_transparent_pixels_are_unknown_in_mode_scale(tmp_path: Path):
    image = pytest.importorskip("PIL.Image")
    path = write_map(tmp_path, np.zeros((1, 1)), "mode: scale\n")
    path.write_text(path.read_text().replace("map.pgm", "map.png"))
    image.fromarray(np.array([[[0, 255], [0, 0]]], np.uint8), "LA").save(tmp_path / "map.png")
    cells = read_cells(path)
    assert cells.occupied.tolist() == [[True, False]]
    assert cells.unknown.tolist() == [[False, True]]


def test_plain_and_deep_pgm_images_are_read(tmp_path: Path):
    path = tmp_path / "a.pgm"
    path.write_bytes(b"P2 # a comment\n3 1\n#another\n1000\n0 500\n2000\n")
    found = read_image(path)
    assert (found.colours.ravel().tolist(), found.white) == ([0, 500, 1000], 1000)
    path.write_bytes(b"P5 2 1 65535\n" + np.array([1, 65_535], ">u2").tobytes())
    assert read_image(path).colours.ravel().tolist() == [1, 65_535]


def test_positions_of_the_world_are_those_of_the_map(tmp_path: Path):
    """The origin is the lower left corner of the image, turned by its yaw."""
    cells = np.zeros((20, 40), bool)
    cells[-1, 10] = True  # at the bottom
    yaw = 0.3
    path = write_map(tmp_path, levels_of(cells), resolution=0.5, x=30.0, y=-70.0, yaw=yaw)
    made = make_world(read_map(path))
    x, y = 30.0 + math.cos(yaw) * 5.25 - math.sin(yaw) * 0.25, -70.0 + math.sin(yaw) * 5.25 + math.cos(yaw) * 0.25
    np.testing.assert_allclose([made.objects.table.x, made.objects.table.y], [[x], [y]], atol=1e-9)
    np.testing.assert_allclose(made.objects.table.radius, 0.5 * math.sqrt(0.5))


def test_unknown_space_is_free_or_occupied_as_chosen(tmp_path: Path):
    levels = np.full((40, 40), 254)
    levels[:, 20:] = 205
    path = write_map(tmp_path, levels, resolution=1.0)
    assert len(read_occupancy(path).things) == 0
    things = read_occupancy(path, unknown="occupied").things
    circles = np.column_stack([things.points, things.radius])
    assert within(circles, levels.shape)[::-1][:, 20:].all()
    with pytest.raises(TerrainError, match="must be free or occupied"):
        read_occupancy(path, unknown="maybe")
    done = answered("terrain", "--map", path, "--unknown", "occupied", "--out", tmp_path / "world")
    assert done.returncode == 0, done
    assert len((tmp_path / "world" / "objects.csv").read_text().splitlines()) == 1 + len(things)


def test_a_map_of_roads_has_no_unknown_space(tmp_path: Path):
    (tmp_path / "a.osm").write_text("<osm version='0.6'></osm>")
    with pytest.raises(TerrainError, match="openstreetmap, which has no unknown"):
        read_map(tmp_path / "a.osm", unknown="free")


def test_occupied_cells_are_occupied_in_the_map_of_the_world(tmp_path: Path):
    """There and back again, in the same frame, and nearly nothing else is occupied."""
    occupied = room()
    path = write_map(tmp_path, levels_of(occupied), resolution=0.1, x=-3.0, y=-2.0)
    scenario = write_world(make_world(read_map(path)), tmp_path / "world", picture=False)
    out = tmp_path / "again.yaml"
    area = "-3,-2,5,4"
    words = ("occupancy", scenario, "--out", out, "--resolution", "0.1", "--area", area)
    done = answered(*words)
    assert done.returncode == 0, done
    again: Occupancy = read_cells(out)
    assert (again.settings.x, again.settings.y, again.settings.yaw) == (-3.0, -2.0, 0.0)
    again_occupied = again.occupied[::-1]
    assert again_occupied.shape == occupied.shape
    assert not (occupied & ~again_occupied).any()
    rows, columns = np.nonzero(occupied)
    for row, column in np.argwhere(again_occupied & ~occupied):
        assert np.hypot(rows - row, columns - column).min() <= 2.5
    assert "--force" in answered(*words).stderr
    assert answered(*words, "--force").returncode == 0


def test_steep_and_impassable_ground_is_occupied_by_choice():
    heights = np.tile(np.maximum(np.arange(-10.0, 11.0), 0.0) * 10.0, (21, 1))  # 45 degrees in the east
    terrain = mp.Terrain.from_heights(heights, 10.0)
    classes = np.zeros((2, 2), np.uint8)
    surface = Surface(classes, 100.0, -100.0, -100.0).with_row("water", (0.01, 0.01, 1, 1, 0, 0.01, 0))
    lake = surface.classes.copy()
    lake[0, 0] = surface.names.index("water")  # in the south-west
    surface = Surface(lake, 100.0, -100.0, -100.0, surface.names, surface.table, surface.colours)
    world = mp.World(fleets=[("bicycle", 1)], terrain=terrain, surface=surface)
    free = occupancy_of(world, resolution=5.0)
    steep = occupancy_of(world, resolution=5.0, wanted=Wanted(steep_deg=30.0))
    lost = occupancy_of(world, resolution=5.0, wanted=Wanted(impassable=True))
    assert not free.any()
    assert steep[:, 24:].all()
    assert not steep[:, :18].any()
    assert lost[:20, :20].all()
    assert lost.sum() == 400


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"resolution": 0.01}, "400 million; at most 100 million are written: choose a larger --resolution"),
        ({"resolution": 0.0}, "must be from 0.001 to 100 m"),
        ({"resolution": 1.0, "area": (-10.0, 5.0, 10.0, 5.0)}, "west, south, east, north within the terrain"),
        ({"resolution": 1.0, "area": (-1e9, -5.0, 10.0, 5.0)}, "west, south, east, north within the terrain"),
    ],
)
def test_a_map_that_cannot_be_is_refused(options: dict, expected: str):
    world = mp.World(fleets=[("bicycle", 1)], terrain=mp.Terrain.flat(size=200.0))
    with pytest.raises(WorldError, match=expected):
        occupancy_of(world, **options)


def test_a_small_object_is_not_lost_between_the_middles_of_cells(tmp_path: Path):
    terrain = mp.Terrain.flat(size=100.0)
    one = place_objects(terrain, x=[10.9], y=[-3.1], radius=[0.2], height=[1.0], yaw=[0.0], kind=[0])
    world = mp.World(fleets=[("bicycle", 1)], terrain=terrain, objects=one)
    cells = occupancy_of(world, resolution=1.0)
    assert np.argwhere(cells).tolist() == [[46, 60]]
    write_occupancy(tmp_path / "it's.yaml", cells, resolution=1.0, west=-50.0, south=-50.0)
    assert np.array_equal(read_cells(tmp_path / "it's.yaml").occupied, cells)


def test_the_first_vehicle_has_room_in_the_free_space(tmp_path: Path):
    path = write_map(tmp_path, levels_of(room()), resolution=0.3, x=5.0, y=5.0)
    world = mp.load_map(path).build()
    world.run(seconds=1.0)
    assert 5.0 < world.vehicles.x[0] < 29.0
    assert 5.0 < world.vehicles.y[0] < 23.0
    assert mp.load_map(write_map(tmp_path, levels_of(room()))).vehicle_count == 1  # a small one in a small room


REFUSED = {
    "image: map.pgm\n": "is no map by its suffix|has image, resolution and origin",
    "image: /etc/map.pgm\nresolution: 1\norigin: [0, 0, 0]\n": "only a file beside it is read: put the image there",
    "image: ../map.pgm\nresolution: 1\norigin: [0, 0, 0]\n": "write image: 'map.pgm'",
    "image: a/map.pgm\nresolution: 1\norigin: [0, 0, 0]\n": "only a file beside it is read",
    "image: 'C:\\\\map.pgm'\nresolution: 1\norigin: [0, 0, 0]\n": "only a file beside it is read",
    "image: ..\nresolution: 1\norigin: [0, 0, 0]\n": "only a file beside it is read|is a folder",
    "image: [1]\nresolution: 1\norigin: [0, 0, 0]\n": "the image is '\\[1\\]'; it must be the name of a file",
    "image: missing.pgm\nresolution: 1\norigin: [0, 0, 0]\n": "missing.pgm cannot be read",
    "image: map.yaml\nresolution: 1\norigin: [0, 0, 0]\n": "map.yaml",
    "image: map.pgm\nresolution: .nan\norigin: [0, 0, 0]\n": "resolution is 'nan'; it must be a number from",
    "image: map.pgm\nresolution: 0\norigin: [0, 0, 0]\n": "resolution is '0'",
    "image: map.pgm\nresolution: yes\norigin: [0, 0, 0]\n": "resolution is 'yes'",
    "image: map.pgm\nresolution: 1\norigin: 7\n": "the origin is '7'; it must be \\[x, y, yaw\\]",
    "image: map.pgm\nresolution: 1\norigin: [0, .inf, 0]\n": "y is 'inf'",
    "image: map.pgm\nresolution: 1\norigin: [0, 0, a]\n": "yaw is 'a'",
    "image: map.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 2\n": "negate is '2'; it must be 0 or 1",
    "image: map.pgm\nresolution: 1\norigin: [0, 0, 0]\nmode: x\n": "the mode is 'x'; it must be trinary, scale or raw",
    "image: map.pgm\nresolution: 1\norigin: [0, 0, 0]\noccupied_thresh: 0.1\n": "occupied_thresh 0.1 is less",
    "image: map.pgm\nresolution: 1\norigin: [0, 0, 0]\nfree_thresh: -1\n": "free_thresh is '-1'",
    "image: map.pgm\nresolution: 100\norigin: [0, 0, 0]\norigin: [1, 0, 0]\n": "given twice",
    "image: &a [*a]\nresolution: 1\norigin: [0, 0, 0]\n": "map.yaml",
    "image: !!python/object/apply:os.system [x]\nresolution: 1\norigin: [0, 0, 0]\n": "map.yaml",
    "resolution: [\nimage: x\norigin: 1\n": "this is no YAML",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_wrong_file_is_refused_in_one_sentence(tmp_path: Path, text: str):
    path = write_map(tmp_path, levels_of(room()))
    path.write_text(text)
    with pytest.raises(TerrainError, match=REFUSED[text]) as refused:
        read_map(path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"P5 2 2 255\n\0\0\0", "has 3 of its 2 x 2 pixels"),
        (b"P2 2 2 255\n1 2 x 4", "text between its levels that is no number"),
        (b"P2 2 2 255\n1 2 3", "has 3 of its 2 x 2 pixels"),
        (b"P5 2 2 70000\n\0\0\0\0", "white 70000"),
        (b"P5 2 2 0\n\0\0\0\0", "white 0"),
        (b"P5 99999 99999 255\n", "may have 1 to 16 million"),
        (b"P5 0 9 255\n", "image of 0 x 9 pixels"),
        (b"P5 " + b"#" * 70_000, "width, height and white are missing"),
        (b"P6 1 1 255\n\0\0\0", "neither a PNG nor a grey PGM"),
        (b"\x89PNG\r\n\x1a\n", "damaged PNG"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0" + bytes(9), "damaged PNG"),
        (b"", "neither a PNG nor a grey PGM"),
    ],
)
def test_a_wrong_image_is_refused_in_one_sentence(tmp_path: Path, content: bytes, expected: str):
    path = write_map(tmp_path, levels_of(room()))
    (tmp_path / "map.pgm").write_bytes(content)
    with pytest.raises(TerrainError, match=expected) as refused:
        read_map(path)
    assert "\n" not in str(refused.value)


def test_damaged_maps_and_images_end_in_a_map_or_a_sentence(tmp_path: Path):
    image = pytest.importorskip("PIL.Image")
    chance = random.Random(8)
    grey = image.fromarray(levels_of(room(20, 30)).astype(np.uint8))
    path = write_map(tmp_path, levels_of(room(20, 30)))
    text, plain = path.read_bytes(), (tmp_path / "map.pgm").read_bytes()
    contents = [plain]
    for made in (grey, grey.convert("RGBA"), grey.convert("P")):
        made.save(tmp_path / "a.png")
        contents.append((tmp_path / "a.png").read_bytes())
    answers = {"read": 0, "refused": 0}
    for number in range(240):
        path.write_bytes(changed_bytes(text, chance) if number % 4 == 0 else text)
        content = contents[number % len(contents)]
        (tmp_path / "map.pgm").write_bytes(changed_bytes(content, chance) if number % 3 else content)
        answer = "read"
        try:
            read_map(path)
        except MotorpoolError as error:
            answer = str(error)
        assert "\n" not in answer
        answers["read" if answer == "read" else "refused"] += 1
    assert min(answers.values()) > 20, answers
