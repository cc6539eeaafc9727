"""The playground starts in a browser's Python, which lacks other packages and a part of the standard library."""

import os
import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).parents[3] / "tools" / "docs"
PROGRAM = f"""
import sys
sys.path.insert(0, {str(TOOLS)!r})
from browser_python import LEFT_OUT
for name in ("numpy", "llvmlite", "pydantic", "scipy", "yaml", *(one.partition(".py")[0] for one in LEFT_OUT)):
    sys.modules[name] = None  # an import of it fails
from motorpool.app.playground.catalogue import Catalogue
from motorpool.app.playground.visit import Visit
Visit(Catalogue().find, now=0.0)
"""


def test_the_playground_starts_without_what_a_browser_lacks() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    ran = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
