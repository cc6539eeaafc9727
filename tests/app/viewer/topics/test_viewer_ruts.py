"""Ruts for browsers: tiles around the camera, the nearest first, each once for each change, never more than allowed."""

import struct
from types import SimpleNamespace

import numpy as np
import pytest
from page_topics import topic_of

import motorpool as mp
from motorpool.app.viewer.description import describe
from motorpool.app.viewer.frames.interest import Viewpoint
from motorpool.app.viewer.topics.ruts import MOST_TILES, PERIOD, RutsTopic, RutStream
from motorpool.ground.terrain.repeated_passes import DEEPEST
from motorpool.ground.terrain.surface import Surface
from motorpool.recording.playback import Playback
from motorpool.world.ruts.table import SIDE, TILE, USED, depths_of

MIDDLE = Viewpoint(0.0, 0.0, 10.0, (1.0, 0.0, 0.0))
TERRAIN = mp.Terrain.flat(size=1200.0)


def rutted_world(*, ruts=True, count=1) -> mp.World:
    surface = Surface.uniform("mud", TERRAIN)
    return mp.World(fleets=[("bicycle", count)], terrain=TERRAIN, surface=surface, ruts=ruts)


def drive(world: mp.World, xs, y=0.0) -> None:
    """Move the vehicles along a line, and the ruts with them."""
    for x in xs:
        world.place_vehicles(slice(None), x, y, 0.0)
        world.ruts.step()
        world.show_tick(world.tick + 1)


def rutted_cells(world: mp.World) -> set[int]:
    """Numbers of the cells with ruts."""
    table = world.ruts.table
    used = int(table.progress[USED])
    tile, cell = np.nonzero(depths_of(table, np.arange(used)))
    return set((table.places[tile].astype(np.int64) * TILE + cell).tolist())


def tiles_in(message: bytes) -> dict[tuple[int, int], np.ndarray]:
    """Column and row of each tile, with its cells (rows, columns)."""
    kind, version, count = struct.unpack_from("<BBH", message)
    assert (kind, version, len(message)) == (4, 1, 4 + count * (4 + TILE))
    places = [struct.unpack_from("<HH", message, 4 + 4 * index) for index in range(count)]
    cells = np.frombuffer(message, np.uint8, offset=4 + 4 * count).reshape(count, SIDE, SIDE)
    return dict(zip(places, cells, strict=True))


def test_a_tile_has_the_depths_of_its_cells_row_by_row():
    world, stream = rutted_world(), RutStream()
    drive(world, np.arange(0.0, 8.0, 0.4))
    stream.look(MIDDLE)
    stream.pack(world.ruts.table)
    table = world.ruts.table
    found = 0
    for (column, row), cells in tiles_in(stream.take()).items():
        for (line, place), value in np.ndenumerate(cells):
            x = table.x_west + (SIDE * column + place + 0.5) * table.cell
            y = table.y_south + (SIDE * row + line + 0.5) * table.cell
            depth = world.ruts.depth_at(x, y)
            assert (value / 255) ** 2 * DEEPEST == pytest.approx(depth, abs=2 / 255 * np.sqrt(depth * DEEPEST) + 1e-9)
            found += value > 0
    assert found == np.count_nonzero(table.depths) > 10


def test_a_tile_is_sent_once_for_each_change():
    world, stream = rutted_world(), RutStream()
    drive(world, np.arange(0.0, 8.0, 0.4))
    stream.pack(world.ruts.table)
    assert stream.take() is None  # there is no camera yet
    stream.look(MIDDLE)
    stream.pack(world.ruts.table)
    first = tiles_in(stream.take())
    stream.pack(world.ruts.table)
    assert stream.take() is None
    drive(world, np.arange(8.0, 0.0, -0.4))
    stream.pack(world.ruts.table)
    again = tiles_in(stream.take())
    assert again.keys() == first.keys()
    assert all((again[place] >= first[place]).all() for place in first)
    assert any((again[place] > first[place]).any() for place in first)


def test_the_nearest_tiles_come_first_and_none_from_far_away():
    world, stream = rutted_world(), RutStream()
    drive(world, np.arange(-590.0, 590.0, 0.9))
    stream.look(MIDDLE)
    places = []
    for _ in range(10):
        stream.pack(world.ruts.table)
        message = stream.take()
        if message is None:
            break
        tiles = tiles_in(message)
        assert len(tiles) <= MOST_TILES
        places += tiles
    columns = np.abs(np.array([column for column, _ in places]) - 600 // SIDE)
    assert len(set(places)) == len(places) > MOST_TILES
    assert columns.max() * SIDE <= 256
    assert columns[:MOST_TILES].max() < columns[MOST_TILES:].max()


def test_a_message_that_is_not_taken_is_not_replaced():
    world, stream = rutted_world(), RutStream()
    stream.look(MIDDLE)
    drive(world, np.arange(0.0, 4.0, 0.4))
    stream.pack(world.ruts.table)
    drive(world, np.arange(4.0, 40.0, 0.4))
    stream.pack(world.ruts.table)
    first, second = stream.take(), stream.take()
    assert second is None
    assert len(tiles_in(first)) <= 2
    stream.pack(world.ruts.table)
    assert len(tiles_in(stream.take())) > 2


def test_a_world_that_was_set_back_removes_the_ruts_and_sends_those_of_then():
    world, stream, now = rutted_world(), RutStream(), [0.0]
    updates = topic_of(RutsTopic, world, clock=lambda: now[0])
    updates.attend([SimpleNamespace(streams=[stream])])
    stream.look(MIDDLE)
    drive(world, np.arange(0.0, 8.0, 0.4))
    updates.observe(world)
    before, snapshot = tiles_in(stream.take()), world.snapshot()
    drive(world, np.arange(8.0, 40.0, 0.4))
    updates.observe(world)
    assert stream.take() is None  # not due
    now[0] += PERIOD
    updates.observe(world)
    assert len(tiles_in(stream.take())) > len(before) - 1
    world.restore(snapshot)
    sent = []
    for _ in range(3):
        now[0] += PERIOD
        updates.observe(world)
        if (message := stream.take()) is not None:
            sent.append(tiles_in(message))
    assert sent[0] == {}
    assert sent[1].keys() == before.keys()
    assert all((sent[1][place] == before[place]).all() for place in before)


def test_the_page_knows_the_grid_of_a_world_with_ruts():
    grid = describe(rutted_world())["ruts"]
    assert grid == {"x_west": -600.0, "y_south": -600.0, "cell": 1.0, "side": 16, "reach": 15}
    assert describe(rutted_world(ruts=False))["ruts"] is None


def test_a_recording_that_is_played_shows_the_ruts_of_what_has_been_played(tmp_path):
    scenario = tmp_path / "mud.yaml"
    scenario.write_text(
        "name: mud\nterrain: {source: flat, size: 400}\nsurface: wet-earth\nruts: true\n"
        "vehicles: [{vehicle: M998, count: 3}]\n"
    )
    world = mp.load(scenario).build(seed=1)
    with mp.Recorder(tmp_path / "mud.parquet") as recorder:
        world.run(seconds=10, observers=[recorder])
    shown = mp.load(scenario).build(seed=1)
    playback = Playback(shown, mp.read_recording(tmp_path / "mud.parquet"))
    while not playback.is_at_end:
        playback.step()
    real, played = (rutted_cells(each) for each in (world, shown))
    assert len(real) > 50
    assert len(real & played) > 0.95 * len(real | played)  # positions are recorded to a millimetre
    playback.seek(2.0)
    assert np.count_nonzero(shown.ruts.table.depths) == 0
