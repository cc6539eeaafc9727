"""A scenario's part in a distributed exercise: its keys, and the room that it makes for vehicles of others."""

import pytest

from motorpool.errors import ScenarioError
from motorpool.world.drivers.kinds import ABSENT
from motorpool.world.scenario import load

SCENARIO = """
terrain: {{source: flat, size: 1000}}
exercise: {exercise}
vehicles:
  - {{model: bicycle, count: 3}}
"""


def scenario(tmp_path, exercise):
    path = tmp_path / "joint.yaml"
    path.write_text(SCENARIO.format(exercise=exercise))
    return load(path)


def test_room_for_vehicles_of_others_is_kept_free(tmp_path):
    world = scenario(tmp_path, "{room: 4, origin_deg: [36.3, -84.2]}").build()
    assert world.count == 3 + 2 * 4
    assert list(world.remote.free_rows) == list(range(3, 11))
    assert (world.vehicles.driver[3:] == ABSENT).all()
    world.step()
    assert (abs(world.vehicles.x[:3]) <= 500.0).all()


def test_no_room_is_kept_where_none_is_wanted(tmp_path):
    assert scenario(tmp_path, "{room: 0}").build().count == 3


@pytest.mark.parametrize(
    ("exercise", "sentence"),
    [
        ("{room: -1}", "exercise.room is -1; it must be zero or positive"),
        ("{site: 0}", "exercise.site is 0; it must be 1 or more"),
        ("{version: 4}", "exercise.version is 4; it must be one of 5, 6 or 7"),
        ("{force: blue}", "exercise.force is 'blue'; it must be one of"),
        ("{heartbeat: 0}", "exercise.heartbeat is 0; it must be positive"),
        ("{adress: 127.0.0.1}", "did you mean address"),
    ],
)
def test_wrong_keys_are_refused_in_a_sentence(tmp_path, exercise, sentence):
    with pytest.raises(ScenarioError) as refused:
        scenario(tmp_path, exercise)
    assert sentence in str(refused.value)
