"""Environments in the form of Stable-Baselines3: on its base class where it is installed, and on a small one."""

import importlib
import subprocess
import sys
import types

import gymnasium
import numpy as np
import pytest

import motorpool.learning
from motorpool.errors import MissingExtraError, WorldError
from motorpool.learning import Batch, DriverVectorEnv
from motorpool.learning.adapters import sb3_vec_env

ADAPTER = "motorpool.learning.adapters.stable_baselines"
LIBRARY = "stable_baselines3.common.vec_env"
TURN = np.ones((6, 1), np.float32)  # all the way to the left: soon jack-knifed


class SmallVecEnv:
    """Base class of the same name in Stable-Baselines3, as far as the adapter uses it."""

    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self._reset_seeds()
        self._reset_options()
        self.render_mode = self.get_attr("render_mode")[0]

    def _reset_seeds(self):
        self._seeds = [None] * self.num_envs

    def _reset_options(self):
        self._options = [{}] * self.num_envs

    def seed(self, seed=None):
        self._seeds = [seed + row for row in range(self.num_envs)]
        return self._seeds

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()

    def render(self, mode=None):
        return np.concatenate(self.get_images())


@pytest.fixture(params=["its own base class", "a small base class"])
def made(request, monkeypatch):
    """Return what makes environments of the adapter on a base class."""
    if request.param == "its own base class":
        pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed: it needs PyTorch")
    else:
        parts = LIBRARY.split(".")
        for count in range(1, len(parts) + 1):
            monkeypatch.setitem(sys.modules, ".".join(parts[:count]), types.ModuleType(parts[count - 1]))
        sys.modules[LIBRARY].VecEnv = SmallVecEnv
    monkeypatch.delitem(sys.modules, ADAPTER, raising=False)
    yield sb3_vec_env
    sys.modules.pop(ADAPTER, None)


def test_observations_rewards_and_ends_are_those_of_gymnasium(made):
    envs, others = made("BackTrailer-v0", 6), DriverVectorEnv("BackTrailer-v0", 6, autoreset_mode="SameStep")
    envs.seed(5)
    assert (envs.reset() == others.reset(seed=5)[0]).all()
    random, ended = np.random.default_rng(0), 0
    for _ in range(150):
        actions = random.uniform(0.0, 1.0, (6, 1)).astype(np.float32)
        observations, rewards, ends, infos = envs.step(actions)
        following, expected, over, cut, facts = others.step(actions)
        assert (observations == following).all()
        assert (rewards == expected.astype(np.float32)).all()
        assert rewards.dtype == np.float32
        assert (ends == over | cut).all()
        for row, info in enumerate(infos):
            assert info["is_success"] == facts["is_success"][row]
            assert ("terminal_observation" in info) == ends[row]
            if ends[row]:
                assert (info["terminal_observation"] == facts["final_obs"][row]).all()
                assert info["cause"] in ("arrived", "jack-knifed", "outside")
        ended += ends.sum()
    assert ended >= 6


def test_a_cut_episode_is_no_end_of_its_own(made):
    envs = made("BackTrailer-v0", 6, max_episode_steps=3)
    envs.reset()
    straight = np.zeros((6, 1), np.float32)
    for _ in range(2):
        _, _, ends, infos = envs.step(straight)
        assert not ends.any()
        assert infos == [{"cause": "", "is_success": False, "TimeLimit.truncated": False}] * 6
    _, _, ends, infos = envs.step(straight)
    assert ends.all()
    assert all(info["TimeLimit.truncated"] and info["cause"] == "" for info in infos)


def test_an_end_is_not_called_cut(made):
    envs = made("BackTrailer-v0", 6)
    envs.reset()
    ends = np.zeros(6, np.bool_)
    while not ends.any():
        _, _, ends, infos = envs.step(TURN)
    ended = [info for info, is_over in zip(infos, ends, strict=True) if is_over]
    assert all(info["cause"] in ("jack-knifed", "outside") and not info["TimeLimit.truncated"] for info in ended)


def test_what_a_step_returned_is_not_changed_by_the_next_one(made):
    envs = made("BackTrailer-v0", 6)
    first = envs.reset()
    kept = first.copy()
    second, rewards, ends, infos = envs.step(TURN)
    copies = second.copy(), rewards.copy(), ends.copy()
    infos[0]["own"] = 1
    for _ in range(30):
        _, _, _, later = envs.step(TURN)
    assert (first == kept).all()
    assert all((found == copy).all() for found, copy in zip((second, rewards, ends), copies, strict=True))
    assert "own" not in later[0]


def test_seeds_hold_for_one_reset(made):
    envs, batch = made("BackTrailer-v0", 6), Batch("BackTrailer-v0", 6)
    assert list(envs.seed(7)) == [7, 8, 9, 10, 11, 12]
    assert (envs.reset() == batch.reset(seed=7)).all()
    assert (envs.reset() == batch.reset()).all()
    assert envs.get_attr("seed") == [7, 8, 9, 10, 11, 12]
    assert envs.get_attr("episode", [0, 5]) == [1, 1]


