"""Division of the tests among parallel workers: what compiles the same is one worker's, the longest begins first.

A worker takes a *share* of tests at a time. All tests of a motion model are one share, so that its kernels and its
gradient are compiled once; so are all of a file, except where a file's tests have nothing in common.

The tests of servers and of pages in a browser wait most of their time, for what goes on at real time. Half of the
workers take such shares and the others compute meanwhile: no processor is idle because all wait, nor are many browsers
open at once.
"""

import functools
import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

import pytest
from tiers import function_of, times

from motorpool.models import names

# Tests that all need what one program computed for all models at once.
TOGETHER = re.compile(
    r"test_(kernels_without_the_compiler|the_cuda_kernel_in_the_simulator|every_function_of_the_vocab)"
)

# Tests of the documentation's site, which is built once for all of them.
SITE = "tests/site/"

# Files of which each test is a program, or a vehicle, of its own.
APART = (
    "tests/test_readme.py",
    "tests/test_examples.py",
    "tests/vehicles/test_vehicle_figures.py",
    "tests/world/test_soil_ways.py",
    "tests/world/scenario/test_scenario.py",
)

# Shares that begin first, for they take longer than the times of their tests tell: they start clusters, build the
# site or compile large models, or are one of many cases and the longest.
LONG = re.compile(
    r"clusters|tests/site/|together|model (tractor-trailer|double-track|skid-steer|single-track|four-axles)"
    r"|tests/test_readme\.py::.*(friction-circle-tracked|fire|ground|world|mobility|sweeps)"
    r"|tests/test_examples\.py::.*(mobility|fit_a_log|regions|sweep)"
)

# Tests that start a cluster of Ray: one worker's, for two that start at the same moment disturb each other.
CLUSTERS = re.compile(
    r"tests/studies/distributed/(regions/test_ray_actors|regions/test_run_command|sweep/test_sweep_ray|test_cluster)\.py"
    r"|tests/(test_examples\.py::test_a_sweep_runs_in_a_cluster|hostile/test_sockets\.py::test_a_cluster)"
)

# Files whose tests wait for servers and browsers.
WAITING = re.compile(r"tests/(app/(viewer|playground)/(\w+/)?test_(?!playground\.py)|site/)")


@functools.cache
def share_of(nodeid: str) -> str:
    """The share that a test belongs to."""
    file, _, rest = nodeid.partition("::")
    test, _, case = rest.partition("[")
    if TOGETHER.match(test):
        return "together"
    if CLUSTERS.match(nodeid):
        return "clusters"
    if nodeid.startswith(SITE):
        return SITE
    model = next((name for name in known_models() if case.startswith((f"{name}]", f"{name}-"))), None)
    if model is not None:
        return f"model {model}"
    return f"{file}::[{case}" if file in APART and case else file


@functools.cache
def known_models() -> list[str]:
    """The longest names first: one may begin with another."""
    return sorted((*names(), "own_model"), key=len, reverse=True)


def in_order(
    tests: Iterable[pytest.Item], *, seed: str | None = None, cheapest_first: bool = False
) -> list[pytest.Item]:
    """Return the tests of each share together, and the long shares first, so that none is left for the end.

    Args:
        tests: in the order of their files.
        seed: of a random order of shares, of the files in each, and of the tests in each file; None for the shares
            that took longest first, and the order of the files in each. Tests that share a fixture of their file stay
            together, so that it is made as often as without.
        cheapest_first: where time may run out: the long shares last, and the fewest tests are left out.
    """
    shares: dict[str, list[pytest.Item]] = {}
    for test in tests:
        shares.setdefault(share_of(test.nodeid), []).append(test)
    order = list(shares)
    if seed is not None:
        chance = random.Random(seed)
        chance.shuffle(order)
        shares = {share: _shuffled(shares[share], (file_of, wide_parameters), chance) for share in order}
    else:
        seconds = _processor_times(shares)
        order.sort(key=lambda share: -seconds[share])
    order.sort(key=lambda share: LONG.match(share) is None)
    if cheapest_first:
        order.reverse()
    return [test for share in order for test in shares[share]]


def _processor_times(shares: Mapping[str, Iterable[pytest.Item]]) -> dict[str, float]:
    """Return the processor time of each share by the list of what test functions took [s]; see ``tiers``."""
    functions = {share: [function_of(test.nodeid) for test in tests] for share, tests in shares.items()}
    cases = Counter(itertools.chain(*functions.values()))
    return {
        share: sum(times().get(function, 0.0) / cases[function] for function in found)
        for share, found in functions.items()
    }


def _shuffled(
    tests: list[pytest.Item], keys: tuple[Callable[[pytest.Item], Hashable], ...], chance: random.Random
) -> list[pytest.Item]:
    """Return tests in a random order in which those of one key are together; within them by the next key."""
    if not keys:
        return chance.sample(tests, len(tests))
    groups: dict[Hashable, list[pytest.Item]] = {}
    for test in tests:
        groups.setdefault(keys[0](test), []).append(test)
    return [
        test
        for group in chance.sample(list(groups), len(groups))
        for test in _shuffled(groups[group], keys[1:], chance)
    ]


def file_of(test: pytest.Item) -> str:
    """Return the file of a test."""
    return test.nodeid.partition("::")[0]


def wide_parameters(test: pytest.Item) -> tuple[tuple[str, int], ...]:
    """Return the parameters of fixtures that several tests share; another value makes such a fixture anew."""
    case = getattr(test, "callspec", None)
    scopes: dict[str, Any] = getattr(case, "_arg2scope", {})  # pytest has no public name for it
    return tuple((name, case.indices[name]) for name in sorted(scopes) if scopes[name].value != "function")


def next_share(shares: Iterable[str], *, others_waiting: int, workers: int) -> str:
    """Return the share for a worker that has none, of those that nobody has.

    Args:
        shares: in their order.
        others_waiting: other workers with a share of tests that wait.
        workers: how many there are.
    """
    waits = others_waiting < workers // 2
    shares = list(shares)
    return next((share for share in shares if bool(WAITING.match(share)) == waits), shares[0])
