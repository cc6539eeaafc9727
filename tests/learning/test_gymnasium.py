"""Gymnasium's own checks, and the three ways of beginning anew."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import motorpool.learning
from motorpool.errors import ScenarioError, UnitWarning, WorldError
from motorpool.learning import Batch

TASKS = [name for name in motorpool.learning.names() if motorpool.learning.load(name).agents == 1]
TURN = np.ones((4, 1), np.float32)  # all the way to the left: soon jack-knifed


def made(mode: AutoresetMode, **options) -> gymnasium.vector.VectorEnv:
    return gymnasium.make_vec("motorpool/BackTrailer-v0", num_envs=4, autoreset_mode=mode, **options)


def until_over(envs) -> tuple:
    """Turn the wheel until an episode is over; return the last step."""
    while True:
        found = envs.step(TURN)
        if (found[2] | found[3]).any():
            return found


@pytest.mark.parametrize("task", TASKS)
def test_gymnasium_finds_nothing_wrong(task):
    check_env(gymnasium.make(f"motorpool/{task}").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("task", TASKS)
def test_what_gymnasium_makes_many_of_is_our_own_vector_environment(task):
    envs = gymnasium.make_vec(f"motorpool/{task}", num_envs=3)
    observation, _ = envs.reset(seed=0)
    assert isinstance(envs, motorpool.learning.DriverVectorEnv)
    assert observation in envs.observation_space
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


@pytest.mark.parametrize("task", motorpool.learning.names())
def test_the_spec_of_a_task_has_the_number_of_decisions_of_its_time_limit(task):
    content = motorpool.learning.load(task).content
    spec = gymnasium.spec(f"motorpool/{task}")
    assert spec.max_episode_steps * content.decision == pytest.approx(content.time_limit, abs=0.5 * content.decision)


def test_an_episode_is_cut_off_at_the_number_of_decisions_of_the_spec():
    env = gymnasium.make("motorpool/Park-v0")
    env.reset(seed=0)
    ended = [env.step(np.zeros(2))[2:4] for _ in range(env.spec.max_episode_steps)]
    assert ended == [(False, False)] * (len(ended) - 1) + [(False, True)]
    short = gymnasium.make("motorpool/Park-v0", max_episode_steps=3)
    short.reset(seed=0)
    assert [short.step(np.zeros(2))[3] for _ in range(3)] == [False, False, True]


SCALES = st.floats(1.001, 1e6)


@given(actions=arrays(np.float64, (4, 1), elements=st.floats(-1.0, 1.0)), scale=SCALES)
@settings(max_examples=6, deadline=None)
def test_actions_outside_the_space_are_clipped_and_that_is_said_once(actions: np.ndarray, scale: float):
    actions[2] = scale if actions[2] >= 0.0 else -scale
    envs, inside = made(AutoresetMode.DISABLED), made(AutoresetMode.DISABLED)
    envs.reset(seed=1)
    inside.reset(seed=1)
    with pytest.warns(
        UnitWarning, match=rf"environment 2 is {actions[2, 0]:g}; actions are clipped to -1\.\.1"
    ) as told:
        found = [envs.step(actions)[0] for _ in range(3)]
    assert [each.filename for each in told] == [__file__]
    assert (np.array(found) == [inside.step(np.clip(actions, -1.0, 1.0))[0] for _ in range(3)]).all()


@pytest.mark.parametrize("task", TASKS)
def test_actions_of_the_space_are_taken_in_silence(task):
    env = gymnasium.make(f"motorpool/{task}")
    env.reset(seed=0)
    env.action_space.seed(0)
    edge = np.nextafter(np.ones(env.action_space.shape, np.float32), 2.0, dtype=np.float32)
    for action in (env.action_space.sample(), env.action_space.high, env.action_space.low, edge):
        env.step(action)  # warnings are errors


def test_next_step_ignores_an_action_and_begins_anew():
    envs = made(AutoresetMode.NEXT_STEP)
    envs.reset(seed=0)
    over = until_over(envs)[2].copy()
    observation, reward, is_over, is_cut, info = envs.step(TURN)
    assert not (is_over | is_cut)[over].any()
    assert (reward[over] == 0.0).all()
    assert (info["cause"][over] == 0).all()
    fresh = Batch("BackTrailer-v0", 4)
    fresh.reset(seed=0)
    assert (observation[over] == fresh.reset()[over]).all()


def test_same_step_begins_anew_at_once_and_keeps_the_last_observation():
    envs, other = made(AutoresetMode.SAME_STEP), made(AutoresetMode.NEXT_STEP)
    envs.reset(seed=0)
    other.reset(seed=0)
    observation, reward, is_over, _, info = until_over(envs)
    last = until_over(other)
    assert (info["_final_obs"] == is_over).all()
    assert (info["final_obs"][is_over] == last[0][is_over]).all()
    assert (info["final_info"]["cause"][is_over] == last[4]["cause"][is_over]).all()
    assert (reward == last[1]).all()
    assert (observation[is_over] == other.step(TURN)[0][is_over]).all()


def test_disabled_waits_for_a_mask_and_gives_nothing_until_then():
    envs = made(AutoresetMode.DISABLED)
    envs.reset(seed=0)
    found = until_over(envs)
    over, last = found[2].copy(), found[0].copy()
    observation, reward, is_over, _, _ = envs.step(TURN)
    assert (reward[over] == 0.0).all()
    assert is_over[over].all()
    assert (observation[over] == last[over]).all()
    begun, _ = envs.reset(options={"reset_mask": over})
    assert (begun[~over] == observation[~over]).all()
    assert (begun[over] != last[over]).any(axis=1).all()
    assert not envs.step(TURN)[2][over].any()


def test_seeds_of_a_mask_go_to_the_environments_of_the_mask():
    envs = made(AutoresetMode.DISABLED)
    first, _ = envs.reset(seed=10)
    mask = np.array([False, True, False, True])
    again, _ = envs.reset(seed=10, options={"reset_mask": mask})
    assert (again == first).all()


def test_the_limit_of_make_vec_is_a_number_of_decisions():
    envs = made(AutoresetMode.DISABLED, max_episode_steps=2)
    envs.reset(seed=0)
    assert [envs.step(TURN)[3].all() for _ in range(2)] == [False, True]


@pytest.mark.parametrize("mask", [[True, False], [1, 0, 1, 0]])
def test_a_mask_that_is_none_is_refused(mask):
    envs = made(AutoresetMode.DISABLED)
    with pytest.raises(WorldError, match="it must be 4 truth values, one for each environment"):
        envs.reset(options={"reset_mask": mask})


def test_an_unknown_task_is_refused_with_the_one_that_was_meant():
    with pytest.raises(ScenarioError, match="BackTrailer-v0"):
        motorpool.learning.DriverEnv("BackTrailer-v1")


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (None, r"the action is None; give numbers in -1\.\.1"),
        ([None], r"the action is None; it must be in -1\.\.1"),
        (np.array([np.inf], np.float32), r"the action is inf; it must be in -1\.\.1"),
        (0.5, r"the action is of the shape \(\); it must be \(1,\), a number in -1\.\.1 for each input"),
        (np.zeros(2), r"the action is of the shape \(2,\); it must be \(1,\)"),
        ([0.5j], "the action is not an array of numbers: complex128 is not real"),
    ],
)
def test_an_action_that_is_none_is_refused(action, sentence):
    env = gymnasium.make("motorpool/BackTrailer-v0").unwrapped
    env.reset(seed=0)
    with pytest.raises(WorldError, match=sentence):
        env.step(action)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_mode_is_where_trainers_look_for_it(mode):
    envs = made(mode)
    assert envs.autoreset_mode is mode  # TorchRL
    assert envs.metadata["autoreset_mode"] is mode


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_many_refuse_an_infinite_action(mode):
    envs = made(mode)
    envs.reset(seed=0)
    with pytest.raises(WorldError, match=r"the action of environment 2 is inf; it must be in -1\.\.1"):
        envs.step(np.array([[0.0], [1.0], [np.inf], [np.inf]], np.float32))


def test_nothing_is_done_before_the_first_episode():
    with pytest.raises(WorldError, match="not all environments have begun an episode; call reset first"):
        motorpool.learning.DriverEnv("BackTrailer-v0").step([0.0])
    envs = made(AutoresetMode.DISABLED)
    with pytest.raises(WorldError, match="call reset first"):
        envs.step(TURN)
    envs.reset(options={"reset_mask": np.array([True, False, True, True])})
    with pytest.raises(WorldError, match="call reset first"):
        envs.step(TURN)
    envs.reset(options={"reset_mask": np.array([False, True, False, False])})
    envs.step(TURN)


@pytest.mark.parametrize("seed", [(7, 8, 9, 10), np.arange(7, 11), np.int64(7)])
def test_seeds_may_be_in_an_array(seed):
    first, _ = made(AutoresetMode.DISABLED).reset(seed=7)
    envs = made(AutoresetMode.DISABLED)
    assert (envs.reset(seed=seed)[0] == first).all()
    envs = made(AutoresetMode.DISABLED)
    mask = np.array([True, True, False, False])
    assert (envs.reset(seed=seed, options={"reset_mask": mask})[0][:2] == first[:2]).all()


@pytest.mark.parametrize("seed", [-1, 1.5, "a", [1, 2, 3, -4], [1, 2.5, 3, 4], [1, 2, 3, "4"], [[1], [2], [3], [4]]])
def test_a_seed_that_is_no_whole_number_is_refused(seed):
    with pytest.raises(WorldError, match=r"BackTrailer-v0: the seed is .*; it must be a whole number, 0 or more"):
        made(AutoresetMode.DISABLED).reset(seed=seed)


def test_seeds_with_a_mask_are_those_of_all_environments():
    mask = np.array([True, True, False, False])
    with pytest.raises(WorldError, match="2 seeds for 4 environments; give one for each, also for those"):
        made(AutoresetMode.DISABLED).reset(seed=[1, 2], options={"reset_mask": mask})


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"num_envs": "3"}, "the number of environments is '3'; it must be a whole number, 1 or more"),
        ({"num_envs": 0}, "the number of environments is 0; it must be"),
        ({"max_episode_steps": 0}, "the number of decisions of an episode is 0; it must be a whole number, 1 or more"),
        ({"max_episode_steps": 2.5}, r"the number of decisions of an episode is 2\.5; it must be"),
        ({"autoreset_mode": "Samestep"}, "there is no autoreset mode 'Samestep'; did you mean 'SameStep'"),
    ],
)
def test_an_option_of_another_kind_is_refused(options, sentence):
    with pytest.raises(WorldError, match=sentence):
        motorpool.learning.DriverVectorEnv("BackTrailer-v0", **options)
