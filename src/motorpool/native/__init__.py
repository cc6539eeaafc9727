"""From the typed text of functions to machine code, by llvmlite.

``text``      a function's syntax tree, and which of its names are values themselves
``values``    values while lowering: numbers, arrays, structures, and their types
``emitter``   LLVM text: blocks, arithmetic, memory
``expressions``  expressions, names and calls of Python
``lowering``  statements, and the LLVM function around them
``library``   functions that the compiler itself knows
``module``    all functions of a kernel, lowered once for each types of their arguments
``caller``    the built-in function by which Python calls a kernel without the interpreter lock
``machine``   optimises, emits and loads machine code
"""
