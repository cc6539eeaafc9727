"""Options of ``motorpool run`` that belong to no part of the run."""

import math
from dataclasses import dataclass, field

from ...base.command_line.options import HOST, PORT, Browser, Host, Port, Trusted
from ...base.errors import WorldError
from ...world.part import LAST_RANK, option

DEFAULT_SCENARIO = "training-area"
BEGIN_RANK, RANK = 0, 20  # order in the help, among those of the parts


@dataclass(frozen=True)
class RunOptions:
    """Scenario and its changes, limits, and the address of the page."""

    scenario: list[str] | None = option(
        None,
        "A name (`motorpool scenarios` lists them) or a .yaml file; the page offers the others, and "
        f"those that ship. {DEFAULT_SCENARIO} by default.",
        metavar="SCENARIO",
        show_default=False,
        is_argument=True,
        rank=BEGIN_RANK,
    )
    headless: bool = option(False, "Run without the page, as fast as the machine can.", "--headless", rank=BEGIN_RANK)
    seconds: float | None = option(
        None, "Simulated seconds to run for; 60 with --headless, else until Ctrl-C.", rank=BEGIN_RANK
    )
    vehicles: int | None = option(None, "Number of vehicles, divided among the fleets in proportion.")
    objects: int | None = option(None, "Number of trees, rocks and buildings.")
    terrain: str | None = option(None, 'Another terrain: a file, "jacksboro", "flat" or "hills".')
    seed: int | None = option(None, "Seed of everything random.")
    host: Host = HOST
    port: Port = PORT
    browser: Browser = True
    threads: int | None = option(None, "Greatest number of processors to use.")
    trust: Trusted = field(default=False, metadata={"rank": LAST_RANK})

    def check(self) -> None:
        """Check the numbers.

        Raises:
            WorldError: one is out of its range.
        """
        if self.seconds is not None and not (math.isfinite(self.seconds) and self.seconds >= 0.0):
            raise WorldError(f"--seconds is {self.seconds:g}; it must be zero or positive")
        for name, least in (("threads", 1), ("vehicles", 1), ("objects", 0), ("seed", 0)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise WorldError(f"--{name} is {value}; it must be {least} or more")
