"""Questions that are asked of models, vehicles and worlds: comparison, validation, fits, mobility, sweeps.

A study runs the rooms below and writes tables and figures; nothing below knows of it. It imports all but ``app``. Start
with ``compare/runs.py``, ``validation/__init__.py`` or ``fitting/fitting.py``; ``published`` holds the five documents'
models as they were printed.
"""
