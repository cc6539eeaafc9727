"""Machine code and other languages from the Python of models and stages: the same numbers, faster or elsewhere.

It imports ``models``, ``ground`` (to sample it) and ``base``. Start with ``columns``: a model's step over columns; then
``rows``: a stage of a world. Data goes from Python text to its typed form (``form``), and from there to machine code
(``native``) or to another language (``translation``).


``vocabulary``  ``models.mathematics`` in compiled code: polynomials on the CPU, libdevice on CUDA
``dual``        numbers with derivatives, for steps that are differentiated
``specialise``      copies a scalar function, and all it calls, with that vocabulary in its globals
``flat``        compiles a generated program by ``native``, keeps its machine code and finds it again
``columns``     a model's step over columns, on the CPU with threads
``address_table``  addresses of the columns of several fleets, one argument of that loop
``checks``      checks of the values that the loop reads
``places``      precise positions in float32
``ground``      samples of terrain and surface under each vehicle
``command``     a model's controls for a speed and a steering command, over columns
``cuda``        the step on a GPU; ``cuda_compiler`` finds its compiler
``rows``        compiles a stage, a loop over rows in plain Python, and runs it on threads
``addresses``   the table of addresses from which a compiled stage makes its structures of arrays
``scratch``     arrays that are made without allocating
``ahead``       compiles what a program will run, on several processors at once
``offending_lines``  lines of a model that cannot be compiled, and what to write instead
``notices``     notices of compilation; ``lines`` prints them
``cache``       where machine code lies
"""
