"""The drift room: what changed between two releases, for the user's own code."""
