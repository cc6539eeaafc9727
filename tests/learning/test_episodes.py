"""Episodes that are saved: recordings that are equal to the environment and to a second simulation, to the bit."""

from dataclasses import replace

import gymnasium
import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import RecordingError, WorldError
from motorpool.learning import Batch
from motorpool.learning.task import FOLDER, task_of
from motorpool.recording.verification import DIFFERS, EQUAL, scenario_in, verify

TASK = "BackTrailer-v0"


def verified(path):
    recording = mp.read_recording(path)
    return verify(recording, scenario_in(recording).build())


def driven(batch, decisions, seed=7):
    """Drive at random, begin anew where episodes end, and return x and y of each row after each decision."""
    random, track = np.random.default_rng(seed), []
    for _ in range(decisions):
        result = batch.step(random.uniform(-1.0, 1.0, (batch.count, 1)))
        track.append(np.stack([batch.world.vehicles.x, batch.world.vehicles.y]).copy())
        if (over := result.is_over | result.is_cut).any():
            batch.reset(over)
    return np.array(track)


def test_a_saved_episode_is_the_rows_own_and_is_equal_when_it_is_simulated_again(tmp_path):
    batch = Batch(TASK, 20, keeps_actions=True)
    batch.reset(seed=3)
    track = driven(batch, 120)
    row = int(np.argmax(batch.episodes * 1000 + batch.episode.decisions))
    assert batch.episodes[row] > 0
    count = int(batch.episode.decisions[row])
    batch.save_episode(row, tmp_path / "row.parquet")
    recorded = mp.read_recording(tmp_path / "row.parquet").vehicle(0)
    assert len(recorded.x) == count
    for values, place in ((recorded.x, 0), (recorded.y, 1)):
        assert (np.round(values * 1000) == np.rint(track[-count:, place, row] * 1000)).all()
    outcome = verified(tmp_path / "row.parquet")
    assert (outcome.result, outcome.ticks) == (EQUAL, count)


@pytest.mark.slow
@pytest.mark.parametrize("task", ["OffRoad-v0", "Forest-v0"])
def test_an_episode_on_varied_soil_is_saved_with_its_factors(tmp_path, task):
    batch = Batch(task, 3, keeps_actions=True)
    batch.reset(seed=5)
    random = np.random.default_rng(1)
    for _ in range(30):
        batch.step(random.uniform(-1.0, 1.0, (3, len(batch.task.content.actions))))
    batch.save_episode(1, tmp_path / "row.parquet")
    factors = batch.soil_factors(1)
    assert factors != batch.soil_factors(0)
    assert scenario_in(mp.read_recording(tmp_path / "row.parquet")).content.surface.factors == factors
    assert verified(tmp_path / "row.parquet").result == EQUAL


def test_the_first_episode_of_a_row_is_saved_as_it_was(tmp_path):
    batch = Batch(TASK, 3, keeps_actions=True)
    batch.reset(seed=3)
    begin = [float(column[1]) for column in (batch.world.vehicles.x, batch.world.vehicles.y)]
    assert batch.episodes[1] == 0
    batch.step(np.zeros((3, 1)))
    begun = batch.episode_of(1)._begun()
    assert (begun.seeds[0], begun.episodes[0]) == (4, 0)
    assert [float(begun.world.vehicles.x[0]), float(begun.world.vehicles.y[0])] == begin
    track = [float(batch.world.vehicles.x[1]), float(batch.world.vehicles.y[1])]
    batch.save_episode(1, tmp_path / "first.parquet")
    recorded = mp.read_recording(tmp_path / "first.parquet").vehicle(0)
    assert [recorded.x[-1], recorded.y[-1]] == pytest.approx(track, abs=1e-3)


def test_the_episode_before_is_saved_while_the_present_one_has_no_decision(tmp_path):
    batch = Batch(TASK, 2, keeps_actions=True)
    batch.reset(seed=3)
    batch.step([[0.5], [-0.25]])
    batch.reset()
    episode = batch.episode_of(1)
    assert (episode.seed, episode.number, episode.actions.tolist()) == (4, 0, [[-0.25]])
    batch.step([[0.125], [1.0]])
    assert batch.episode_of(0).actions.tolist() == [[0.125]]
    assert batch.episode_of(0).number == 1


