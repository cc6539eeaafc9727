"""Sweeps: runs of one scenario with varied values; each run is a row of one table.

    from motorpool.studies.distributed.sweep import sweep, vary

    results = sweep("slalom", [vary("vehicles.0.wheelbase=2.4:3.2:5"), vary("seed=0:20")], out="wheelbases")
    print(results.summary())

Flow of the data: axes (``axes``) make a design (``design``), a list of points; each point and the scenario are a run
(``runs``) with an id by its content; workers (``workers``, ``local``) make measures (``measures``) of runs; the journal
(``journal``) stores each result at once; ``results`` makes one table of them, ``figures`` the pictures.
"""

from typing import TYPE_CHECKING

from ....base.lazy_names import lazy_names

if TYPE_CHECKING:
    from .axes import Axis, vary
    from .design import grid, latin_hypercube, listed, sobol
    from .results import Results
    from .sweeping import sweep

__all__ = ["Axis", "Results", "grid", "latin_hypercube", "listed", "sobol", "sweep", "vary"]

__getattr__ = lazy_names(
    __name__,
    {"axes": "Axis vary", "design": "grid latin_hypercube listed sobol", "results": "Results", "sweeping": "sweep"},
)
