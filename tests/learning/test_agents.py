"""Many agents in one world: groups that equal a group of their own, waiting agents, and PettingZoo's own checks."""

import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import motorpool.learning
from motorpool.compile import columns
from motorpool.errors import MissingExtraError, ScenarioError, WorldError
from motorpool.learning import Batch, load
from motorpool.learning.functional import functional
from motorpool.learning.scripted import convoy, pursuit
from motorpool.learning.task import FOLDER, task_of

TASKS = ("Convoy-v0", "Pursuit-v0")
SIZE = 4
TEXT = (FOLDER / "Convoy-v0.yaml").read_text(encoding="utf-8")


def actions_of(seed: int, decisions: int) -> np.ndarray:
    """Return the actions of a group, which depend on its seed only: full throttle, which soon ends in contacts."""
    actions = np.random.default_rng(seed).uniform(-1.0, 1.0, (decisions, SIZE, 2))
    actions[..., 0] = np.abs(actions[..., 0])
    return actions


def run(task: str, seeds, decisions=90):
    """Return observations, rewards and causes of groups with these seeds, which begin anew when they are over."""
    batch = Batch(task, SIZE * len(seeds))
    assert batch.agents is not None
    batch.reset(seed=[seed for seed in seeds for _ in range(SIZE)])
    inputs = np.concatenate([actions_of(seed, decisions) for seed in seeds], axis=1)
    found = []
    for given in inputs:
        result = batch.step(given)
        found.append((result.observation.copy(), result.reward.copy(), batch.causes.copy()))
        over = batch.agents.closed(result.is_over | result.is_cut)
        if over.any():
            batch.reset(over)
    return [np.stack(column, axis=1) for column in zip(*found, strict=True)]


@pytest.mark.parametrize("task", TASKS)
def test_each_group_of_many_equals_a_group_of_its_own(task):
    many = run(task, range(100, 116))
    if task == "Convoy-v0":
        assert (many[2] != 0).any(axis=1).sum() > 10
    for group in (0, 7, 15):
        for whole, alone in zip(many, run(task, [100 + group]), strict=True):
            assert (whole[SIZE * group : SIZE * (group + 1)] == alone).all()


def test_the_order_of_groups_and_the_number_of_threads_change_nothing(monkeypatch):
    seeds = list(range(20))
    expected = run("Convoy-v0", seeds)
    monkeypatch.setattr(columns, "ROWS_A_THREAD", 8)
    try:
        columns.limit_threads(1)
        reverse = run("Convoy-v0", seeds[::-1])
    finally:
        columns.limit_threads(None)
    for one, other in zip(expected, reverse, strict=True):
        groups = one.reshape(len(seeds), SIZE, *one.shape[1:])
        assert (groups == other.reshape(groups.shape)[::-1]).all()


def test_an_agent_that_is_over_stands_and_is_not_judged_until_its_group_is_over():
    batch = Batch("Pursuit-v0", 2 * SIZE)
    batch.reset(seed=0)
    forward = np.tile([1.0, 0.0], (2 * SIZE, 1))
    over, last = np.zeros(2 * SIZE, np.bool_), np.zeros(0)
    while not (over[:SIZE].any() and not over[:SIZE].all()):
        result = batch.step(forward)
        over, last = result.is_over | result.is_cut, result.observation.copy()
    row = int(np.flatnonzero(over[:SIZE])[0])
    for _ in range(10):
        result = batch.step(forward)
    assert result.reward[row] == 0.0
    assert (result.observation[row] == last[row]).all()
    assert batch.world.vehicles.speed[row] == 0.0
    with pytest.raises(WorldError, match=f"environment {row} is to begin anew without all agents of its group, 0 to 3"):
        batch.reset([row])


def test_agents_of_a_group_start_apart_and_another_number_of_them_can_be_chosen():
    task = load("Convoy-v0").of_agents(7)
    batch = Batch(task, 14)
    batch.reset(seed=0)
    vehicles = batch.world.vehicles
    places = (vehicles.x + 1j * vehicles.y).reshape(2, 7)
    assert (abs(np.diff(places, axis=1)) > 4.0).all()
    assert np.ptp(vehicles.yaw.reshape(2, 7), axis=1).max() < 0.36
    assert task.agent_names[:3] == ["leader_0", "follower_0", "follower_1"]


@pytest.mark.parametrize(
    ("task", "drive", "least"), [("Convoy-v0", convoy.drive, 0.9), ("Pursuit-v0", pursuit.drive, 0.6)]
)
def test_the_scripted_driver_does_the_task(task, drive, least):
    batch = Batch(task, 30 * SIZE)
    observations = batch.reset(seed=0)
    over = np.zeros(30 * SIZE, np.bool_)
    while not over.all():
        result = batch.step(drive(observations))
        over = result.is_over | result.is_cut
    assert batch.is_success(batch.causes).mean() > least


