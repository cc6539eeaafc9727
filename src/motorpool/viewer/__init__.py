"""The live page: a server that shows a world to browsers and lets them drive in it."""
