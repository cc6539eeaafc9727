"""Imports that the documentation, the README and the examples of version 1.0.0 show still work, from their old places.

``imports-1.0.0.txt`` has a module and a name a line, as they stood there.
"""

import importlib
import warnings
from pathlib import Path

import pytest

LINES = (Path(__file__).parent / "imports-1.0.0.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES)
def test_an_import_that_version_1_0_documents_still_works(line: str):
    module, name = line.split()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        found = importlib.import_module(module)
        if not hasattr(found, name):
            importlib.import_module(f"{module}.{name}")
