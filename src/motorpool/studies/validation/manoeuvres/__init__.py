"""Manoeuvres, one per module: ``TITLE``, ``SOURCE``, ``suits(model)`` and ``run(vehicle) -> Outcome``."""
