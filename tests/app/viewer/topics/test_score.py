"""The score by side, from events as a world tells them."""

import numpy as np
import pytest

from motorpool import Fleet, World
from motorpool.app.viewer.topics.gunnery import ScoreCount
from motorpool.world.events import Events
from motorpool.world.gunnery.component import Changes, Impacts, Shots
from motorpool.world.gunnery.damage import DEAD, HIT
from motorpool.world.gunnery.guns import Armament
from motorpool.world.gunnery.rounds import GROUND, VEHICLE

BLUE, RED, NOBODY = 0, 2, 4  # the first vehicle of each fleet of two


@pytest.fixture
def score() -> ScoreCount:
    fleets = [Fleet("bicycle", 2, name=name) for name in ("ours", "theirs", "lookers-on")]
    return ScoreCount(fleets, {"ours": "blue", "theirs": "red"})


def events(*, shots=(), impacts=(), changes=()) -> Events:
    zeros = np.zeros(len(shots))
    hits = np.zeros(len(impacts))
    return Events(
        shots=Shots(np.array(shots, np.int32), *[zeros] * 7),
        impacts=Impacts(
            np.array([shooter for shooter, _, _ in impacts], np.int32), hits, hits, hits,
            np.array([met for _, met, _ in impacts], np.int8),
            np.array([index for *_, index in impacts], np.int32), hits,
        ),
        changes=Changes(
            np.array([vehicle for vehicle, _ in changes], np.int32),
            np.array([condition for _, condition in changes], np.int8),
            np.zeros(len(changes)),
        ),
    )  # fmt: skip


def counts(score: ScoreCount) -> dict[str, tuple[int, ...]]:
    return {one["side"]: (one["shots"], one["hits"], one["destroyed"], one["lost"]) for one in score.message()["sides"]}


def test_sides_are_in_the_order_of_their_fleets_and_begin_at_nothing(score):
    assert counts(score) == {"blue": (0, 0, 0, 0), "red": (0, 0, 0, 0)}


def test_a_hit_on_the_other_side_counts_and_one_on_the_ground_does_not(score):
    score.count(events(shots=[BLUE, BLUE + 1]))
    score.count(events(impacts=[(BLUE, VEHICLE, RED), (BLUE + 1, GROUND, -1)], changes=[(RED, HIT)]))
    assert counts(score) == {"blue": (2, 1, 0, 0), "red": (0, 0, 0, 0)}


def test_the_last_vehicle_that_hit_it_has_destroyed_it(score):
    score.count(events(impacts=[(RED, VEHICLE, BLUE)], changes=[(BLUE, DEAD)]))
    assert counts(score) == {"blue": (0, 0, 0, 1), "red": (0, 1, 1, 0)}


def test_a_hit_on_the_own_side_is_none_but_a_loss(score):
    score.count(events(impacts=[(BLUE, VEHICLE, BLUE + 1)], changes=[(BLUE + 1, DEAD)]))
    assert counts(score)["blue"] == (0, 0, 0, 1)


def test_a_vehicle_that_is_on_no_side_has_no_score_but_may_be_hit(score):
    score.count(events(shots=[NOBODY], impacts=[(NOBODY, VEHICLE, RED), (BLUE, VEHICLE, NOBODY)]))
    assert counts(score) == {"blue": (0, 1, 0, 0), "red": (0, 0, 0, 0)}


def test_a_world_fires_and_scores():
    fleets = [Fleet("tracked", 1, name=name, x=[x]) for name, x in (("ours", 0.0), ("theirs", 200.0))]
    world = World(fleets=fleets, armament={"ours": Armament(round_damage=1.0)})
    score = ScoreCount(world.fleets, {"ours": "blue", "theirs": "red"})
    world.vehicles.desired_speed[:] = 0.0
    world.vehicles.trigger[0] = 1.0
    for _ in range(60):
        world.step()
        score.count(world.events)
    assert counts(score) == {"blue": (1, 1, 1, 0), "red": (0, 0, 0, 1)}
