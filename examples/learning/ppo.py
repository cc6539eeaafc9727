"""Train a driver by proximal policy optimisation (PPO), in JAX.

    python ppo.py motorpool/BackTrailer-v0 --out back_trailer

Needs motorpool[rl,jax]. It works for every vector environment of Gymnasium with one box of actions. The folder
``--out`` gets the weights (``policy.npz``) and a table of the curve (``curve.csv``).

Source: Schulman et al., "Proximal Policy Optimization Algorithms", arXiv 1707.06347 (2017); advantages by Schulman et
al., "High-Dimensional Continuous Control Using Generalized Advantage Estimation", arXiv 1506.02438 (2015).
"""

import argparse
import csv
import itertools
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import optax
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

import motorpool.errors
import motorpool.learning


class Settings(NamedTuple):
    """Settings of the training."""

    environments: int = 1024
    decisions: int = 64  # of each environment, from one update to the next
    passes: int = 4  # over the decisions, in an update
    parts: int = 8  # that they are divided into, in a pass
    rate: float = 1e-3  # of learning, at the start; it falls to zero
    discount: float = 0.99  # of rewards, for each decision
    smoothing: float = 0.95  # lambda of the advantages
    clip: float = 0.2  # limit of the ratio of probabilities
    entropy: float = 0.0  # bonus for it
    width: int = 64  # of both hidden layers


SETTINGS = Settings()


class Batch(NamedTuple):
    """Decisions to learn from."""

    observation: Any
    action: Any
    log_probability: Any
    advantage: Any
    value: Any  # that was to be estimated


def new_weights(random: Any, observations: int, actions: int, width: int) -> dict[str, Any]:
    """Return weights of a policy and a value function: two hidden layers each, orthogonal at the start."""
    weights: dict[str, Any] = {"log_deviation": jnp.full(actions, -0.5)}
    for name, outputs, scale in (("policy", actions, 0.01), ("value", 1, 1.0)):
        sizes = [observations, width, width, outputs]
        for layer, (rows, columns) in enumerate(itertools.pairwise(sizes)):
            random, key = jax.random.split(random)
            gain = scale if layer == 2 else 2.0**0.5
            weights[f"{name}.{layer}"] = jax.nn.initializers.orthogonal(gain)(key, (rows, columns))
            weights[f"{name}.{layer}.bias"] = jnp.zeros(columns)
    return weights


def network(weights: dict[str, Any], name: str, values: Any) -> Any:
    """Return the outputs of one network."""
    for layer in range(3):
        values = values @ weights[f"{name}.{layer}"] + weights[f"{name}.{layer}.bias"]
        values = jnp.tanh(values) if layer < 2 else values
    return values


def log_probability(weights: dict[str, Any], observation: Any, action: Any) -> Any:
    """Return the logarithm of the density of an action."""
    deviation = weights["log_deviation"]
    error = (action - network(weights, "policy", observation)) / jnp.exp(deviation)
    return jnp.sum(-0.5 * error**2 - deviation - 0.5 * jnp.log(2.0 * jnp.pi), axis=-1)


@jax.jit
def act(weights: dict[str, Any], observation: Any, random: Any) -> tuple[Any, Any, Any]:
    """Return an action, its logarithmic density, and the value of the state."""
    mean = network(weights, "policy", observation)
    action = mean + jnp.exp(weights["log_deviation"]) * jax.random.normal(random, mean.shape)
    return action, log_probability(weights, observation, action), network(weights, "value", observation)[..., 0]


@jax.jit
def advantages(
    reward: Any, value: Any, next_value: Any, is_over: Any, is_end: Any, discount: Any, smoothing: Any
) -> Any:
    """Return the advantage of each decision, of shape (decisions, environments).

    Args:
        next_value: of the state that a decision led to.
        is_over: it led to an end, after which there is no reward.
        is_end: the next decision belongs to another episode.
    """
    error = reward + discount * next_value * (1.0 - is_over) - value

    def backward(later: Any, now: tuple[Any, Any]) -> tuple[Any, Any]:
        error, is_end = now
        later = error + discount * smoothing * (1.0 - is_end) * later
        return later, later

    return jax.lax.scan(backward, jnp.zeros_like(error[0]), (error, is_end), reverse=True)[1]


