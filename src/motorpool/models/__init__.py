"""Motion models: one small file each, with four names (``State``, ``Control``, ``Params``, ``step``).

``find`` turns a name into its module; a module of your own is accepted wherever a name is.
"""

from .registry import Model, find, names, register

__all__ = ["Model", "find", "names", "register"]
