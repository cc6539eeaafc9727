"""Distributed exercises (DIS) on the command line: taking part in one, and ``motorpool dis``."""
