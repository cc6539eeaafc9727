"""Motion models: one small file each, with four names (``State``, ``Control``, ``Params``, ``step``).

``kinematic`` and ``dynamic`` hold the models, ``parts`` what dynamic ones are made of. It imports ``base``. ``find``
turns a name into its module; a module of your own is accepted wherever a name is. Start with
``kinematic/bicycle/arc.py``, then ``dynamic/single_track/model.py``.
"""

from .registry import Model, find, names, register

__all__ = ["Model", "find", "names", "register"]
