"""The test courses and their command: what is scored, told, refused and drawn."""

import numpy as np
import pytest

from motorpool.app.cli import run
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.studies.courses import COURSES, layouts
from motorpool.studies.courses.scoring import drive_world, touches
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World


def test_touches_tell_objects_beside_the_body_and_vehicles_that_overlap():
    ground = Terrain.flat(size=400.0)
    fleet = Fleet("bicycle", 4, body=Body(4.0, 2.0, 1.5), x=np.array([0.0, 3.0, 50.0, 80.0]), y=np.zeros(4))
    posts = place_objects(ground, x=[50.0, 80.0], y=[2.001, 2.01], radius=1.0)
    touched, met = touches(World(fleets=[fleet], terrain=ground, objects=posts))
    assert (touched >= 0).tolist() == [False, False, True, False]
    assert met.tolist() == [1, 1, 0, 0]


def test_a_score_counts_arrivals_and_the_length_of_the_way():
    score = drive_world(layouts.crossing(4, 0), "none", seconds=150.0)
    assert (score.vehicles, score.reached) == (4, 4)
    assert score.detour == pytest.approx(1.0, abs=0.02)  # to 5 m before the goal
    assert score.paths.shape[1:] == (4, 2)


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.name)
def test_every_course_has_free_starts_and_goals_ahead(course):
    world = course.build(0)
    touched, met = touches(world)
    assert (touched < 0).all()
    assert not met.any()
    assert np.hypot(world.vehicles.goal_x - world.vehicles.x, world.vehicles.goal_y - world.vehicles.y).min() > 100.0


def test_the_command_prints_a_row_for_each_rule_and_draws(tmp_path, capsys):
    figure = tmp_path / "posts.png"
    wanted = ["courses", "two-posts", "--rule", "search-cone", "--rule", "dynamic-window", "--figure", str(figure)]
    assert run(wanted) == 0
    told = capsys.readouterr().out
    assert "two-posts" in told
    assert "dynamic-window" in told
    assert "4/4" in told
    assert figure.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["maze"], "there is no course 'maze'; the courses are slalom, two-posts"),
        (["slalom", "--rule", "luck"], "there is no rule 'luck'; the rules are none, search-cone"),
        (["--figure", "all.png"], "--figure draws one course; name it"),
        (["slalom", "--figure", "slalom.txt"], "must end in .png"),
    ],
)
def test_a_mistake_is_a_sentence(arguments, sentence, capsys):
    assert run(["courses", *arguments]) == 2
    assert sentence in capsys.readouterr().err
