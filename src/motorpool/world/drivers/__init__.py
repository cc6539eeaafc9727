"""Drivers: pedals, steering and switches of people and autopilots become speed and steering commands.

``manual_control`` is the law from pedals and steering target to commands, ``direct_pedals`` that of models with pedals
of their own, ``switches`` are parking brake and cruise control, ``stages`` the loops, ``kinds`` the values of the
``driver`` column.
"""
