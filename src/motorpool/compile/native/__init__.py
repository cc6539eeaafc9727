"""Machine code of typed programs (``form``), by llvmlite.

``values``    values while a function is written: numbers, arrays and structures of LLVM values
``emitter``   LLVM text: blocks, arithmetic, memory
``writer``    LLVM text of expressions and statements, and the LLVM function around them
``intrinsics``  machine code of the functions of ``form.library``
``module``    all functions of a kernel
``caller``    the built-in function by which Python calls a kernel without the interpreter lock
``machine``   optimises, emits and loads machine code
"""
