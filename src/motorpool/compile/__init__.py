"""Compiled loops over columns: generated text around the models' and stages' own, and where its machine code is kept.

``vocabulary``  what ``models.mathematics`` becomes in compiled code: polynomials on the CPU, libdevice on CUDA
``rebind``      copies a scalar function, and all it calls, with that vocabulary in its globals
``flat``        compiles a generated program by ``native``, keeps its machine code and finds it again
``columns``     a model's step over columns, on the CPU with threads
``address_table``  how that gets the columns of several fleets with one argument
``checks``      what that checks of the values it reads
``places``      what that does to keep positions precise in float32
``ground``      what that samples of terrain and surface under each vehicle
``command``     a model's controls for a speed and a steering command, over columns
``cuda``        the step on a GPU; ``cuda_compiler`` finds what compiles it
``rows``        compiles a stage, a loop over rows in plain Python, and runs it on threads
``addresses``   the table of addresses from which a compiled stage makes its structures of arrays
``scratch``     arrays that are made without allocating
``ahead``       compiles what a program will run, on several processors at once
``offending_lines``  what is wrong with a model's text, and what to write instead
``notices``     says when something is compiled that the cache lacks; ``lines`` prints it
``cache``       where machine code lies
"""
