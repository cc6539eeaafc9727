"""Trailers are bodies: they touch, are seen and are struck where they are drawn."""

import math
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motorpool as mp
from motorpool.ground.objects.objects import place_objects
from motorpool.vehicles.fleet import shape_of_fleet
from motorpool.world.gunnery.guns import Armament
from motorpool.world.gunnery.rounds import VEHICLE
from motorpool.world.sensors.scan import Poses, scan_2d, scan_world

FLAT = mp.Terrain.flat(size=400.0)
SAME = 0.01  # drawn and touched outlines agree within this [m]
POST = 0.05  # radius of a post [m]
CAR = mp.Body(4.5, 1.8, 1.5, offset=0.0)
angles = st.floats(-1.3, 1.3)


class Box(NamedTuple):
    """Rectangle that a trailer is drawn as."""

    x: float
    y: float
    yaw: float
    half_length: float
    half_width: float


def train(name: str, *hitch_angles: float) -> mp.Fleet:
    fleet = mp.Fleet(name, 1, **({"trailer_count": float(len(hitch_angles))} if "/" in name else {}))
    for field, angle in zip(fleet.model.trailers, hitch_angles, strict=False):
        getattr(fleet.state, field.hitch_angle)[0] = angle
    return fleet


def drawn(fleet: mp.Fleet, *hitch_angles: float) -> list[Box]:
    """Return the drawn boxes of the trailers of a vehicle at the origin, headed east."""
    x, y, yaw, boxes = 0.0, 0.0, 0.0, []
    for plan, angle in zip(shape_of_fleet(fleet).trailers, hitch_angles, strict=True):
        x, y = x - plan.hitch * math.cos(yaw), y - plan.hitch * math.sin(yaw)
        yaw += angle
        x, y = x - plan.reach * math.cos(yaw), y - plan.reach * math.sin(yaw)
        middle = x + plan.middle * math.cos(yaw), y + plan.middle * math.sin(yaw)
        boxes.append(Box(*middle, yaw, 0.5 * (plan.front - plan.back), 0.5 * plan.width))
    return boxes


def touches_post(name: str, hitch_angles: tuple[float, ...], x: float, y: float) -> bool:
    """Return whether a post moves a vehicle that stands at the origin."""
    posts = place_objects(FLAT, x=[x], y=[y], radius=POST, height=2.0)
    world = mp.World(fleets=[train(name, *hitch_angles)], terrain=FLAT, objects=posts, recovery="off")
    world.place_vehicles(0, 0.0, 0.0, 0.0)
    world.resolve_positions()
    return math.hypot(world.vehicles.x[0], world.vehicles.y[0]) > 0.0


@settings(max_examples=6, deadline=None)
@given(st.lists(angles, min_size=1, max_size=3), st.integers(0, 2), st.floats(-0.9, 0.9))
def test_a_post_touches_each_trailer_at_its_drawn_outline_at_any_hitch_angle(hitch_angles, which, along):
    name = "articulated-lorry" if len(hitch_angles) == 1 else "tractor-trailer/chain"
    boxes = drawn(train(name, *hitch_angles), *hitch_angles)
    box = boxes[-1]
    ahead, left = ((along * box.half_length, box.half_width), (along * box.half_length, -box.half_width),
                   (-box.half_length, along * box.half_width))[which]  # fmt: skip
    outward = ((0.0, 1.0), (0.0, -1.0), (-1.0, 0.0))[which]
    cosine, sine = math.cos(box.yaw), math.sin(box.yaw)

    def place(gap: float) -> tuple[float, float]:
        x, y = ahead + (POST + gap) * outward[0], left + (POST + gap) * outward[1]
        return box.x + x * cosine - y * sine, box.y + x * sine + y * cosine

    assert touches_post(name, tuple(hitch_angles), *place(-SAME))
    others = [(math.hypot(place(0.0)[0] - other.x, place(0.0)[1] - other.y), other.half_length) for other in boxes[:-1]]
    if all(distance > half + 2.0 for distance, half in others) and math.hypot(*place(0.0)) > 5.0:
        assert not touches_post(name, tuple(hitch_angles), *place(SAME))


