"""Comparisons: their numbers against the vector file and closed forms, their figures, and the command."""

import math
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from matplotlib.text import Text
from PIL import Image

from motorpool.app import cli
from motorpool.base.plotting import style
from motorpool.base.plotting.curve_labels import labels_in, place_labels
from motorpool.models import registry
from motorpool.studies.compare import runs
from motorpool.studies.compare.models import parse_entries
from motorpool.studies.compare.ready_made import comparisons
from motorpool.studies.compare.runs import Entry
from motorpool.studies.published.comparisons import (
    bicycle_sketches,
    bicycles,
    polar_sketches,
    swings,
    thesis,
    thesis_sketches,
    tracks,
)

ROOT = Path(__file__).parents[3]
DTS = [0.1, 0.05, 0.025, 0.0125, 0.00625]


@pytest.fixture(scope="module")
def vectors(vector_file):
    return vector_file


# ---------------------------------------------------------------- runs


def test_a_run_holds_every_field_at_the_start_and_after_each_step():
    run = runs.run(Entry("tracked", speed=3.0, steer=0.0), seconds=2.0, dt=0.5)
    assert run.times.tolist() == [0.0, 0.5, 1.0, 1.5, 2.0]
    assert run["x"].tolist() == pytest.approx([0.0, 1.5, 3.0, 4.5, 6.0])
    assert run["left_track_speed"][-1] == 3.0
    assert run.pose == pytest.approx((6.0, 0.0, 0.0))


def test_a_step_is_adjusted_so_that_the_time_is_met():
    run = runs.run(Entry("tracked", speed=3.0), seconds=1.0, dt=0.3)
    assert run.times.tolist() == pytest.approx([0.0, 1 / 3, 2 / 3, 1.0])


def test_controls_that_are_set_are_not_driven():
    run = runs.run(Entry("tracked", {"left_track_speed": 1.0}, speed=3.0, steer=0.0), seconds=1.0, dt=0.1)
    assert set(run["left_track_speed"][1:]) == {1.0}
    assert set(run["right_track_speed"][1:]) == {3.0}


def test_a_model_that_cannot_be_driven_moves_by_the_controls_that_are_set():
    run = runs.run(Entry("arc", {"forward_speed": 2.0}, speed=9.0), seconds=1.0, dt=0.1)
    assert run.pose == pytest.approx((2.0, 0.0, 0.0))


def test_a_run_that_ends_early_says_why_and_has_no_pose():
    run = runs.run(Entry("arc", {"forward_speed": 1e308}, speed=9.0), seconds=1e3, dt=1e2)
    assert "stands still" in run.problem
    assert all(math.isnan(value) for value in run.pose)


# ---------------------------------------------------------------- errors and orders


TRACKED_ORDERS = {
    "tracked_order_simple_2g": ("tracked/simple:heading_factor=2", 2.0),
    "tracked_order_euler": ("tracked/simple:heading_factor=2,lead_factor=0", 1.0),
    "tracked_order_simple_g": ("tracked/simple", 0.0),
}


@pytest.mark.parametrize(("vector", "model", "order"), [(name, *case) for name, case in TRACKED_ORDERS.items()])
def test_errors_against_the_exact_model_are_those_of_the_vectors(vectors, vector, model, order):
    """Document 000's tracks 3 and 1 with d = 1, as in the vector file: facing north, to the right."""
    values = {"left_track_speed": 3.0, "right_track_speed": 1.0, "track_gauge": 2.0, "yaw": 0.5 * math.pi}
    study = runs.study(Entry(model, values), seconds=1.0, dts=DTS, reference=Entry("tracked/arc", values))
    rows = vectors["a_tracked"][vector]
    assert study.position_errors == pytest.approx([row[1] for row in rows], abs=1e-9)
    assert study.heading_errors == pytest.approx([row[2] for row in rows], abs=1e-9)
    assert study.position_order == pytest.approx(order, abs=0.02)


BICYCLE_ORDERS = {
    "six_vs_own_limit": ("bicycle/six-line", None),
    "six_vs_true_rear": ("bicycle/six-line", "bicycle/arc:speed_reference=rear"),
    "six_vs_true_front": ("bicycle/six-line", "bicycle/arc:speed_reference=front"),
    "night_vs_true_rear": ("bicycle/longer-front", "bicycle/arc:speed_reference=rear"),
    "comment49_vs_true_front": ("bicycle/old-line", "bicycle/arc:speed_reference=front"),
    "commenter20_vs_true_front": ("bicycle/rear-follows", "bicycle/arc:speed_reference=front"),
}


