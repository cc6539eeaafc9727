"""Vehicles that other programs move."""
