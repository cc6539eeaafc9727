"""The suite's own arrangements: deadlines that grow with the machine's slowness, and shares for parallel workers."""

import itertools

import pace
import pytest
from sharing import in_order, next_share, share_of

LAWS = "tests/contract/test_contract_laws.py"


def test_a_deadline_grows_with_the_measured_pace(monkeypatch):
    monkeypatch.setattr(pace, "ROUNDS", 2)
    monkeypatch.setattr(pace, "REFERENCE", 1e-9)
    assert pace.measured_pace() > 1000.0
    monkeypatch.setattr(pace, "REFERENCE", 1e3)
    assert pace.measured_pace() == 1.0  # a faster machine waits as long as the reference
    assert pace.patience(20.0) == 20.0 * pace.pace() >= 20.0


def test_every_test_has_a_limit_at_this_pace(request):
    assert request.node.get_closest_marker("timeout").args[0] == pytest.approx(300.0 * pace.pace())


@pytest.mark.timeout(600)
def test_a_limit_of_its_own_grows_as_well(request):
    assert request.node.get_closest_marker("timeout").args[0] == pytest.approx(600.0 * pace.pace())


def test_all_tests_of_a_model_are_one_share():
    laws = f"{LAWS}::test_yaw_stays_in_its_range[single-track/linear]"
    ways = "tests/contract/test_contract_ways.py::test_a_batch_of_any_size[single-track/linear-0-float32]"
    driven = "tests/vehicles/fleet/test_fleet_drive.py::test_the_controls[single-track/linear-float64-1e-13]"
    assert share_of(laws) == share_of(ways) == share_of(driven) == "model single-track/linear"
    assert share_of(f"{LAWS}::test_yaw_stays_in_its_range[single-track]") == "model single-track"


def test_other_tests_are_shared_by_file_and_programs_one_by_one():
    assert share_of("tests/models/test_units.py::test_knots[arcs]") == "tests/models/test_units.py"
    first, second = (f"tests/test_readme.py::test_the_python_of_a_document_runs[docs/{name}.md:9]" for name in "ab")
    assert share_of(first) != share_of(second)


def test_clusters_are_started_by_one_worker():
    first = share_of("tests/test_examples.py::test_a_sweep_runs_in_a_cluster_of_ray")
    assert (
        first
        == share_of("tests/studies/distributed/sweep/test_sweep_ray.py::test_a_node_dies")
        != share_of("tests/test_examples.py::test_other")
    )


def test_every_test_is_kept_and_long_shares_begin_first(request):
    given = request.session.items
    order = in_order(given)
    assert sorted(order, key=id) == sorted(given, key=id)
    shares = [share_of(item.nodeid) for item in order]
    assert sum(a != b for a, b in itertools.pairwise(shares)) + 1 == len(set(shares))  # each in one piece


def test_half_of_the_workers_wait_and_the_others_compute_until_one_kind_is_left():
    shares = [
        "model arc",
        "tests/app/viewer/people/test_join.py",
        "tests/test_clock.py",
        "tests/app/viewer/test_ground_page.py",
    ]
    assert next_share(shares, others_waiting=0, workers=4) == "tests/app/viewer/people/test_join.py"
    assert next_share(shares, others_waiting=1, workers=4) == "tests/app/viewer/people/test_join.py"
    assert next_share(shares, others_waiting=2, workers=4) == "model arc"
    assert next_share(shares[:1], others_waiting=0, workers=4) == "model arc"
    assert next_share(shares[3:], others_waiting=2, workers=4) == "tests/app/viewer/test_ground_page.py"
    assert next_share(shares, others_waiting=0, workers=1) == "model arc"
