"""Avoidance: how autopilots get round objects and other vehicles; a rule is one file.

``rules`` lists the rules by number, ``rule`` is their interface; ``search_cone`` is the shortest, ``dynamic_window``
the default, ``orca`` sets the speed, too. ``surroundings`` gathers what a driver meets, ``rollout`` tries a heading.
Start with ``component.py``.
"""
