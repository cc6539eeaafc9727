"""Compiled loops over columns: all that imports Numba, and nothing else.

``vocabulary``  what ``models.mathematics`` becomes in compiled code: polynomials on the CPU, libdevice on CUDA
``rebind``      copies a scalar function, and all it calls, with that vocabulary in its globals
``flat``        puts a generated loop into a module on disk that Numba's cache really finds again
``loop_hints``  makes LLVM keep several vectors of vehicles in flight, of the processor's full width
``columns``     a model's step over columns, on the CPU with threads
``checks``      what that checks of the values it reads
``places``      what that does to keep positions precise in float32
``ground``      what that samples of terrain and surface under each vehicle
``command``     a model's controls for a speed and a steering command, over columns
``cuda``        the step on a GPU; ``cuda_compiler`` finds what compiles it
``rows``        compiles a stage, a loop over rows in plain Python, and runs it on threads
``addresses``   the table of addresses from which a compiled stage makes its structures of arrays
``scratch``     arrays that are made without allocating; ``intrinsics`` has them in compiled code
``ahead``       compiles what a program will run, on several processors at once
``notices``     tells who listens when something is compiled that the cache lacks
``lines``       says so on stderr, a line each
``cache``       where the generated modules lie
"""
