"""Distributed exercises (DIS) on the command line: exercises of ``motorpool run``, and ``motorpool dis``."""
