"""Contact: vehicles collide with each other and with objects.

``candidates`` finds bodies that may touch, ``impacts`` when and where they touch first, ``impulses`` computes the
impulse of a contact with restitution and friction, ``body_motion`` applies it; ``stages`` are the loops. Start with
``component.py``.
"""
