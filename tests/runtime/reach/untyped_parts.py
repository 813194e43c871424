"""Objects are wanted of which nothing is said, but which of their attributes are read; a parser
elsewhere gives them in a list."""
import reach.documents


def summary(document):
    if type(document).__name__ != "Document":
        return "of another kind"
    lines = document.lines()
    if not lines:
        return "empty"
    if len(lines) > 1:
        return document.title + " and more"
    return document.title


def parser():
    return reach.documents.parse
