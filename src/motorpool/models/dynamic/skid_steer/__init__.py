"""Skid-steered tracked vehicle: a body between two tracks."""
