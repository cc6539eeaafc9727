"""Learning environments: tasks for drivers, and batches of vehicles that learn them.

    import gymnasium, motorpool.learning
    envs = gymnasium.make_vec("motorpool/BackTrailer-v0", num_envs=1000)

A task is a file that composes an environment from small pieces (``task``); a ``Batch`` holds many environments of it as
the rows of one fleet; ``environment`` and ``vector`` give them to Gymnasium, ``parallel`` to PettingZoo. It imports
``world`` and what lies below it. Start with ``tasks`` (the files), then ``observations.py`` and ``outcomes.py`` (the
pieces that they name) and ``batch.py``.
"""

from typing import TYPE_CHECKING, Any

from ..base.errors import require

require("gymnasium", extra="rl", purpose="a learning environment")

from .batch import Batch as Batch  # noqa: E402
from .batch import Result as Result  # noqa: E402
from .driving import drive as drive  # noqa: E402
from .environment import DriverEnv as DriverEnv  # noqa: E402
from .policy import Policy as Policy  # noqa: E402
from .task import Task as Task  # noqa: E402
from .task import load as load  # noqa: E402
from .task import names as names  # noqa: E402
from .vector import DriverVectorEnv as DriverVectorEnv  # noqa: E402
from .vector import register  # noqa: E402

if TYPE_CHECKING:
    from .parallel import DriverParallelEnv

register()


def __getattr__(name: str) -> Any:
    from ..base.errors import unknown_name

    if name.startswith("_"):
        raise AttributeError(name)
    known = [each for each in globals() if not each.startswith("_")]
    raise AttributeError(unknown_name("motorpool.learning", "name", name, known, listed="dir(motorpool.learning)"))


def parallel_env(task: Any, agents: int | None = None, render_mode: str | None = None) -> "DriverParallelEnv":
    """Return one group of agents of a task as a PettingZoo environment.

    Args:
        task: a task of many agents, its name, or its file.
        agents: their number; by default the task's.
        render_mode: none so far.

    Raises:
        ScenarioError: the task does not exist, has mistakes, or is of one agent.
        MissingExtraError: PettingZoo is not installed.
    """
    from .parallel import DriverParallelEnv

    return DriverParallelEnv(task, agents, render_mode=render_mode)
