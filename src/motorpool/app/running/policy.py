"""Policy of a run: the option ``--driver``. It stands beside learning, whose import needs Gymnasium."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...base.errors import ScenarioError, WorldError
from ...world.part import Part, Participant, Run, option

if TYPE_CHECKING:
    from ...world.scenario.loader import Scenario

SCRIPTED = "scripted"
VEHICLES = 12  # unless --vehicles gives their number


@dataclass(frozen=True)
class PolicyOptions:
    """Driver of a task's vehicles."""

    driver: str | None = option(
        None,
        "Drive the vehicles of a task (see Learning environments) by a policy: a file of weights (.npz), or "
        "scripted. SCENARIO is then a task, such as BackTrailer-v0, or a task's file; by default that of the weights.",
        metavar="DRIVER",
        show_default=False,
    )


class PolicyOfRun(Participant):
    """Policy that drives the vehicles of a task."""

    Options = PolicyOptions
    excludes = dict.fromkeys(
        ("--objects", "--terrain", "--dis", "--no-dis", "--regions", "--ros", "--foxglove"),
        "{option} does not go with --driver, whose world is that of the task",
    )
    reason_to_stay = "a policy drives in this world"

    def __init__(self, options: PolicyOptions) -> None:
        super().__init__(options)
        self.given = () if options.driver is None else ("--driver",)

    def check(self, run: Run) -> None:
        """Refuse a choice of tasks."""
        if len(run.options.scenario or ()) > 1:
            raise ScenarioError(f"--driver drives in one task, not {len(run.options.scenario)}")

    def replacement(self, run: Run) -> "Scenario":
        """Return the scenario of the task.

        Raises:
            MotorpoolError: the weights or the task are wrong, or the task's code is not trusted.
        """
        tasks = run.options.scenario or ()
        from ...base.command_line.consent import trust_code
        from ...learning import load
        from ...learning.driving import driven_by

        policy = _policy(self.options.driver, tasks)
        task = load(tasks[0] if tasks else policy.task)
        trust_code(task.scenario(1).code, is_trusted=run.options.trust)
        self._driven = driven_by(task, policy, run.options.vehicles or VEHICLES, seed=run.options.seed or 0)
        return self._driven.scenario

    def enter(self, run: Run) -> None:
        """Have the policy drive."""
        self._driven.begin(run.world)


def _policy(driver: str, tasks: "list[str] | tuple[()]") -> Any:
    """Return the policy that the option names.

    Raises:
        MotorpoolError: there is none, or there is no task for it.
    """
    if driver == SCRIPTED:
        from ...learning.scripted import driver_of

        if not tasks:
            raise ScenarioError("--driver scripted needs a task: motorpool run BackTrailer-v0 --driver scripted")
        return driver_of(Path(tasks[0]).stem)
    from ...learning import Policy

    if Path(driver).suffix != ".npz":
        from ...base.files import check_format

        check_format(driver, error=WorldError)
        raise WorldError(f"--driver is {driver}; it must be a file of weights (.npz), or {SCRIPTED}")
    policy = Policy.load(driver)
    if not tasks and not policy.task:
        raise ScenarioError(f"{driver} does not say for what task it is; name it: motorpool run TASK --driver {driver}")
    return policy


PART = Part("policy", PolicyOfRun, rank=50, needs="motorpool.learning")
