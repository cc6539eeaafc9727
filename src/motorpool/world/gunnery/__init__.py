"""Gunnery: guns, rounds in the air, and damage.

``guns`` aims, reloads and fires, ``ballistics`` computes flights and hits, ``rounds`` are those in the air, ``damage``
the condition after hits; ``stages`` are the loops.
"""
