"""Draws docs/figures/models/<name>.png, the pictures of the models' pages: all of them, or those that are named.

    python tools/pictures/model_pictures.py [name ...]

Each script in tools/pictures/models/ has a dictionary ``PICTURES`` from a name to a function that returns a figure.
"""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from motorpool.base.plotting.style import save_figure

SCRIPTS = Path(__file__).with_name("models")
FIGURES = Path(__file__).parents[2] / "docs" / "figures" / "models"


def main() -> int:
    """Draws what was asked for; returns the exit code."""
    pictures = load_pictures()
    wanted = sys.argv[1:] or sorted(pictures)
    unknown = [name for name in wanted if name not in pictures]
    if unknown:
        print(f"there is no picture {', '.join(unknown)}; there are {', '.join(sorted(pictures))}", file=sys.stderr)
        return 2
    FIGURES.mkdir(parents=True, exist_ok=True)
    for name in wanted:
        print(save_figure(pictures[name](), FIGURES / f"{name}.png"))
    return 0


def load_pictures() -> dict[str, Callable[[], Any]]:
    """The pictures of every script, by name."""
    pictures: dict[str, Callable[[], Any]] = {}
    for script in sorted(SCRIPTS.glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"pictures_{script.stem}", script)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        pictures |= module.PICTURES
    return pictures


if __name__ == "__main__":
    sys.exit(main())
