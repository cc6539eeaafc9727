"""The lessons: their parts, their numbers, their formulas beside the package's functions, and their demonstrations."""

import contextlib
import io
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe import wcag_issues
from pages import DESK, wait_until

import motorpool as mp
from motorpool.ground.terrain.surface import rows_of

ROOT = Path(__file__).parents[2]
import lesson_drawings  # noqa: E402

LESSONS = ("circle", "frame-rate", "tank", "tyres", "parked", "avoiding")
DOCS = ROOT / "docs"
DIMENSIONS = ("wheelbase", "front_axle_offset", "rear_axle_offset", "track_gauge", "friction", "sliding_friction")
PHONE = {"width": 390, "height": 844}
G = 9.81  # [m/s^2]
VEHICLE = mp.Vehicle
RUNNABLE = re.compile(
    r"^```python\n(?P<text>.*?)^```\n\n``` \{[^\n]*\"It prints\" \}\n(?P<printed>.*?)^```", re.M | re.S
)
FORMULA = re.compile(r"\$\$(.*?)\$\$", re.S)
LETTER = re.compile(r"\\Delta t|(?:\\[a-z]+|[A-Za-z])(?:_(?:\\text\{max\}|[a-z]))?")
NO_LETTERS = {r"\frac", r"\sqrt", r"\tan", r"\sin", r"\cos", r"\quad", r"\pi", r"\le"}
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)")


def text_of(name: str) -> str:
    """Return the text of a lesson."""
    return (DOCS / "lessons" / f"{name}.md").read_text(encoding="utf-8")


def prose_of(name: str) -> str:
    """Return a lesson without programs, formulas, links' addresses, drawings and references to other lessons."""
    text = re.sub(r"^```.*?^```", "", text_of(name), flags=re.M | re.S)
    text = re.sub(r"<div.*?</div>|!\[.*?\]\(.*?\)|\$\$.*?\$\$|`[^`]*`", "", text, flags=re.S)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"^\d\. ", "", text, flags=re.M)
    text = re.sub(r"(?i)lesson \d( of 6, about \d+ minutes)?|thesis of \d+", "", text)
    return re.sub(r"\$[^$\n]*\$", "", text).replace("−", "-")


