"""Adapters: learning environments in the forms of trainers that do not take Gymnasium's vector environments.

Trainers that do take them (TorchRL, RLlib, CleanRL) need no adapter; ``docs/trainers.md`` shows each. A trainer's
library is imported when its adapter is used.
"""

from typing import TYPE_CHECKING, Any

from ...base.errors import MissingExtraError

if TYPE_CHECKING:
    from .stable_baselines import DriverVecEnv


def sb3_vec_env(task: Any, num_envs: int = 1, **options: Any) -> "DriverVecEnv":
    """Return many environments of a task as a ``VecEnv`` of Stable-Baselines3.

    Example:
        envs = VecMonitor(sb3_vec_env("BackTrailer-v0", 64))
        model = PPO("MlpPolicy", envs)

    Args:
        task: a task, its name, or its file.
        num_envs: number of environments; for a task of many agents a multiple of their number.
        options: arguments of ``DriverVectorEnv`` except ``autoreset_mode`` and ``copy``, which Stable-Baselines3
            determines.

    Raises:
        MissingExtraError: Stable-Baselines3 is not installed.
        ScenarioError: the task does not exist, or has mistakes.
    """
    try:
        from .stable_baselines import DriverVecEnv
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "stable_baselines3":
            raise
        raise MissingExtraError(
            "a VecEnv needs stable_baselines3, which is not installed; install it with: pip install stable-baselines3"
        ) from error
    return DriverVecEnv(task, num_envs, **options)
