"""The commands of ``motorpool dis``; start with ``command.py``, which has their options."""
