"""Decisions a second of learning environments: each task, alone and many at once, beside other programs.

Each agent of a group is an environment: numbers of environments are rounded up to whole groups.

A decision is all that ``step`` of an environment does: the driver's inputs, the world's steps until the next decision,
reward, ends, observation, and the next episode after an end. Rows of JAX are ``vmap`` and ``jit`` of the task's
functions in float32, where it has such, without new episodes. Actions are random and prepared before. All take turns;
the least time of some rounds counts, by the clock, so that each may use the processors that it would, and as processor
time of all threads.
"""

import importlib
import importlib.util
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from motorpool.base.errors import MissingExtraError, ScenarioError

from .dynamic_models import ROUNDS

if TYPE_CHECKING:
    from motorpool.learning import Task

COUNTS, QUICK_COUNTS = (1, 64, 4096), (1, 64)
MOMENT, QUICK_MOMENT = 0.5, 0.1  # of a contender in a round, at least [s]
PREPARED = 16  # actions, which are used in turns
MODULES = {"Box2D": "gymnasium[box2d]", "highway_env": "highway-env", "jax": "jax", "pettingzoo": "pettingzoo"}
MISSING = "{0} is not installed, so it is not timed; pip install '{0}' brings it."
NEEDED = "gymnasium is not installed, so no learning environment is timed; pip install '.[rl]' in a checkout brings it."
NO_C = "No C compiler builds the loop in C, so it is not timed."

Work = Callable[[], object]


class Contender(NamedTuple):
    """Environments that can be timed; ``work`` makes a decision in each of them."""

    name: str
    words: str
    environments: int
    decision: float  # [s]
    work: Work


class LearningRate(NamedTuple):
    """Rate of one contender."""

    name: str
    words: str
    environments: int
    decision: float  # [s]
    steps_a_second: float  # of environments, by the clock
    processor: float  # time for a step of one environment, of all threads [s]


def measure_learning(*, quick: bool, advance: Callable[[str], None]) -> Iterator[LearningRate]:
    """Yield the rate of each environment, in turns.

    Raises:
        ModelError: the loop in C differs from the task.
    """
    if not _has("gymnasium"):
        return
    counts = QUICK_COUNTS if quick else COUNTS
    contenders: list[Contender] = []
    for name, make in _makers(counts):
        advance(f"preparing {name}")
        contenders += make()
    for contender in contenders:
        contender.work()
    best = {key_of(contender): (float("inf"), float("inf")) for contender in contenders}
    for _ in range(ROUNDS):
        for contender in contenders:
            key = key_of(contender)
            advance(f"timing {contender.name}")
            new = _seconds(contender.work, QUICK_MOMENT if quick else MOMENT)
            best[key] = (min(best[key][0], new[0]), min(best[key][1], new[1]))
    for contender in contenders:
        clock, processor = (seconds / contender.environments for seconds in best[key_of(contender)])
        yield LearningRate(*contender[:4], 1.0 / clock, processor)


def key_of(contender: Contender | LearningRate) -> tuple[str, str]:
    """Return the key of a row: name and number of environments."""
    return contender.name, f"{contender.environments:,}"


def learning_progress(*, quick: bool) -> int:
    """Return the number of steps of the bar, if all is installed."""
    if not _has("gymnasium"):
        return 0
    counts = QUICK_COUNTS if quick else COUNTS
    made = [(name, len(counts) + 2 if name in _task_names() else 1) for name, _ in _makers(counts)]
    return len(made) + ROUNDS * sum(count for _, count in made)


def missing_environments() -> list[str]:
    """Return a sentence for each program that is not installed."""
    if not _has("gymnasium"):
        return [NEEDED]
    from .c_reference import find_compilers

    sentences = [MISSING.format(title) for module, title in MODULES.items() if not _has(module)]
    return sentences if find_compilers() else [*sentences, NO_C]


def _seconds(work: Work, moment: float) -> tuple[float, float]:
    """Return the least time of a call by the clock, and the mean processor time, of those begun in a moment [s]."""
    least, calls, begun, processor = float("inf"), 0, time.perf_counter(), time.process_time()
    while (begin := time.perf_counter()) - begun < moment or not calls:
        work()
        least, calls = min(least, time.perf_counter() - begin), calls + 1
    return least, (time.process_time() - processor) / calls


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _task_names() -> list[str]:
    from motorpool.learning import names

    return names()


