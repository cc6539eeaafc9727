"""Ruts: a table of the ruts that vehicles leave in soft ground, and the ground that later vehicles meet in them."""
