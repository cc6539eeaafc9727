"""Sources: set the inputs of vehicles before each step, by ``read(world)``.

``player`` takes the inputs of people from any thread, ``actions`` are their commands, ``script`` and ``orders`` drive
by a list, ``recorded`` repeats a recording.
"""