@pytest.fixture(scope="module")
def outputs() -> dict[str, list[tuple[str, str]]]:
    """What the programs of each lesson print here, and what stands in the page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mp, "Vehicle", unusual_vehicle)
        return {name: run_programs(name) for name in LESSONS}


def unusual_vehicle(model: str, **given: float) -> mp.Vehicle:
    """Return a vehicle with other dimensions and another grip than usual, unless the lesson gives them."""
    vehicle = VEHICLE(model, **given)
    for name in DIMENSIONS:
        if hasattr(vehicle, name) and name not in given:
            setattr(vehicle, name, 1.05 * getattr(vehicle, name))
    return vehicle


def run_programs(name: str) -> list[tuple[str, str]]:
    """Run the programs of a lesson; return what each prints here, and what stands in the page."""
    names: dict[str, Any] = {}
    found = []
    for match in RUNNABLE.finditer(text_of(name)):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(match["text"], names)
        found.append((printed.getvalue(), match["printed"]))
    return found


# ------------------------------------------------------------ the parts of a lesson


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_all_its_parts(name: str) -> None:
    text, place = text_of(name), LESSONS.index(name)
    assert f"*Lesson {place + 1} of 6, about " in text
    assert text.count('data-demo="lesson-') == 1
    assert text.index('data-demo="lesson-') < text.index("**Experiment.**")
    assert "## A question" in text
    assert "<details markdown>\n<summary>Answer</summary>" in text
    assert len(RUNNABLE.findall(text)) == text.count("```python") >= 1
    for scheme in ("light", "dark"):
        assert f"../figures/lessons/{name}-{scheme}.svg#only-{scheme})" in text
    following = text[text.index("## Read next") :]
    if place + 1 < len(LESSONS):
        assert f"]({LESSONS[place + 1]}.md)" in following


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_at_most_three_formulas_and_explains_every_letter_with_its_unit(name: str) -> None:
    text = text_of(name)
    formulas = FORMULA.findall(text)
    assert 1 <= len(formulas) <= 3
    rows = re.findall(r"^\| (\$.*\$) \| (.+) \| (.+) \|$", text, re.M)
    explained = {letter for letters, words, unit in rows if words.strip() and unit.strip() for letter in found(letters)}
    used = {letter for formula in formulas for letter in found(formula)}
    assert used - explained == set()
    assert explained - used == set(), "a letter that no formula uses"


def found(latex: str) -> set[str]:
    """Return the letters of a formula."""
    return set(LETTER.findall(latex.replace("'", ""))) - NO_LETTERS


def test_learn_is_the_path_of_the_lessons_in_the_order_of_the_navigation() -> None:
    page = (DOCS / "learn.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d)\. \[(.+)\]\(lessons/([\w-]+)\.md\) \| (\d+) \| (.+) \|$", page, re.M)
    assert [row[2] for row in rows] == list(LESSONS)
    assert [row[2] for row in rows] == re.findall(r'"lessons/([\w-]+)\.md"', (ROOT / "zensical.toml").read_text())
    for number, title, name, minutes, ability in rows:
        assert text_of(name).startswith(f"# {title}\n\n*Lesson {number} of 6, about {minutes} minutes.")
        assert ability.strip()


def test_the_drawings_are_what_the_script_draws() -> None:
    """Else run: python tools/pictures/lesson_drawings.py."""
    for path, text in lesson_drawings.texts().items():
        assert path.read_text(encoding="utf-8") == text, path.name


# ------------------------------------------------------------ the numbers


@pytest.mark.parametrize("name", LESSONS)
def test_the_programs_print_what_stands_below_them_from_the_dimensions_that_they_give(
    name: str, outputs: dict[str, list[tuple[str, str]]]
) -> None:
    for printed, shown in outputs[name]:
        assert shown == printed
        assert NUMBER.search(shown)


def circle_radius(wheelbase: float, degrees: float) -> float:
    """Return the radius of lesson 1 [m]."""
    return wheelbase / math.tan(math.radians(degrees))


RADIUS = circle_radius(2.7, 20)
GRADE = math.atan(0.2)
SHORTER = circle_radius(2.6, 8)  # of the rear axle in lesson 4 [m]
MIDDLE = math.hypot(SHORTER, 1.4)  # of the centre of mass in lesson 4 [m]
TURNING = 1 - 3  # difference of the tracks' speeds of lesson 3's question [m/s]
# Numbers of the prose that are chosen (speeds, angles, places), and those that follow from them.
CHOSEN = {
    "circle": {"10", "20", "1", "2.7", "360", "4", "5.4"},
    "frame-rate": {"60", "10", "0.1", "1", "0", "90", "2", "5", "3", "20", "30"},
    "tank": {"3", "2", "0", "2.8", "4", "1"},
    "tyres": {"8", "10", "12", "14", "16", "15", "50", "0.85", "0.1", "0.6", "9.81", "2.6", "1.4"},
    "parked": {"10", "60", "80", "90", "100", "1", "1500", "20", "0.85", "0.1", "9.81"},
    "avoiding": {"30", "12", "20", "0.5", "1.4", "2.7", "1", "0.85", "5", "15", "0.1", "9.81", "2"},
}
COMPUTED: dict[str, dict[str, float]] = {
    "circle": {
        "15.31": circle_radius(2.7, 10),
        "7.42": RADIUS,
        "0.364": math.tan(math.radians(20)),
        "6.28": math.tau,
        "57.3": math.degrees(1.0),
        "0.539": 4.0 / RADIUS,
        "30.9": math.degrees(4.0 / RADIUS),
        "11.7": math.tau * RADIUS / 4.0,
        "14.84": circle_radius(5.4, 20),
    },
    "frame-rate": {
        "0.50": 5.0 / 10,
        "2.5": 5.0 / 2,
        "8": 100 * 5.0 / 60,  # [cm]
        "0.5": 5.0 / 10,
        "0.33": 20.0 / 60,
        "0.67": 20.0 / 30,
    },
    "tank": {
        "82": math.degrees(4.0 / 2.8),
        "1.40": 0.5 * 2.8,
        "0.71": abs(TURNING / 2.8),
        "2.8": 2.0 / abs(TURNING / 2.8),
    },
    "tyres": {
        "18.5": SHORTER,
        "18.6": MIDDLE,
        "19": MIDDLE,
        "17.2": math.sqrt(0.6 * G * 50),
        "62": 3.6 * math.sqrt(0.6 * G * 50),
        "7.0": math.sqrt(0.1 * G * 50),
        "25": 3.6 * math.sqrt(0.1 * G * 50),
        "0.41": math.sqrt(1 / 6),
    },
    "parked": {
        "11.3": math.degrees(GRADE),
        "2886": 1500 * G * math.sin(GRADE),
        "12265": 0.85 * 1500 * G * math.cos(GRADE),
        "5.7": math.degrees(math.atan(0.1)),
    },
    "avoiding": {
        "1.5": 5**2 / (2 * 0.85 * G),
        "13.5": 15**2 / (2 * 0.85 * G),
        "25": 5**2,
        "12.7": 5**2 / (2 * 0.1 * G),
    },
}


@pytest.mark.parametrize("name", LESSONS)
def test_every_number_of_the_prose_is_chosen_or_follows(name: str) -> None:
    numbers = set(NUMBER.findall(prose_of(name)))
    assert numbers - CHOSEN[name] - COMPUTED[name].keys() == set()
    assert CHOSEN[name] | COMPUTED[name].keys() == numbers, "no longer in the lesson"
    for text, value in COMPUTED[name].items():
        decimals = len(text.partition(".")[2])
        assert f"{value:.{decimals}f}" == text


def test_the_grips_are_those_of_the_grounds() -> None:
    frictions = rows_of(["dry-asphalt", "wet-asphalt", "packed-snow", "ice"])[:, 0]
    assert frictions.tolist() == [0.85, 0.6, 0.2, 0.1]


def test_the_grounds_of_the_demonstration_are_those_of_the_package() -> None:
    source = (ROOT / "client/src/site/demos/lessons/simulations/sliding.ts").read_text(encoding="utf-8")
    grounds = re.findall(r"name: '([\w ]+)', friction: ([\d.]+), slidingFriction: ([\d.]+)", source)
    assert len(grounds) == 5
    for name, friction, sliding in grounds:
        assert rows_of([name.replace(" ", "-")])[0, :2].tolist() == [float(friction), float(sliding)]


# ------------------------------------------------------------ the formulas, beside the package's functions


@pytest.mark.parametrize("degrees", [5, 20, 35, -15])
def test_lesson_1_radius_turn_rate_and_time_are_those_of_the_bicycle(degrees: int) -> None:
    radius = circle_radius(2.7, degrees)
    turn_rate, seconds = 4.0 / radius, math.tau * abs(radius) / 4.0
    car = mp.Vehicle("bicycle", wheelbase=2.7, steer_angle=math.radians(degrees), speed=4.0)
    car.step(dt=0.25)
    assert car.yaw == pytest.approx(0.25 * turn_rate)
    car.step(dt=seconds / 2 - 0.25)
    rear = lambda: (car.x - 1.35 * math.cos(car.yaw), car.y - 1.35 * math.sin(car.yaw))  # noqa: E731
    assert math.dist(rear(), (-1.35, 0.0)) == pytest.approx(2 * abs(radius))
    car.step(dt=seconds / 2)
    assert (car.x, car.y) == pytest.approx((0.0, 0.0), abs=1e-9)


@pytest.mark.parametrize("dt", [1 / 120, 0.1, 0.5, 3.0])
def test_lesson_2_chord_is_that_of_the_arc(dt: float) -> None:
    speed, turn_rate, direction = 5.0, math.radians(60), 0.4
    chord = 2 * speed / turn_rate * math.sin(turn_rate * dt / 2)
    middle = direction + turn_rate * dt / 2
    body = mp.Vehicle("arc", yaw=direction, forward_speed=speed, yaw_rate=turn_rate)
    body.step(dt=dt)
    assert (body.x, body.y) == pytest.approx((chord * math.cos(middle), chord * math.sin(middle)))


@pytest.mark.parametrize(("left", "right"), [(2.0, 4.0), (0.0, 4.0), (-2.0, 2.5), (3.0, 1.0)])
def test_lesson_3_speed_turn_rate_and_radius_are_those_of_the_tank(left: float, right: float) -> None:
    speed, turn_rate = (left + right) / 2, (right - left) / 2.8
    tank = mp.Vehicle("tracked", track_gauge=2.8, left_track_speed=left, right_track_speed=right)
    tank.step(dt=1e-4)
    assert tank.x == pytest.approx(1e-4 * speed)
    tank.step(dt=1.0 - 1e-4)
    assert tank.yaw == pytest.approx(turn_rate)
    tank.step(dt=math.pi / abs(turn_rate) - 1.0)  # half a circle
    assert math.hypot(tank.x, tank.y) == pytest.approx(2 * abs(speed / turn_rate))


@pytest.mark.parametrize("grip", [0.85, 0.2, 0.1])
def test_lesson_4_a_car_leaves_its_circle_above_the_greatest_speed(grip: float) -> None:
    greatest = math.sqrt(grip * G * MIDDLE)
    assert settled_radius(grip, 0.8 * greatest) == pytest.approx(MIDDLE, rel=0.02)
    fast = 1.4 * greatest
    assert settled_radius(grip, fast) == pytest.approx(fast**2 / (grip * G), rel=0.06)


def settled_radius(grip: float, speed: float) -> float:
    """Return the radius of a car after 20 s with its wheels turned by 8 degrees [m]."""
    car = mp.Vehicle("single-track", friction=grip, sliding_friction=grip, speed=speed)
    for _ in range(400):
        car.drive(speed=speed, steer=math.radians(8) / car.max_steer_angle, dt=0.05)
        car.step(dt=0.05)
    return math.hypot(car.speed, car.lateral_speed) / car.yaw_rate


@pytest.mark.parametrize("grip", [0.85, 0.1])
def test_lesson_5_a_car_stands_while_the_tangent_is_at_most_the_grip(grip: float) -> None:
    def moved(slope: float) -> float:
        car = mp.Vehicle("single-track", slope_x=slope, friction=grip, sliding_friction=grip, parking_brake=1.0)
        car.step(dt=1 / 60, steps=600)
        return float(car.x)

    assert moved(0.98 * grip) == 0.0
    assert moved(1.03 * grip) < -0.1


def test_lesson_5_pull_and_greatest_friction_are_those_of_the_car() -> None:
    def speed_after(**settings: float) -> float:
        car = mp.Vehicle("single-track", slope_x=0.2, last_slope_x=0.2, **settings)
        car.wheel_resistance = car.air_drag = 0.0
        car.step(dt=0.01, steps=10)
        return float(car.speed)

    rolling = speed_after(rotating_mass_factor=1.0)
    assert rolling == pytest.approx(-0.1 * G * math.sin(GRADE), rel=0.01)
    locked = speed_after(parking_brake=1.0, friction=0.85, sliding_friction=0.85, speed=10.0)
    assert 10.0 - locked == pytest.approx(0.1 * G * (math.sin(GRADE) + 0.85 * math.cos(GRADE)), rel=0.01)


@pytest.mark.parametrize("grip", [0.85, 0.1])
def test_lesson_6_a_car_stops_within_the_way_of_the_formula(grip: float) -> None:
    car = mp.Vehicle("single-track", friction=grip, sliding_friction=grip, wheel_resistance=0.0, speed=10.0, brake=1.0)
    car.step(dt=1 / 60, steps=60 * 15)
    assert car.speed == 0.0
    assert car.x == pytest.approx(100 / (2 * grip * G), rel=0.03)


# ------------------------------------------------------------ the demonstrations in a browser

Visit = Callable[..., Any]
browser = [pytest.mark.browser, pytest.mark.timeout(600)]
GAP = """() => {
  const [, number, unit] = document.querySelector('.demo-big').textContent.match(/([0-9.]+) (mm|cm|m)/)
  return Number(number) / { mm: 1000, cm: 100, m: 1 }[unit]
}"""  # between the two cars [m]
TEXT = "id => document.querySelector(`[data-testid=${id}]`)?.textContent"


def opened(visit: Visit, name: str, **options: Any) -> Any:
    """Open a lesson with its demonstration in sight, which shows something at once."""
    page = visit(f"lessons/{name}.html", **options)
    page.locator("[data-demo^=lesson]").scroll_into_view_if_needed()
    wait_until(page, "() => document.querySelector('[data-demo^=lesson] canvas')?.width > 200")
    wait_until(page, "() => document.querySelector('[data-demo^=lesson] .demo-number')?.textContent")
    return page


def shows(page: Any, testid: str, text: str) -> None:
    """Wait until an element has a text."""
    wait_until(page, f"([id, text]) => ({TEXT})(id) === text", [testid, text])


def set_slider(page: Any, testid: str, value: str) -> None:
    """Move a slider to the position that reads ``value``."""
    slider = page.get_by_test_id(testid)
    slider.focus()
    slider.press("Home")
    for _ in range(12):
        if slider.get_attribute("aria-valuetext").startswith(value):
            return
        slider.press("ArrowRight")
    raise AssertionError(value)


def hold(page: Any, *keys: str) -> None:
    """Focus the demonstration, and hold keys."""
    page.locator("[data-demo^=lesson] canvas").focus()
    for key in keys:
        page.keyboard.down(key)


class TestInABrowser:
    pytestmark = browser

    def test_lesson_1_experiment(self, visit: Visit) -> None:
        page = opened(visit, "circle")
        shows(page, "radius", "7.42")
        shows(page, "turn-rate", "30.9°/s")
        shows(page, "one-circle", "11.7 s")
        set_slider(page, "steer-angle-slider", "10°")
        hold(page, "ArrowUp", "ArrowLeft")
        shows(page, "radius", "15.31")
        page.keyboard.up("ArrowLeft")
        shows(page, "radius", "–")

    def test_lesson_2_experiment(self, visit: Visit) -> None:
        page = opened(visit, "frame-rate")
        for rate, least in (("10", 0.499), ("2", 2.4)):
            set_slider(page, "frame-rate", rate)
            wait_until(page, f"least => ({GAP})() >= least", least)
        set_slider(page, "frame-rate", "60")
        hold(page, "ArrowUp")
        wait_until(page, f"() => parseFloat(({TEXT})('left-north')) > 2")
        assert page.get_by_test_id("right-east").text_content() == "0.00 m"

    def test_lesson_3_experiment(self, visit: Visit) -> None:
        page = opened(visit, "tank")
        shows(page, "radius", "4.20 m")
        for side, speed in (("left", "−2"), ("right", "2")):
            set_slider(page, f"{side}-track-slider", speed)
        shows(page, "turn-rate", "82")
        shows(page, "radius", "0.00 m")
        hold(page, "ArrowUp")
        shows(page, "middle", "4.0 m/s")

    def test_lesson_4_experiment(self, visit: Visit) -> None:
        page = opened(visit, "tyres")
        set_slider(page, "speed-slider", "16")
        wait_until(page, f"() => parseFloat(({TEXT})('right-radius')) > 28")
        set_slider(page, "surface-slider", "ice")
        shows(page, "left-grip", "0.10")
        hold(page, "ArrowUp")
        wait_until(page, "() => document.querySelector('.demo-words').textContent.includes('straight on')")

    def test_lesson_5_experiment(self, visit: Visit) -> None:
        page = opened(visit, "parked")
        wait_until(page, f"() => parseFloat(({TEXT})('left-moved').replace('−', '-')) < -1")
        shows(page, "right-moved", "0.00 m")
        set_slider(page, "slope-slider", "90 %")
        wait_until(page, f"() => parseFloat(({TEXT})('right-moved').replace('−', '-')) < -0.5")
        set_slider(page, "slope-slider", "20 %")
        hold(page, "ArrowUp")
        wait_until(page, f"() => parseFloat(({TEXT})('right-moved')) > 1")

    def test_lesson_6_experiment(self, visit: Visit) -> None:
        page = opened(visit, "avoiding")
        shows(page, "posts-touched", "0")
        before = page.get_by_test_id("free-arcs").text_content()
        canvas = page.locator("[data-demo^=lesson] canvas")
        box = canvas.bounding_box()
        for aside in (0.35, 0.5, 0.65):
            canvas.click(position={"x": 0.85 * box["width"], "y": aside * box["height"]})
        wait_until(page, f"before => ({TEXT})('free-arcs') !== before", before)
        hold(page, "ArrowUp", "ArrowLeft")
        wait_until(page, f"() => parseFloat(({TEXT})('speed')) > 5.5")

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_every_lesson_meets_wcag_aa_fits_a_phone_and_opens_its_answer(self, visit: Visit, scheme: Any) -> None:
        for name, size in zip(LESSONS, (DESK, PHONE, DESK, PHONE, DESK, PHONE), strict=True):
            page = opened(visit, name, color_scheme=scheme, size=size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            drawing = page.locator(f"img[src$='{name}-{scheme}.svg#only-{scheme}']")
            drawing.scroll_into_view_if_needed()
            assert drawing.evaluate("image => image.naturalWidth") > 100
            assert page.locator("img[src*='lessons/']:visible").count() == 1
            answer = page.locator("details")
            answer.locator("summary").click()
            assert answer.locator("p").first.is_visible()
            assert wcag_issues(page) == []
