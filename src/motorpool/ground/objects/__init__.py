"""Objects on the terrain: columns, shapes and files, the grid index, free positions and contact.

``objects`` are their columns, ``grid`` finds neighbours, ``contact`` and ``first_contact`` compute where bodies touch,
``free_position`` and ``spawn_sampler`` find room, ``object_files`` and ``shape_files`` read files, ``scatter`` makes
woods.
"""
