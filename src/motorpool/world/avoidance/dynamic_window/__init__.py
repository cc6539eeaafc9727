"""Avoidance rule ``dynamic-window``: headings and speeds tried ahead, wall following and a memory of sides.

``rule`` runs the two stages of ``stages``. A driver that decides looks along its preferred way first (``glance``);
where that is not free for certain, it tries headings and speeds (``decision``, ``choice``). ``dynamic_window_costs``
has the weights and describes the method.
"""

from .rule import DynamicWindow
from .stages import adopt_decisions, decide_in_dynamic_window
from .state import AvoidanceMemory

__all__ = ["AvoidanceMemory", "DynamicWindow", "adopt_decisions", "decide_in_dynamic_window"]
