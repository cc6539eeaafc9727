"""Model switching: vehicles change over to an alternate model while they drive.

``alternate_model`` is the second fleet of the same vehicles; ``component`` copies the motion when one is switched.
"""
