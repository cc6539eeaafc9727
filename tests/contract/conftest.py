"""Which models the contract suite runs over: every registered one, an example of a user's own, and yours.

    MOTORPOOL_MODELS="my_package.my_model" python -m pytest tests/contract

runs it over your module as well (several: separated by commas).
"""

import importlib
import os

import pytest

from motorpool.models import find, names

OWN = ["own_model", *filter(None, os.environ.get("MOTORPOOL_MODELS", "").split(","))]


@pytest.fixture(params=[*names(), *OWN])
def model(request):
    """Each model in turn."""
    name = request.param
    return find(name if name in names() else importlib.import_module(name))


@pytest.fixture(scope="session")
def all_models():
    """All of them and the test of the vocabulary, for a program that computes them at once."""
    return [*names(), *OWN, "every_function"]
