"""Functions that copy objects by hooks of their class."""

import pytest


def copying(subject):
    found = {}
    for one in subject["callables"]:
        if one["module"] == "copy":
            of = subject["types"][one["parameters"][0]["type"]]["class"]
            entered = subject["code_objects"][one["code_object"]]["qualified_name"]
            name = subject["classes"][of]["name"]
            found.setdefault(name, []).append((one["name"], entered, one["is_protected"]))
    return found


@pytest.mark.parametrize("hook", ["__getstate__", "__reduce_ex__", "__getnewargs__"])
def test_both_run_the_hooks_of_pickling(project, hook):
    subject = project.subject("m", f"class A:\n    def {hook}(self, *a): return 1\n")
    assert copying(subject) == {
        "A": [("copy", f"A.{hook}", False), ("deepcopy", f"A.{hook}", False)]
    }


def test_a_class_that_says_how_it_is_copied(project):
    subject = project.subject(
        "m",
        """
        import enum
        class _A:
            def __deepcopy__(self, memo): return self
        class B(_A): pass
        class C(str):
            def upper(self): return self
        class D(enum.Enum):
            X = 1
        """,
    )
    assert copying(subject) == {"_A": [("deepcopy", "_A.__deepcopy__", True)]}


def test_hooks_of_copying_are_not_called_by_name(project):
    subject = project.subject(
        "m",
        """
        class A:
            def __copy__(self): return self
            def __deepcopy__(self, memo=None): return self
        """,
    )
    called = [one["name"] for one in subject["callables"] if one["module"] == "m"]
    assert called == ["A"]
    assert [name for name, _, _ in copying(subject)["A"]] == ["copy", "deepcopy"]
