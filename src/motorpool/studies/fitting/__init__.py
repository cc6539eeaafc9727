"""Fits of a vehicle to a log: parameters with confidence, by gradients through the model.

    from motorpool.studies.fitting import fit, read_log, write_fit

    found = fit(read_log("drive.csv"), "single-track")
    print(found["tyre_grip"])
    write_fit(found, "my.toml")

Flow of the data: a log (``studies.logs``) becomes the inputs and outputs of a model (``channels``), cut into windows
(``windows``). These are predicted with derivatives (``sensitivity``, ``kernel``, ``observed``), and ``fitting``
minimises the residuals (``residuals``, ``search``) over a choice of parameters (``parameters``, ``confidence``).
``manoeuvres`` suggests drives, ``prediction`` predicts whole drives; ``writing``, ``report`` and ``figure`` make the
output.
"""

from typing import TYPE_CHECKING

from ...base.lazy_names import lazy_names

if TYPE_CHECKING:
    from ..logs import Log, read_log
    from .certificate import Certificate, certificate_of
    from .fitting import Estimate, Fit, Options, fit
    from .manoeuvres import Suggestion, suggestions
    from .prediction import Prediction, predict
    from .writing import write_fit

__all__ = [
    "Certificate",
    "Estimate",
    "Fit",
    "Log",
    "Options",
    "Prediction",
    "Suggestion",
    "certificate_of",
    "fit",
    "predict",
    "read_log",
    "suggestions",
    "write_fit",
]

__getattr__ = lazy_names(
    __name__,
    {
        ".logs": "Log read_log",
        "certificate": "Certificate certificate_of",
        "fitting": "Estimate Fit Options fit",
        "manoeuvres": "Suggestion suggestions",
        "prediction": "Prediction predict",
        "writing": "write_fit",
    },
)