def test_attributes_and_methods_are_those_of_single_environments(made, tmp_path):
    envs = made("BackTrailer-v0", 6, record=tmp_path / "all", record_every=1000)
    envs.reset()
    envs.step(TURN)
    assert envs.get_attr("render_mode") == [None] * 6
    assert envs.get_attr("task", 2)[0].name == "BackTrailer-v0"
    envs.set_attr("level", 3, indices=[1, 2])
    assert envs.get_attr("level", (1, 2)) == [3, 3]
    with pytest.raises(AttributeError, match="level"):
        envs.get_attr("level")
    envs.env_method("save_episode", tmp_path / "row.parquet", indices=4)
    assert (tmp_path / "row.parquet").is_file()
    assert envs.env_is_wrapped(gymnasium.Wrapper) == [False] * 6
    assert envs.env_is_wrapped(gymnasium.Wrapper, np.array([0, 1])) == [False] * 2
    assert envs.get_attr("unwrapped", 3)[0].row == 3
    envs.close()


def test_agents_of_groups_wait_for_each_other(made):
    envs = made("Convoy-v0", 8)
    envs.reset()
    ended, resets = np.zeros(8, np.bool_), 0
    for _ in range(60):
        _, rewards, ends, infos = envs.step(np.ones((8, 2), np.float32))
        waiting = np.array([info["is_waiting"] for info in infos])
        assert (waiting == ended).all()
        assert not ends[waiting].any()
        assert not rewards[waiting].any()
        ended |= ends
        for group in (slice(0, 4), slice(4, 8)):
            if ended[group].all():
                ended[group], resets = False, resets + 1
    assert resets


def test_goals_can_be_given_anew(made):
    envs = made("Park-v0", 6, goal_conditioned=True)
    observations = envs.reset()
    assert set(observations) == {"observation", "achieved_goal", "desired_goal"}
    goals = observations["achieved_goal"]
    assert (envs.env_method("compute_reward", goals, goals, [{}] * 6, indices=[0])[0] == 0.0).all()
    following, rewards, ends, infos = envs.step(np.ones((6, 2), np.float32))
    assert (
        envs.env_method("compute_reward", following["achieved_goal"], following["desired_goal"], infos)[0] == rewards
    ).all()
    while not ends.any():
        following, _, ends, infos = envs.step(np.ones((6, 2), np.float32))
    row = int(np.flatnonzero(ends)[0])
    assert set(infos[row]["terminal_observation"]) == set(following)
    assert infos[row]["terminal_observation"]["achieved_goal"].shape == (5,)
    with pytest.raises(AttributeError, match="the environment has no goals"):
        made("Park-v0", 6).env_method("compute_reward", goals, goals, {})


def test_pictures_are_of_the_rendered_environments(made):
    envs = made("BackTrailer-v0", 6, render_mode="rgb_array", render_rows=2, render_size=(96, 64))
    envs.reset()
    assert [picture.shape for picture in envs.get_images()] == [(64, 96, 3)] * 2
    assert envs.render().dtype == np.uint8
    texts = made("BackTrailer-v0", 6, render_mode="ansi", render_rows=2)
    texts.reset()
    assert len(texts.render()) == 2
    assert texts.get_images() == []
    plain = made("BackTrailer-v0", 6)
    plain.reset()
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert plain.render() is None


@pytest.mark.parametrize("option", ["autoreset_mode", "copy"])
def test_what_the_trainer_determines_is_no_option(made, option):
    with pytest.raises(WorldError, match=f"{option} is not for Stable-Baselines3, which determines it; leave it out"):
        made("BackTrailer-v0", 6, **{option: "SameStep"})


def test_a_missing_library_gives_the_command_that_installs_it(monkeypatch):
    for name in ("stable_baselines3", LIBRARY):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, ADAPTER, raising=False)
    with pytest.raises(MissingExtraError, match=r"a VecEnv needs stable_baselines3, .*: pip install stable-baselines3"):
        sb3_vec_env("BackTrailer-v0", 2)


def test_the_package_imports_no_trainer():
    command = (
        "import sys, motorpool.learning.adapters; "
        "sys.exit(bool({'torch', 'stable_baselines3', 'ray'} & {name.partition('.')[0] for name in sys.modules}))"
    )
    assert subprocess.run([sys.executable, "-c", command], check=False).returncode == 0


@pytest.mark.parametrize(
    "task", [name for name in motorpool.learning.names() if motorpool.learning.load(name).agents == 1]
)
def test_stable_baselines_finds_nothing_wrong(task, recwarn):
    pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed: it needs PyTorch")
    checker = importlib.import_module("stable_baselines3.common.env_checker")
    checker.check_env(gymnasium.make(f"motorpool/{task}").unwrapped, skip_render_check=True)
    checker.check_env(gymnasium.make("motorpool/Park-v0", goal_conditioned=True).unwrapped, skip_render_check=True)
    assert [str(warning.message) for warning in recwarn] == []


def test_stable_baselines_trains():
    pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed: it needs PyTorch")
    library = importlib.import_module("stable_baselines3")
    envs = importlib.import_module(LIBRARY).VecMonitor(sb3_vec_env("BackTrailer-v0", 16), info_keywords=("is_success",))
    model = library.PPO("MlpPolicy", envs, n_steps=64, batch_size=256, n_epochs=2, device="cpu", seed=0)
    model.learn(2 * 16 * 64)
    assert model.num_timesteps == 2 * 16 * 64
    assert len(model.ep_info_buffer) > 0
    assert all(np.isfinite(episode["r"]) for episode in model.ep_info_buffer)
