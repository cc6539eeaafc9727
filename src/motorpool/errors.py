"""Errors and warnings of the package, to be caught: ``motorpool.errors.ScenarioError``."""

from .base.errors import *  # noqa: F403
