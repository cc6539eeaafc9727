"""The playground: two motion models on one flat ground, driven by the same hands, to see where they part.

`session.Session` is one visitor's ground; it knows no browser and no server. `viewer.playground_socket` is the wire.
"""
