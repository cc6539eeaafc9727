"""The playground: two motion models on one flat ground, driven by the same hands, to see where they part.

`session.Session` is one visitor's ground, `visit.Visit` the messages about it. Two wires carry them:
`viewer.playground_socket` to a server's visitors, and `in_browser` to a page that runs this Python by itself.
"""
