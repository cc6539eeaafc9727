"""Impacts within a step: whatever the phase and the step, bodies meet on the faces that touch first."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.ground.objects.contact_points import nearest_face
from motorpool.ground.objects.first_contact import (
    NEVER,
    TOUCH,
    MovingRectangle,
    first_touch,
    first_touch_of_circle,
    rectangles_at,
)
from motorpool.ground.objects.objects import place_objects
from motorpool.world.drivers.kinds import PLAYER
from motorpool.world.remote.component import RemotePoses

LENGTH, WIDTH = 4.5, 1.8
CAR = mp.Body(LENGTH, WIDTH, 1.5)
SHIFTED = mp.Body(LENGTH, WIDTH, 1.5, offset=0.4)  # its centre is ahead of the reference point
APART = 200.0  # between two pairs [m]
GROUND = mp.Terrain.flat(size=20_000.0, spacing=500.0)
WINDOW = 0.25  # longer than any step of a model [s]
STEPS = [1 / 120, 1 / 60, 0.05, 0.1]


def random_rectangles(random, count, *, spins):
    """Pairs of rectangles that overlap, or nearly so, at some time within the last quarter of a second."""
    size, other_size = random.uniform((0.5, 0.3), (6.0, 2.0), (2, count, 2))
    yaws, velocities = random.uniform(-math.pi, math.pi, (2, count)), random.uniform(-40.0, 40.0, (2, 2, count))
    rates = spins * random.uniform(-3.0, 3.0, (2, count))
    when, near = random.uniform(-WINDOW, 0.0, count), random.uniform(-3.0, 3.0, (2, count))
    gap = near - when * (velocities[1] - velocities[0])
    for k in range(count):
        first = MovingRectangle(0.0, 0.0, yaws[0, k], *velocities[0, :, k], rates[0, k], *size[k])
        second = MovingRectangle(*gap[:, k], yaws[1, k], *velocities[1, :, k], rates[1, k], *other_size[k])
        yield MovingRectangle(*map(float, first)), MovingRectangle(*map(float, second))


def sampled_gaps(first, second, times):
    """Widest gap of the two at each time [m], below 0 where they overlap."""
    _, depth = nearest_face(rectangles_at(first, second, times))
    return -depth


@pytest.mark.parametrize("spins", [0.0, 1.0])
def test_the_first_touch_is_that_of_a_fine_sampling_of_the_motion(spins):
    times = np.linspace(-WINDOW, 0.0, 1001)
    touched = 0
    for first, second in random_rectangles(np.random.default_rng(1), 150, spins=spins):
        gaps = sampled_gaps(first, second, times)
        time = first_touch(first, second, -WINDOW)
        if gaps.min() < -0.05:
            touched += 1
            assert time == pytest.approx(times[np.argmax(gaps <= 0.0)], abs=1.5e-3 * WINDOW + 2e-3 * spins)
        elif gaps.min() > 0.05:
            assert time == NEVER
        if time not in (NEVER, -WINDOW):
            assert -1e-9 <= sampled_gaps(first, second, np.array([time]))[0] <= TOUCH
    assert touched > 50


@pytest.mark.parametrize("spins", [0.0, 1.0])
def test_the_first_touch_of_a_circle_is_that_of_a_fine_sampling(spins):
    times = np.linspace(-WINDOW, 0.0, 1001)
    touched = 0
    for first, second in random_rectangles(np.random.default_rng(2), 150, spins=spins):
        yaw, radius = first.yaw + times * first.yaw_rate, second.half_width
        dx, dy = second.x - times * first.velocity_x, second.y - times * first.velocity_y
        x, y = dx * np.cos(yaw) + dy * np.sin(yaw), dy * np.cos(yaw) - dx * np.sin(yaw)
        out = np.maximum(abs(x) - first.half_length, 0.0), np.maximum(abs(y) - first.half_width, 0.0)
        gaps = np.hypot(*out) - radius
        time = first_touch_of_circle(first, second.x, second.y, radius, -WINDOW)
        if gaps.min() < -0.05:
            touched += 1
            assert time == pytest.approx(times[np.argmax(gaps <= 0.0)], abs=1.5e-3 * WINDOW + 2e-3 * spins)
        elif gaps.min() > 0.05:
            assert time == NEVER
    assert touched > 20


# ---------------------------------------------------------------- pairs in a world


class Meetings:
    """Pairs of cars that move straight on; ``touch_speed`` is their closing speed on the faces that touch first."""

    def __init__(self, count, seed, dt, yaw, *, is_parked=False):
        random = np.random.default_rng(seed)
        self.count, self.dt = count, dt
        self.speed = random.uniform(5.0, 40.0, (2, count))
        self.speed[1] *= not is_parked
        self.yaw = np.array([np.zeros(count), np.broadcast_to(yaw, count)])
        self.velocity = self.speed * np.array([np.cos(self.yaw), np.sin(self.yaw)])
        when = random.uniform(-0.5, -0.4, count)
        near = random.uniform(-0.5, 0.5, (2, count)) * (LENGTH, WIDTH)[0]
        relative = self.velocity[:, 1] - self.velocity[:, 0]
        self.gap = near + 0.9 * relative / np.hypot(*relative) - when * relative
        self.touch_speed, self.overlap, self.gap_before = np.zeros((3, count))
        times = np.linspace(-1.0, 0.0, 8001)
        for k in range(count):
            first = MovingRectangle(0.0, 0.0, 0.0, *self.velocity[:, 0, k], 0.0, 0.5 * LENGTH, 0.5 * WIDTH)
            second = MovingRectangle(
                *self.gap[:, k], self.yaw[1, k], *self.velocity[:, 1, k], 0.0, 0.5 * LENGTH, 0.5 * WIDTH
            )
            gaps = sampled_gaps(first, second, times)
            self.overlap[k], self.gap_before[k] = -gaps.min(), gaps[0]
            touch = np.argmax(gaps <= 0.0)
            self.touch_speed[k] = (gaps[touch - 1] - gaps[touch]) * 8000.0

    def drive(self):
        """The closing speed and the yaw rates after the first impact of each pair; nothing else moves them."""
        side = math.ceil(math.sqrt(self.count))
        home = APART * np.array(np.divmod(np.arange(self.count), side)) - 0.5 * APART * side
        world = mp.World(fleets=[mp.Fleet("bicycle", 2 * self.count, body=SHIFTED)], terrain=GROUND, dt=self.dt)
        vehicles, hardest, after = world.vehicles, np.zeros(self.count), np.zeros((2, self.count))
        start = home[:, None] - 1.0 * self.velocity
        start[:, 1] += self.gap
        start -= SHIFTED.offset * np.array([np.cos(self.yaw), np.sin(self.yaw)])
        world.place_vehicles(slice(None), *start.reshape(2, -1), self.yaw.reshape(-1))
        vehicles.speed[:] = self.speed.reshape(-1)
        for _ in range(round(1.0 / self.dt)):
            sine, cosine = np.sin(vehicles.yaw), np.cos(vehicles.yaw)
            vehicles.x += self.dt * (vehicles.speed * cosine - vehicles.lateral_speed * sine)
            vehicles.y += self.dt * (vehicles.speed * sine + vehicles.lateral_speed * cosine)
            vehicles.yaw += self.dt * vehicles.yaw_rate
            world.contact.resolve(0.0, self.dt)
            contacts = world.contact.contacts
            assert np.all(contacts.other - contacts.vehicle == self.count)
            fresh = hardest[contacts.vehicle] == 0.0
            struck = contacts.vehicle[fresh]
            hardest[struck] = contacts.closing_speed[fresh]
            after[0, struck], after[1, struck] = vehicles.yaw_rate[struck], vehicles.yaw_rate[struck + self.count]
        return hardest, after


@pytest.mark.parametrize("dt", STEPS)
@pytest.mark.parametrize("yaw", [math.pi, 0.0, 0.5 * math.pi, 2.4, -0.6])
def test_whatever_the_phase_and_the_step_cars_meet_on_the_faces_that_touch_first(dt, yaw):
    """Head-on, from behind, at a right angle and aslant, with any overlap over a twentieth of the width."""
    meetings = Meetings(60, seed=3, dt=dt, yaw=yaw)
    closing, _ = meetings.drive()
    meets = (meetings.overlap > 0.05 * WIDTH) & (meetings.gap_before > 0.0)
    assert meets.sum() > 15
    assert closing[meets] == pytest.approx(meetings.touch_speed[meets], rel=1e-3, abs=1e-2)
    assert not closing[meetings.overlap < 0.0].any()


@pytest.mark.parametrize("yaw", [math.pi, 0.5 * math.pi, 2.4])
def test_an_impact_does_not_depend_on_the_step(yaw):
    """Nor do the yaw rates that follow a head-on impact; others strike again with another corner in a long step."""
    (closing, fine), (coarse_closing, coarse) = (Meetings(40, seed=4, dt=dt, yaw=yaw).drive() for dt in (1 / 240, 0.1))
    assert coarse_closing == pytest.approx(closing, rel=1e-3)
    if yaw == math.pi:
        assert np.median(np.abs(fine - coarse)) < 1e-6 * np.median(np.abs(fine))


@pytest.mark.parametrize("dt", STEPS)
def test_a_parked_car_is_struck_on_the_face_that_is_touched_first(dt):
    meetings = Meetings(60, seed=9, dt=dt, yaw=2.2, is_parked=True)
    closing, _ = meetings.drive()
    meets = (meetings.overlap > 0.05 * WIDTH) & (meetings.gap_before > 0.0)
    assert meets.sum() > 15
    assert closing[meets] == pytest.approx(meetings.touch_speed[meets], rel=1e-3, abs=1e-2)


@pytest.mark.parametrize("dt", [1 / 60, 0.1])
@pytest.mark.parametrize("name", ["bicycle", "car", "M35A2", "M1A1", "LAV-25", "friction-circle/tracked"])
def test_vehicles_of_any_model_meet_head_on_at_any_phase(name, dt):
    """With overlaps from a tenth of the width to all of it, as players let them roll toward each other at 15 m/s."""
    count, body = 12, mp.Fleet(name, 1).body
    world = mp.World(fleets=[mp.Fleet(name, 2 * count)], terrain=GROUND, dt=dt, recovery="off")
    y, side = 100.0 * np.arange(count), body.width * np.linspace(0.0, 0.9, count)
    start = -0.5 * body.length - 11.0 - 30.0 * dt * np.arange(count) / count
    yaw = np.repeat([0.0, math.pi], count)
    world.place_vehicles(slice(None), [*start, *-start], [*y, *(y + side)], yaw)
    vehicles, state, first = world.vehicles, world.fleets[0].state, np.zeros(count)
    vehicles.driver[:], vehicles.speed[:], vehicles.commanded_speed[:] = PLAYER, 15.0, 15.0
    for field in {"speed", "left_track_speed", "right_track_speed"} & set(dir(state)):
        getattr(state, field)[:] = 15.0
    for _ in range(math.ceil(1.2 / dt)):
        before = vehicles.speed[:count] + vehicles.speed[count:]
        world.step()
        contacts = world.events.contacts
        fresh = first[contacts.vehicle % count] == 0.0
        struck = contacts.vehicle[fresh]
        first[struck] = contacts.closing_speed[fresh] / before[struck]
    assert first == pytest.approx(1.0, abs=0.06)  # they slow down within the step


def test_a_vehicle_of_another_program_strikes_at_any_phase():
    """At 40 m/s and 0.1 s a row that is moved from outside passes a parked car in one step."""
    for phase in range(8):
        world = mp.World(fleets=[mp.Fleet("bicycle", 2, body=CAR)], terrain=GROUND, dt=0.1, recovery="off")
        world.place_vehicles([0, 1], [-12.0 - 0.5 * phase, 0.0], [1.2, 0.0], 0.0)
        world.guidance.hold([1])
        world.remote.hand_over(0)
        closing = [0.0]
        for step in range(1, 6):
            pose = np.array(
                [[4.0 * step - 12.0 - 0.5 * phase], [1.2], [0.0], [0.0], [0.0], [0.0], [40.0], [0.0], [0.0]]
            )
            world.remote.place(np.array([0]), RemotePoses(*pose))
            world.step()
            closing.extend(world.events.contacts.closing_speed)
        assert max(closing) == pytest.approx(40.0, rel=0.01)


def momentum(vehicles):
    """Momentum east and north, and kinetic energy."""
    sine, cosine = np.sin(vehicles.yaw), np.cos(vehicles.yaw)
    x = vehicles.speed * cosine - vehicles.lateral_speed * sine
    y = vehicles.speed * sine + vehicles.lateral_speed * cosine
    energy = 0.5 * vehicles.mass * (x * x + y * y) + 0.5 * vehicles.yaw_inertia * vehicles.yaw_rate**2
    return np.array([vehicles.mass @ x, vehicles.mass @ y]), energy.sum()


@pytest.mark.parametrize("dt", [1 / 60, 0.1])
def test_a_pile_at_speed_keeps_its_momentum_and_gains_no_energy(dt):
    """Thirty cars that fly into a square of 60 m from all sides."""
    random = np.random.default_rng(5)
    world = mp.World(fleets=[mp.Fleet("bicycle", 20, body=CAR), mp.Fleet("tracked", 10)], terrain=GROUND, dt=dt)
    vehicles = world.vehicles
    yaw = random.uniform(-math.pi, math.pi, 30)
    world.place_vehicles(slice(None), *random.uniform(-30.0, 30.0, (2, 30)), yaw)
    world.resolve_positions()
    vehicles.speed[:] = random.uniform(10.0, 40.0, 30)
    impacts = 0
    for _ in range(round(1.0 / dt)):
        sine, cosine = np.sin(vehicles.yaw), np.cos(vehicles.yaw)
        vehicles.x += dt * (vehicles.speed * cosine - vehicles.lateral_speed * sine)
        vehicles.y += dt * (vehicles.speed * sine + vehicles.lateral_speed * cosine)
        vehicles.yaw += dt * vehicles.yaw_rate
        before, energy = momentum(vehicles)
        centre = np.array([vehicles.mass @ vehicles.x, vehicles.mass @ vehicles.y])
        world.contact.resolve(0.0, dt)
        after, left = momentum(vehicles)
        size = 40.0 * vehicles.mass.sum()
        assert after == pytest.approx(before, abs=1e-11 * size)
        assert left <= energy * (1.0 + 1e-12)
        moved = np.array([vehicles.mass @ vehicles.x, vehicles.mass @ vehicles.y]) - centre
        assert np.abs(moved).max() < 1e-9 * size
        impacts += world.contact.contacts.time.size
    assert impacts > 15


# ---------------------------------------------------------------- objects, order, places


@pytest.mark.parametrize("dt", STEPS)
def test_a_car_strikes_a_thin_pole_with_the_face_that_it_touches_first(dt):
    """A pole of 5 cm before any place of the front, at any phase and up to 60 m/s: it is struck at full speed."""
    random, count = np.random.default_rng(6), 84
    speed, phase = random.uniform(5.0, 60.0, count), random.uniform(0.5, 0.6, count)
    y = APART * (np.arange(count) - 0.5 * count)
    poles = place_objects(GROUND, x=np.zeros(count), y=y + random.uniform(-0.44, 0.44, count) * WIDTH, radius=0.025)
    world = mp.World(fleets=[mp.Fleet("bicycle", count, body=CAR)], terrain=GROUND, objects=poles, dt=dt)
    world.place_vehicles(slice(None), -0.5 * LENGTH - speed * phase, y, 0.0)
    vehicles, hardest = world.vehicles, np.zeros(count)
    vehicles.speed[:] = speed
    for _ in range(math.ceil(0.7 / dt)):
        vehicles.x += dt * vehicles.speed * np.cos(vehicles.yaw)
        vehicles.y += dt * vehicles.speed * np.sin(vehicles.yaw)
        world.contact.resolve(0.0, dt)
        contacts = world.contact.contacts
        hardest[contacts.vehicle] = np.maximum(hardest[contacts.vehicle], contacts.closing_speed)
    assert hardest == pytest.approx(speed, rel=1e-9)


def test_of_several_that_a_step_leads_to_the_nearest_is_struck():
    """At 60 m/s and 0.1 s: a parked car, a car behind it, and a pole behind both, whose ids and order differ."""
    pole = place_objects(GROUND, x=[4.3], y=[0.0], radius=0.2)
    world = mp.World(fleets=[mp.Fleet("bicycle", 3, body=mp.Body(2.0, 1.8, 1.5))], terrain=GROUND, objects=pole, dt=0.1)
    world.place_vehicles(slice(None), [2.5, 3.0, 0.0], 0.0, 0.0)
    vehicles = world.vehicles
    vehicles.speed[1] = 60.0
    vehicles.x[1] = -4.5 + 0.1 * 60.0
    vehicles.x[0], vehicles.x[2] = 1.0, 3.0
    world.contact.resolve(0.0, 0.1)
    contacts = world.contact.contacts
    met = list(zip(contacts.vehicle.tolist(), contacts.other.tolist(), strict=True))
    assert (0, 1) in met
    assert (1, 2) not in met
    assert vehicles.x[1] < vehicles.x[0] < vehicles.x[2]


def test_a_vehicle_that_is_placed_elsewhere_strikes_nothing_between():
    """Parked cars in a row; one at speed is placed beyond them, restored before them, and placed beyond them again."""
    row = 20.0 + 10.0 * np.arange(5)
    world = mp.World(fleets=[mp.Fleet("bicycle", 6, body=CAR)], terrain=GROUND, recovery="off")
    world.avoidance.choose(slice(None), "none")
    world.place_vehicles(slice(None), [0.0, *row], 0.0, 0.0)
    world.guidance.hold(range(1, 6))
    world.vehicles.speed[0] = 20.0
    saved = world.snapshot()
    for _ in range(2):
        world.place_vehicles([0], 100.0, 0.0, 0.0)
        world.step()
        assert not world.events.contacts.time.size
        world.restore(saved)
        world.step()
        assert not world.events.contacts.time.size


def test_a_side_swipe_does_not_become_a_head_on_impact():
    """Two cars pass with an overlap of 2 cm, closing at 1 m/s across at the moment of touch."""
    for dt in STEPS:
        world = mp.World(fleets=[mp.Fleet("bicycle", 2, body=CAR)], terrain=GROUND, dt=dt)
        yaw = 1.0 / 30.0
        world.place_vehicles([0, 1], [0.0, 1.0 + 30.0 * dt], [0.0, 0.0], [0.0, math.pi])
        reach = WIDTH / 2 + WIDTH / 2 * math.cos(yaw) + LENGTH / 2 * math.sin(yaw)
        world.place_vehicles([0, 1], [0.0, 1.0], [0.0, reach - 0.5 * dt], [0.0, math.pi + yaw])
        world.vehicles.speed[:] = 30.0
        world.contact.resolve(0.0, dt)
        assert world.contact.contacts.closing_speed == pytest.approx([1.0], rel=0.01)
        assert world.vehicles.speed.min() > 29.0


def test_mirrored_and_exchanged_cars_meet_alike():
    random = np.random.default_rng(7)
    world = mp.World(fleets=[mp.Fleet("bicycle", 2, body=CAR)], terrain=GROUND, dt=0.1)
    vehicles = world.vehicles
    for _ in range(30):
        gap, speed = random.uniform((2.0, -1.0), (6.0, 1.0)), random.uniform(5.0, 40.0, 2)
        yaw, ends = random.uniform(1.5, 4.5), []
        for mirror, order in ((1.0, [0, 1]), (-1.0, [0, 1]), (1.0, [1, 0])):
            world.place_vehicles(order, [0.0, gap[0]], [0.0, mirror * gap[1]], [0.0, mirror * yaw])
            vehicles.speed[order], vehicles.lateral_speed[:], vehicles.yaw_rate[:] = speed, 0.0, 0.0
            world.contact.resolve(0.0, 0.1)
            columns = (vehicles.x, vehicles.speed, mirror * vehicles.y, mirror * vehicles.yaw_rate)
            ends.append(np.array([column[order] for column in columns]))
        assert ends[1] == pytest.approx(ends[0], abs=1e-9)
        assert ends[2] == pytest.approx(ends[0], abs=1e-6)