def test_the_goal_of_a_follower_is_on_the_arc_that_the_vehicle_ahead_drives():
    batch = Batch("Convoy-v0", SIZE)
    batch.reset(seed=0)
    vehicles, episode = batch.world.vehicles, batch.episode
    angles = np.array([1.0, 0.6, 0.3, 0.0])  # of places on a circle of 50 m, counter-clockwise
    vehicles.x[:], vehicles.y[:], vehicles.yaw[:] = 50.0 * np.cos(angles), 50.0 * np.sin(angles), angles + 0.5 * np.pi
    vehicles.speed[:], vehicles.yaw_rate[:] = 10.0, 0.2
    batch.judge()
    assert np.hypot(episode.goal_x, episode.goal_y)[1:] == pytest.approx(50.0, abs=1e-3)
    behind = angles[:3] - np.arctan2(episode.goal_y, episode.goal_x)[1:]
    assert 50.0 * behind == pytest.approx(8.0 + 0.8 * 10.0, abs=1e-2)


# ---- Gymnasium


def made(mode: AutoresetMode, **options) -> gymnasium.vector.VectorEnv:
    return gymnasium.make_vec("motorpool/Pursuit-v0", num_envs=2 * SIZE, autoreset_mode=mode, **options)


FORWARD = np.tile(np.array([1.0, 0.0], np.float32), (2 * SIZE, 1))


def ends_of(mode: AutoresetMode, decisions: int) -> tuple[np.ndarray, list]:
    """Return how often each environment's episode ended, and the steps."""
    envs = made(mode)
    envs.reset(seed=0)
    steps = [envs.step(FORWARD) for _ in range(decisions)]
    return np.sum([step[2] | step[3] for step in steps], axis=0), steps


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_each_agent_ends_once_and_waits_for_its_group(mode):
    ends, steps = ends_of(mode, 45)
    waiting = np.array([step[4]["is_waiting"] for step in steps])
    over = np.array([step[2] | step[3] for step in steps])
    assert waiting.any()
    assert not (waiting & over).any()
    assert (np.array([step[1] for step in steps])[waiting] == 0.0).all()
    assert (np.ptp(ends.reshape(2, SIZE), axis=1) <= 1).all()


def test_the_same_step_that_ends_a_group_begins_it_anew():
    envs, other = made(AutoresetMode.SAME_STEP, max_episode_steps=5), made(AutoresetMode.NEXT_STEP, max_episode_steps=5)
    envs.reset(seed=0)
    other.reset(seed=0)
    for _ in range(5):
        observation, _, _, cut, info = envs.step(FORWARD)
        last = other.step(FORWARD)
    assert cut.all()
    assert (info["final_obs"] == last[0]).all()
    assert (observation == other.step(FORWARD)[0]).all()


def test_disabled_waits_for_a_mask_of_whole_groups():
    envs = made(AutoresetMode.DISABLED, max_episode_steps=3)
    first, _ = envs.reset(seed=0)
    for _ in range(4):
        observation, reward, _, cut, _ = envs.step(FORWARD)
    assert cut.all()
    assert (reward == 0.0).all()
    mask = np.arange(2 * SIZE) >= SIZE
    begun, _ = envs.reset(seed=0, options={"reset_mask": mask})
    assert (begun[mask] == first[mask]).all()
    assert (begun[~mask] == observation[~mask]).all()
    with pytest.raises(WorldError, match="environment 1 is to begin anew without all agents of its group, 0 to 3"):
        envs.reset(options={"reset_mask": np.arange(2 * SIZE) == 1})


def test_environments_are_whole_groups():
    with pytest.raises(WorldError, match="6 environments are no whole groups; it must be a multiple of 4"):
        gymnasium.make_vec("motorpool/Convoy-v0", num_envs=6)


def test_what_is_for_one_agent_says_what_is_for_many():
    with pytest.raises(ScenarioError, match=r"motorpool\.learning\.parallel_env\('Convoy-v0'\) gives each its actions"):
        gymnasium.make("motorpool/Convoy-v0")
    with pytest.raises(ScenarioError, match="4 agents share a world, which functions do not have"):
        functional("Convoy-v0")


# ---- PettingZoo


@pytest.mark.filterwarnings("ignore:The old environment creation API")  # of PettingZoo's own games
@pytest.mark.parametrize("task", TASKS)
def test_pettingzoo_finds_nothing_wrong(task):
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    parallel_api_test(motorpool.learning.parallel_env(task), num_cycles=250)
    parallel_seed_test(lambda: motorpool.learning.parallel_env(task), num_cycles=30)


