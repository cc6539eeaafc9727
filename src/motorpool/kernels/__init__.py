"""Compiled loops over columns: the only place that imports Numba.

``vocabulary``  what ``models.mathematics`` becomes in compiled code: polynomials on the CPU, libdevice on CUDA
``rebind``      copies a scalar function, and all it calls, with that vocabulary in its globals
``generate``    writes the loop around it as a flat module that Numba's cache really finds again
``columns``     a model's step over columns, on the CPU with threads, or on a GPU
``cache``       where the generated modules lie
"""
