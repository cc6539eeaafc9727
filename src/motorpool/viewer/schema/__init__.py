"""Every message between server and page, declared once.

- `binary`: the layout of frames, inputs and acknowledgements, field by field.
- `live`: the JSON messages of the live page, in both directions.
- `playground`: the JSON messages of the playground.
- `reading`: how JSON from a browser is decoded, or refused.

``tools/page_messages.py`` writes the page's types and readers, the mock's writers and the tables of the documentation
from these declarations.
"""
