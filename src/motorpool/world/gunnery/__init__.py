"""Gunnery: guns, rounds in the air, and damage."""
