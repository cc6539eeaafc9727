"""Scans as observations: those of the plain function, row by row, in every form of environment."""

import gymnasium
import numpy as np
import pytest

import motorpool.learning
from motorpool.errors import ScenarioError
from motorpool.learning import Batch
from motorpool.learning.functional import functional
from motorpool.learning.task import FOLDER, task_of
from motorpool.vehicles.sensor_kinds import Mount
from motorpool.world.sensors.scan import scan_2d, scan_world
from motorpool.world.sensors.scan_samplers import sensor_poses
from motorpool.world.sensors.seen import seen_of

SCAN = "beams: 31, first_angle_deg: -90, last_angle_deg: 90, max_range: 40, x: 2, y: 0.5, z: 1.5, yaw_deg: 10"


def task(name: str, scan: str = SCAN):
    """Return a task with a scan behind its first observation."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    before, mark, after = text.partition("\nobservations:\n")
    first, _, rest = after.partition("\n")
    return task_of(
        f"{before}{mark}{first}\n  - {{kind: scan-2d, {scan}}}\n{rest}", name=name, folder=FOLDER, where="own.yaml"
    )


NOISY = task("Forest-v0", f"{SCAN}, noise: 0.1, min_range: 1")


def actions_of(seed: int, decisions: int) -> np.ndarray:
    """Return the actions of an environment, which depend on its seed only."""
    return np.random.default_rng(seed).uniform(-1.0, 1.0, (decisions, 2))


def run(found, seeds, begins_anew=-1, decisions=12):
    """Return the observations of environments with these seeds (rows, decisions, entries).

    Args:
        begins_anew: row whose next episode begins after the sixth decision; -1 for none.
    """
    batch = Batch(found, len(seeds))
    observations = [batch.reset(seed=list(seeds)).copy()]
    for number, given in enumerate(np.stack([actions_of(seed, decisions) for seed in seeds], axis=1)):
        observations.append(batch.step(given).observation.copy())
        if number == 5 and begins_anew >= 0:
            before = observations[-1]
            observations[-1] = batch.reset([begins_anew]).copy()
            others = np.arange(len(seeds)) != begins_anew
            np.testing.assert_array_equal(observations[-1][others], before[others])
    return np.stack(observations, axis=1)


def test_ranges_are_those_of_the_plain_function_row_by_row():
    batch = Batch(task("OffRoad-v0", f"{SCAN}, scale: 20"), 8)
    batch.reset(seed=0)
    batch.step(np.full((8, 2), 0.5))
    seen, vehicles = scan_world(batch.world), batch.world.vehicles
    angles = np.radians(np.linspace(-90.0, 90.0, 31))
    expected = np.empty((8, 31))
    for row in range(8):
        ids = np.array([row])
        poses = sensor_poses(seen_of(vehicles, ids), ids, Mount(2.0, 0.5, 1.5, np.radians(10.0)))
        expected[row] = scan_2d(seen, poses, angles, 40.0)[0]
    assert np.isfinite(expected).sum() > 10
    expected = np.minimum(expected, 40.0) / 20.0
    np.testing.assert_allclose(batch.entries[:, 1:32], np.minimum(expected, 1.0), rtol=0.0, atol=1e-6)
    assert batch.task.entries[1].name == "scan-2d -1.396"


def test_an_environment_equals_a_row_of_many_to_the_bit():
    many = run(NOISY, range(100, 140), begins_anew=3)
    np.testing.assert_array_equal(run(NOISY, [103], begins_anew=0)[0], many[3])
    np.testing.assert_array_equal(run(NOISY, [117])[0], many[17])
    np.testing.assert_array_equal(run(NOISY, range(100, 140), begins_anew=3), many)


def test_noise_has_its_deviation_and_differs_between_decisions():
    exact, noisy = (Batch(each, 400) for each in (task("Forest-v0", f"{SCAN}, min_range: 1"), NOISY))
    error = []
    for batch in (exact, noisy):
        batch.reset(seed=3)
    for _ in range(2):
        error.append((noisy.entries - exact.entries)[:, 1:32] * 40.0)
        is_return = (exact.entries[:, 1:32] < 0.9) & (exact.entries[:, 1:32] > 0.1)
        assert is_return.sum() > 500
        assert error[-1][is_return].std() == pytest.approx(0.1, rel=0.1)
        assert (error[-1][exact.entries[:, 1:32] == 1.0] == 0.0).all()
        for batch in (exact, noisy):
            batch.step(np.zeros((400, 2)))
    assert (error[0] != error[1]).mean() > 0.05


@pytest.mark.slow
def test_gymnasium_gives_the_scans_of_the_batch():
    batch = Batch(NOISY, 3)
    env = gymnasium.make("motorpool/Forest-v0", task=NOISY)
    envs = gymnasium.make_vec("motorpool/Forest-v0", num_envs=3, task=NOISY)
    expected = batch.reset(seed=7)
    np.testing.assert_array_equal(env.reset(seed=7)[0], expected[0])
    np.testing.assert_array_equal(envs.reset(seed=7)[0], expected)
    assert env.observation_space.contains(expected[0])
    for given in np.stack([actions_of(seed, 5) for seed in range(3)], axis=1):
        expected = batch.step(given).observation
        np.testing.assert_array_equal(env.step(given[0])[0], expected[0])
        np.testing.assert_array_equal(envs.step(given)[0], expected)
    assert (expected[:, 1:32] < 1.0).any()


def test_agents_see_those_of_their_own_group():
    convoy = task("Convoy-v0", "beams: 91, first_angle_deg: -180, last_angle_deg: 180, max_range: 80, z: 0.5")
    env = motorpool.learning.parallel_env(convoy)
    observations, _ = env.reset(seed=4)
    batch = Batch(convoy, 3 * len(env.agents))
    expected = batch.reset(seed=[seed for seed in (2, 4, 6) for _ in env.agents])[len(env.agents) :]
    for row, name in enumerate(env.possible_agents):
        np.testing.assert_array_equal(observations[name], expected[row])
        assert (observations[name][1:92] < 1.0).any()


@pytest.mark.parametrize(
    ("scan", "sentence"),
    [
        ("beams: 0,", "observations[1].beams is 0; it must be a whole number in 1..8192"),
        ("beams: 2.5,", "observations[1].beams is 2.5; it must be a whole number in 1..8192"),
        ("beams: [1, 2],", "observations[1].beams is [1, 2]; it must be a finite number"),
        ("", "observations[1] (scan-2d) needs beams; it takes beams, first_angle, last_angle, max_range, min_range"),
        ("beams: 5, max_ranges: 5,", "there is no key observations[1].max_ranges; did you mean max_range?"),
        ("beams: 5, yaw_deg: 400,", "observations[1].yaw_deg is 400; it must be in -360..360 degrees"),
        ("beams: 5, noise: -1,", "observations[1].noise is -1; it must be zero or positive"),
        ("beams: 5, min_range: 41,", "observations[1].min_range is 41; it must be at most max_range"),
    ],
)
def test_a_wrong_argument_is_refused_in_a_sentence(scan, sentence):
    with pytest.raises(ScenarioError) as caught:
        task("Forest-v0", f"{scan} first_angle_deg: -90, last_angle_deg: 90, max_range: 40")
    assert sentence in str(caught.value)


def test_functions_for_jax_refuse_a_scan():
    text = (FOLDER / "BackTrailer-v0.yaml").read_text(encoding="utf-8")
    text = text.replace("  - hitch-sine\n", f"  - hitch-sine\n  - {{kind: scan-2d, {SCAN}}}\n")
    with pytest.raises(ScenarioError, match="scan-2d looks at the ground or its objects"):
        functional(task_of(text, name="own", folder=FOLDER, where="own.yaml"))