@pytest.mark.parametrize(("vector", "model", "reference"), [(name, *case) for name, case in BICYCLE_ORDERS.items()])
def test_orders_of_the_bicycle_cars_are_those_of_the_vectors(vectors, vector, model, reference):
    values = {"steer_angle": math.radians(30.0), "speed": 3.0, "wheelbase": 2.5}
    against = Entry(reference, values) if reference else None
    study = runs.study(Entry(model, values), seconds=2.0, dts=DTS, reference=against)
    expected = vectors["d_bicycle"]["orders"][vector]
    tolerance = {"rel": 2e-3} if reference is None else {"abs": 1e-9}  # an extrapolated limit is not quite the limit
    assert study.position_errors == pytest.approx([row[1] for row in expected["rows"]], **tolerance)
    assert study.heading_errors == pytest.approx([row[2] for row in expected["rows"]], **tolerance)
    assert study.position_order == pytest.approx(expected["order_pos"][-1], abs=2e-3)
    assert runs.observed_order(study.dts, study.heading_errors) == pytest.approx(
        expected["order_heading"][-1], abs=2e-3
    )


def test_an_exact_model_is_called_exact():
    study = runs.study(Entry("tracked", speed=5.0, steer=0.7), seconds=2.0, dts=DTS)
    assert runs.is_exact(study.position_errors)
    assert runs.order_words(study.dts, study.position_errors) == "exact"
    assert math.isnan(study.position_order)


@pytest.mark.parametrize("order", [0.5, 1.0, 2.0, 4.0])
def test_the_order_of_a_power_law_is_its_power(order):
    errors = [3.0 * dt**order for dt in DTS]
    assert runs.observed_order(DTS, errors) == pytest.approx(order)
    assert runs.order_words(DTS, errors) == f"{order:.2f}"


def test_an_error_that_stays_is_reported():
    assert runs.order_words(DTS, [0.5] * 5) == "0.00 (stays)"


@pytest.mark.parametrize("order", [1.0, 2.0])
def test_the_limit_of_a_power_law_is_found(order):
    poses = [(7.0 + 0.3 * dt**order, -1.0 - 0.2 * dt**order, 3.1 + 0.4 * dt**order) for dt in (0.1, 0.05, 0.025)]
    assert runs.limit_pose(poses) == pytest.approx((7.0, -1.0, 3.1))


# ---------------------------------------------------------------- what is set


def test_a_setting_reaches_every_model_that_has_the_field():
    entries = parse_entries(["bicycle", "tracked"], ["wheelbase=2.5", "yaw=1"], speed=5.0, steer=0.2)
    assert [dict(entry.values) for entry in entries] == [{"wheelbase": 2.5, "yaw": 1.0}, {"yaw": 1.0}]


def test_a_models_own_setting_goes_before_that_for_all_and_may_be_a_word():
    texts = ["bicycle", "bicycle:wheelbase=3,speed_reference=front"]
    first, second = parse_entries(texts, ["wheelbase=2.5"], speed=5.0, steer=0.2)
    assert (first.start().wheelbase, second.start().wheelbase) == (2.5, 3.0)
    assert second.start().speed_reference == 1.0
    assert second.title == texts[1]


# ---------------------------------------------------------------- style


def test_curves_differ_by_colour_and_by_dashes():
    styles = [style.curve_style(index) for index in range(len(style.CURVES))]
    assert len({item["color"] for item in styles}) == len(styles)
    assert len({str(item["linestyle"]) for item in styles}) == len(styles)


