"""Reference documentation from the same representation that the models are made from."""
