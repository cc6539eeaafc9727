"""Starts and goals anywhere on the ground: admissible, the same in any batch, and standing on the ground."""

import gymnasium
import numpy as np
import pytest

from motorpool.compile import columns
from motorpool.errors import ScenarioError
from motorpool.learning import Batch, load
from motorpool.learning.task import FOLDER, task_of

TASKS = ("OffRoad-v0", "Forest-v0")
TEXT = {name: (FOLDER / f"{name}.yaml").read_text(encoding="utf-8") for name in TASKS}


def task(name: str, *changes: tuple[str, str]):
    text = TEXT[name]
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return task_of(text, name="own", folder=FOLDER, where="own.yaml")


def run(name: str, seeds, decisions: int):
    """Return observations, rewards and causes of environments that begin anew when they are over."""
    batch = Batch(name, len(seeds))
    found = [(batch.reset(seed=list(seeds)).copy(), np.zeros(len(seeds)), batch.causes.copy())]
    inputs = np.stack([np.random.default_rng(seed).uniform(-0.2, 1.0, (decisions, 2)) for seed in seeds], axis=1)
    for given in inputs:
        result = batch.step(given)
        found.append((result.observation.copy(), result.reward.copy(), batch.causes.copy()))
        over = result.is_over | result.is_cut
        if over.any():
            batch.reset(over)
    return [np.stack(column, axis=1) for column in zip(*found, strict=True)]


def poses(batch: Batch):
    pose, goal = batch.world.vehicles.pose, batch.episode
    return np.stack([pose.x, pose.y, pose.z, pose.yaw, pose.pitch, pose.roll, goal.goal_x, goal.goal_y, goal.goal_yaw])


@pytest.mark.parametrize("name", TASKS)
def test_each_row_of_a_thousand_equals_an_environment_of_its_own(name, monkeypatch):
    monkeypatch.setattr(columns, "ROWS_A_THREAD", 100)  # several threads
    many = run(name, range(1000), 40)
    for row in (0, 503, 999):
        for whole, alone in zip(many, run(name, [row], 40), strict=True):
            assert (whole[row] == alone[0]).all()
    if name == "Forest-v0":
        assert (many[2] != 0).any(axis=1).sum() > 100  # trees, after which rows have begun anew


@pytest.mark.parametrize("name", TASKS)
def test_the_order_of_rows_and_the_number_of_threads_change_nothing(name, monkeypatch):
    seeds = list(range(60))
    monkeypatch.setattr(columns, "ROWS_A_THREAD", 8)
    expected = run(name, seeds, 20)
    try:
        columns.limit_threads(1)
        reverse = run(name, seeds[::-1], 20)
    finally:
        columns.limit_threads(None)
    for one, other in zip(expected, reverse, strict=True):
        assert (one == other[::-1]).all()


def test_starts_and_goals_are_on_gentle_ground_of_the_area_without_mud_and_apart():
    batch = Batch("OffRoad-v0", 500)
    batch.reset(seed=0)
    place, (x, y, *_, goal_x, goal_y, _) = batch.task.content.place, poses(batch)
    distance = np.hypot(goal_x - x, goal_y - y)
    assert place.distance[0] <= distance.min() < distance.max() <= place.distance[1]
    west, south, east, north = place.area
    for east_of, north_of in ((x, y), (goal_x, goal_y)):
        assert west <= east_of.min() < east_of.max() <= east
        assert south <= north_of.min() < north_of.max() <= north
        slope = np.hypot(*batch.world.terrain.sample(east_of, north_of)[1:])
        assert np.degrees(np.arctan(slope.max())) <= place.max_slope_deg
        assert batch.world.surface.names.index("mud") not in batch.world.surface.sample(east_of, north_of)
    assert np.ptp(x) > 0.8 * (east - west)  # the whole area is used


def test_objects_keep_clear_of_starts_and_goals():
    batch = Batch("Forest-v0", 300)
    batch.reset(seed=0)
    objects, clearance = batch.world.objects, batch.task.content.place.clearance
    x, y, *_, goal_x, goal_y, _ = poses(batch)
    for east, north in ((x, y), (goal_x, goal_y)):
        distance = np.hypot(objects.x - east[:, None], objects.y - north[:, None]) - objects.radius
        free = distance.min() - batch.world.vehicles.radius[0]
        assert clearance - 1e-9 <= free < clearance + 0.5


def test_a_vehicle_stands_on_the_ground_as_the_world_places_it():
    batch = Batch("OffRoad-v0", 100)
    batch.reset(seed=0)
    before = poses(batch)
    batch.world.attitude.place_on_ground(0.0)
    assert (poses(batch) == before).all()
    assert np.abs(before[4]).max() > 0.1


def test_headings_may_be_limited_to_the_goals_direction():
    batch = Batch(task("OffRoad-v0", ("  avoid_soils", "  heading_deg: [-30, 30]\n  avoid_soils")), 300)
    batch.reset(seed=0)
    x, y, _, yaw, _, _, goal_x, goal_y, _ = poses(batch)
    turn = np.degrees((np.arctan2(goal_y - y, goal_x - x) - yaw + np.pi) % (2.0 * np.pi) - np.pi)
    assert 25.0 < np.abs(turn).max() <= 30.0 + 1e-9


