"""Options of each command, in one module for each group; the implementation is imported when a command is called."""
