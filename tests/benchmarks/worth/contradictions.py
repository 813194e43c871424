"""Whether a call passes a literal that the annotation of its parameter rules out."""

from __future__ import annotations

import ast
from pathlib import Path

_Signature = tuple[list[str], dict[str, str]]  # parameters without self; annotations by name
_FITS = {
    "str": (str,),
    "bytes": (bytes,),
    "bool": (bool,),
    "int": (int,),
    "float": (int, float),
    "complex": (int, float, complex),
    "None": (type(None),),
    "list": (list,),
    "List": (list,),
    "dict": (dict,),
    "Dict": (dict,),
    "tuple": (tuple,),
    "Tuple": (tuple,),
    "set": (set,),
    "Set": (set,),
}
_DISPLAYS = {ast.List: list, ast.Dict: dict, ast.Tuple: tuple, ast.Set: set}


class Signatures:
    """What the functions and classes of a project are annotated with, by name; not of names used twice."""

    def __init__(self, sources: list[str]) -> None:
        self._known: dict[str, _Signature | None] = {}
        for source in sources:
            try:
                tree = ast.parse(source)
            except (SyntaxError, ValueError):
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    for one in node.body:
                        if isinstance(one, ast.FunctionDef):
                            name = node.name if one.name == "__init__" else one.name
                            self._add(name, one, not _is_static(one))
                elif isinstance(node, ast.Module):
                    for one in node.body:
                        if isinstance(one, ast.FunctionDef):
                            self._add(one.name, one, False)

    @classmethod
    def of(cls, project: Path, but: Path) -> Signatures:
        files = [path for path in sorted(project.rglob("*.py")) if but not in path.parents]
        return cls([path.read_text(encoding="utf-8", errors="replace") for path in files])

    def _add(self, name: str, node: ast.FunctionDef, has_self: bool) -> None:
        arguments = [*node.args.posonlyargs, *node.args.args][1 if has_self else 0 :]
        every = [*arguments, *node.args.kwonlyargs]
        notes = {one.arg: ast.unparse(one.annotation) for one in every if one.annotation}
        signature = ([one.arg for one in arguments], notes)
        self._known[name] = signature if self._known.get(name, signature) == signature else None

    def contradicts(self, name: str, given: list[ast.expr], named: dict[str, ast.expr]) -> bool:
        signature = self._known.get(name)
        if signature is None:
            return False
        names, notes = signature
        pairs = [*zip(names, given), *named.items()]
        return any(name in notes and not fits(value, notes[name]) for name, value in pairs)

    def annotates(self, name: str, given: list[ast.expr], named: dict[str, ast.expr]) -> bool:
        """Whether all arguments are for parameters that are annotated, and none contradicts that."""
        signature = self._known.get(name)
        if signature is None or self.contradicts(name, given, named):
            return False
        names, notes = signature
        return len(given) <= len(names) and {*names[: len(given)], *named} <= set(notes)


def fits(value: ast.expr, annotation: str) -> bool:
    """Whether a literal may be of the annotation's type; what is not known for sure may."""
    kind = _kind_of(value)
    if kind is None:
        return True
    text = annotation.strip("'\"").replace("typing.", "")
    if text.startswith("Optional["):
        return kind is type(None) or fits(value, text[len("Optional[") : -1])
    if text.startswith("Union["):
        return any(fits(value, one) for one in _split(text[len("Union[") : -1], ","))
    if len(parts := _split(text, "|")) > 1:
        return any(fits(value, one) for one in parts)
    known = _FITS.get(text.partition("[")[0].strip())
    return known is None or issubclass(kind, known)


def _split(text: str, separator: str) -> list[str]:
    parts, depth = [""], 0
    for c in text:
        depth += (c == "[") - (c == "]")
        if c == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def _kind_of(value: ast.expr) -> type | None:
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    if isinstance(value, ast.Constant):
        return type(value.value)
    return _DISPLAYS.get(type(value))


def _is_static(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(one) == "staticmethod" for one in node.decorator_list)
