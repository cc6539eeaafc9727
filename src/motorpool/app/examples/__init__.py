"""Examples that come with the package: programs, notebooks, and files to copy.

``python -m motorpool.examples`` lists, runs and copies them. The files are those of ``app/examples/`` in a checkout; a
wheel has them in ``files/`` beside this module.
"""

import ast
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ...base.errors import MotorpoolError, unknown_name


class Example(NamedTuple):
    """A program, a notebook or a file of data, with the files that belong to it."""

    file: str  # in the folder of the examples; its name without the suffix names the example
    title: str  # in the gallery
    others: tuple[str, ...] = ()  # files that it needs, in the folder of the examples
    sentence: str = ""  # what it shows, if the file itself does not say so
    command: str = ""  # that uses a file of data

    @property
    def name(self) -> str:
        """Name on the command line."""
        return Path(self.file).stem

    @property
    def files(self) -> tuple[str, ...]:
        """All its files."""
        return (self.file, *self.others)

    @property
    def is_program(self) -> bool:
        """True if Python runs it."""
        return self.file.endswith(".py")


SECTIONS = {
    "One vehicle": (
        Example("pygame_car.py", "A car in pygame"),
        Example("pygame_tank.py", "A tank in pygame"),
        Example("first_steps.ipynb", "First steps, a notebook"),
        Example("one_vehicle.ipynb", "One vehicle, a notebook for the browser"),
        Example("own_model.py", "A model of your own"),
        Example("tank_on_a_hill.py", "A tank on a hill"),
        Example("trailer_backing.py", "A trailer backed up"),
        Example("fit_a_log.py", "A car fitted to a log"),
    ),
    "Worlds": (
        Example("convoy.py", "A convoy"),
        Example("own_terrain.py", "A terrain of your own"),
        Example("mobility_map.py", "A mobility map"),
        Example("mobility_route.py", "The fastest way"),
        Example("game_engines.py", "Unity and Godot", ("game_engines.md",)),
        Example("replay_analysis.py", "A recording analysed"),
    ),
    "Many": (
        Example("thousand_cars.py", "A thousand cars"),
        Example("sweep_tank.py", "A sweep over masses and soils"),
        Example("regions.py", "One world in four regions"),
        Example("sweep_cluster.py", "A sweep in a cluster"),
    ),
}
LEARNING = (
    Example("learning/ppo.py", "A driver trained by PPO"),
    Example(
        "learning/back_trailer.py",
        "A driver that backs a lorry",
        ("learning/ppo.py", "learning/back_trailer.npz"),
    ),
)
DATA = (
    Example(
        "learning/park.npz",
        "A driver that parks",
        sentence="Weights of a trained driver that parks a car.",
        command="motorpool run --driver {file} --vehicles 100",
    ),
    Example(
        "learning/forest_scan.yaml",
        "A wood seen by a scanner",
        sentence="A task: a tank drives through a wood and sees the ranges of a laser scanner.",
        command="python -m motorpool.examples ppo {file} --out output/forest",
    ),
    Example(
        "maps/village.osm",
        "A map of a village",
        sentence="A small map of OpenStreetMap's kind, to make a world of.",
        command="motorpool terrain --osm {file} --out village",
    ),
    Example(
        "maps/crossing.xodr",
        "A crossing in OpenDRIVE",
        sentence="A crossing of two roads as an OpenDRIVE file, to make a world of.",
        command="motorpool terrain --opendrive {file} --out crossing",
    ),
    Example(
        "maps/interchange.xodr",
        "A motorway interchange in OpenDRIVE",
        sentence="An interchange of two motorways on three levels as an OpenDRIVE file, to make a world of.",
        command="motorpool terrain --opendrive {file} --spacing 3 --out interchange",
    ),
    Example(
        "maps/roundabout.osm",
        "A map of a roundabout",
        sentence="A roundabout of four roads, with houses and trees, to make a world of.",
        command="motorpool terrain --osm {file} --spacing 3 --out roundabout",
    ),
    Example(
        "sensors/survey.yaml",
        "A truck with sensors",
        ("sensors/survey-truck.toml",),
        sentence="A scenario of two trucks with all kinds of sensors.",
        command="motorpool run {file}",
    ),
)


def sections() -> dict[str, tuple[Example, ...]]:
    """Return all examples by the section of the list."""
    return {**SECTIONS, "Drivers that learn": LEARNING, "Files for commands": DATA}


def all_examples() -> list[Example]:
    """Return all examples, in the order of the list."""
    return [example for examples in sections().values() for example in examples]


def find(name: str) -> Example:
    """Return an example by its name; dashes and the file's suffix are allowed.

    Raises:
        MotorpoolError: there is no such example.
    """
    by_name = {example.name: example for example in all_examples()}
    plain = Path(name).stem.replace("-", "_")
    if plain not in by_name:
        raise MotorpoolError(str(unknown_name("", "example", name, by_name, listed="`python -m motorpool.examples`")))
    return by_name[plain]


def folder() -> Path:
    """Return the folder of the examples: that of the installed wheel, or of the checkout.

    Raises:
        MotorpoolError: neither is there.
    """
    shipped, of_checkout = Path(__file__).parent / "files", Path(__file__).parents[4] / "examples"
    for place in (shipped, of_checkout):
        if (place / all_examples()[0].file).is_file():
            return place
    raise MotorpoolError(f"the examples are missing: {shipped} is not there; install Motorpool again from its wheel")


def sentence_of(example: Example) -> str:
    """Return the purpose of an example in a sentence: the first one of its own text."""
    if example.sentence:
        return example.sentence
    text = _description(example)
    return text.partition("\n")[0] if example.is_program else re.split(r"(?<=\.)\s", text.partition("\n\n")[2])[0]


def needs_of(example: Example) -> str:
    """Return the requirement of an example: "motorpool[rl,jax]", or another package; empty without either."""
    found = re.search(r"\bNeeds (motorpool\[[a-z,-]+\]|[\w-]+)", "" if example.sentence else _description(example))
    return found[1] if found else ""


def cells_of(path: Path) -> Iterable[tuple[str, str]]:
    """Yield kind and text of the cells of a notebook, without the one that installs Motorpool."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if "install" not in cell["metadata"].get("tags", ()):
            yield cell["cell_type"], "".join(cell["source"])


def _description(example: Example) -> str:
    """Return the docstring of a program, or the first cell of a notebook."""
    path = folder() / example.file
    if example.is_program:
        return ast.get_docstring(ast.parse(path.read_bytes())) or ""
    return next(text for _, text in cells_of(path))
