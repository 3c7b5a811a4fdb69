"""The project's folder on disk: configuration, files, YAML and front matter."""
