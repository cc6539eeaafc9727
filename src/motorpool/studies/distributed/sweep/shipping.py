"""Files that the runs of a sweep read, copied into one folder for machines that share no disk with this one.

The landscape of the first run is sent as arrays, so its files are copied only if a run may have another one. An
absolute name is not changed: that file must exist on every machine.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ....base.errors import SweepError
from ....models.own_model import FILE_SUFFIXES
from ....world.scenario.format import TOP_KEYS, ScenarioPart
from ....world.scenario.loader import Scenario
from .runs import Run

FOLDER = "scenario-files"  # in the parcel; no module can be imported from a folder of this name
SAME_LANDSCAPE = ("vehicles", "dt", "name", "description", *TOP_KEYS)  # none changes the landscape


class Parcel(NamedTuple):
    """Folder with copies of files."""

    folder: Path
    scenario: Path  # the scenario's folder in it


@contextlib.contextmanager
def parcel_of(scenario: Scenario, runs: Sequence[Run]) -> Generator[Parcel | None, None, None]:
    """Copy the files that runs read into a temporary folder; None if they read none.

    Raises:
        SweepError: a file cannot be copied.
    """
    home = scenario.folder.absolute()
    files = sorted({Path(os.path.normpath(home / name)) for name in _names(scenario, runs) if _is_file(home, name)})
    if not files:
        yield None
        return
    root = Path(os.path.commonpath([home, *(file.parent for file in files)]))
    with tempfile.TemporaryDirectory(prefix="motorpool-") as folder:
        for file in files:
            target = Path(folder) / FOLDER / file.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                shutil.copyfile(file, target)
            except OSError as error:
                raise SweepError(f"{file} cannot be read: {(error.strerror or str(error)).lower()}") from error
        yield Parcel(Path(folder), Path(FOLDER) / home.relative_to(root))


def _is_file(home: Path, name: str) -> bool:
    return not Path(name).is_absolute() and (home / name).is_file()


def _names(scenario: Scenario, runs: Sequence[Run]) -> Iterator[str]:
    content, paths = scenario.content, {path for run in runs for path in run.values}
    for fleet in content.vehicles:
        yield from _named_file(fleet.model, scenario.folder)
        yield from filter(None, (fleet.start.file, fleet.body.shape))
    yield from _landscape_names(content, paths)
    values = {value for run in runs for value in run.values.values() if isinstance(value, str)}
    for value in values:
        yield value
        yield from _named_file(value, scenario.folder)


def _named_file(name: str, folder: Path) -> Iterator[str]:
    """Yield the file of a model or a vehicle, as file.toml or file.py:name, and the vehicles beside it."""
    for suffix in FILE_SUFFIXES:
        file = name.partition(f"{suffix}:")[0] + suffix if f"{suffix}:" in name else name
        if file.endswith(suffix):
            yield file
            beside = Path(file).parent  # vehicles that the file may be a variant of
            yield from (str(beside / other.name) for other in (folder / beside).glob(f"*{FILE_SUFFIXES[0]}"))


def _landscape_names(content: ScenarioPart, paths: Iterable[str]) -> Iterator[str]:
    if all(path.split(".")[0] in SAME_LANDSCAPE and path.split(".")[-1] != "count" for path in paths):
        return
    yield from filter(None, (content.objects.file, content.surface and content.surface.file))
    if any(path.split(".")[0] == "terrain" for path in paths):
        yield content.terrain.source
