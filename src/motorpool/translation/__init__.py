"""Translation of models into other languages.

``reading`` makes a typed program of a model's Python text, ``languages`` write it, ``exporting`` joins them. ``fmi``
makes an archive for simulators of it.
"""

from .exporting import export

__all__ = ["export"]
