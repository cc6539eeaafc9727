"""Messages between server and page, and the files of a world, declared once.

- `binary`: the layouts of frames, inputs and acknowledgements, and of a world's files, field by field.
- `live`: the JSON messages of the server to the live page.
- `page_commands`: the commands of the live page, read from their classes.
- `world`: the description of a world, which the live page loads once.
- `playground`: the JSON messages of the playground.
- `fields`: the fields that several of these have.
- `reading`: the decoder of JSON from a browser.

``tools/generated/page_messages.py`` writes the page's types and readers, the mock's writers and the tables of the
documentation from these declarations.
"""
