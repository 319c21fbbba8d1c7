"""The command line: one file a verb; each parses, calls one function of a room and prints."""
