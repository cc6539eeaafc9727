"""Compiled loops over columns: the only place that imports Numba.

``vocabulary``  what ``models.mathematics`` becomes in compiled code: polynomials on the CPU, libdevice on CUDA
``rebind``      copies a scalar function, and all it calls, with that vocabulary in its globals
``flat``        puts a generated loop into a module on disk that Numba's cache really finds again
``interleave``  makes LLVM keep several vectors of vehicles in flight
``columns``     a model's step over columns, on the CPU with threads
``ground``      what that samples of terrain and surface under each vehicle
``command``     a model's controls for a speed and a steering command, over columns
``cuda``        the step on a GPU
``stages``      the stages of ``World.step`` that look at every vehicle, as loops over rows in plain Python
``rows``        compiles such a loop and runs it on threads
``cache``       where the generated modules lie
"""
