"""Turrets and trailers in recordings: a replay shows them as they turned."""

import base64
import json
import zlib

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import RecordingError
from motorpool.recording.journal_states import JointReadings, joint_angles_of
from motorpool.recording.playback import Playback
from motorpool.recording.validation import entries
from motorpool.world.sources.actions import Aim
from motorpool.world.sources.player import Player

SCENARIO = """
description: Lorries and a tank.
terrain: {source: flat, size: 400, spacing: 50}
vehicles:
  - {vehicle: M1A1, name: tanks, count: 1, armament: {muzzle_speed: 800}, start: {positions: [[0, 0, 0]]}}
  - {vehicle: articulated-lorry, name: lorries, count: 2, start: {positions: [[-50, 20, 0], [-50, 60, 0]]}}
seed: 3
"""
STEP = 1e-4  # angles are stored to [rad]


class Joints:
    """An observer that keeps the angles: turrets, guns and trailers."""

    def __init__(self):
        self.ticks = {}

    def observe(self, world):
        self.ticks[world.tick] = np.concatenate(
            [world.vehicles.turret_yaw, world.vehicles.turret_elevation, world.fleets[1].state.hitch_angle]
        )


def scenario(tmp_path):
    (tmp_path / "lorries.yaml").write_text(SCENARIO)
    return mp.load(tmp_path / "lorries.yaml")


@pytest.fixture
def turned(tmp_path):
    """A recording in which a turret and two trailers turn, its path, and the angles at each tick."""
    world, player, seen = scenario(tmp_path).build(), Player(), Joints()
    world.sources.append(player)
    for vehicle in range(3):
        player.take(vehicle)
    player.send(Aim(0, 2.5, 0.1))
    for vehicle, steer in [(1, 0.6), (2, -0.6)]:
        player.set(vehicle, throttle=1.0, steer=steer)
    path = tmp_path / "run.parquet"
    with mp.Recorder(path, every=3, chunk_seconds=1.0) as recorder:
        world.run(seconds=6.0, observers=[seen, recorder])
    assert (abs(seen.ticks[360]) > 0.02).tolist() == [1, 0, 0, 1, 0, 0, 1, 1], "something has not turned"
    return path, seen.ticks


def playback_of(path, tmp_path):
    playback, shown = Playback(scenario(tmp_path).build(), mp.read_recording(path)), Joints()

    def angles(tick):
        playback.seek(tick / 60)
        shown.observe(playback.world)
        return shown.ticks[tick]

    return angles


def test_a_replay_shows_turrets_and_trailers_at_any_moment(turned, tmp_path):
    path, seen = turned
    shown = playback_of(path, tmp_path)
    for tick in (360, 6, 120, 354, 12, 180):
        assert shown(tick) == pytest.approx(seen[tick], abs=STEP)
    for tick in (3, 7, 250, 31, 357):  # between two readings
        assert shown(tick) == pytest.approx(seen[tick], abs=0.02)  # a turret that stops in between


def test_the_journal_lists_the_angles_that_have_changed(turned):
    path, seen = turned
    found = {entry.tick: entry.joints for entry in mp.read_recording(path).journal() if entry.joints is not None}
    after = found[120]
    assert set(zip(after.vehicle.tolist(), after.joint.tolist(), strict=True)) >= {(0, 0), (1, 2), (2, 2)}
    assert after.interval == 6
    hitch = after.angle[(after.vehicle == 2) & (after.joint == 2)]
    assert hitch == pytest.approx([seen[120][-1]], abs=STEP)
    first, last = min(found), max(found)
    assert 1 <= first <= last <= 360
    assert all(tick % 6 == 0 for tick in found if tick != first)


def test_what_has_not_turned_is_not_stored(tmp_path):
    world = scenario(tmp_path).build()
    readings = JointReadings()
    assert readings.is_due(world)
    assert readings.changes(world) is None
    world.vehicles.turret_yaw[0] = 4.0  # beyond half a turn: stored by the shorter way
    changed = joint_angles_of(readings.changes(world), vehicle_count=3)
    assert changed.angle == pytest.approx([4.0 - 2.0 * np.pi], abs=STEP)
    assert readings.changes(world) is None


def test_a_world_without_turrets_and_trailers_is_not_read():
    readings = JointReadings()
    world = mp.World(fleets=[("bicycle", 3)])
    assert not readings.is_due(world)


def packed(data):
    return "6:" + base64.b64encode(zlib.compress(data)).decode()


DAMAGED = {
    "no interval": ("x" + packed(b"")[1:], "whole number"),
    "not base64": ("6:%%%", "unpacked"),
    "not compressed": ("6:AAAA", "unpacked"),
    "cut off": (packed(bytes(70))[:-8], "not whole"),
    "a part of an angle": (packed(bytes(8)), "not whole"),
    "more than there are": (packed(bytes(10_000_000)), "more than"),
    "another vehicle": (packed(b"\3\0\0\0\0\0\0"), "not there"),
    "another joint": (packed(b"\0\0\0\0\x10\0\0"), "not there"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_joints_are_refused_in_a_sentence(name):
    text, words = DAMAGED[name]
    with pytest.raises(RecordingError, match=words):
        entries(json.dumps([{"tick": 6, "joints": text}]).encode(), [], vehicle_count=3)
