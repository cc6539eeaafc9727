"""Translation of models into other languages.

``program`` names the parts of a model's typed form (``form``), ``languages`` write it, ``exporting`` combines both.
``fmi`` makes an archive for simulators, ``stages`` translates stages of a world to TypeScript.
"""

from .exporting import export

__all__ = ["export"]
