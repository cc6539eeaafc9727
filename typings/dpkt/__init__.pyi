"""Untyped library: everything in it is Any to us."""

from typing import Any

def __getattr__(name: str) -> Any: ...
