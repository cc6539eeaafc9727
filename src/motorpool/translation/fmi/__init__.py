"""Models as FMUs: archives for simulators that speak the Functional Mock-up Interface."""

from .archive import fmu

__all__ = ["fmu"]
