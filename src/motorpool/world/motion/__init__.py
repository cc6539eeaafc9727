"""Motion: each fleet's model moves its vehicles, on the ground under them.

``component`` steps every model, ``model_group`` calls the compiled loop for all fleets of one,
``under_wheels`` reads the friction of the left and of the right wheels.
"""
