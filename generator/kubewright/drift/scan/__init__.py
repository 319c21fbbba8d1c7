"""Where the user's own Python sources and manifests meet what changed."""