def test_two_lorries_side_by_side_and_one_behind_the_other_do_not_touch():
    world = mp.World(fleets=[("articulated-lorry", 4)], terrain=FLAT)
    length = shape_of_fleet(world.fleets[0]).total_length
    world.place_vehicles(slice(None), [0.0, 0.0, 3.0 * length, length + 0.25], [0.0, 2.8, 0.0, 0.0], 0.0)
    world.resolve_positions()
    assert world.vehicles.x.tolist() == [0.0, 0.0, 3.0 * length, length + 0.25]
    assert world.contact.near_count == 0


def moving_parts(world: mp.World) -> np.ndarray:
    """Return mass, place, velocity, yaw rate and yaw inertia of the bodies of lorries and cars, a row each."""
    vehicles, rows = world.vehicles, []
    for fleet, place in zip(world.fleets, vehicles.rows, strict=True):
        for row, i in enumerate(range(place.start, place.stop)):
            cosine, sine = math.cos(vehicles.yaw[i]), math.sin(vehicles.yaw[i])
            x = vehicles.speed[i] * cosine - vehicles.lateral_speed[i] * sine
            y = vehicles.speed[i] * sine + vehicles.lateral_speed[i] * cosine
            turn = vehicles.yaw_rate[i]
            rows.append((vehicles.mass[i], vehicles.x[i], vehicles.y[i], x, y, turn, vehicles.yaw_inertia[i]))
            if fleet.model.trailers:
                params = {name: float(getattr(fleet.params, name)[row]) for name in dir(fleet.params)}
                hitch_x, hitch_y = -params["hitch_offset"] * cosine, -params["hitch_offset"] * sine
                yaw = vehicles.yaw[i] + fleet.state.hitch_angle[row]
                rate = fleet.state.trailer_yaw_rate[row]
                arm_x = -params["trailer_centre_offset"] * math.cos(yaw)
                arm_y = -params["trailer_centre_offset"] * math.sin(yaw)
                velocity = x - turn * hitch_y - rate * arm_y, y + turn * hitch_x + rate * arm_x
                at = vehicles.x[i] + hitch_x + arm_x, vehicles.y[i] + hitch_y + arm_y
                rows.append((params["trailer_mass"], *at, *velocity, rate, params["trailer_yaw_inertia"]))
    return np.array(rows)


def momentum_and_energy(world: mp.World) -> np.ndarray:
    mass, x, y, east, north, turn, inertia = moving_parts(world).T
    angular = mass * (x * north - y * east) + inertia * turn
    energy = 0.5 * (mass * (east**2 + north**2) + inertia * turn**2)
    return np.array([(mass * east).sum(), (mass * north).sum(), angular.sum(), energy.sum()])


@settings(max_examples=12, deadline=None)
@given(angles, st.floats(0.3, 25.0), st.floats(-0.8, 0.8), st.floats(-8.0, 8.0), st.floats(-1.0, 1.0))
def test_an_impact_on_a_trailer_keeps_momentum_and_adds_no_energy(angle, speed, along, lorry_speed, turn):
    lorry, car = train("articulated-lorry", angle), mp.Fleet("car", 1)
    (box,) = drawn(lorry, angle)
    world = mp.World(fleets=[lorry, car], terrain=FLAT, recovery="off")
    heading = box.yaw + 0.5 * math.pi + 0.6 * turn
    reach = world.vehicles.front_reach[1] + box.half_width - 0.02
    x = box.x + along * box.half_length * math.cos(box.yaw) - reach * math.cos(heading)
    y = box.y + along * box.half_length * math.sin(box.yaw) - reach * math.sin(heading)
    world.place_vehicles([0, 1], [0.0, x], [0.0, y], [0.0, heading])
    world.vehicles.speed[:] = lorry_speed, speed
    lorry.state.speed[:], car.state.speed[:] = lorry_speed, speed
    lorry.state.yaw_rate[:], lorry.state.trailer_yaw_rate[:] = 0.2 * turn, -0.3 * turn
    world.motion.refresh_velocities()
    world.entity.trailers.place()
    before = momentum_and_energy(world)
    world.contact.resolve(0.0)
    after = momentum_and_energy(world)
    scale = np.abs(moving_parts(world)[:, 0]).sum() * max(speed, abs(lorry_speed))
    np.testing.assert_allclose(after[:2], before[:2], rtol=0.0, atol=1e-9 * scale)
    assert after[3] <= before[3] * (1.0 + 1e-9)