def loss(weights: dict[str, Any], batch: Batch, settings: Settings) -> Any:
    """Return what is to be made small: the clipped objective, and the error of the value."""
    ratio = jnp.exp(log_probability(weights, batch.observation, batch.action) - batch.log_probability)
    advantage = (batch.advantage - batch.advantage.mean()) / (batch.advantage.std() + 1e-8)
    clipped = jnp.clip(ratio, 1.0 - settings.clip, 1.0 + settings.clip)
    error = network(weights, "value", batch.observation)[..., 0] - batch.value
    gain = jnp.minimum(ratio * advantage, clipped * advantage).mean()
    return -gain + 0.5 * (error**2).mean() - settings.entropy * weights["log_deviation"].sum()


@partial(jax.jit, static_argnums=(4, 5))
def update(weights: Any, memory: Any, batch: Batch, random: Any, optimiser: Any, settings: Settings) -> tuple[Any, Any]:
    """Return the weights after some passes over a batch, in random parts."""
    size = batch.advantage.size

    def one_part(both: Any, chosen: Any) -> tuple[Any, None]:
        weights, memory = both
        part = jax.tree.map(lambda column: column[chosen], batch)
        changes, memory = optimiser.update(jax.grad(loss)(weights, part, settings), memory)
        return (optax.apply_updates(weights, changes), memory), None

    def one_pass(both: Any, random: Any) -> tuple[Any, None]:
        order = jax.random.permutation(random, size).reshape(settings.parts, -1)
        return jax.lax.scan(one_part, both, order)[0], None

    return jax.lax.scan(one_pass, (weights, memory), jax.random.split(random, settings.passes))[0]


class Point(NamedTuple):
    """A point of the curve: what happened from one update to the next."""

    minutes: float  # since the start
    decisions: int  # since the start, of all environments
    mean_return: float  # of the episodes that ended; NaN if none did
    successes: float  # share of these episodes; NaN likewise


class Counts:
    """Ends of episodes, counted since they were asked for."""

    def __init__(self, environments: int):
        self._return, self._ended = np.zeros(environments), []

    def add(self, reward: Any, is_end: Any, is_success: Any) -> None:
        """Count the ends of one decision."""
        self._return += reward
        for row in np.flatnonzero(is_end):
            self._ended.append((self._return[row], bool(is_success[row])))
        self._return[is_end] = 0.0

    def taken(self) -> tuple[float, float]:
        """Return the mean return and the share of successes, and begin again."""
        ended, self._ended = self._ended, []
        returns, successes = zip(*ended, strict=True) if ended else ((np.nan,), (np.nan,))
        return float(np.mean(returns)), float(np.mean(successes))


def collect(
    envs: Any, weights: Any, observation: Any, random: Any, settings: Settings, counts: Counts
) -> tuple[Any, Batch]:
    """Drive for some decisions; return the observations after them, and what is to be learned from."""
    steps: list[tuple[Any, ...]] = []
    for key in jax.random.split(random, settings.decisions):
        action, probability, value = map(np.asarray, act(weights, observation, key))
        following, reward, is_over, is_cut, info = envs.step(clipped(envs, action))
        is_end = is_over | is_cut
        final = info.get("final_obs", following)  # of the episodes that have ended, the last
        steps.append((observation, action, probability, value, reward.astype(np.float32), is_over, is_end, final))
        counts.add(reward, is_end, info["is_success"])
        observation = following
    seen, action, probability, value, reward, is_over, is_end, final = map(np.stack, zip(*steps, strict=True))
    next_value = network(weights, "value", jnp.asarray(final))[..., 0]
    gain = advantages(reward, value, next_value, is_over, is_end, settings.discount, settings.smoothing)
    batch = Batch(seen, action, probability, gain, gain + value)
    return observation, jax.tree.map(lambda column: jnp.asarray(column).reshape(-1, *column.shape[2:]), batch)


def environments_of(task: str, count: int, mode: str) -> gymnasium.vector.VectorEnv:
    """Return environments that Gymnasium knows by the name of a task, or of a task file (.yaml)."""
    if task.endswith(".yaml"):
        return motorpool.learning.DriverVectorEnv(task, count, autoreset_mode=mode)
    return gymnasium.make_vec(task, num_envs=count, autoreset_mode=mode)


