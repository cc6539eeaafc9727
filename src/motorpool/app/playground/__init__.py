"""The playground: two motion models on one plane that receive the same input, for comparison.

`session.Session` is the simulation of one visitor, `visit.Visit` its messages. They are sent over a WebSocket by
`viewer.serving.playground_socket`, and between the threads of a page that runs Python in the browser by `in_browser`.
"""