def luminance(colour):
    """Relative luminance of sRGB, by the definition that WCAG uses."""
    channels = [int(colour[place : place + 2], 16) / 255.0 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("curve", style.CURVES, ids=lambda curve: curve.colour)
def test_a_curves_name_can_be_read_on_white(curve):
    """Contrast 4.5 to 1, as WCAG asks of text."""
    assert 1.05 / (luminance(style.text_colour(curve.colour)) + 0.05) >= 4.5


def test_names_of_curves_keep_clear_of_each_other_even_where_the_curves_coincide():
    figure, (axes,) = style.new_figure()
    style.label_axes(axes, x=("time", "s"), y=("speed", "m/s"))
    for index in range(7):
        style.draw_curve(
            axes, [0.0, 1.0, 2.0], [0.0, 1.0, 0.5 + 1e-3 * index], name=f"model number {index}", index=index
        )
    place_labels(figure)
    figure.draw_without_rendering()  # moves the texts
    assert overlaps(figure) == []


def overlaps(figure):
    """Pairs of texts inside the axes of a drawn figure that cover each other."""
    renderer = figure.canvas.get_renderer()
    found = []
    for axes in figure.axes:
        boxes = [(text.get_text(), Text.get_window_extent(text, renderer)) for text in axes.texts if text.get_text()]
        found += [(a, b) for (a, first), (b, second) in combinations(boxes, 2) if first.overlaps(second)]
    return found


# ---------------------------------------------------------------- the figures of the documents

COMPARISONS = {comparison.name: comparison for comparison in comparisons()}


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=pytest.mark.quick if number < 2 else pytest.mark.slow)  # a second each to draw
        for number, name in enumerate(COMPARISONS)
    ],
)
def drawn(request, tmp_path_factory):
    """A ready-made comparison, its figure, and the file that it is in; warnings are errors."""
    comparison = COMPARISONS[request.param]
    figure = comparison.draw()
    path = style.save_figure(figure, tmp_path_factory.mktemp("figures") / f"{comparison.name}.png")
    return comparison, figure, path


def test_a_figures_axes_have_names_and_units(drawn):
    for axes in drawn[1].axes:
        if axes.axison:
            for label in (axes.get_xlabel(), axes.get_ylabel()):
                assert re.fullmatch(r"\S.* \[[^\]]+\]", label)


def test_a_figures_curves_are_named(drawn):
    """Every axes has names, and every style that is drawn there belongs to one of them."""
    for axes in drawn[1].axes:
        named = {text.curve.get_color() for text in labels_in(axes)}
        palette = {line.get_color() for line in axes.lines} & {curve.colour for curve in style.CURVES}
        assert palette - {"#000000"} == named - {"#000000"}
        assert named


def test_a_figures_texts_do_not_cover_each_other(drawn):
    assert overlaps(drawn[1]) == []


def test_full_power_from_rest_moves_all_but_the_vehicle_as_printed_at_60_hertz():
    """200 kN on 57 154 kg: 3.5 m/s^2 at most, so after 2 s at most 7 m/s."""
    speed, _ = thesis.dead_band().axes
    last = {text.get_text(): text.curve.get_ydata()[-1] for text in labels_in(speed)}
    assert last.pop("as published, 60 Hz") == 0.0
    assert all(3.0 < end < 7.0 for end in last.values())


def test_a_figure_is_no_wider_than_a_usual_screen(drawn):
    with Image.open(drawn[2]) as picture:
        assert picture.width <= 1280


def test_a_figure_is_a_small_file_and_stands_in_the_gallery(drawn):
    comparison, _, path = drawn
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size < 120_000
    page = (ROOT / "docs" / "compare.md").read_text()
    assert f"figures/compare/{comparison.name}.png" in page
    assert f"`motorpool compare {comparison.name}`" in page
    assert (ROOT / "docs" / "figures" / "compare" / f"{comparison.name}.png").exists()


def test_comparisons_have_names_of_their_own_and_a_line_each():
    models = {*registry.names(), *(alias for name in registry.names() for alias in registry.aliases(name))}
    assert not models & set(COMPARISONS)
    assert len(COMPARISONS) == len(comparisons())
    assert {comparison.document for comparison in COMPARISONS.values()} == {"000", "001", "002", "003", "004"}
    assert all("\n" not in comparison.title and len(comparison.title) < 100 for comparison in COMPARISONS.values())


def test_every_figure_of_the_gallery_is_a_comparison():
    files = {path.stem for path in (ROOT / "docs" / "figures" / "compare").glob("*.png")}
    assert files == set(COMPARISONS)


# ---------------------------------------------------------------- numbers that the documents' own figures have


def test_the_searching_area_has_the_corridor_of_the_thesis():
    """Document 003: 10 degrees and 60 km/h give "approximately 12.9 meters"."""
    assert thesis_sketches.corridor(60.0 / 3.6) == pytest.approx(12.9, abs=0.05)


def test_the_centre_of_turn_lies_on_both_axles():
    """Figure 3.3: from the front axle, 2d ahead of the rear one, its direction is the steering angle from across."""
    half, rho = 1.5, 4.0
    beside = math.sqrt(rho**2 - half**2)
    assert math.hypot(beside, half) == pytest.approx(rho)
    assert math.tan(thesis_sketches.steering_angle(half, rho)) == pytest.approx(2.0 * half / beside)


