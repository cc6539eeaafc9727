"""Guidance: where autopilots go, and the heading and speed that lead them there.

``goal_kinds`` are the kinds of goals; ``stages`` leads along routes, ``trail_stages`` behind leaders, ``wandering``
those without a goal; ``ground_stages`` and ``soft_ground`` keep off bad ground. Start with ``component.py``.
"""
