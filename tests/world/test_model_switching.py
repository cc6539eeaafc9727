"""Changing over between a kinematic and a dynamic model, while driving."""

import itertools
import math

import numpy as np
import pytest
from screenless_browser import ScreenlessBrowser

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.topics.instruments import instruments
from motorpool.errors import ModelError, ScenarioError, WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.world.model_switching.component import TURNING
from motorpool.world.sources.actions import ChooseModel
from motorpool.world.sources.player import Player
from motorpool.world.sources.teleport import teleport

PAIRS = [
    ("bicycle/arc", "friction-circle/wheeled"),
    ("tracked/arc", "friction-circle/tracked"),
    ("friction-circle/wheeled", "bicycle/arc"),
    ("friction-circle/tracked", "tracked/arc"),
]


def hill():
    posts = 20.0 * np.arange(-60, 61)
    return Terrain.from_heights(0.05 * posts[None, :] + 0.03 * posts[:, None], 20.0, name="hill")


def world_of(*models, count=3, terrain=None, **options):
    fleets = [mp.Fleet(model, count) for model in models]
    world = mp.World(fleets=fleets, terrain=terrain or hill(), **options)
    places = 80.0 * np.arange(world.count)
    world.place_vehicles(slice(0, world.count), -400.0 + places, 200.0 - places, np.linspace(-1.0, 1.0, world.count))
    world.resolve_positions()
    return world


def is_dynamic(model):
    return model.startswith("friction-circle")


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_changing_over_in_a_turn_jumps_neither_in_place_nor_speed_nor_direction(first, second):
    world, player = world_of(first), Player()
    world.sources.append(player)
    vehicles = world.vehicles
    player.take(1)
    player.set(1, throttle=1.0, steer=0.3)
    world.run(seconds=4.0)
    for wanted in (is_dynamic(second), is_dynamic(first), is_dynamic(second)):
        x, y, yaw, speed = (column[1] for column in vehicles.columns("x", "y", "yaw", "speed"))
        before = np.array(instruments(world, 1)["values"]["odometer"])
        world.model_switching.choose(1, is_dynamic=wanted)
        assert [column[1] for column in vehicles.columns("x", "y", "yaw", "speed")] == [x, y, yaw, speed]
        world.step()
        assert math.hypot(vehicles.x[1] - x, vehicles.y[1] - y) == pytest.approx(speed * world.dt, rel=0.1)
        assert vehicles.odometer[1] - before < 2.0 * speed * world.dt
        assert vehicles.speed[1] == pytest.approx(speed, abs=0.2)
        assert abs(math.remainder(vehicles.yaw[1] - yaw, 2.0 * math.pi)) < 1.0 * world.dt
        world.run(seconds=2.0)
        assert vehicles.speed[1] > 1.0
        assert instruments(world, 1)["is_dynamic"] == wanted
    assert not vehicles.status.any()


@pytest.mark.parametrize(("first", "second"), PAIRS[:2])
def test_from_then_on_it_moves_exactly_as_the_second_model_does(first, second):
    """The same speeds and steering in a world that has the second model from the beginning."""
    mixed, pure = world_of(first), world_of(second)
    for world in (mixed, pure):
        world.vehicles.driver[:] = 2
        world.vehicles.throttle[:], world.vehicles.target_steer[:] = 0.8, 0.2
        for name in ("max_speed", "max_reverse_speed", "acceleration", "braking", "coasting", "steer_rate"):
            getattr(world.vehicles, name)[:] = getattr(mixed.vehicles, name)
    mixed.model_switching.choose(1, is_dynamic=True)
    ready = mixed.model_switching._of(1).prepare()
    for name in dir(pure.fleets[0].params):
        getattr(pure.fleets[0].params, name)[:] = getattr(ready.fleet.params, name)
    for name, values in zip(TURNING, ready.turning, strict=True):
        getattr(pure.vehicles, name)[:] = values
    pure.fleets[0].state.pitch[:], pure.fleets[0].state.roll[:] = pure.vehicles.pitch, pure.vehicles.roll
    for _ in range(300):
        mixed.step()
        pure.step()
    for name in ("x", "y", "yaw", "speed"):
        assert getattr(mixed.vehicles, name)[1] == pytest.approx(getattr(pure.vehicles, name)[1], abs=1e-9)


def test_no_other_vehicle_moves_otherwise():
    alone, mixed = (world_of("bicycle", "tracked", count=4) for _ in range(2))
    mixed.model_switching.choose(2, is_dynamic=True)
    mixed.model_switching.choose(5, is_dynamic=True)
    for world in (alone, mixed):
        world.vehicles.avoidance_rule[:] = 0
        world.run(seconds=3.0)
    others = [0, 1, 3, 4, 6, 7]
    for name in ("x", "y", "yaw", "speed", "status"):
        assert (getattr(alone.vehicles, name)[others] == getattr(mixed.vehicles, name)[others]).all()
    assert (alone.vehicles.x[[2, 5]] != mixed.vehicles.x[[2, 5]]).all()


