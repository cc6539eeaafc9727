"""The scripts that measure traffic run, at small sizes."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"


def printed(script, *options):
    """What a script prints."""
    words = [sys.executable, str(FOLDER / script), *map(str, options)]
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=300).stdout


def rows(text):
    """The cells of the rows of a table, without its head."""
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line] for line in lines[2:]]


@pytest.fixture(scope="module")
def small_town(tmp_path_factory):
    path = tmp_path_factory.mktemp("town") / "roads.geojson"
    sys.path.insert(0, str(FOLDER))
    try:
        from traffic import made_network
    finally:
        sys.path.remove(str(FOLDER))
    from motorpool.ground.roads.network_files import save_network

    save_network(made_network(3, 150.0), path)
    return path


def test_the_benchmark_prints_the_time_of_a_step_and_of_its_stages(small_town):
    text = printed("traffic.py", "--network", small_town, "--vehicles", 6, "--seconds", 2, "--steps", 20)
    assert "6 vehicles, 2 km" in text
    assert {"stage drive", "stage let_pass"} <= {name for name, _ in rows(text)}


def test_the_table_of_minutes_has_a_row(small_town):
    (row,) = rows(printed("traffic.py", "--network", small_town, "--vehicles", 3, "--minutes", 1))
    assert row[:2] == ["1", "100 %"]


def test_the_flow_on_the_ring_is_printed_beside_that_in_equilibrium():
    ((count, flow, expected),) = rows(printed("traffic_flow.py", "ring", "--counts", 5))
    assert count == "5"
    assert float(flow) == pytest.approx(float(expected), rel=0.01)


def test_the_table_of_standing_vehicles_has_a_row_for_each_network():
    (row,) = rows(printed("traffic_flow.py", "standing", "--networks", "star", "--minutes", 1))
    assert row[:2] == ["star", "25"]


@pytest.fixture(scope="module")
def traffic_flow():
    sys.path.insert(0, str(FOLDER))
    try:
        import traffic_flow
    finally:
        sys.path.remove(str(FOLDER))
    return traffic_flow


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "low"), [(0.0, 0.9), (300.0, 0.75), (600.0, 0.65)])
def test_the_entry_of_a_roundabout_has_the_capacity_of_the_manual(traffic_flow, asked, low):
    before, own = traffic_flow.measure_entry(traffic_flow.oblique_roundabout(), asked, 10)
    assert before >= 0.75 * asked
    assert low < own / traffic_flow.hcm_capacity(before) < 1.15


@pytest.mark.slow
def test_a_road_that_gives_way_has_the_capacity_of_the_manual(traffic_flow):
    before, own = traffic_flow.measure_give_way("right", "give-way", 400.0, 10)
    assert before > 300.0
    assert 0.7 < own / traffic_flow.give_way_capacity(before, "right") < 1.2


@pytest.mark.slow
def test_the_delay_before_lights_is_the_uniform_delay(traffic_flow):
    found = traffic_flow.measure_lights(8)
    assert 1750.0 < found.saturation < 2150.0
    assert found.effective_green == pytest.approx(found.green, abs=3.0)
    delay = traffic_flow.measure_delay(0.6 * found.capacity, 8)
    assert delay == pytest.approx(traffic_flow.uniform_delay(found.cycle, found.effective_green, 0.6), rel=0.15)


def test_a_picture_without_its_word_is_refused():
    with pytest.raises(subprocess.CalledProcessError):
        printed("traffic_flow.py", "ring", "ring.png")
