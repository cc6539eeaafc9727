"""Goal-conditioned form: Gymnasium's checks, and rewards that are functions of goals alone."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import motorpool.learning
from motorpool.errors import ScenarioError
from motorpool.learning import Batch, load
from motorpool.learning.goals import GoalBatch, Limits
from motorpool.learning.task import FOLDER, task_of

WITH_GOALS = [name for name in motorpool.learning.names() if "arrived" in [end.name for end in load(name).conditions]]


def easy(task: str = "Park-v0", **changes):
    """Return a task that begins close to the goal, so that random actions soon come to an end."""
    content = load(task).content
    start = content.start.model_copy(
        update={"ahead": [-1.0, 1.0], "left": [-0.2, 0.2], "heading_deg": [-5.0, 5.0], **changes}
    )
    return load(task)._replace(content=content.model_copy(update={"start": start}))


@pytest.mark.parametrize("task", WITH_GOALS)
@pytest.mark.filterwarnings("ignore:.*A Box observation space (minimum|maximum) value is:UserWarning")
def test_gymnasium_finds_nothing_wrong(task):
    check_env(gymnasium.make(f"motorpool/{task}", goal_conditioned=True).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("task", WITH_GOALS)
def test_what_step_gives_are_functions_of_the_goals(task):
    envs = gymnasium.make_vec(
        f"motorpool/{task}", num_envs=200, goal_conditioned=True, autoreset_mode="SameStep", max_episode_steps=30
    )
    envs.reset(seed=0)
    cuts = 0
    for _ in range(40):
        observation, reward, over, cut, info = envs.step(envs.action_space.sample())
        seen = info.get("final_obs", observation)
        goals = seen["achieved_goal"], seen["desired_goal"]
        assert (envs.unwrapped.compute_reward(*goals, info) == reward).all()
        assert (envs.unwrapped.compute_terminated(*goals, info) == over).all()
        assert (envs.unwrapped.compute_truncated(*goals, info) == cut).all()
        cuts += int(cut.sum())
    assert cuts >= 200


def test_arriving_ends_an_episode_without_a_cost_and_leaving_cuts_it_off():
    envs = motorpool.learning.DriverVectorEnv(easy(), 300, goal_conditioned=True, autoreset_mode="SameStep")
    envs.reset(seed=0)
    random, arrived = np.random.default_rng(0), 0
    for _ in range(60):
        _, reward, over, cut, info = envs.step(random.uniform(-1.0, 1.0, (300, 2)))
        assert ((reward == 0.0) == over).all()
        assert (info["is_success"] == over).all()
        arrived += int(over.sum())
    assert arrived > 10
    envs.batch.world.vehicles.pose.x[:100] += 50.0
    _, reward, over, cut, info = envs.step(np.zeros((300, 2)))
    left = info["cause"] == 2
    assert left[:100].all()
    assert (cut[left] & ~over[left]).all()
    assert (reward[left] == -1.0).all()


def test_a_goal_that_was_reached_later_is_the_one_of_a_relabelled_episode():
    env = gymnasium.make("motorpool/Park-v0", goal_conditioned=True).unwrapped
    observation, _ = env.reset(seed=3)
    achieved = [observation["achieved_goal"]]
    achieved += [env.step(np.array([1.0, 0.2], np.float32))[0]["achieved_goal"] for _ in range(20)]
    found = env.compute_reward(np.stack(achieved), achieved[-1], {})
    assert found[-1] == 0.0
    assert (found[:-3] == -1.0).all()
    assert isinstance(env.compute_reward(achieved[0], achieved[-1], {}), float)


@pytest.mark.parametrize(
    ("changes", "is_met"),
    [
        ((0.29, 0.0, 0.0, 0.0), True),
        ((0.31, 0.0, 0.0, 0.0), False),
        ((0.0, -0.19, 0.0, 0.0), True),
        ((0.0, -0.21, 0.0, 0.0), False),
        ((0.0, 0.0, 4.9, 0.0), True),
        ((0.0, 0.0, -5.1, 0.0), False),
        ((0.0, 0.0, 180.0, 0.0), False),
        ((0.0, 0.0, 0.0, -0.99), True),
        ((0.0, 0.0, 0.0, 1.01), False),
    ],
)
def test_the_limits_are_those_of_the_task_in_the_goals_frame(changes, is_met):
    text = (FOLDER / "BackTrailer-v0.yaml").read_text(encoding="utf-8")
    given = "ahead: 0.3, left: 0.2, heading_deg: 5, speed: 1"
    limits = Limits(task_of(text.replace("ahead: 0.5, left: 0.3, heading_deg: 5, speed: 2", given),
                            name="own", folder=FOLDER, where="own.yaml"))  # fmt: skip
    ahead, left, degrees, speed = changes
    goal_yaw = np.radians(30.0)
    yaw = goal_yaw + np.radians(degrees)
    x = 3.0 + ahead * np.cos(goal_yaw) - left * np.sin(goal_yaw)
    y = 4.0 + ahead * np.sin(goal_yaw) + left * np.cos(goal_yaw)
    desired = np.array([3.0, 4.0, np.cos(goal_yaw), np.sin(goal_yaw), 0.0]) / limits.scales
    achieved = np.array([x, y, np.cos(yaw), np.sin(yaw), speed]) / limits.scales
    assert limits.is_met(achieved.astype(np.float32), desired.astype(np.float32)) == is_met


def test_the_achieved_goal_is_the_pose_of_the_part_that_is_to_reach_it():
    batch = GoalBatch("BackTrailer-v0", 50)
    goals = batch.reset(seed=0)
    plain = Batch("BackTrailer-v0", 50)
    ahead = plain.reset(seed=0)[:, 0] * 25.0  # the bay at the origin points north
    assert np.abs(goals["achieved_goal"][:, 1] * 10.0 - ahead).max() < 1e-5
    assert np.abs(goals["desired_goal"] - np.array([0.0, 0.0, 0.0, 1.0, 0.0])).max() < 1e-7


@pytest.mark.parametrize("task", WITH_GOALS)
def test_each_row_of_many_equals_an_environment_of_its_own(task):
    def driven(seeds):
        batch, found = GoalBatch(task, len(seeds)), []
        first = batch.reset(seed=list(seeds))
        inputs = [np.random.default_rng(seed).uniform(-1.0, 1.0, (60, len(batch.task.inputs))) for seed in seeds]
        found.append(np.concatenate([*first.values()], axis=1))
        for actions in np.stack(inputs, axis=1):
            result = batch.step(actions)
            found.append(np.concatenate([*result.observation.values()], axis=1))
            over = result.is_over | result.is_cut
            if over.any():
                batch.reset(over)
        return np.stack(found, axis=1)

    many = driven(range(20, 57))
    for row in (0, 17, 36):
        assert (many[row] == driven([20 + row])[0]).all()


def test_goals_are_drawn_from_the_intervals_of_the_task():
    goal = load("Park-v0").content.goal.intervals
    batch = GoalBatch("Park-v0", 400)
    desired = batch.reset(seed=0)["desired_goal"] * batch.limits.scales
    yaw = np.degrees(np.arctan2(desired[:, 3], desired[:, 2]))
    for values, (least, most) in zip((desired[:, 0], desired[:, 1], yaw), goal.values(), strict=True):
        assert most > least
        assert least - 1e-4 <= values.min() < values.max() <= most + 1e-4
        assert np.ptp(values) > 0.9 * (most - least)


def test_the_other_form_sees_the_same_world():
    plain, goals = Batch("Park-v0", 20), GoalBatch("Park-v0", 20)
    plain.reset(seed=0)
    goals.reset(seed=0)
    assert (plain.entries == goals.entries).all()
    assert goals.observation["observation"].shape == (20, 6)  # the achieved goal, and the steering


def test_an_environment_without_goals_has_no_functions_of_them():
    env = gymnasium.make("motorpool/Park-v0").unwrapped
    assert not hasattr(env, "compute_reward")
    with pytest.raises(AttributeError, match="Park-v0: the environment has no goals in its observations; make it with"):
        env.compute_reward(np.zeros(5), np.zeros(5), {})


def test_goals_need_the_end_whose_limits_they_are_judged_by():
    text = (FOLDER / "Park-v0.yaml").read_text(encoding="utf-8").replace("kind: arrived", "kind: far, distance: 9} #")
    task = task_of(text, name="own", folder=FOLDER, where="own.yaml")
    with pytest.raises(ScenarioError, match=r"own\.yaml: goals need the end arrived"):
        GoalBatch(task)


def until_over(envs):
    """Turn in a circle until an episode is over; return the last step."""
    while True:
        found = envs.step(np.ones((4, 2)))
        if (found[2] | found[3]).any():
            return found


def test_next_step_begins_anew_with_goals_and_gives_nothing():
    envs = motorpool.learning.DriverVectorEnv("Park-v0", 4, goal_conditioned=True, max_episode_steps=5)
    envs.reset(seed=0)
    assert until_over(envs)[4]["is_cut"].all()
    observation, reward, over, cut, info = envs.step(np.ones((4, 2)))
    fresh = GoalBatch("Park-v0", 4)
    fresh.reset(seed=0)
    expected = fresh.reset()
    for name, values in expected.items():
        assert (observation[name] == values).all()
    assert not (reward.any() | over.any() | cut.any() | info["is_cut"].any())


def test_disabled_keeps_the_last_goals_until_a_mask_begins_anew():
    envs = motorpool.learning.DriverVectorEnv("Park-v0", 4, goal_conditioned=True, autoreset_mode="Disabled")
    envs.reset(seed=0)
    last, _, over, cut, _ = until_over(envs)
    ended = over | cut
    assert not ended.all()
    kept, reward, _, cut, _ = envs.step(np.ones((4, 2)))
    for name, values in last.items():
        assert (kept[name][ended] == values[ended]).all()
    assert (reward == np.where(ended, 0.0, -1.0)).all()
    begun, _ = envs.reset(options={"reset_mask": ended})
    assert (begun["desired_goal"][ended] != last["desired_goal"][ended]).any(axis=1).all()
    assert (begun["achieved_goal"][~ended] == kept["achieved_goal"][~ended]).all()


def test_relabelled_rewards_are_those_of_the_same_drive_to_another_goal():
    actions = np.tile([[0.3, 0.5]], (40, 1))
    actions[15:, 0] = 0.0  # it rolls out
    batch = GoalBatch("Park-v0")
    batch.reset(seed=1)
    achieved = np.stack([batch.step(action[None]).observation["achieved_goal"][0].copy() for action in actions])
    goal = np.where(np.arange(5) < 4, achieved[-1], np.float32(0.0))
    relabelled = batch.limits.is_met(achieved, goal) - 1.0
    assert 15 < np.flatnonzero(relabelled == 0.0)[0] < 40

    batch.reset(seed=1)
    x, y, cosine, sine, _ = goal * batch.limits.scales
    batch.episode.goal_x[:], batch.episode.goal_y[:], batch.episode.goal_yaw[:] = x, y, np.arctan2(sine, cosine)
    for action, reward in zip(actions, relabelled, strict=True):
        result = batch.step(action[None])
        assert result.reward[0] == reward
        if result.is_over[0]:
            break
    assert result.is_over[0]
