"""Parts of dynamic models: body, tyres, wheels, powertrain, brakes, hitch; each a file of State, Params, functions.

``body`` is the sprung body, on ``suspension``, in ``ground_contact`` and in ``rollover``; ``tyre`` gives the lateral
force of a tyre, ``wheels``, ``axle`` and ``running_gear`` the forces along the wheels, ``brakes`` and
``block_friction`` those that stop a vehicle; ``powertrain`` and ``gearbox`` are the engine, ``pedals`` and ``steering``
the driver's inputs, ``hitch`` a trailer's. Start with ``tyre.py``.
"""
