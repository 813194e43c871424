"""Files that run as a program or as a plug-in, without the rest of the package."""