def train(
    task: str, *, updates: int, seed: int = 0, settings: Settings = SETTINGS, out: Path | None = None
) -> tuple[dict[str, Any], list[Point]]:
    """Train a driver; return its weights and the curve. The same seed gives the same driver on the same machine.

    Args:
        updates: of the weights, each after ``settings.environments`` times ``settings.decisions`` decisions.
        out: folder that weights and curve are saved in after each update.
    """
    envs = environments_of(task, settings.environments, "SameStep")
    random, key = jax.random.split(jax.random.key(seed))
    (observations,), (actions,) = envs.single_observation_space.shape, envs.single_action_space.shape
    weights = new_weights(key, observations, actions, settings.width)
    optimiser = optax.chain(
        optax.clip_by_global_norm(0.5), optax.inject_hyperparams(optax.adam)(settings.rate, eps=1e-5)
    )
    memory = optimiser.init(weights)
    observation, _ = envs.reset(seed=seed)
    counts, curve, began = Counts(settings.environments), [], time.monotonic()
    with Progress(BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn()) as progress:
        bar = progress.add_task("the first update", total=updates)
        for number in range(updates):
            memory[1].hyperparams["learning_rate"] = jnp.asarray(settings.rate * (1.0 - number / updates))
            random, driving, learning = jax.random.split(random, 3)
            observation, batch = collect(envs, weights, observation, driving, settings, counts)
            weights, memory = update(weights, memory, batch, learning, optimiser, settings)
            decisions = (number + 1) * settings.environments * settings.decisions
            curve.append(Point((time.monotonic() - began) / 60.0, decisions, *counts.taken()))
            text = f"{decisions / 1e6:.1f} million decisions, {curve[-1].successes:.0%} successes"
            progress.update(bar, completed=number + 1, description=text)
            if out is not None:
                save(out, weights, task, curve)
    return weights, curve


def evaluate(task: str, weights: dict[str, Any], *, episodes: int = 1000, seed: int = 1_000_000) -> float:
    """Return the share of successes without random actions, in episodes that were not trained on."""
    envs = environments_of(task, episodes, "Disabled")
    observation, _ = envs.reset(seed=seed)
    policy = jax.jit(lambda observation: network(weights, "policy", observation))
    is_end, is_success = np.zeros(episodes, np.bool_), np.zeros(episodes, np.bool_)
    while not is_end.all():
        observation, _, is_over, is_cut, info = envs.step(clipped(envs, policy(observation)))
        is_success |= info["is_success"] & ~is_end
        is_end |= is_over | is_cut
    return float(is_success.mean())


def clipped(envs: Any, action: Any) -> Any:
    """Return actions inside the action space, which a normal distribution leaves."""
    return np.clip(np.asarray(action), envs.action_space.low, envs.action_space.high)


def save(folder: Path, weights: dict[str, Any], task: str, curve: list[Point]) -> None:
    """Write the weights and the curve."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(folder / "policy.npz", task=task, **{name: np.asarray(value) for name, value in weights.items()})
    with (folder / "curve.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(Point._fields)
        writer.writerows(curve)


def task_name(text: str) -> str:
    """Read an argument that names a task with one row of observations and one of actions."""
    try:
        envs = environments_of(text, 1, "Disabled")
    except (gymnasium.error.Error, motorpool.errors.MotorpoolError, ImportError) as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    if [len(space.shape or ()) for space in (envs.single_observation_space, envs.single_action_space)] != [1, 1]:
        raise argparse.ArgumentTypeError(f"{text} must have one row of observations and one of actions")
    return text


def number_in(low: int, high: int) -> Any:
    """Return a reader of an option that takes whole numbers from ``low`` to ``high``."""

    def number(text: str) -> int:
        if not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text} is not in {low}..{high}")
        return int(text)

    return number


def folder(text: str) -> Path:
    """Read an option that names a folder, which may be new."""
    path = Path(text)
    if any(each.exists() and not each.is_dir() for each in (path, *path.parents)):
        raise argparse.ArgumentTypeError(f"{text} is a file, or in one; name a folder")
    return path


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("task", type=task_name, help="name that Gymnasium knows, or a task file (.yaml)")
    parser.add_argument("--updates", type=number_in(1, 1_000_000), default=600, help="of 65 536 decisions each")
    parser.add_argument("--seed", type=number_in(0, 2**31 - 1), default=0)
    parser.add_argument("--out", type=folder, default=Path("output/learning"))
    given = parser.parse_args()
    weights, curve = train(given.task, updates=given.updates, seed=given.seed, out=given.out)
    print(f"{curve[-1].decisions / 1e6:.1f} million decisions in {curve[-1].minutes:.1f} minutes")
    print(f"successes of 1000 episodes: {evaluate(given.task, weights):.1%}")
