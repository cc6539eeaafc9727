"""Translation of models into other languages.

``program`` names the typed form (``form``) of a model, ``languages`` write it, ``exporting`` joins them. ``fmi`` makes
an archive for simulators, ``stages`` writes stages of a world in TypeScript.
"""

from .exporting import export

__all__ = ["export"]
