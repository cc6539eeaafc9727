"""Recovery: vehicles that make no headway, the reason, how they free themselves, and how they are recovered.

``stages`` measures headway, ``classify`` finds the reason for which a vehicle stands, ``freeing`` chooses manoeuvres,
``towing`` and ``setting_back`` recover it, ``precedence`` decides which of two yields. Start with ``component.py``.
"""
