"""Classes of other modules that inherit from the subject's take part in its tests."""

BASE = """
class Shape:
    def scaled(self, factor): return self._scaled(factor) if factor else self
    def _scaled(self, factor): return self
class _Hidden: pass
class Alone: pass
"""


def classes(subject):
    return {one["name"]: (one["module"], one["in_subject"]) for one in subject["classes"]}


def acts(subject, module):
    return sorted(
        (one["kind"], one["qualified_name"])
        for one in subject["callables"]
        if one["in_subject"] and one["module"] == module
    )


def test_heirs_of_loaded_modules_are_made_and_called(project):
    project.write("p/__init__.py", "from p import circles, squares\n")
    project.write(
        "p/circles.py",
        """
        from p.base import Shape
        class Circle(Shape):
            def __init__(self, radius: int): self.radius = radius
            def __add__(self, other: "Circle") -> int: return self.radius + other.radius
            @property
            def area(self): return self.radius
            def grown(self, by: int): return self.scaled(by)
            def _private(self): pass
        class _Half(Circle): pass
        class Quarter(_Half): pass
        """,
    )
    project.write("p/squares.py", "class Square: pass\n")
    subject = project.subject("p.base", BASE)
    found = classes(subject)
    assert found["Shape"] == ("p.base", True)
    assert found["Circle"] == found["Quarter"] == ("p.circles", False)
    assert "_Half" not in found and "Square" not in found
    assert acts(subject, "p.circles") == [
        ("getter", "Circle.area"),
        ("method", "Circle.grown"),
        ("operator", "Circle.__add__"),
    ]


def test_a_class_that_says_to_be_of_the_package_is_the_subjects_still(project):
    project.write(
        "p/__init__.py",
        """
        from p.base import Shape, borrowed
        Shape.__module__ = "p"
        """,
    )
    project.write("p/other.py", "class Other:\n    def name(self): return 1\n")
    subject = project.subject(
        "p.base", BASE + "from p.other import Other\ndef borrowed(): return Other\n"
    )
    found = classes(subject)
    assert found["Shape"] == ("p", True)
    assert "Other" not in found
    scaled = next(one for one in subject["callables"] if one["name"] == "scaled")
    assert scaled["in_subject"] and "code_object" in scaled