def _makers(counts: Sequence[int]) -> Iterator[tuple[str, Callable[[], list[Contender]]]]:
    """Yield a name and a function that makes the contenders of that name, for all that is installed."""
    for name in _task_names():
        yield name, lambda name=name: _task(name, counts)
    yield "the loop in C", lambda: _c_loop(counts[-1])
    if _has("Box2D"):
        yield "CarRacing", lambda: _other("CarRacing-v3", "Gymnasium, Box2D; observes 96 by 96 pixels", 0.02)
    if _has("highway_env"):
        yield "parking", _parking


# ---- ours


def _task(name: str, counts: Sequence[int]) -> list[Contender]:
    """Return the environments of a task: one, or one group of agents, many in a batch, and as functions for JAX."""
    from motorpool.learning import DriverEnv, DriverVectorEnv, load

    task = load(name)
    decision = task.content.decision
    if task.agents == 1:
        made = [Contender(f"{name}, single", "Gymnasium's Env", 1, decision, _looped(DriverEnv(task)))]
    else:
        made = [_group(task)] if _has("pettingzoo") else []
    whole_groups = sorted({-(-count // task.agents) * task.agents for count in counts})
    for count in whole_groups:
        envs = DriverVectorEnv(task, count, autoreset_mode="SameStep", copy=False)
        envs.reset(seed=0)
        actions = _prepared((count, len(task.inputs)))
        made.append(
            Contender(f"{name}, vector", "Gymnasium's VectorEnv", count, decision, _in_turns(envs.step, actions))
        )
    if _has("jax"):
        made += _functions(name, counts[-1], decision, len(task.inputs))
    return made


def _group(task: "Task") -> Contender:
    """Return one group of agents, of which each is an environment."""
    from motorpool.learning import parallel_env

    env = parallel_env(task)
    env.reset(seed=0)

    def decide(table: Any) -> None:
        env.step(dict(zip(env.possible_agents, table, strict=True)))
        if not env.agents:
            env.reset()

    actions = _prepared((task.agents, len(task.inputs)))
    words = "PettingZoo's ParallelEnv, one group"
    return Contender(f"{task.name}, parallel", words, task.agents, task.content.decision, _in_turns(decide, actions))


def _functions(name: str, count: int, decision: float, inputs: int) -> list[Contender]:
    """Return the functions of a task, if it has some."""
    from motorpool.learning.functional import functional

    try:
        reset, step = functional(name)
    except (ScenarioError, MissingExtraError):
        return []
    jax: Any = importlib.import_module("jax")
    states, _ = jax.vmap(reset)(jax.numpy.arange(count))
    advance = jax.jit(jax.vmap(step))
    actions = [jax.numpy.asarray(action) for action in _prepared((count, inputs))]

    def decide(action: Any) -> None:
        nonlocal states
        states, outcome = advance(states, action)
        outcome.reward.block_until_ready()

    words = "vmap and jit of its functions, float32, no new episodes"
    return [Contender(f"{name}, JAX", words, count, decision, _in_turns(decide, actions))]


def _c_loop(count: int) -> list[Contender]:
    """Return the hand-written loop in C; nothing without a compiler."""
    from .learning_loop import TASK, CLoop, compiled

    library = compiled()
    if library is None:
        return []
    loop = CLoop(library, count)
    loop.begin()
    work = _in_turns(loop.step, [action[:, 0].copy() for action in _prepared((count, 1))])
    return [Contender(f"{TASK}, C", "back_trailer.c: a loop over structures, one thread", count, 0.2, work)]


# ---- others


def _parking() -> list[Contender]:
    importlib.import_module("highway_env")
    return _other("parking-v0", "highway-env: a kinematic car among parked ones", 0.2)


def _other(name: str, words: str, decision: float) -> list[Contender]:
    """Return an environment that Gymnasium makes."""
    gymnasium: Any = importlib.import_module("gymnasium")
    return [Contender(name, words, 1, decision, _looped(gymnasium.make(name)))]


def _looped(env: Any) -> Work:
    """Return the work of one environment, which begins anew when an episode is over."""
    env.reset(seed=0)
    space = env.action_space
    space.seed(0)
    actions = [space.sample() for _ in range(PREPARED)]

    def decide(action: Any) -> None:
        found = env.step(action)
        if found[2] or found[3]:
            env.reset()

    return _in_turns(decide, actions)


def _prepared(shape: tuple[int, int]) -> list[Any]:
    random = np.random.default_rng(0)
    return [random.uniform(-1.0, 1.0, shape).astype(np.float32) for _ in range(PREPARED)]


def _in_turns(step: Callable[[Any], object], actions: Sequence[Any]) -> Work:
    """Return the work of a step with the next one of some actions."""
    number = 0

    def work() -> None:
        nonlocal number
        number = (number + 1) % len(actions)
        step(actions[number])

    return work
