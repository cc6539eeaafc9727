"""``motorpool run --driver``: a policy drives the vehicles of a task, live in the page or headless."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import ScenarioError, WorldError
from . import running, trusting
from .changes import Changes, Limits, Recording

SCRIPTED = "scripted"
VEHICLES = 12  # unless --vehicles gives their number


class Running(NamedTuple):
    """Options of the run of a driven world."""

    is_headless: bool
    limits: Limits
    recording: Recording
    address: tuple[str, int, bool]  # see ``live.Address``


def run_driven(
    driver: str,
    tasks: Sequence[str],
    changes: Changes,
    how: Running,
    *,
    others: Mapping[str, Any],
    is_trusted: bool,
) -> int:
    """Run a world in which a policy drives, and return the exit code.

    Args:
        driver: a file of weights, or "scripted".
        tasks: of the command line: one at most.
        others: other options, by name; they are refused.

    Raises:
        MotorpoolError: an option does not go with a driver, or the weights or the task are wrong.
    """
    for option, value in others.items():
        if value is not None:
            raise ScenarioError(f"{option} does not go with --driver, whose world is that of the task")
    if len(tasks) > 1:
        raise ScenarioError(f"--driver drives in one task, not {len(tasks)}")
    running.check_numbers(changes, how.limits.seconds, how.limits.threads)
    from ..learning import load
    from ..learning.driving import driven_by

    policy = _policy(driver, tasks)
    task = load(tasks[0] if tasks else policy.task)
    trusting.trust_code(task.scenario(1).code, is_trusted=is_trusted)
    driven = driven_by(task, policy, changes.vehicles or VEHICLES, seed=changes.seed or 0)
    if how.is_headless:
        plan = running.prepare(
            task.name, changes, how.recording, seconds=how.limits.seconds, threads=how.limits.threads, driven=driven
        )
        return running.run_headless(plan)
    from . import live

    address = live.Address(*how.address)
    return live.run_live(
        [task.name], changes, how.recording, address, trusted=lambda: None, limits=how.limits, driven=driven
    )


def _policy(driver: str, tasks: Sequence[str]) -> Any:
    """Return the policy that the option names.

    Raises:
        MotorpoolError: there is none, or there is no task for it.
    """
    if driver == SCRIPTED:
        from ..learning.scripted import driver_of

        if not tasks:
            raise ScenarioError("--driver scripted needs a task: motorpool run BackTrailer-v0 --driver scripted")
        return driver_of(Path(tasks[0]).stem)
    from ..learning import Policy

    if Path(driver).suffix != ".npz":
        raise WorldError(f"--driver is {driver}; it must be a file of weights (.npz), or {SCRIPTED}")
    policy = Policy.load(driver)
    if not tasks and not policy.task:
        raise ScenarioError(f"{driver} does not say for what task it is; name it: motorpool run TASK --driver {driver}")
    return policy
