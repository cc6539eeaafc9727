"""Tiers of the tests: which tests `make test` runs, by what each took when it was last measured.

    python tools/checks/tier_report.py                     # the quick tier by folders and its longest tests
    python tools/checks/tier_report.py --check             # exit code 1 if the quick tier takes more than its budget
    python tools/checks/tier_report.py --unmeasured        # test functions that were never measured, one a line
    python tools/checks/tier_report.py --quick             # test functions of the quick tier, one a line
    python tools/checks/tier_report.py --write TIMES.jsonl # takes over what `pytest --times TIMES.jsonl` measured

The rule and the budget are in ``tests/support/tiers.py``, the measurements in ``tests/times.json``. Measure with
kernels in the cache (`make times` after `make test-all`, or `make new-times` after new tests have run once): what
compiles them is not a property of the test that comes first.
"""

import contextlib
import io
import json
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import tiers  # noqa: E402

SHOWN = 20  # tests and names in a list
SAME = 0.3  # a measurement that differs by less than this fraction, or by less than 0.1 s, changes nothing


class Collected:
    """A plugin that keeps the test functions that pytest collects.

    Attributes:
        quick: the functions of which a case is in the quick tier, with the number of such cases.
        others: the functions of which a case is not.
    """

    def __init__(self) -> None:
        self.quick: Counter[str] = Counter()
        self.others: Counter[str] = Counter()

    def pytest_deselected(self, items: Iterable[pytest.Item]) -> None:
        """Add the tests that wait for `make test-all`, and leave out soaks, which wait for a person."""
        self.others.update(tiers.function_of(item.nodeid) for item in items if not item.get_closest_marker("soak"))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Add the tests of the quick tier."""
        self.quick.update(tiers.function_of(item.nodeid) for item in session.items)

    def seconds(self, function: str) -> float:
        """Return the processor time of the cases of a function that are in the quick tier [s]."""
        share = self.quick[function] / (self.quick[function] + self.others[function])
        return share * tiers.times().get(function, 0.0)


def main() -> int:
    """Print, check or write; return the exit code."""
    if "--write" in sys.argv[1:]:
        write([Path(name) for name in sys.argv[sys.argv.index("--write") + 1 :]])
        return 0
    found = collected()
    if "--quick" in sys.argv[1:]:
        print("\n".join(sorted(found.quick)))
        return 0
    total = sum(map(found.seconds, found.quick))
    unmeasured = sorted((found.quick | found.others).keys() - tiers.times().keys())
    if "--unmeasured" in sys.argv[1:]:
        print("\n".join(unmeasured))
        return 0
    if "--check" not in sys.argv[1:]:
        show(found)
    print(
        f"quick tier: {found.quick.total()} of {found.quick.total() + found.others.total()} tests, "
        f"{total:.0f} of {tiers.BUDGET:.0f} s of processor time; {len(unmeasured)} functions were never measured"
    )
    for name in unmeasured[:SHOWN]:
        print(f"  never measured: {name}")
    if total > tiers.BUDGET:
        print("the quick tier takes more than its budget; mark tests slow, make them cheaper, or lower LIMIT")
        return 1
    return 0


def collected() -> Collected:
    """Collect all tests without running them."""
    found = Collected()
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(["--collect-only", "-q", "--quick", "-n", "0", str(ROOT / "tests")], plugins=[found])
    if code != pytest.ExitCode.OK:
        raise SystemExit(said.getvalue())
    return found


def show(found: Collected) -> None:
    """Print the processor time of each folder and the longest functions of the quick tier."""
    folders: Counter[str] = Counter()
    for function in found.quick:
        folders[str(Path(function.partition("::")[0]).parent)] += found.seconds(function)
    for folder, seconds in folders.most_common():
        print(f"{seconds:7.1f} s  {folder}")
    print()
    for function in sorted(found.quick, key=found.seconds, reverse=True)[:SHOWN]:
        print(f"{found.seconds(function):7.1f} s  {function}")
    print()


def write(files: Iterable[Path]) -> None:
    """Take over measurements."""
    found = collected()
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    kept = merged(tiers.times(), [tuple(json.loads(line)) for line in lines], found.quick + found.others)
    of_files: dict[str, dict[str, float]] = defaultdict(dict)
    for function in sorted(kept):
        file, _, name = function.partition("::")
        of_files[file][name] = kept[function]
    tiers.TIMES.write_text(json.dumps(of_files, indent=0) + "\n", encoding="utf-8")


def merged(
    old: Mapping[str, float], measured: Iterable[tuple[str, float]], names: Mapping[str, int]
) -> dict[str, float]:
    """Return the processor time of each function: of all cases, of which the first also loads and imports.

    Args:
        old: what is known of each function [s].
        measured: node ids of cases, and their processor times [s].
        names: number of cases of each function that exists.
    """
    cases: dict[str, list[float]] = defaultdict(list)
    for nodeid, seconds in measured:
        cases[tiers.function_of(nodeid)].append(seconds)
    kept = {function: value for function, value in old.items() if function in names}
    for function, values in cases.items():
        value = statistics.median(values) * names.get(function, 0)
        before = old.get(function)
        if function in names and (before is None or abs(value - before) > max(0.1, SAME * before)):
            kept[function] = round(value, 2)
    return kept


if __name__ == "__main__":
    raise SystemExit(main())
