"""The programs that people start: the command line, the live page, the playground and the examples.

It may import everything, and nothing imports it. Start with ``cli/app.py`` for the commands, ``running/run.py`` for
``motorpool run``, ``viewer/serving/server.py`` for the live page, ``playground/session.py`` for the playground.
"""
