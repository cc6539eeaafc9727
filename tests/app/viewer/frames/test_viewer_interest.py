"""What a browser gets of a large world: all that is near in every frame, less of what is far, counts of the rest."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from screenless_browser import eventually

from motorpool.app.viewer.frames import interest, wire
from motorpool.app.viewer.frames.broadcast import Broadcast
from motorpool.app.viewer.frames.census import KINDS, LOTS, SMALL_WORLD, grid_of, lots_of
from motorpool.app.viewer.frames.interest import RINGS, Interest, Viewpoint, select_for
from motorpool.app.viewer.frames.telemetry import Telemetry
from motorpool.app.viewer.schema import binary
from motorpool.app.viewer.serving import binary_messages
from motorpool.errors import ViewerError
from motorpool.ground.terrain.heightfield import Terrain

RATE = 30.0
MOST_BYTES_PER_SECOND = 3e6 / 8
LEVEL = (1.0, 0.0, 0.0)


def scattered_world(count, size=20_000.0, seed=0):
    """What frames read of a world whose vehicles are all over a flat square."""
    random = np.random.default_rng(seed)
    names = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "steer", "throttle", "brake", "odometer")
    columns = {name: np.zeros(count) for name in names}
    columns |= {name: random.uniform(-0.5 * size, 0.5 * size, count) for name in ("x", "y")}
    columns |= {name: np.zeros(count, np.int8) for name in ("driver", "is_parked")}
    columns["status"] = np.zeros(count, np.uint32)
    fleets = [SimpleNamespace(kind=kind, count=count // 2) for kind in ("wheeled", "tracked")]
    vehicles, terrain = SimpleNamespace(**columns), Terrain.flat(size=size, spacing=size / 10)
    return SimpleNamespace(count=count, vehicles=vehicles, fleets=fleets, terrain=terrain, tick=0, time=0.0)


class Stream:
    """The frames of one world for several browsers."""

    def __init__(self, world, viewpoints):
        self.world, self.now, self.made = world, 0.0, []
        pacer = SimpleNamespace(is_paused=False, achieved_hz=60.0, rate=1.0)
        self.broadcast = Broadcast(pacer, listener=self.made.append, clock=lambda: self.now)
        self.broadcast._telemetry = SimpleNamespace(sample=lambda *_, **__: Telemetry())
        self.areas = [Interest(rate_hz=RATE) for _ in viewpoints]
        for area, viewpoint in zip(self.areas, viewpoints, strict=True):
            area.viewpoint = viewpoint
        self.broadcast.areas = tuple(self.areas)
        for _ in range(2 * len(self.areas)):
            self.frames()

    def frames(self, *, own=-1, watching=-1):
        """The next frame, as each browser gets it."""
        self.now += 1 / RATE
        self.broadcast.publish(self.world)
        frame = self.made[-1]
        select_for(self.areas, frame.census)
        return [area.message(frame, own_vehicle=own, watching=watching, acknowledged_input=0) for area in self.areas]

    def decoded(self, frames, **options):
        """So many frames of the first browser, taken apart."""
        return [wire.decode_frame(self.frames(**options)[0]) for _ in range(frames)]


def ids_of(frame):
    return set(frame.records["id"].tolist()) | set(frame.far_records["id"].tolist())


@pytest.fixture(scope="module")
def world():
    return scattered_world(30_000)


@pytest.mark.parametrize("size", [300.0, 3000.0, 60_000.0])
@pytest.mark.parametrize("height", [2.0, 3000.0])
def test_a_browser_gets_less_than_its_bytes_a_second_however_dense_the_world_is(size, height):
    world = scattered_world(20_000, size)
    stream = Stream(world, [Viewpoint(0.0, 0.0, height, LEVEL)])
    sizes = [len(stream.frames(own=5, watching=7)[0]) for _ in range(3 * int(RATE))]
    assert sum(sizes[: int(RATE)]) < MOST_BYTES_PER_SECOND  # with the whole density
    assert max(sum(sizes[int(RATE) : 2 * int(RATE)]), sum(sizes[2 * int(RATE) :])) < interest.BYTES_PER_SECOND


def test_bytes_are_spread_evenly_over_frames(world):
    stream = Stream(world, [Viewpoint(0.0, 0.0, 50.0, LEVEL)])
    for _ in range(binary.CYCLE + 40):
        stream.frames()
    sizes = [len(stream.frames()[0]) for _ in range(binary.CYCLE)]
    assert max(sizes) < 1.15 * np.mean(sizes)


def test_vehicles_in_one_spot_do_not_break_the_bank():
    world = scattered_world(20_000)
    world.vehicles.x[:] = world.vehicles.y[:] = 1.0
    stream = Stream(world, [Viewpoint(0.0, 0.0, 2.0, LEVEL)])
    total = sum(len(stream.frames()[0]) for _ in range(binary.CYCLE))
    assert total * RATE / binary.CYCLE < MOST_BYTES_PER_SECOND


def test_every_vehicle_near_the_camera_comes_in_every_frame(world):
    stream = Stream(world, [Viewpoint(1000.0, -2000.0, 2.0, LEVEL)])
    (_, far, _) = stream.areas[0].selection.reaches
    away = np.hypot(world.vehicles.x - 1000.0, world.vehicles.y + 2000.0)
    near = set(np.flatnonzero(away <= 0.33 * RINGS[0].reach).tolist())
    around = set(np.flatnonzero(away <= 0.33 * far).tolist())
    assert near
    assert len(around) > len(near)
    first, second = stream.decoded(2)
    for frame in (first, second):
        assert near <= set(frame.records["id"].tolist())
    assert around <= set(first.records["id"].tolist()) | set(second.records["id"].tolist())


def test_near_records_are_those_of_a_small_world_with_wider_ids(world):
    stream = Stream(world, [Viewpoint(0.0, 0.0, 2.0, LEVEL)])
    (frame,) = stream.decoded(1)
    expected = wire.quantise(world.vehicles)
    for name in wire.RECORD.names[1:]:
        assert (frame.records[name] == expected[name][frame.records["id"]]).all()


def test_far_records_are_right_to_half_a_unit(world):
    stream = Stream(world, [Viewpoint(4321.7, -99.2, 2.0, LEVEL)])
    for frame in stream.decoded(3):
        ids = frame.far_records["id"]
        for name in ("x", "y"):
            place = frame.contents[name] + frame.far_records[name] * binary.FAR_POSITION_UNIT
            assert np.abs(place - getattr(world.vehicles, name)[ids]).max() <= 0.5 * binary.FAR_POSITION_UNIT + 1e-3


def test_each_vehicle_of_the_area_comes_once_in_a_cycle_at_least_and_others_never(world):
    stream = Stream(world, [Viewpoint(0.0, 0.0, 30.0, LEVEL)])
    area = set(np.concatenate(stream.areas[0].selection.rings).tolist())
    seen = [ids_of(frame) for frame in stream.decoded(3 * binary.CYCLE)]
    for first in range(len(seen) - binary.CYCLE):
        assert set.union(*seen[first : first + binary.CYCLE]) == area


def test_no_vehicle_comes_later_for_changing_its_ring(world):
    """The camera flies; what is in the area before and after is never older than a cycle."""
    stream = Stream(world, [Viewpoint(0.0, 0.0, 30.0, LEVEL)])
    ages = np.zeros(world.count, int)
    for number in range(4 * binary.CYCLE):
        stream.areas[0].viewpoint = Viewpoint(120.0 * number, 0.0, 30.0, LEVEL)
        is_in = np.zeros(world.count, bool)
        is_in[np.concatenate(stream.areas[0].selection.rings)] = True
        (frame,) = stream.decoded(1)
        ages = np.where(is_in, ages + 1, 0)
        ages[list(ids_of(frame))] = 0
        assert ages.max() <= binary.CYCLE
    assert is_in.sum() > 1000


def test_own_watched_targeted_and_selected_vehicles_come_in_every_frame_wherever_they_are(world):
    world.vehicles.x[:4], world.vehicles.y[:4] = 9000.0, [9000.0, -9000.0, 8000.0, -8000.0]
    stream = Stream(world, [Viewpoint(-9000.0, 0.0, 2.0, LEVEL, target=2, selected=3)])
    stream.broadcast.driven = frozenset({0})
    for frame in stream.decoded(2 * RINGS[-1].period, own=0, watching=1)[1:]:
        assert {0, 1, 2, 3} <= set(frame.records["id"].tolist())
        assert (frame.own["x"], frame.own["y"]) == (9000.0, 9000.0)
        assert not set(frame.records["id"].tolist()) & set(frame.far_records["id"].tolist())


def test_a_vehicle_that_somebody_else_drives_comes_to_everybody(world):
    stream = Stream(world, [Viewpoint(-9000.0, 0.0, 2.0, LEVEL)])
    stream.broadcast.driven = frozenset({int(np.argmax(world.vehicles.x))})
    seen = [stream.broadcast.driven <= set(frame.records["id"].tolist()) for frame in stream.decoded(5)[1:]]
    assert seen in ([True, False] * 2, [False, True] * 2)


def test_browsers_do_not_change_what_others_get(world):
    here, there = Viewpoint(0.0, 0.0, 50.0, LEVEL), Viewpoint(5000.0, 5000.0, 50.0, (0.0, -1.0, 0.0))
    alone, together = Stream(world, [here]), Stream(world, [here, there, there])
    expected, seen = (
        [ids_of(wire.decode_frame(stream.frames()[0])) for _ in range(binary.CYCLE)] for stream in (alone, together)
    )
    assert set.union(*expected) == set.union(*seen)
    assert sorted(map(len, expected)) == sorted(map(len, seen))


def test_a_browser_that_has_not_said_where_its_camera_is_gets_the_density_alone(world):
    stream = Stream(world, [None])
    for frame in stream.decoded(3):
        assert (len(frame.records), len(frame.far_records)) == (0, 0)
        assert len(frame.cells)


def test_the_density_counts_every_vehicle_once_by_its_kind(world):
    stream = Stream(world, [None])
    grid = grid_of(world)
    counts, rows = np.zeros((grid.rows, grid.columns), wire.DENSITY_CELL), []
    for frame in stream.decoded(grid.rows):
        first, count = int(frame.contents["first_row"]), int(frame.contents["row_count"])
        counts[first : first + count] = frame.cells.reshape(count, grid.columns)
        rows += range(first, first + count)
    assert set(rows) == set(range(grid.rows))
    assert {kind: int(counts[kind].sum()) for kind in KINDS} == {"wheeled": 15_000, "tracked": 15_000, "point": 0}
    x, y = world.vehicles.x[0], world.vehicles.y[0]
    row, column = int((y - grid.y_south) // grid.spacing), int((x - grid.x_west) // grid.spacing)
    assert counts[row, column]["wheeled"] > 0


def test_the_whole_density_comes_soon_and_then_row_by_row(world):
    stream = Stream(world, [])
    stream.areas = [Interest(rate_hz=RATE)]
    stream.broadcast.areas = tuple(stream.areas)
    grid = grid_of(world)
    counts = [int(frame.contents["row_count"]) for frame in stream.decoded(grid.rows)]
    assert sum(counts[: int(RATE)]) >= grid.rows
    assert set(counts[int(RATE) :]) == {1}


def test_what_is_not_finite_is_nowhere_near_and_still_counted():
    world = scattered_world(1000)
    world.vehicles.x[3], world.vehicles.y[4], world.vehicles.z[5] = np.nan, np.inf, -np.inf
    stream = Stream(world, [Viewpoint(0.0, 0.0, 20.0, LEVEL)])
    seen = set.union(*(ids_of(frame) for frame in stream.decoded(binary.CYCLE)))
    assert not seen & {3, 4, 5}
    assert sum(int(stream.made[-1].census.density[kind].sum()) for kind in KINDS) == 1000


@settings(max_examples=60, deadline=None)
@given(x=st.floats(-3e4, 3e4), y=st.floats(-3e4, 3e4), reach=st.floats(1.0, 2e4), most=st.integers(1, 4000))
def test_the_census_finds_everybody_near_and_of_the_others_those_with_low_lots(world, x, y, reach, most):
    stream = Stream(world, [])
    stream.frames()
    census = stream.made[-1].census
    ids, *_, limit = census.around(x, y, reach=reach, most=most)
    assert limit <= reach
    away = np.hypot(census.x - x, census.y - y)
    rank = away * np.sqrt(lots_of(np.arange(world.count)) / LOTS)
    wanted = np.flatnonzero((away <= reach) & (rank <= limit - 0.01))
    assert set(wanted.tolist()) <= set(ids.tolist())
    assert len(set(ids.tolist())) == len(ids)


def test_a_crowd_thins_out_with_the_distance_and_has_no_edge():
    world = scattered_world(60_000, 6000.0)
    stream = Stream(world, [Viewpoint(0.0, 0.0, 300.0, (0.0, 0.0, -1.0))])
    ids = np.concatenate(stream.areas[0].selection.rings)
    away = np.hypot(world.vehicles.x, world.vehicles.y)
    rings = [0.0, *np.geomspace(250.0, 3000.0, 7)]
    everybody, shown = (np.histogram(values, rings)[0] for values in (away, away[ids]))
    shares = shown / everybody
    assert shares[0] == 1.0
    assert all(later <= earlier for earlier, later in itertools.pairwise(shares))
    assert 0.005 < shares[-1] < 0.5


def test_vehicles_behind_the_camera_rank_three_times_as_far():
    place = np.array([0.0], np.float32)
    ranks = {
        gaze: float(interest.distances(place + 100.0, place, place, Viewpoint(0.0, 0.0, 0.0, gaze))[0])
        for gaze in (LEVEL, (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))
    }
    assert list(ranks.values()) == pytest.approx([100.0, 200.0, 300.0])


def test_areas_take_turns_so_that_no_frame_waits_for_all_of_them(world):
    stream = Stream(world, [Viewpoint(0.0, 100.0 * k, 50.0, LEVEL) for k in range(7)])
    for area in stream.areas:
        area.viewpoint = Viewpoint(9000.0, 0.0, 50.0, LEVEL)
    census, followed = stream.made[-1].census, []
    for _ in range(4):
        select_for(stream.areas, census)
        followed.append(sum(area.selection.viewpoint is area.viewpoint for area in stream.areas))
    assert followed == [2, 4, 6, 7]


def test_a_small_move_of_the_camera_is_followed_after_some_frames_and_a_leap_at_once(world):
    stream = Stream(world, [Viewpoint(0.0, 0.0, 50.0, LEVEL)])
    (area,), census, waited = stream.areas, stream.made[-1].census, 0
    stream.broadcast._census_taker = SimpleNamespace(take=lambda *_, **__: census)
    area.select(census)
    area.viewpoint = Viewpoint(5.0, 0.0, 50.0, LEVEL)
    while area.selection.viewpoint is not area.viewpoint:
        stream.frames()
        waited += 1
    assert 3 < waited <= interest.FOLLOW_TURNS + 1
    for leap in (Viewpoint(9000.0, 0.0, 50.0, LEVEL), Viewpoint(9000.0, 0.0, 50.0, (0.0, 1.0, 0.0))):
        area.viewpoint = leap
        stream.frames()
        assert area.selection.viewpoint is leap


def test_a_frame_answers_the_requests_that_were_there_when_it_was_made(world):
    stream = Stream(world, [Viewpoint(0.0, 0.0, 50.0, LEVEL)])
    (area,), frame = stream.areas, stream.made[-1]
    assert not frame.sample.answers(area.request)
    stream.broadcast.publish(world)
    assert stream.made[-1].sample.answers(area.request)
    records = stream.made[-1].sample.records_of(area.request)
    assert [one["id"].tolist() for one in records] == [area.request.near.tolist(), area.request.far.tolist()]


def test_rings_nest_so_that_their_turns_do():
    periods = [ring.period for ring in RINGS]
    assert all(later % earlier == 0 for earlier, later in itertools.pairwise(periods))
    assert periods[-1] == binary.CYCLE
    assert max(ring.reach for ring in RINGS) <= 32_767 * binary.FAR_POSITION_UNIT


def test_worlds_are_sent_whole_up_to_a_number_of_vehicles_that_the_bytes_suffice_for():
    full, half = SMALL_WORLD * wire.RECORD.itemsize, SMALL_WORLD * wire.RECORD.itemsize * RATE / 2
    assert full + half < interest.BYTES_PER_SECOND


def test_a_viewpoint_comes_over_as_it_is():
    viewpoint = Viewpoint(-1250.5, 4000.25, 60.0, (1.0, 0.0, -1.0), target=70_000, selected=3)
    assert binary_messages.decode_binary(binary_messages.encode_viewpoint(viewpoint)) == viewpoint


@pytest.mark.parametrize("x", [np.nan, np.inf, -np.inf, 1e30])
def test_a_camera_that_is_nowhere_is_refused(x):
    with pytest.raises(ViewerError, match=r"a camera is at \(.*\) m; it must be within 1e\+07 m of the map's middle"):
        binary_messages.decode_binary(
            binary_messages.encode_viewpoint(Viewpoint(float(np.float32(x)), 0.0, 0.0, LEVEL))
        )


def test_every_cut_of_a_frame_of_interest_is_refused(world):
    stream = Stream(world, [Viewpoint(0.0, 0.0, 3000.0, (0.0, 0.0, -1.0))])
    message = stream.frames()[0]
    wire.decode_frame(message)
    for length in range(0, len(message), 13):
        with pytest.raises(ViewerError):
            wire.decode_frame(message[:length])


def test_high_above_a_crowd_everybody_belongs_to_the_sample():
    world = scattered_world(60_000, 6000.0)
    stream = Stream(world, [Viewpoint(0.0, 0.0, 2000.0, (0.0, 0.0, -1.0))])
    *inner, sample = stream.areas[0].selection.rings
    assert [len(ring) for ring in inner] == [0, 0, 0]
    assert len(sample) > 10_000
    away = np.hypot(world.vehicles.x, world.vehicles.y)
    rings = [0.0, 500.0, 1000.0, 1500.0, 2000.0]
    shown, everybody = (np.histogram(values, rings)[0] for values in (away[sample], away))
    shares = (shown / everybody).tolist()
    assert shares == sorted(shares, reverse=True)
    assert shares[0] < 5.0 * shares[-1]


def test_nothing_shows_where_the_sample_begins():
    """Just inside and just outside the third ring are about as many vehicles in the same area."""
    world = scattered_world(60_000, 6000.0)
    stream = Stream(world, [Viewpoint(0.0, 0.0, 2.0, LEVEL)])
    selection = stream.areas[0].selection
    edge = selection.reaches[2]
    assert edge > selection.reaches[1] > selection.reaches[0] > 0.0
    place = Viewpoint(0.0, 0.0, 2.0, LEVEL)
    census = stream.made[-1].census
    shown = np.concatenate(selection.rings)
    ranks = interest.distances(census.x[shown], census.y[shown], census.z[shown], place)
    inside, outside = np.histogram(ranks**2, np.array([0.8, 1.0, 1.2]) * edge**2)[0]
    assert outside == pytest.approx(inside, rel=0.25)
    assert outside < inside


def test_messages_beside_the_frames_tell_of_all_near_vehicles_in_turn(world):
    stream = Stream(world, [Viewpoint(0.0, 0.0, 2.0, LEVEL, target=29_999)])
    (area,) = stream.areas
    near = np.concatenate(area.selection.rings[:2])
    assert len(near) > 40
    told = [area.near(20).tolist() for _ in range(len(near) // 19 + 1)]
    assert {len(ids) for ids in told} == {20}
    assert all(29_999 in ids for ids in told)
    assert set(itertools.chain(*told)) == {29_999, *near.tolist()}


def test_areas_follow_vehicles_that_move():
    """The census is taken anew; vehicles that were nowhere near are found where they are now."""
    moving = scattered_world(5000)
    stream = Stream(moving, [Viewpoint(0.0, 0.0, 20.0, LEVEL)])
    moving.vehicles.x[:10], moving.vehicles.y[:10] = 50.0, np.arange(10.0)

    def are_near():
        stream.frames()
        return set(range(10)) <= set(stream.areas[0].selection.rings[0].tolist())

    eventually(are_near, "the vehicles in the first ring")
