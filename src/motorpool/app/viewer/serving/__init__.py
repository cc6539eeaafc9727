"""Serving: the web server, its connections and files, and the worlds that it shows.

`server` answers requests for a world, `playground_server` for the playground alone; `service` runs either,
`connections` bounds its sockets, `static` has its files, and `live_world` runs a world while it is shown.
It may import all of the viewer. Start reading with `server`.
"""
