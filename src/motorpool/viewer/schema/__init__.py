"""Every message between server and page, and every file, declared once.

- `binary`: the layouts of frames, inputs and acknowledgements, and of a world's files, field by field.
- `live`: the JSON messages of the live page, in both directions.
- `world`: the description of a world, which the live page loads once.
- `playground`: the JSON messages of the playground.
- `fields`: the fields that several of these have.
- `reading`: the decoder of JSON from a browser.

``tools/page_messages.py`` writes the page's types and readers, the mock's writers and the tables of the documentation
from these declarations.
"""
