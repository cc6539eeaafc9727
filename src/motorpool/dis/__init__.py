"""Motorpool in a distributed exercise, by DIS (IEEE 1278.1)."""
