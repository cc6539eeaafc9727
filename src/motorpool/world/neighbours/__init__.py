"""Neighbours: the grid in which vehicles find each other."""
