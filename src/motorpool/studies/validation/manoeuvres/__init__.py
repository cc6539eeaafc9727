"""The manoeuvres, a file each: ``TITLE``, ``SOURCE``, ``suits(model)`` and ``run(vehicle) -> Outcome``."""
