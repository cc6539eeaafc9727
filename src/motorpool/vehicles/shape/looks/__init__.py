"""Looks of vehicles, one a module."""
