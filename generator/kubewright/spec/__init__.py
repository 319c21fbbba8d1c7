"""The spec room: from a release, a file or a URL to checked Swagger 2 definitions."""