def test_a_car_strikes_a_trailer_at_its_drawn_side():
    lorry = train("articulated-lorry", 0.0)
    (box,) = drawn(lorry, 0.0)
    world = mp.World(fleets=[lorry, mp.Fleet("car", 1)], terrain=FLAT, recovery="off")
    world.guidance.hold([0, 1])
    world.place_vehicles([0, 1], [0.0, box.x - 4.0], [0.0, -6.0], [0.0, 0.5 * math.pi])
    world.vehicles.speed[1] = world.fleets[1].state.speed[0] = 12.0
    for _ in range(60):
        world.step()
        if world.events.contacts.time.size:
            break
    contacts = world.events.contacts
    assert (contacts.vehicle.tolist(), contacts.other.tolist()) == ([0], [1])
    assert contacts.y[0] == pytest.approx(-box.half_width, abs=SAME)
    assert lorry.state.trailer_yaw_rate[0] < 0.0


@pytest.mark.parametrize("name", ["articulated-lorry", "tractor-trailer/chain"])
def test_a_world_of_trains_goes_on_from_a_snapshot_to_the_bit(name):
    world = mp.World(fleets=[mp.Fleet(name, 6)], terrain=FLAT, seed=3)
    world.scatter_vehicles(area=(-60.0, -60.0, 60.0, 60.0))
    world.run(seconds=3)
    saved = world.snapshot()
    ends = []
    for _ in range(2):
        world.run(seconds=5)
        ends.append([column.copy() for column in world.vehicles.all_columns()])
        world.restore(saved)
    for one, other in zip(*ends, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("angle", [0.0, 0.7, -1.2])
def test_a_scan_ends_at_the_drawn_side_of_a_trailer(angle):
    lorry = train("articulated-lorry", angle)
    (box,) = drawn(lorry, angle)
    world = mp.World(fleets=[lorry], terrain=FLAT)
    world.place_vehicles(0, 0.0, 0.0, 0.0)
    world.resolve_positions()
    out = 12.0
    for side in (1.0, -1.0):
        x, y = box.x - side * out * math.sin(box.yaw), box.y + side * out * math.cos(box.yaw)
        pose = [np.array([value]) for value in (x, y, 2.0, box.yaw - side * 0.5 * math.pi, 0.0, 0.0)]
        seen = scan_2d(scan_world(world), Poses(*pose, np.array([-1], np.int32)), [0.0], 50.0)
        np.testing.assert_allclose(seen, out - box.half_width, atol=SAME)


def test_a_round_hits_a_trailer_and_damages_its_vehicle():
    lorry, tank = train("articulated-lorry", 0.0), mp.Fleet("M1A1", 1)
    (box,) = drawn(lorry, 0.0)
    world = mp.World(fleets=[lorry, tank], terrain=FLAT, armament={tank.name: Armament()}, recovery="off")
    world.guidance.hold([0, 1])
    world.place_vehicles([0, 1], [0.0, box.x - 4.0], [0.0, -60.0], [0.0, 0.5 * math.pi])
    world.resolve_positions()
    world.vehicles.turret_yaw[1] = 0.0
    world.vehicles.trigger[1] = 1
    hit = []
    for _ in range(120):
        world.step()
        world.vehicles.trigger[1] = 1
        hit += world.events.impacts.met_index[world.events.impacts.met == VEHICLE].tolist()
    assert hit[0] == 0
