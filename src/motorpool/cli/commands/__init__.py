"""Options of each command, a module for each group; what a command does is imported when it is called."""
