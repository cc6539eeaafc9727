"""Shared drawing: style of the figures, vehicles from above, curve labels, formulas and report pages."""
