"""Models as FMUs: archives for simulators that speak the Functional Mock-up Interface."""
