"""``motorpool run``: a world, and the parts that subjects add to its run; live in the browser, or headless.

``command`` makes the command of the parts' options, ``run`` holds the world and the order in which parts begin, enter
and exit; ``live`` and ``headless`` differ in what sets the pace. Parts stand with their subjects (``world.part``). It
imports all rooms and ``app.cli``; nothing imports it. Start with ``run.py``.
"""
