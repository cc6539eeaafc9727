"""Scenarios: files that describe a world; the loader, and the scenarios that ship.

``format`` has the keys with their types, ``loader`` reads a file, ``problems`` lists every mistake with its line,
``build`` makes the world.
"""

import os
from typing import TYPE_CHECKING

from ...base.errors import require
from ...base.trust import Trust

if TYPE_CHECKING:
    from .loader import Scenario


def load(scenario: str | os.PathLike[str], *, with_files: bool = False, trust: Trust = False) -> "Scenario":
    """Read a scenario: a YAML file, or one that is part of Motorpool ("jacksboro"); ``build()`` makes its world.

    Example:
        world = mp.load("playground").build(seed=7)
        world.run(seconds=1)

    Args:
        scenario: name or path.
        with_files: also refuse it if a file that it names does not exist; otherwise ``build`` does.
        trust: whether ``build`` may run code that the file names (``model: ./hover.py``): True for what is there
            now, or the SHA-256 of the files that may. Without it, ``build`` raises a TrustError, which lists them.

    Raises:
        ScenarioError: it does not exist, or has mistakes; a line for each.
        TrustError: it names code beside that of the given SHA-256.
        MissingExtraError: reading scenario files needs the extra ``app``.
    """
    require("pydantic", extra="app", purpose="reading scenario files")
    from .loader import load

    return load(scenario, with_files=with_files, trust=trust)


def names() -> list[str]:
    """Return the scenarios that ship with Motorpool."""
    from .shipped import names

    return names()