def test_a_parallel_environment_and_a_vector_environment_are_the_same():
    env = motorpool.learning.parallel_env("Convoy-v0")
    envs = gymnasium.make_vec("motorpool/Convoy-v0", num_envs=SIZE)
    first, _ = env.reset(seed=3)
    observation, _ = envs.reset(seed=3)
    for given in actions_of(0, 60):
        assert list(first) == env.agents
        for name, values in first.items():
            assert (values == observation[env.possible_agents.index(name)]).all()
        first, rewards, over, cut, infos = env.step(dict(zip(env.possible_agents, given, strict=True)))
        observation, reward, *_ = envs.step(given)
        for name, value in rewards.items():
            assert value == reward[env.possible_agents.index(name)]
            assert (infos[name]["cause"] != 0) == (env.cause_of(name) != "") == over[name]
        if not env.agents:
            break
        first = {name: values for name, values in first.items() if name in env.agents}
    assert any(over.values())
    ends = [condition.name for condition in env.batch.task.conditions]
    assert all(ends[infos[name]["cause"] - 1] == env.cause_of(name) for name in infos if over[name])
    assert not any(cut.values())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"follower_1": None},
            "follower_1 has no action; give one to each of leader_0, follower_0, follower_1, follower_2",
        ),
        ({"follower_1": [0.0, np.nan]}, r"the action of follower_1 is NaN; it must be in -1\.\.1"),
        ({"follower_1": [np.inf, 0.0]}, r"the action of follower_1 is inf; it must be in -1\.\.1"),
        ({"follower_1": [0.0, None]}, r"the action of follower_1 is None; it must be in -1\.\.1"),
        ({"follower_1": ["left", "right"]}, "the action of follower_1 is not an array of numbers: could not convert"),
        ({"follower_1": [0.0]}, r"the action of follower_1 has the shape \(1,\); it must be \(2,\)"),
        ({"follower_9": [0.0, 0.0]}, "Convoy-v0 has no agent 'follower_9'; did you mean"),
    ],
)
def test_wrong_actions_are_refused(change, sentence):
    env = motorpool.learning.parallel_env("Convoy-v0")
    env.reset(seed=0)
    actions = {name: [0.0, 0.0] for name in env.agents} | change
    with pytest.raises(WorldError, match=sentence):
        env.step({name: action for name, action in actions.items() if action is not None})


@pytest.mark.parametrize("task", TASKS)
def test_infos_are_the_same_numbers_from_the_first_to_the_last(task):
    env = motorpool.learning.parallel_env(task)
    _, infos = env.reset(seed=0)
    kinds = {name: type(value) for name, value in infos[env.agents[0]].items()}
    while env.agents:
        *_, infos = env.step({name: np.ones(2) for name in env.agents})
        for info in infos.values():
            assert {name: type(value) for name, value in info.items()} == kinds
    assert set(kinds.values()) == {int, bool}


def test_an_agent_or_a_render_mode_that_does_not_exist_is_refused():
    env = motorpool.learning.parallel_env("Convoy-v0")
    with pytest.raises(WorldError, match="Convoy-v0 has no agent 'follower_9'; did you mean"):
        env.cause_of("follower_9")
    with pytest.raises(WorldError, match="there is no render mode 'human' for many agents; leave it out"):
        motorpool.learning.parallel_env("Convoy-v0", render_mode="human")


def test_agents_do_not_act_before_their_episodes_begin():
    with pytest.raises(WorldError, match="not all environments have begun an episode; call reset first"):
        motorpool.learning.parallel_env("Convoy-v0").step({})


def test_a_task_of_one_agent_has_no_parallel_environment():
    with pytest.raises(ScenarioError, match=r"BackTrailer-v0 is a task of one agent; gymnasium\.make"):
        motorpool.learning.parallel_env("BackTrailer-v0")
    with pytest.raises(ScenarioError, match=r"agents is 1; it must be a whole number in 2\.\.64"):
        motorpool.learning.parallel_env("Convoy-v0", 1)


def test_a_missing_pettingzoo_gives_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "motorpool.learning.parallel", raising=False)
    with pytest.raises(MissingExtraError, match=r"an environment of many agents needs pettingzoo, .* install it with"):
        motorpool.learning.parallel_env("Convoy-v0")


# ---- task files


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("agents: 4\nroles: [leader, follower]\n", "", "moving needs agents, the number of agents that share a world"),
        ("agents: 4", "agents: 1", "agents is 1; it must be 2 or more"),
        ("kind: convoy", "kind: convoi", "there is no kind of moving goals 'convoi'; did you mean 'convoy'"),
        ("headway: 0.8, ", "", r"moving \(convoy\) needs headway; it takes spacing"),
        ("kind: steering, ", "kind: steering, role: folower, ", "there is no role 'folower'; did you mean 'follower'"),
        ("agents: 4\nroles: [leader, follower]\n", "", "observation role needs agents"),
        ("moving: {", "# {", "agents need moving, the goals that they have together: convoy, pursuit"),
    ],
)
def test_a_mistake_is_refused(before, after, sentence):
    assert before in TEXT
    with pytest.raises(ScenarioError, match=sentence):
        task_of(TEXT.replace(before, after), name="own", folder=FOLDER, where="own.yaml")
