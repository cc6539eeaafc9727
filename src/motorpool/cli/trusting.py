"""Consent on the command line: code that files name runs only after "yes" at the terminal or with ``--trust``."""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import ModelError
from ..models import registry
from ..scenario import load
from ..trust import CodeFile, decide, untrusted
from ..vehicles.vehicle_file import SUFFIX

if TYPE_CHECKING:
    from ..scenario.loader import Scenario


def trust_scenarios(scenarios: Iterable[str], *, is_trusted: bool) -> "list[Scenario]":
    """Read scenarios and decide on the code that they name, before they are built.

    Raises:
        ScenarioError: a scenario is wrong.
        TrustError: code is not trusted.
    """
    found = [load(name) for name in scenarios]
    trust_code([file for scenario in found for file in scenario.code], is_trusted=is_trusted)
    return found


def trust_vehicles(names: Iterable[str | None], *, is_trusted: bool) -> None:
    """Decide on the code that vehicle files name; a model file that the user gives is trusted.

    Raises:
        TrustError: code is not trusted.
    """
    files: list[CodeFile] = []
    for name in names:
        base, _ = registry.split_name(name or "")
        if base.endswith(SUFFIX):
            try:
                files += registry.find_in_data(base).code
            except ModelError:
                continue  # the command reports the error in the file
    trust_code(files, is_trusted=is_trusted)


def trust_code(files: Sequence[CodeFile], *, is_trusted: bool) -> None:
    """Decide on files of code that data files name: by ``--trust`` (``is_trusted``), or by asking at a terminal.

    Raises:
        TrustError: a file is not trusted.
    """
    undecided = untrusted(files)
    is_asking = bool(undecided) and not is_trusted and sys.stdin.isatty() and sys.stderr.isatty()
    if is_trusted or is_asking:
        for file in undecided:
            print(f"{file.place}: code of {file}", file=sys.stderr)
    decide(undecided, is_trusted or (is_asking and _says_yes()))


def _says_yes() -> bool:
    print("This code can do whatever you can. Run it? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
