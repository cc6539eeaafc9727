"""Rates of models and worlds, beside C, other programs and older runs: ``python benchmarks/bench.py``."""

import sys

from rates import main

from motorpool.app.cli import reported
from motorpool.base.command_line.waiting import waiting


def bench(arguments: list[str]) -> int:
    """Run the benchmarks of ``rates`` and return the exit code."""
    if {"-h", "--help"} & set(arguments):
        return main(arguments)
    with waiting("starting", total=1.0) as show:
        return main(arguments, told=lambda words, share: show(words, done=share))


if __name__ == "__main__":
    sys.exit(reported(lambda: bench(sys.argv[1:])))