def test_a_vehicle_is_as_long_after_its_move_as_before():
    """Figure 3.4: equation 3.4's p is a unit vector, and the rear axle stays on the vehicle's old line."""
    centre, rear, remaining = thesis_sketches.next_positions()
    assert math.dist(centre, rear) == pytest.approx(thesis_sketches.HALF)
    assert math.hypot(*rear) == pytest.approx(remaining)
    assert rear[1] / rear[0] == pytest.approx(-math.tan(thesis_sketches.ANGLE))


def test_the_sketch_of_the_six_lines_is_what_the_six_lines_do():
    _, _, front, back = bicycle_sketches.wheels()
    car = registry.find("bicycle/six-line").module
    params = car.Params(wheelbase=bicycle_sketches.WHEELBASE)
    control = car.Control(steer_angle=bicycle_sketches.STEER, speed=bicycle_sketches.DISTANCE)
    after = car.step(car.State(yaw=bicycle_sketches.HEADING), control, params, 1.0)
    assert bicycle_sketches.car_between(front, back) == pytest.approx((after.x, after.y, after.yaw))


def test_the_swept_speed_vector_passes_its_goal():
    """Document 001: it should "overshoot its targeted acceleration angle"."""
    directions = [math.degrees(state.yaw) for state in polar_sketches.swept()]
    assert directions[0] == pytest.approx(20.0)
    assert max(directions) > 110.0


# ---------------------------------------------------------------- numbers behind the figures, from the vector file


def test_the_circles_of_document_000_have_the_vectors_radii(vectors):
    expected = vectors["a_tracked"]["tracked_compare_10_-9_2"]
    radii = [tracks.circle(runs.run(entry, seconds=3.0, dt=1.0))[2] for entry in tracks.entries(2.0)]
    names = ("R_exact", "R_simple_heading_g", "R_simple_heading_2g")
    assert radii == pytest.approx([expected[name] for name in names], rel=1e-9)


def test_the_six_lines_limit_has_the_vectors_curvature_and_slip(vectors):
    for degrees, expected in vectors["d_bicycle"]["six_curvature_error"].items():
        exact, _ = bicycles.wheel_paths(bicycles.REAR, float(degrees))
        curvature, slip = bicycles.wheel_paths(bicycles.SIX_LIMIT, float(degrees))
        assert curvature / exact == pytest.approx(expected["ratio"], abs=2e-4)
        assert slip == pytest.approx(expected["front_slip_deg"], abs=2e-3)


def test_wheels_kept_from_frame_to_frame_come_together_as_in_the_vectors(vectors):
    front, back = bicycles.separate_wheels()
    for frame, distance in vectors["d_bicycle"]["night_baseline_shrink"].items():
        assert math.dist(front[int(frame)], back[int(frame)]) == pytest.approx(distance, abs=1e-9)


def test_the_overshoot_is_that_of_the_vectors(vectors):
    for rate in (30, 60, 120, 240):
        expected = vectors["b_polar"]["framerate_overshoot_rad"][f"dt=1/{rate}"]
        assert swings.farthest("polar/faithful", rate) == pytest.approx(expected["faithful"][0], abs=1e-9)
        assert swings.farthest("polar/corrected", rate) == pytest.approx(expected["corrected"][0], abs=1e-9)