def test_a_snapshot_holds_alternate_models_too_and_a_world_is_determined():
    world = world_of("bicycle", "friction-circle/tracked", count=4)
    world.model_switching.choose(2, is_dynamic=True)
    world.model_switching.choose(6, is_dynamic=False)
    world.run(seconds=1.0)
    before = world.snapshot()
    world.run(seconds=2.0)
    first = [column.copy() for column in world.vehicles.all_columns()]
    world.model_switching.choose(0, is_dynamic=True)
    world.model_switching.give_back(2)
    world.run(seconds=1.0)
    world.restore(before)
    world.run(seconds=2.0)
    assert all(map(np.array_equal, first, world.vehicles.all_columns()))
    fresh = world_of("bicycle", "friction-circle/tracked", count=4)
    fresh.restore(before)
    fresh.run(seconds=2.0)
    assert all(map(np.array_equal, first, fresh.vehicles.all_columns()))


def test_nothing_is_prepared_or_stepped_until_somebody_asks():
    world = world_of("bicycle", "tracked")
    world.run(seconds=0.5)
    assert world.model_switching.hold() is None
    assert world.model_switching.snapshot()[0] == (None, None)


def test_the_vehicles_own_measures_count_unless_the_model_is_given_others():
    world = world_of("bicycle", count=2)
    world.fleets[0].params.wheelbase[:] = [2.5, 3.5]
    assert world.model_switching._of(0).fleet.params.wheelbase.tolist() == [2.5, 3.5]
    named = world_of("bicycle", count=2, dynamics={"bicycle/arc": "friction-circle/wheeled:wheelbase=4,mass=2000"})
    assert named.model_switching._of(0).fleet.params.wheelbase.tolist() == [4.0, 4.0]
    assert named.model_switching._of(0).fleet.params.mass.tolist() == [2000.0, 2000.0]


def test_burnt_fuel_stays_burnt():
    world = world_of("tracked", count=1)
    world.model_switching.choose(0, is_dynamic=True)
    world.run(seconds=5.0)
    burnt = instruments(world, 0)["values"]["fuel_used"]
    world.model_switching.choose(0, is_dynamic=False)
    world.run(seconds=1.0)
    world.model_switching.choose(0, is_dynamic=True)
    assert instruments(world, 0)["values"]["fuel_used"] == burnt > 0.0


def test_an_obstacle_and_a_teleport_take_the_momentum_of_the_second_model_too():
    world = world_of("tracked", count=1)
    world.model_switching.choose(0, is_dynamic=True)
    world.run(seconds=5.0)
    state = world.model_switching._of(0).fleet.state
    assert state.speed[0] == world.vehicles.speed[0] > 1.0
    world.vehicles.speed[0] = 0.0
    world.resolve_positions()
    assert state.speed[0] == 0.0
    world.run(seconds=5.0)
    teleport(world, 0, x=0.0, y=0.0, yaw=0.0)
    assert (state.speed[0], state.yaw_rate[0], world.vehicles.speed[0]) == (0.0, 0.0, 0.0)


def test_what_cannot_be_is_refused():
    world = world_of("polar", count=1)
    kind = world.fleets[0].kind
    if kind == "point":
        with pytest.raises(WorldError, match="vehicle 0 has no alternate model"):
            world.model_switching.choose(0, is_dynamic=True)
    with pytest.raises(WorldError, match="no alternate model for bicycle/arc; one of the two must"):
        world_of("bicycle", dynamics={"bicycle/arc": "tracked/arc"})
    with pytest.raises(WorldError, match="there is no fleet 'cars'"):
        world_of("bicycle", dynamics={"cars": "friction-circle/wheeled"})
    with pytest.raises(ModelError, match="friction-circle/wheels"):
        world_of("bicycle", dynamics={"bicycle/arc": "friction-circle/wheels"})


def test_a_released_vehicle_is_its_fleets_again():
    world, player, answers = world_of("tracked"), Player(), []
    world.sources.append(player)
    player.take(0)
    player.send(ChooseModel(0, is_on=True), answers.append)
    world.step()
    assert (world.vehicles.uses_alternate_model[0], answers) == (1.0, [None])
    player.release(0)
    world.step()
    assert world.vehicles.uses_alternate_model[0] == 0.0
    full = world_of("tracked").vehicles
    assert world.vehicles.pivot_yaw_rate[0] == full.pivot_yaw_rate[0]


