"""Which models the contract suite runs over: every registered one, an example of a user's own, and yours.

    MOTORPOOL_MODELS="my_package.my_model" python -m pytest tests/contract

runs it over your module as well (several: separated by commas).
"""

import importlib
import os
from pathlib import Path
from typing import Any

import pytest
from sharing import TOGETHER

from motorpool.models import find, names

# In the quick tier every law is tried on every model, in float64. What compiles a model once more is tried on few: in
# float32, by JAX, and to look at the machine code, where the dynamic model takes longest.
FEW = ("bicycle/arc", "tracked/arc", "polar/corrected", "single-track/linear")
VARIANTS = ("double-track/magic-formula", "double-track/relaxation")  # compiled like their neighbour, but for the tyres
COMPILING_ONCE_MORE = {"test_contract_jax": FEW, "test_contract_machine_code": FEW[:3]}

OWN = ["own_model", *filter(None, os.environ.get("MOTORPOOL_MODELS", "").split(","))]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each case as quick or slow."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.quick if is_quick(item) else pytest.mark.slow)


def is_quick(item: pytest.Item) -> bool:
    """Return whether a case of the contract is in the quick tier."""
    if "on_simulated_cuda" in getattr(item, "fixturenames", ()):  # imports Numba
        return False
    params: dict[str, Any] = item.callspec.params if hasattr(item, "callspec") else {}
    if "float_type" in params and params.get("model") in VARIANTS:
        return False
    few = COMPILING_ONCE_MORE.get(item.path.stem, FEW if params.get("float_type") == "float32" else None)
    return few is None or params.get("model", FEW[0]) in few or bool(TOGETHER.match(item.name))


@pytest.fixture(params=[*names(), *OWN])
def model(request):
    """Each model in turn."""
    name = request.param
    return find(name if name in names() else importlib.import_module(name))


@pytest.fixture(scope="session")
def all_models():
    """All of them and the test of the vocabulary, for a program that computes them at once."""
    return [*names(), *OWN, "every_function"]
