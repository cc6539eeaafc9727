"""``motorpool check``: validates scenario files and lists every error of each."""

import sys
from collections.abc import Sequence
from pathlib import Path

from ...base.command_line.exit_codes import MISTAKE
from ...base.command_line.waiting import waiting
from ...base.errors import MotorpoolError, ScenarioError, shown_error
from ..guidance.tight_formations import tight_formations
from . import load
from .ground_warnings import tell_warnings
from .stand_ins import without_code


def check_files(files: Sequence[Path]) -> int:
    """Check each file, build its world, and return the exit code.

    Raises:
        ScenarioError: no file is given, or the only one has errors.
    """
    if not files:
        raise ScenarioError("check needs a scenario file, for example: motorpool check convoy.yaml")
    if len(files) == 1:
        _check(files[0])
        return 0
    return max(_checked(file) for file in files)


def _checked(file: Path) -> int:
    """Check one of several files, print its errors, and return the exit code."""
    try:
        _check(file)
    except MotorpoolError as error:
        print(shown_error(error), file=sys.stderr)
        return MISTAKE
    return 0


def _check(file: Path) -> None:
    scenario = load(file, with_files=True)
    with waiting(f"building the world of {file}"):
        world = without_code(scenario).build(can_step=False)
    tell_warnings(world)
    for sentence in tight_formations(world.fleets, world.vehicles):
        print(f"motorpool: {file}: {sentence}", file=sys.stderr)
    for code in scenario.code:
        print(f"{code.place}: code of {code} was read and did not run")
    print(f"{file} is valid: {world.present} vehicles, {world.objects.count} objects, terrain {world.terrain.name}")
