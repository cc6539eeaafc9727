"""The typed form of models and stages: read from Python text; machine code and other languages are written from it.

``types``        types of numbers, arrays and structures
``nodes``        expressions, statements and functions
``text``         syntax trees of Python's functions, and how they use their names
``values``       makes typed values: constants, operators, conversions, calls
``expressions``  reads expressions
``statements``   reads statements
``library``      functions that all writers implement
``reader``       reads functions, each once for the types of its arguments
``annotations``  types that annotations state
"""
