"""Workers of a Ray cluster: a job is a task on one processor of the cluster.

The scenario, its landscape and the user's measures are sent to the cluster once; the workers of a machine read the
landscape's arrays from shared memory, without a copy. Ray does not retry jobs: ``jobs`` decides which jobs are run
again, as for processes of this machine.
"""

import contextlib
import sys
import sysconfig
import time
import uuid
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ....base.errors import ClusterError, MotorpoolError, install_command
from ....world.scenario.landscape import Landscapes
from ..cluster import REMEDY, Cluster, connected
from .batches import Unit
from .jobs import WorkerDied
from .measures import Own
from .runs import Outcome, Run, Task, varied
from .shipping import parcel_of
from .workers import Shared, begin, perform

WAIT = 1.0  # time-out of waiting for a job, after which interrupts are handled [s]
COUNT_EVERY = 5.0  # interval of counting the cluster's processors; machines join and leave [s]
NEEDS = f"each needs the same Python and Ray as this program, and Motorpool's libraries: {install_command('app')}"


class RayTasks:
    """Pool of a cluster's processors.

    Args:
        remote: Ray function that runs a job.
        common: reference to the common part of the jobs.
    """

    def __init__(self, cluster: Cluster, remote: Any, common: Any, limit: int | None):
        self._cluster, self._ray = cluster, cluster.ray
        self._remote, self._common, self._limit = remote, common, limit
        self._size, self._counted = cluster.processor_count, time.monotonic()

    @property
    def size(self) -> int:
        """Return the number of processors; one where the cluster has none at the moment."""
        if time.monotonic() - self._counted > COUNT_EVERY:
            self._cluster.check()
            self._size, self._counted = int(self._ray.cluster_resources().get("CPU", 0)), time.monotonic()
        return max(1, min(self._size, self._limit or self._size))

    def start(self, job: Sequence[Unit]) -> Any:
        """Pass a job to the workers; returns its key."""
        return self._remote.remote(self._common, job)

    def wait(self, started: Collection[Any]) -> Iterable[Any]:
        """Wait for jobs to end; return those that have ended, or none after a time-out."""
        self._cluster.check_own_node()
        ended, _ = self._ray.wait(list(started), num_returns=1, timeout=WAIT)
        if ended:
            more, _ = self._ray.wait(list(started), num_returns=len(started), timeout=0)
            return more
        return ended

    def result(self, started: Any) -> list[Outcome]:
        """Return the outcomes of a job that has ended.

        Raises:
            WorkerDied: the worker died before the job was done.
            ClusterError: the cluster's machines lack something.
        """
        errors = self._ray.exceptions
        try:
            with self._cluster.losses():
                return self._ray.get(started)
        except (errors.NodeDiedError, errors.ObjectLostError) as error:
            raise WorkerDied("with its machine", is_blameless=True) from error
        except errors.OutOfMemoryError as error:
            raise WorkerDied("for lack of memory") from error
        except errors.WorkerCrashedError as error:
            raise WorkerDied("with its worker") from error
        except (errors.RuntimeEnvSetupError, errors.RayTaskError, errors.RaySystemError) as error:
            raise ClusterError(f"the cluster's machines cannot work: {_last_line(error)}; {NEEDS}") from error
        except errors.RayError as error:
            raise ClusterError(f"the cluster cannot go on: {_last_line(error)}; {REMEDY}") from error


@contextlib.contextmanager
def ray_tasks(
    address: str | None, task: Task, runs: Sequence[Run], *, own: Mapping[str, Own], limit: int | None = None
) -> Generator[RayTasks, None, None]:
    """Return a pool of a cluster's processors for one sweep.

    Args:
        limit: most processors that are used; None for all.

    Raises:
        ClusterError: there is no cluster, or a file or function cannot be sent to it.
    """
    with (
        parcel_of(task.scenario, runs) as parcel,
        connected(address, processors=limit, folder=parcel and parcel.folder) as cluster,
        _by_value(cluster.ray, own),
    ):
        folder = parcel.scenario if parcel and cluster.has_folder else None
        try:
            common = cluster.ray.put(Common(uuid.uuid4().hex, task, own, _first_landscape(task, runs), folder))
        except Exception as error:
            raise ClusterError(f"this sweep cannot be brought to the cluster: {_last_line(error)}") from error
        remote = cluster.ray.remote(num_cpus=1, max_retries=0)(_perform)
        yield RayTasks(cluster, remote, common, limit)


class Common(NamedTuple):
    """Common part of all jobs of a sweep."""

    sweep: str  # id of the sweep; a worker may have worked for others before
    task: Task
    own: Mapping[str, Own]  # one's own measures
    landscapes: Landscapes  # with that of the first run
    folder: Path | None  # of the scenario, in the folder that was brought to the worker; None where no file was


def _perform(common: Common, units: Sequence[Unit]) -> list[Outcome]:
    """Return the outcomes of some units of runs, in a worker of Ray."""
    begin()
    task = common.task
    if common.folder is not None:
        task = task._replace(scenario=task.scenario._replace(folder=Path.cwd() / common.folder))
    if common.sweep not in _SHARED:
        _SHARED.clear()
        _SHARED[common.sweep] = Shared(common.own, common.landscapes)
    return perform(task, units, _SHARED[common.sweep])


_SHARED: dict[str, Shared] = {}  # of a worker, which goes from one sweep to the next


def _first_landscape(task: Task, runs: Sequence[Run]) -> Landscapes:
    landscapes = Landscapes()
    with contextlib.suppress(MotorpoolError):  # that run raises its own error
        scenario = varied(task, runs[0])
        landscapes.of(scenario.content, scenario.folder, scenario.where, scenario.text)
    return landscapes


@contextlib.contextmanager
def _by_value(ray: Any, own: Mapping[str, Own]) -> Generator[None, None, None]:
    """Send functions of modules that are not installed by value, because other machines do not have these modules."""
    names = {getattr(function, "__module__", None) for function in own.values()}
    modules = [sys.modules[name] for name in names if name in sys.modules and _is_ones_own(sys.modules[name])]
    for module in modules:
        ray.cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in modules:
            ray.cloudpickle.unregister_pickle_by_value(module)


def _is_ones_own(module: ModuleType) -> bool:
    """Return whether a module is a file of the user and not part of an installed package."""
    file = getattr(module, "__file__", None)
    installed = [Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")]
    return file is not None and not any(Path(file).absolute().is_relative_to(folder) for folder in installed)


def _last_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1].rstrip(".") if lines else type(error).__name__
