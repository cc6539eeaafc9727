"""Recovery backs and tows vehicles only as far as what they sweep, trailers included, is free of other vehicles."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.world.recovery import phases

KINDS = ("M998", "M35A2", "M1A1", "articulated-lorry")


class Contacts:
    """An observer that counts impacts, and adds up the distance that vehicle 0 has driven backward [m]."""

    def __init__(self):
        self.count, self.back = 0, 0.0

    def observe(self, world):
        self.count += world.events.contacts.vehicle.size
        self.back -= min(float(world.vehicles.speed[0]), 0.0) * world.dt


def backing(kind, other, phase, gap, aside, yaw):
    """Return what happens while a vehicle is to back at 2 m/s, and another one stands behind it.

    Args:
        gap: between the rear end of the first, or of its trailer, and the circle around the other [m].
        aside: of the other one, left positive [m].
        yaw: of the other one [rad].
    """
    world = mp.World(
        fleets=[(kind, 1), mp.Fleet(other, 1, name="other")], terrain=mp.Terrain.flat(size=500.0), dt=1 / 30
    )
    vehicles = world.vehicles
    behind = float(vehicles.rear_reach[0] + gap + vehicles.radius[1])
    world.place_vehicles(range(2), [0.0, -behind], [0.0, aside], [0.0, yaw])
    world.guidance.hold([1])
    world.guidance.route([0], [(200.0, 0.0)], speed=5.0)
    vehicles.recovery_phase[0], vehicles.freeing_speed[0], vehicles.attempts[0] = phase, -2.0, 3
    vehicles.stuck_time[0] = 1.0
    counted = Contacts()
    world.run(seconds=9.0, observers=[counted])
    return counted


@pytest.mark.slow
@pytest.mark.parametrize("phase", [phases.BACKING, phases.YIELDING])
@pytest.mark.parametrize("kind", KINDS)
def test_a_vehicle_that_backs_out_touches_none_behind_it(kind, phase):
    rng = np.random.default_rng(KINDS.index(kind))
    for _ in range(4):
        gap, aside, yaw = rng.uniform(1.0, 6.0), rng.uniform(-1.5, 1.5), rng.uniform(-math.pi, math.pi)
        other = KINDS[rng.integers(3)]
        assert backing(kind, other, phase, gap, aside, yaw).count == 0, (other, gap, aside, yaw)


@pytest.mark.parametrize("kind", KINDS)
def test_a_vehicle_backs_out_where_the_other_is_far_behind(kind):
    assert backing(kind, "M998", phases.BACKING, 30.0, 0.0, 0.0).back > 5.0


@pytest.mark.parametrize("kind", [*KINDS, "tracked", "friction-circle/tracked"])
def test_a_vehicle_that_still_rolls_forward_stops_straight_before_it_backs_to_a_side(kind):
    world = mp.World(fleets=[(kind, 1)], terrain=mp.Terrain.flat(size=500.0), dt=1 / 30)
    vehicles = world.vehicles
    world.guidance.route([0], [(200.0, 0.0)], speed=3.0)
    world.run(seconds=4.0)
    yaw = float(vehicles.yaw[0])
    vehicles.recovery_phase[0], vehicles.freeing_yaw[0], vehicles.freeing_speed[0] = phases.YIELDING, yaw - 0.8, -2.0
    vehicles.phase_x[0], vehicles.phase_y[0] = vehicles.x[0], vehicles.y[0]
    vehicles.stuck_time[0] = vehicles.attempts[0] = 1
    world.step()
    while vehicles.speed[0] > 0.0 and world.time < 8.0:
        assert vehicles.recovery_phase[0] == phases.YIELDING
        assert abs(vehicles.yaw[0] - yaw) < 0.01
        world.step()
    assert world.time < 8.0
