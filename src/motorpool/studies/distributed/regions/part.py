"""Regions of a run: the options ``--regions`` and ``--ray``."""

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ....base.errors import WorldError
from ....world.part import Part, Participant, Run, option

if TYPE_CHECKING:
    from ..cluster import Cluster

SHOWN_STEPS = 2  # number of steps between two frames of a page, which receives thirty a second


@dataclass(frozen=True)
class RegionOptions:
    """Number of regions, and the cluster that runs them."""

    regions: int | None = option(
        None,
        "Partition the map into N regions, each in its own process (Ray); the page then shows the world, but "
        "vehicles cannot be driven from it.",
        metavar="N",
    )
    ray: str | None = option(
        None,
        "Ray cluster for --regions: host:port of its head, or auto; by default that of RAY_ADDRESS, or this machine.",
        metavar="ADDRESS",
        show_default=False,
    )


class RegionsOfRun(Participant):
    """Regions of the map, each in its own process, that step the world."""

    Options = RegionOptions
    excludes: ClassVar = {
        "--dis": "--regions does not go with an exercise: a partitioned world has no vehicles of other programs",
        **dict.fromkeys(
            ("--ros", "--foxglove"),
            "--ros and --foxglove do not go with --regions, whose processes step parts of the world",
        ),
    }
    is_late = True
    reason_to_stay = "this world is divided into regions"
    remark = "; it shows the world of the regions, and vehicles cannot be driven from it"

    def __init__(self, options: RegionOptions) -> None:
        super().__init__(options)
        if options.regions is None and options.ray is not None:
            raise WorldError("--ray goes with --regions N; it is the cluster that runs the regions")
        if options.regions is not None:
            if options.regions < 1:
                raise WorldError(f"--regions is {options.regions}; it must be 1 or more")
            self.given = ("--regions",)

    def check(self, run: Run) -> None:
        """Refuse a choice of scenarios."""
        if len(run.options.scenario or ()) > 1:
            raise WorldError(f"--regions runs one scenario, not {len(run.options.scenario)}")

    def begin(self, run: Run) -> None:
        """Connect to the cluster, in the main thread: Ray's processes end with their thread."""
        if run.scenario.content.exercise is not None:
            raise WorldError(
                "--regions does not go with an exercise: regions have no vehicles of other programs; add --no-dis"
            )
        if run.is_live:
            self._connect()

    def enter(self, run: Run) -> None:
        """Partition the world; its regions then step it."""
        from ....base.console import status
        from .partitioned_world import PartitionedWorld
        from .ray_actors import RegionsOnRay
        from .support import refuse_what_stays_whole

        count = self.options.regions
        with contextlib.nullcontext() if run.is_live else status("starting the regions"):
            refuse_what_stays_whole(run.world, count)
            cluster = self._connect()
            divided = PartitionedWorld(
                run.world,
                regions=count,
                runs_on=lambda plan: RegionsOnRay(plan, cluster),
                gather_steps=run.observed_steps or (SHOWN_STEPS if run.is_live else 1),
            )
            self.lasting.enter_context(divided)
            divided.gather()  # waits until every region has started
        run.step_by(divided)

    def _connect(self) -> "Cluster":
        from ..cluster import connected

        return self.lasting.enter_context(connected(self.options.ray))


PART = Part("regions", RegionsOfRun, rank=40)
