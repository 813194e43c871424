"""Files that run by their path or as a plug-in, without the rest of the package."""