def test_a_browser_changes_over_while_it_drives():
    world = world_of("tracked", terrain=Terrain.flat(size=2000.0))
    world.model_switching.prepare(0)
    with Viewer(world, port=0) as viewer, ScreenlessBrowser(viewer) as browser:
        browser.say(type="dynamics", is_on=True)
        assert "take one first" in browser.told("refused")["reason"]
        browser.take(0)
        browser.until(lambda frame: frame.own["speed"] > 4.0, driving={"throttle": 1.0})
        browser.say(type="dynamics", is_on=True)
        frames = []

        def is_changed(frame):
            frames.append((frame.header["time"], frame.own["x"], frame.own["y"], frame.own["speed"]))
            told = [one for one in browser.messages if one["type"] == "instruments"]
            return told and told[-1]["is_dynamic"]

        browser.until(is_changed, driving={"throttle": 1.0})
        browser.until(lambda frame: is_changed(frame) and len(frames) > 60, driving={"throttle": 1.0})
        for (t0, x0, y0, v0), (t1, x1, y1, v1) in itertools.pairwise(frames):
            assert math.hypot(x1 - x0, y1 - y0) == pytest.approx(
                0.5 * (v0 + v1) * (t1 - t0), abs=0.1 + 6.0 * (t1 - t0) ** 2
            )
            assert abs(v1 - v0) < 6.0 * (t1 - t0) + 0.1


def test_a_scenario_names_second_models(tmp_path):
    file = tmp_path / "tanks.yaml"
    text = "terrain: flat\nvehicles:\n  - model: tracked\n    name: tanks\n    alternate_model: "
    file.write_text(text + "park1992/tracked:mass=40000\n")
    twin = mp.load(file).build().model_switching._of(0)
    assert (twin.model.name, twin.fleet.params.mass[0]) == ("park1992/tracked:mass=40000", 40000.0)
    file.write_text(text + "friction-circle/trucked\n")
    with pytest.raises(ScenarioError, match=r"tanks.yaml:5: vehicles\[0\].alternate_model: .*friction-circle/tracked"):
        mp.load(file)


@pytest.mark.parametrize(("first", "second"), [("bicycle/arc", "single-track"), ("tracked/arc", "skid-steer")])
def test_a_vehicle_that_obeys_forces_takes_over_in_full_motion(first, second):
    world = world_of(first, dynamics={first: second})
    world.vehicles.driver[:] = 1
    world.vehicles.throttle[:] = 1.0
    world.run(seconds=4.0)
    before = {name: float(getattr(world.vehicles, name)[1]) for name in ("x", "y", "yaw", "speed")}
    world.model_switching.choose(1, is_dynamic=True)
    world.step()
    after = {name: float(getattr(world.vehicles, name)[1]) for name in before}
    assert math.hypot(after["x"] - before["x"], after["y"] - before["y"]) < 1.5 * before["speed"] * world.dt
    assert after["speed"] == pytest.approx(before["speed"], abs=0.2)
    world.run(seconds=2.0)
    assert world.vehicles.speed[1] > 0.5 * before["speed"]


def test_the_wheelbase_of_a_vehicle_that_has_axles_is_that_of_its_second_model():
    world = world_of("single-track")
    world.model_switching.choose(0, is_dynamic=False)
    fleet, row = world.moved_by(0)
    assert fleet.model.name == "bicycle/arc"
    own = world.fleets[0].params
    assert fleet.params.wheelbase[row] == own.front_axle_offset[0] + own.rear_axle_offset[0]


def test_columns_of_states_are_those_of_the_model_that_moves_a_vehicle():
    world = world_of("tracked/arc", dynamics={"tracked/arc": "skid-steer"})
    vehicles, names = world.vehicles, ("heave", "body_pitch", "body_roll", "model_lateral_speed", "model_yaw_rate")
    vehicles.driver[:], vehicles.throttle[:], vehicles.target_steer[:] = 2, 1.0, 0.4
    world.model_switching.choose(1, is_dynamic=True)
    world.run(seconds=2.0)
    fleet, row = world.moved_by(1)
    for name in names:
        column = getattr(vehicles, name)
        assert column[1] == getattr(fleet.state, name.removeprefix("model_"))[row] != 0.0
        assert column[[0, 2]].tolist() == [0.0, 0.0]
    assert vehicles.has_yaw_rate.tolist() == vehicles.has_lateral_speed.tolist() == [0, 1, 0]
    world.model_switching.give_back(1)
    world.step()
    assert not any(column.any() for column in vehicles.columns(*names, "has_yaw_rate", "has_lateral_speed"))


def test_a_column_of_a_state_is_the_fleets_own():
    world = world_of("single-track", "tracked/arc")
    world.vehicles.rollover_angle[1] = 0.3
    world.fleets[0].state.speed[2] = 7.0
    assert world.fleets[0].state.rollover_angle.tolist() == [0.0, 0.3, 0.0]
    assert world.vehicles.speed.tolist() == [0.0, 0.0, 7.0, 0.0, 0.0, 0.0]
