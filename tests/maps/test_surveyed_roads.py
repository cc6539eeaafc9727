"""Roads that bring their own heights: the ground has them, along and across, whatever the grade."""

import math
from pathlib import Path

import numpy as np
import pytest
from opendrive_files import geometry, lane, road, section, write

from motorpool.errors import TerrainError
from motorpool.ground.terrain.decks import surface_heights
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import save_terrain
from motorpool.maps import grade_separation
from motorpool.maps.opendrive import read_opendrive
from motorpool.maps.road_surfaces import corners
from motorpool.maps.world_folder import MapWorld, make_world

LENGTH = 300.0
LEVEL = 0.01  # of the ground at a post on a road, from the height of the file [m]


def record(tag: str, start: float, values: np.ndarray, at: str = "s", more: str = "") -> str:
    a, b, c, d = values.tolist()
    return f'<{tag} {at}="{start}" {more}a="{a!r}" b="{b!r}" c="{c!r}" d="{d!r}"/>'


class StraightRoad:
    """Straight road with random heights, superelevation or crossfall, lane heights and lane sections."""

    def __init__(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.yaw, (self.x, self.y) = chance.uniform(-math.pi, math.pi), chance.uniform(-50.0, 50.0, 2)
        self.elevation = [(0.0, chance.uniform(-1, 1, 4) * (9.0, 0.2, 5e-4, 1e-6)) for _ in range(2)]
        self.elevation[1] = 150.0, self.elevation[1][1]
        value, slope, _ = self.along(self.elevation, 150.0 - 1e-9)
        self.elevation[1][1][:2] = value, slope  # without a step
        self.bank = chance.uniform(-0.1, 0.1, 4) * (1.0, 3e-3, 0.0, 0.0) * (seed % 3 == 0)
        self.falls = chance.uniform(0.0, 0.06, 2) * (seed % 3 == 1)  # to the left and to the right
        self.sections = []
        for start in (0.0, 130.0):
            widths = chance.uniform(2.5, 4.0, (2, 2))
            heights = chance.uniform(0.0, 0.3, (2, 2, 2)) * (seed % 3 == 2)
            self.sections.append((start, widths, heights))

    @staticmethod
    def along(records, s):
        start, (a, b, c, d) = max((each for each in records if each[0] <= s), key=lambda each: each[0])
        ds = s - start
        return a + ds * (b + ds * (c + ds * d)), b + ds * (2 * c + 3 * d * ds), ds

    def height(self, s: float, t: float) -> float:
        """Return z by the formulas of the standard; beyond the carriageway by the slope of its outermost lane."""
        _, widths, heights = max((each for each in self.sections if each[0] <= s), key=lambda each: each[0])
        side, far, inner, extra = int(t < 0.0), abs(t), 0.0, 0.0
        for number, width in enumerate(widths[side]):
            if far <= inner + width or number == 1:
                share = (far - inner) / width
                extra = heights[side, number] @ (1.0 - share, share)
                break
            inner += width
        z, grade, _ = self.along(self.elevation, s)
        bank = self.bank @ (1.0, s, 0.0, 0.0) - math.copysign(self.falls[side], t)
        return z + t * math.sin(bank) * math.cos(math.atan(grade)) + extra

    def position(self, s: float, t: float) -> tuple[float, float]:
        bank = self.bank @ (1.0, s, 0.0, 0.0) - math.copysign(self.falls[int(t < 0.0)], t)
        forward = -t * math.sin(bank) * math.sin(math.atan(self.along(self.elevation, s)[1]))
        left, cosine, sine = t * math.cos(bank), math.cos(self.yaw), math.sin(self.yaw)
        return self.x + cosine * (s + forward) - sine * left, self.y + sine * (s + forward) + cosine * left

    def height_at(self, x: float, y: float) -> float:
        """Return z at a position; it neglects that a steep, banked cross section leans along the road."""
        cosine, sine = math.cos(self.yaw), math.sin(self.yaw)
        s = cosine * (x - self.x) + sine * (y - self.y)
        t = cosine * (y - self.y) - sine * (x - self.x)
        side = int(t < 0.0)
        bank = self.bank @ (1.0, s, 0.0, 0.0) - math.copysign(self.falls[side], t)
        return self.height(min(max(s, 0.0), LENGTH), t / math.cos(bank))

    def middles(self) -> list[tuple[float, float]]:
        found = []
        for s in np.arange(15.0, LENGTH - 15.0, 2.3).tolist():
            _, widths, _ = max((each for each in self.sections if each[0] <= s), key=lambda each: each[0])
            found += [(s, sign * (0.5 * w[0])) for sign, w in ((1, widths[0]), (-1, widths[1]))]
            found += [(s, sign * (w[0] + 0.5 * w[1])) for sign, w in ((1, widths[0]), (-1, widths[1]))]
        return found

    def file(self, folder: Path) -> Path:
        sections = ""
        for start, widths, heights in self.sections:
            lanes = [
                lane(sign * (number + 1), width=widths[side, number], more=(
                    f'<height sOffset="0" inner="{heights[side, number, 0]}" outer="{heights[side, number, 1]}"/>'))
                for side, sign in ((0, 1), (1, -1)) for number in (0, 1)
            ]  # fmt: skip
            sections += section(*lanes, s=start)
        falls = ["left", "right"]
        lateral = record("superelevation", 0.0, self.bank) if self.bank.any() else ""
        if self.falls.any():
            lateral += "".join(
                record("crossfall", 0.0, np.array([fall, 0, 0, 0]), more=f'side="{side}" ')
                for side, fall in zip(falls, self.falls, strict=True)
            )
        profile = "".join(record("elevation", start, values) for start, values in self.elevation)
        more = f"<elevationProfile>{profile}</elevationProfile><lateralProfile>{lateral}</lateralProfile>"
        plan = geometry("<line/>", x=self.x, y=self.y, heading=self.yaw, length=LENGTH)
        return write(folder, road(plan, lanes=sections, more=more))


def ground(made: MapWorld, x, y) -> np.ndarray:
    """Return heights of the finished ground at positions of the file."""
    terrain = made.terrain
    x, y = np.asarray(x, float) - terrain.origin_easting, np.asarray(y, float) - terrain.origin_northing
    return np.asarray(terrain.sample(x, y)[0])


@pytest.mark.parametrize("seed", range(6))
def test_lanes_have_the_heights_of_the_file_as_near_as_posts_can(seed: int, tmp_path: Path):
    """The law: at most 1 cm, and the error of bilinear interpolation of the file's own surface at the posts around."""
    made, wanted = make_world(read_opendrive(StraightRoad(seed).file(tmp_path)), spacing=3.0), StraightRoad(seed)
    terrain = made.terrain
    points = wanted.middles()
    x, y = np.array([wanted.position(*point) for point in points]).T
    z = np.array([wanted.height(*point) for point in points])
    shift = np.array([terrain.origin_easting, terrain.origin_northing])
    post, weight = corners(terrain, x - shift[0], y - shift[1])
    row, column = np.divmod(post, terrain.columns)
    px, py = terrain.x_west + column * 3.0 + shift[0], terrain.y_south + row * 3.0 + shift[1]
    posts = np.vectorize(wanted.height_at)(px, py)
    cost = np.abs((weight * posts).sum(axis=1) - z)
    error = np.abs(ground(made, x, y) - z)
    assert (error - cost).max() < LEVEL


def profile(*records: tuple[float, float, float]) -> str:
    """Return an elevation profile of straight pieces: start, height, grade."""
    made = "".join(record("elevation", start, np.array([a, b, 0.0, 0.0])) for start, a, b in records)
    return f"<elevationProfile>{made}</elevationProfile>"


@pytest.mark.parametrize("grade", [0.3, -0.45])
def test_a_road_steeper_than_any_limit_keeps_its_heights(grade: float, tmp_path: Path):
    more = profile((0.0, 5.0, 0.0), (100.0, 5.0, grade), (150.0, 5.0 + 50.0 * grade, 0.0))
    made = make_world(read_opendrive(write(tmp_path, road(geometry("<line/>", length=300.0), more=more))), spacing=2.0)
    assert ground(made, [110, 125, 140, 160], 0 * np.arange(4)) == pytest.approx(
        5.0 + grade * np.array([10, 25, 40, 50]), abs=LEVEL
    )
    assert f"up to {100 * abs(grade):.0f} % steep" in dict(made.rows())["roads"]
    assert not made.notes
    (note,) = make_world(read_opendrive(tmp_path / "made.xodr"), spacing=15.0).notes
    assert "posts are 15 m apart; a smaller --spacing brings it nearer" in note  # at the two kinks


def test_a_lane_without_superelevation_is_level_from_its_neighbour_on(tmp_path: Path):
    level = lane(-2, width=4.0).replace("<lane ", '<lane level="true" ')
    more = f"<lateralProfile>{record('superelevation', 0.0, np.array([0.1, 0, 0, 0]))}</lateralProfile>"
    lanes = section(lane(1), lane(-1), level)
    place = read_opendrive(write(tmp_path, road(geometry("<line/>", length=100.0), lanes=lanes, more=more)))
    surface = place.network.sections[0].surface
    assert surface is not None
    edge = -3.5 * np.sin(0.1)
    assert surface[0, :, 2] == pytest.approx([-edge, -0.5 * edge, 0.0, 0.0, 0.5 * edge, edge, edge, edge, edge])


def test_the_ground_between_two_roads_is_an_even_slope(tmp_path: Path):
    low = road(geometry("<line/>", length=400.0), more=profile((0.0, 0.0, 0.0)))
    high = road(geometry("<line/>", y=200.0, length=400.0), id="2", more=profile((0.0, 10.0, 0.0)))
    made = make_world(read_opendrive(write(tmp_path, low, high)))
    y = np.arange(0.0, 201.0, 4.0)
    z = ground(made, np.full(len(y), 200.0), y)
    assert z[[0, -1]] == pytest.approx([0.0, 10.0], abs=LEVEL)
    assert np.diff(z).max() / 4.0 < 0.065
    assert z[len(z) // 2] == pytest.approx(5.0, abs=0.3)


@pytest.mark.parametrize("level", [0.0, 6.0])
def test_ground_of_an_elevation_model_stays_away_from_the_road(level: float, tmp_path: Path):
    pyproj = pytest.importorskip("pyproj")
    assert pyproj
    head = "<geoReference><![CDATA[+proj=utm +zone=32 +datum=WGS84 +units=m]]></geoReference>"
    head += '<offset x="500000" y="5000000" z="0" hdg="0"/>'
    more = profile((0.0, 5.0, 0.0), (100.0, 5.0, 0.1))
    file = write(tmp_path, road(geometry("<line/>", length=300.0), more=more), header=head)
    model = Terrain.from_heights(
        np.full((80, 120), level), 10.0, crs="EPSG:32632", origin_easting=500150.0, origin_northing=5000000.0
    )
    save_terrain(model, tmp_path / "model.npz")
    made = make_world(read_opendrive(file), tmp_path / "model.npz")
    x, y = np.array([10, 200, 150, 150, 290]) + 500000.0, np.array([0, 0, 80, -80, 70]) + 5000000.0
    assert ground(made, x, y) == pytest.approx([5.0, 15.0, level, level, level], abs=LEVEL)


def crossing_roads(angle: float, *, grades: tuple[float, float], apart: float, cross: str = "") -> tuple[str, str]:
    """Return two roads of 500 m that cross in their middles, the second one higher by ``apart``."""
    low = road(geometry("<line/>", length=500.0), more=profile((0.0, -250.0 * grades[0], grades[0])) + cross)
    x, y = 250.0 - 250.0 * math.cos(angle), -250.0 * math.sin(angle)
    over = geometry("<line/>", x=x, y=y, heading=angle, length=500.0)
    return low, road(over, id="2", more=profile((0.0, apart - 250.0 * grades[1], grades[1])))


def drawn(made: MapWorld) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return points along each section, 3 m apart, and the height of the surface there that carries the section."""
    found = []
    for each in made.network.sections:
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(each.points[:, :2], axis=0).T))])
        points = np.column_stack(
            [np.interp(np.arange(0.0, along[-1], 3.0), along, each.points[:, axis]) for axis in range(3)]
        )
        found.append((points, surface_heights(made.terrain, *points.T)))
    return found


def is_one_surface(made: MapWorld, grade: float) -> None:
    """Assert that every section lies on a surface at its own height, no steeper than it is."""
    for points, z in drawn(made):
        assert z == pytest.approx(points[:, 2], abs=0.07)  # at a crest by posts 6 m apart
        assert np.abs(np.diff(z)).max() / 3.0 < grade + 0.02


@pytest.mark.parametrize("seed", range(5))
def test_the_upper_one_of_two_roads_over_each_other_lies_on_a_deck(seed: int, tmp_path: Path):
    chance = np.random.default_rng(seed)
    grades, apart = chance.uniform(-0.04, 0.04, 2), float(chance.choice([-7.0, 4.0, 9.0]))
    cross = f"<lateralProfile>{record('superelevation', 0.0, np.array([0.08, 0, 0, 0]))}</lateralProfile>"
    cross = cross if seed % 2 else ""
    roads = crossing_roads(chance.uniform(0.5, 2.6), grades=tuple(grades), apart=apart, cross=cross)
    made = make_world(read_opendrive(write(tmp_path, *roads)))
    is_one_surface(made, np.abs(grades).max())
    assert made.profiles.crossings == 1
    assert len(made.terrain.decks) == 1
    assert made.terrain.decks[0].name == ("road 2" if apart > 0.0 else "road 1")
    assert made.notes[0].startswith("1 crossing at different heights: ")
    assert f"up to {100 * made.profiles.steepest:.0f} % steep" in dict(made.rows())["roads"]
    assert made.profiles.steepest == pytest.approx(np.abs(grades).max(), abs=0.02)


def test_three_roads_over_each_other_have_three_levels(tmp_path: Path):
    low = road(geometry("<line/>", length=400.0), more=profile((0.0, 0.0, 0.0)))
    over = road(straight_north(200.0), id="2", more=profile((0.0, 6.0, 0.0)))
    top = road(geometry("<line/>", x=60.0, y=-140.0, heading=0.25 * math.pi, length=400.0), id="3",
               more=profile((0.0, 12.0, 0.0)))  # fmt: skip
    made = make_world(read_opendrive(write(tmp_path, low, over, top)))
    assert made.profiles.crossings == 3
    is_one_surface(made, 0.0)
    x, y = 200.0 - made.terrain.origin_easting, 0.0 - made.terrain.origin_northing
    assert surface_heights(made.terrain, *np.array([[x] * 3, [y] * 3, [0.5, 6.5, 11.5]])) == pytest.approx([0, 6, 12])


def test_a_road_between_two_others_at_different_heights_does_not_become_a_wall(tmp_path: Path):
    low = road(geometry("<line/>", length=400.0), more=profile((0.0, 0.0, 0.0)))
    over = road(straight_north(170.0), id="2", more=profile((0.0, 6.0, 0.0)))
    under = road(straight_north(230.0), id="3", more=profile((0.0, -6.0, 0.0)))
    made = make_world(read_opendrive(write(tmp_path, low, over, under)))
    assert made.profiles.crossings == 2
    is_one_surface(made, 0.0)


def straight_north(x: float) -> str:
    return geometry("<line/>", x=x, y=-200.0, heading=0.5 * math.pi, length=400.0)


def test_a_road_that_crosses_itself_is_led_over_itself(tmp_path: Path):
    radius = 40.0
    turn = 1.5 * math.pi * radius
    plan = (
        geometry("<line/>", length=200.0)
        + geometry(f'<arc curvature="{1 / radius}"/>', s=200.0, x=200.0, length=turn)
        + geometry("<line/>", s=200.0 + turn, x=200.0 - radius, y=radius, heading=1.5 * math.pi, length=200.0)
    )
    more = profile((0.0, 8.0, 0.0), (200.0, 8.0, -8.0 / turn), (200.0 + turn, 0.0, 0.0))
    made = make_world(read_opendrive(write(tmp_path, road(plan, more=more))))
    assert made.profiles.crossings == 1
    is_one_surface(made, 8.0 / turn)


def test_roads_over_each_other_all_the_way_have_two_levels(tmp_path: Path):
    low = road(geometry("<line/>", length=400.0), more=profile((0.0, 0.0, 0.0)))
    deck = road(geometry("<line/>", x=-50.0, y=1.0, length=500.0), id="2", more=profile((0.0, 6.0, 0.0)))
    made = make_world(read_opendrive(write(tmp_path, low, deck)))
    assert made.profiles.crossings == 1
    is_one_surface(made, 0.0)


def test_decks_continue_behind_a_node(tmp_path: Path):
    low = road(geometry("<line/>", length=400.0), more=profile((0.0, 0.0, 0.0)))
    links = '<link><successor elementType="road" elementId="3" contactPoint="start"/></link>'
    first = road(geometry("<line/>", x=200.0, y=-200.0, heading=0.5 * math.pi, length=202.0), id="2",
                 more=profile((0.0, 6.0, 0.0)) + links)  # fmt: skip
    second = road(geometry("<line/>", x=200.0, y=2.0, heading=0.5 * math.pi, length=198.0), id="3",
                  more=profile((0.0, 6.0, 0.0)))  # fmt: skip
    made = make_world(read_opendrive(write(tmp_path, low, first, second)))
    is_one_surface(made, 0.0)


def test_crossings_at_different_heights_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    place = read_opendrive(write(tmp_path, *crossing_roads(1.5, grades=(0.0, 0.0), apart=5.0)))
    monkeypatch.setattr(grade_separation, "MOST_CROSSINGS", 0)
    with pytest.raises(TerrainError, match="cut a part out of it"):
        make_world(place)
    monkeypatch.setattr(grade_separation, "MOST_CROSSINGS", 1)
    monkeypatch.setattr(grade_separation, "MOST_COMPARED", 5)
    with pytest.raises(TerrainError, match="cut a part out of it"):
        make_world(place)
