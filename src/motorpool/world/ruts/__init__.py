"""Ruts: a table of the ruts that vehicles leave in soft ground, and the ground that later vehicles meet in them.

``soils`` computes depths by soil and load, ``table`` stores them by cells of the map, ``stages`` are the loops.
"""