def test_without_the_variation_of_the_soil_the_places_stay_the_same():
    varied = load("OffRoad-v0")
    plain = varied._replace(content=varied.content.model_copy(update={"vary_soil": {}, "vary": {}}))
    found = []
    for one in (varied, plain):
        batch = Batch(one, 50)
        batch.reset(seed=3)
        found.append(poses(batch))
    assert (found[0] == found[1]).all()


def test_another_ground_seed_gives_other_hills():
    usual, other = Batch("OffRoad-v0", 2), Batch("OffRoad-v0", 2, ground_seed=7)
    assert (usual.world.terrain.heights != other.world.terrain.heights).mean() > 0.9
    again = Batch("OffRoad-v0", 2, ground_seed=7)
    assert (again.reset(seed=0) == other.reset(seed=0)).all()


@pytest.mark.parametrize(
    ("name", "before", "after", "sentence"),
    [
        ("OffRoad-v0", "[-700, -700, 700, 700]", "[-700, -700, 900, 700]", "place.area: .* within the terrain"),
        ("OffRoad-v0", "[-700, -700, 700, 700]", "[700, -700, -700, 700]", "each range must increase"),
        (
            "OffRoad-v0",
            "[-700, -700, 700, 700]",
            "[0, 0, 50, 50]",
            "place.distance is 150 m at least; the area is only",
        ),
        (
            "OffRoad-v0",
            "distance: [150, 400]",
            "distance: [400, 150]",
            "place.distance is .* the least must not exceed",
        ),
        (
            "OffRoad-v0",
            "avoid_soils: [mud]",
            "avoid_soils: [mudd]",
            "place.avoid_soils has no soil 'mudd'; did you mean 'mud'",
        ),
        ("OffRoad-v0", "max_slope_deg: 14", "max_slope_deg: 0.01", "256 draws .* most often the ground was too steep"),
        ("Forest-v0", "clearance: 1.0", "clearance: 60", "most often an object stood too near: change area, distance"),
        ("Forest-v0", "decision: 0.2", "goal: {x: 5}\ndecision: 0.2", "goal.x is for tasks with a start; place draws"),
    ],
)
def test_what_gives_no_place_is_refused(name, before, after, sentence):
    with pytest.raises(ScenarioError, match=sentence):
        Batch(task(name, (before, after)), 3).reset(seed=0)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("  - yaw-rate", "  - hitch-sine", "the model M35A2 has no trailer; choose one that has"),
        ("friction: [0.9, 1.25]", "friction: [1.25, 0.9]", "vary_soil.friction is .* the least must not exceed"),
        ("friction: [0.9, 1.25]", "friction: [0, 1.25]", r"vary_soil\.friction\[0\] is 0; it must be positive"),
        ("friction: [0.9, 1.25]", "grip: [0.9, 1.25]", "vary_soil.grip"),
    ],
)
def test_what_the_vehicle_does_not_have_is_refused(before, after, sentence):
    with pytest.raises(ScenarioError, match=sentence):
        Batch(task("OffRoad-v0", (before, after)), 1)


def test_a_start_without_a_goal_is_given_up():
    narrow = ("distance: [150, 400]", "distance: [1900, 1970]")  # only from corner to corner
    batch = Batch(task("OffRoad-v0", narrow, ("max_slope_deg: 14", "max_slope_deg: 60")), 20)
    with pytest.raises(ScenarioError, match="most often the goal was outside the area"):
        batch.reset(seed=0)
    wide = Batch(task("OffRoad-v0", ("distance: [150, 400]", "distance: [1200, 1300]")), 300)
    wide.reset(seed=0)
    x, y, *_ = poses(wide)
    assert np.hypot(700.0 + np.abs(x), 700.0 + np.abs(y)).min() >= 1200.0  # to the farthest corner


@pytest.mark.parametrize("name", TASKS)
def test_the_three_ways_of_beginning_anew_give_the_same_places(name):
    action = np.full((6, 2), 0.5, np.float32)
    made = {
        mode: gymnasium.make_vec(f"motorpool/{name}", num_envs=6, autoreset_mode=mode, max_episode_steps=3)
        for mode in ("SameStep", "NextStep", "Disabled")
    }
    last = {}
    for mode, envs in made.items():
        envs.reset(seed=4)
        for _ in range(3):
            last[mode] = envs.step(action)
        assert last[mode][3].all()
    begun = last["SameStep"][0]
    assert (last["SameStep"][4]["final_obs"] == last["NextStep"][0]).all()
    assert (made["NextStep"].step(action)[0] == begun).all()
    mask = np.array([True, False, True, False, True, False])
    seen, _ = made["Disabled"].reset(options={"reset_mask": mask})
    assert (seen[mask] == begun[mask]).all()
    assert (seen[~mask] == last["Disabled"][0][~mask]).all()


@pytest.mark.parametrize("name", TASKS)
def test_without_compilation_the_numbers_are_the_same(name, monkeypatch):
    compiled = run(name, [3, 4], 2)
    monkeypatch.setenv("MOTORPOOL_COMPILE", "0")
    for one, other in zip(compiled, run(name, [3, 4], 2), strict=True):
        assert one == pytest.approx(other, abs=1e-6)
