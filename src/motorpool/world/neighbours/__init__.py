"""Neighbours: the grid of vehicles for neighbour queries."""
