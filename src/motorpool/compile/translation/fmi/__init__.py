"""Models as FMUs: archives for simulators with the Functional Mock-up Interface."""

from .archive import fmu

__all__ = ["fmu"]