# ---------------------------------------------------------------- the command


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """The command, run in an empty folder: its exit code, what it prints, and what it says on stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        code = cli.run(["compare", *map(str, arguments)])
        return code, *capsys.readouterr()

    return run


def test_models_are_compared_in_a_table_and_a_figure(command, tmp_path):
    models = ("tracked/arc", "tracked/simple", "tracked/simple:heading_factor=2")
    code, printed, errors = command(*models, "--dt", 0.2)
    assert code == 0, errors
    path = tmp_path / "compare-tracked-arc-tracked-simple-tracked-simple-heading-factor=2.png"
    assert printed.splitlines()[-1] == path.name
    assert path.read_bytes().startswith(b"\x89PNG")
    assert "exact" in printed
    assert "2.00" in printed
    code, _, errors = command(*models)
    assert (code, "exists already" in errors) == (2, True)
    assert command(*models, "--force")[0] == 0


def test_the_table_adds_the_turns_of_the_yaw_and_tells_degrees(command):
    """v / b tan(delta) = 5 / 2.7 tan(0.3) rad/s: in 20 s almost two turns."""
    code, printed, errors = command("bicycle", "--set", "steer_angle=0.3", "--seconds", 20, "--dt", 0.1)
    assert code == 0, errors
    assert "yaw [°], turns added" in printed
    assert f"{math.degrees(20.0 * 5.0 / 2.7 * math.tan(0.3)):.3f}" in printed


def test_the_table_says_what_errors_are_measured_from(command):
    cases = {
        ("bicycle/six-line",): "errors from its own limit",
        ("bicycle", "bicycle/six-line"): "errors from bicycle",
        ("bicycle", "bicycle/six-line", "--reference", "own"): "errors from its own limit",
        (
            "bicycle/six-line",
            "--reference",
            "bicycle:speed_reference=front",
        ): "errors from bicycle:speed_reference=front",
    }
    for arguments, told in cases.items():
        code, printed, _ = command(*arguments, "--seconds", 0.5, "--force")
        assert (code, printed.splitlines()[1].strip()) == (0, told)


def test_a_figure_may_be_an_svg_named_by_the_user(command, tmp_path):
    assert command("arc", "--set", "forward_speed=2", "--set", "yaw_rate=0.3", "--out", "a.svg")[0] == 0
    assert "<svg" in (tmp_path / "a.svg").read_text()


def test_ready_made_comparisons_are_listed_and_drawn(command, tmp_path):
    _, listed, _ = command("--list")
    assert all(name in listed for name in COMPARISONS)
    code, printed, _ = command("turn-laws")  # on a slow machine, stderr says what it does
    assert (code, printed) == (0, f"{COMPARISONS['turn-laws'].title}\nturn-laws.png\n")
    assert (tmp_path / "turn-laws.png").exists()


def test_all_ready_made_comparisons_are_drawn_into_a_folder(command, tmp_path, monkeypatch):
    some = (COMPARISONS["turn-laws"], COMPARISONS["wheel-angles"])
    monkeypatch.setattr("motorpool.studies.compare.console.comparisons", lambda: some)
    code, printed, _ = command("--all", "figures")
    assert (code, printed) == (0, "drew 2 figures in figures\n")
    assert {path.stem for path in (tmp_path / "figures").iterdir()} == {"turn-laws", "wheel-angles"}
    code, _, errors = command("--all", "figures")
    assert (code, "exists already" in errors) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "compare needs models"),
        (("tracke",), "no model or comparison named tracke (did you mean tracked?)"),
        (("tight-circel",), "(did you mean tight-circle?)"),
        (("tracked", "--set", "wheelbase=2"), "--set wheelbase: there is no field 'wheelbase'"),
        (("tracked", "--set", "track_gauge"), "--set track_gauge is not understood"),
        (("tracked", "--set", "track_gauge=-1"), "track_gauge is -1.0 m; it must be positive"),
        (("tracked:wheelbase=2",), "tracked/arc has no field 'wheelbase'"),
        (("tracked:wheelbase",), "tracked:wheelbase is not understood"),
        (("tracked", "--dt", "0"), "--dt is 0; it must be positive"),
        (("tracked", "--dt", "9"), "--dt is 9 s; for 4 s it must be from"),
        (("tracked", "--seconds", "nan"), "--seconds is nan; it must be positive"),
        (("tracked", "--steer", "inf"), "--steer is inf; it must be a number"),
        (("tracked", "--reference", "bycicle"), "there is no model named 'bycicle' (did you mean 'bicycle'?)"),
        (("tracked", "--out", "."), ". cannot be written: it is a folder; choose another place"),
        (("tracked", "--out", "figure"), "a figure is a file that ends in .png, .svg, .pdf"),
        (("turn-laws", "--speed", "3"), "--speed is for models; the ready-made comparison turn-laws"),
        (("turn-laws", "tracked"), "turn-laws is a ready-made comparison; it is drawn alone"),
        (("tracked", "--all", "figures"), "--all draws every ready-made comparison; leave out tracked"),
        (("bicycle/drift", "--dt", "0.001"), "after 0 s at dt 0.001 s, bicycle/drift: "),
    ],
)
def test_an_impossible_comparison_is_reported_in_one_line_before_anything_is_written(
    command, tmp_path, arguments, told
):
    code, printed, errors = command(*arguments)
    assert (code, printed) == (2, "")
    line = errors.splitlines()[0]  # names in columns may follow
    assert told in line
    assert list(tmp_path.iterdir()) == []


def test_the_help_and_the_list_do_not_import_matplotlib():
    for arguments in (["compare", "--help"], ["compare", "--list"]):
        code = f"import sys; from motorpool.app.cli import run; run({arguments}); print('matplotlib' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "False"
