"""Traffic: vehicles that drive along the lanes of a road network.

``trips`` chooses where each goes, ``tracking`` finds it on its lane, ``driving`` sets heading and speed behind the one
``ahead``, ``crossings`` decides the right of way, ``meeting`` passes oncoming vehicles. Start with ``component.py``.
"""
