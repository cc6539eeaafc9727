"""``motorpool bench``, which version 1.0 had."""

from ...base.command_line.command import Command
from ...base.errors import MotorpoolError

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}


def bench() -> None:
    """Name the benchmarks of a checkout, which version 1.0 had in the package."""
    raise MotorpoolError("the benchmarks are part of a checkout of Motorpool; run there: python benchmarks/bench.py")


BENCH = Command("bench", bench, settings={"context_settings": PASSED_ON})
