"""World: vehicles of several models on one ground, among objects; a folder for each line of ``World.step``.

``scenario`` makes a world from a file, ``sources`` set its inputs before a step, ``sensors`` read it. It imports
``vehicles``, ``compile``, ``ground``, ``models`` and ``base``. Start with ``world.py``: its ``step`` lists the stages.

Names are loaded when they are first used, so that a single law of a driver can be imported without NumPy.
"""

from typing import TYPE_CHECKING

from ..base.lazy_names import lazy_names

if TYPE_CHECKING:
    from .world import Observer, Snapshot, Source, World

__all__ = ["Observer", "Snapshot", "Source", "World"]

__getattr__ = lazy_names(__name__, {"world": "Observer Snapshot Source World"})
