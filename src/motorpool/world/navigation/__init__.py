"""Navigation: laws of driving somewhere, of numbers and the ground; guidance, recovery and traffic use them.

Which ground a vehicle can pass (``trafficability``), planned routes over it (``route_planning``), steering for a point
(``pure_pursuit``), gaps (``following``), turning round (``turning``), ways round an obstruction (``wander``). It
imports no component of the world. Start with ``trafficability.py``.
"""
