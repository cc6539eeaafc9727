"""Comparisons: their numbers against the vector file and closed forms, their figures, and the command."""

import json
import math

import pytest

from motorpool.compare import runs
from motorpool.compare.runs import Entry

DTS = [0.1, 0.05, 0.025, 0.0125, 0.00625]


@pytest.fixture(scope="module")
def vectors(shared_data):
    return json.loads((shared_data / "vectors.json").read_text())


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
    assert study.heading_order == pytest.approx(expected["order_heading"][-1], abs=2e-3)


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


def test_an_error_that_stays_is_told():
    assert runs.order_words(DTS, [0.5] * 5) == "0.00 (stays)"


@pytest.mark.parametrize("order", [1.0, 2.0])
def test_the_limit_of_a_power_law_is_found(order):
    poses = [(7.0 + 0.3 * dt**order, -1.0 - 0.2 * dt**order, 3.1 + 0.4 * dt**order) for dt in (0.1, 0.05, 0.025)]
    assert runs.limit_pose(poses) == pytest.approx((7.0, -1.0, 3.1))