def test_a_recording_with_one_changed_action_differs(tmp_path):
    batch = Batch(TASK, 1, keeps_actions=True)
    batch.reset(seed=3)
    driven(batch, 20)
    assert len(batch.episode_of(0).actions) == 20
    batch.save_episode(0, tmp_path / "one.parquet")
    recording = mp.read_recording(tmp_path / "one.parquet")
    chunks = recording.chunks

    def tampered(rows):
        for entry in rows.journal:
            if entry.tick == 10:  # whose columns are compared
                (action,) = entry.actions
                entry.actions[0] = replace(action, steer=np.nextafter(action.steer, 0.0))
        return rows

    recording.chunks = lambda: map(tampered, chunks())
    outcome = verify(recording, scenario_in(recording).build())
    assert outcome.result == DIFFERS
    assert outcome.difference.startswith("at tick 10 (2.00 s)")


def test_an_episode_of_many_steps_a_decision_and_of_pedals_is_saved_too(tmp_path):
    text = (FOLDER / f"{TASK}.yaml").read_text(encoding="utf-8")
    for before, after in (
        ("dt: 0.2", "dt: 0.05"),
        ("inputs: {throttle: -1}", "inputs: {brake: 0.1}"),
        ("  - {input: steer}", "  - {input: steer, low: -0.5}\n  - {input: throttle, low: -1, high: -0.2}"),
        ("vary: {", "vary: {hitch_offset: [0.9, 1.1], "),
    ):
        assert before in text
        text = text.replace(before, after)
    batch = Batch(task_of(text, name="own", folder=tmp_path, where="own.yaml"), 3, keeps_actions=True)
    batch.reset(seed=1)
    for number in range(30):
        batch.step(np.full((3, 2), np.sin(number)))
    batch.save_episode(2, tmp_path / "own.parquet")
    outcome = verified(tmp_path / "own.parquet")
    assert (outcome.result, outcome.ticks) == (EQUAL, 120)


def test_an_environment_saves_its_episode_and_records_every_second_one(tmp_path):
    env = gymnasium.make(f"motorpool/{TASK}", record=tmp_path / "runs", record_every=2)
    for _ in range(3):
        env.reset(seed=None if _ else 5)
        while not any(env.step(np.ones(1, np.float32))[2:4]):
            pass
        env.step(np.ones(1, np.float32))  # after the end, which is not another one
    env.unwrapped.save_episode(tmp_path / "last.parquet")
    names = [f"{TASK}-seed-5-episode-{number}.parquet" for number in (0, 2)]
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == names
    assert verified(tmp_path / "runs" / names[1]).result == EQUAL
    last, third = (mp.read_recording(path) for path in (tmp_path / "last.parquet", tmp_path / "runs" / names[1]))
    assert (last.vehicle(0).x[:-1] == third.vehicle(0).x).all()
    assert "Episode 2 of BackTrailer-v0 with the seed 5" in last.about["scenario"]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_environments_record_episodes_before_the_next_ones_begin(tmp_path, mode):
    envs = gymnasium.make_vec(
        f"motorpool/{TASK}", num_envs=3, vectorization_mode="vector_entry_point", autoreset_mode=mode, record=tmp_path,
        record_every=3,
    )  # fmt: skip
    envs.reset(seed=5)
    ended = 0
    while ended < 4:
        ended += int((lambda step: (step[2] | step[3]).sum())(envs.step(np.ones((3, 1), np.float32))))
    found = sorted(tmp_path.iterdir())
    assert len(found) == 2
    assert all(verified(path).result == EQUAL for path in found)


def test_what_cannot_be_saved_is_refused_in_a_sentence(tmp_path):
    batch = Batch(TASK, 2, keeps_actions=True)
    batch.reset(seed=0)
    with pytest.raises(WorldError, match="the episode has no decision yet; make a step, then save it"):
        batch.save_episode(0, tmp_path / "none.parquet")
    with pytest.raises(WorldError, match="there is no environment 2; there are 2, counted from 0"):
        batch.save_episode(2, tmp_path / "none.parquet")
    with pytest.raises(WorldError, match="this batch keeps no actions; make it with keeps_actions=True"):
        Batch(TASK).save_episode(0, tmp_path / "none.parquet")
    with pytest.raises(WorldError, match="record_every is 0; it must be a whole number of episodes, 1 or more"):
        gymnasium.make(f"motorpool/{TASK}", record=tmp_path, record_every=0)
    batch.step(np.zeros((2, 1)))
    batch.save_episode(0, tmp_path / "one.parquet")
    with pytest.raises(RecordingError, match="exists already"):
        batch.save_episode(0, tmp_path / "one.parquet")
