"""search.include and search.exclude: what is tested, and what only serves to make inputs."""

import pytest

SOURCE = "class Rate:\n    def up(self): pass\n    def _down(self): pass\ndef f(): pass\ndef g(): pass\n"


@pytest.mark.parametrize(
    "include, exclude, tested",
    [
        ([], [], {"Rate", "Rate.up", "Rate._down", "f", "g"}),
        (["subject:f"], [], {"f"}),
        (["*:Rate"], [], {"Rate", "Rate.up", "Rate._down"}),
        (["other:*", "subject:[fg]"], ["*:g"], {"f"}),
        ([], ["subject:Rate.*", "*:f"], {"Rate", "g"}),
    ],
)
def test_globs_select_callables(project, include, exclude, tested):
    project.write("subject.py", SOURCE)
    answer, _ = project.load("subject", include=include, exclude=exclude)
    callables = answer["subject"]["callables"]
    assert {one["qualified_name"] for one in callables if one["in_subject"]} == tested
    assert len(callables) == 5  # the others still serve to make inputs


def test_a_module_of_which_nothing_is_left_says_so(project):
    project.write("subject.py", SOURCE)
    answer, _ = project.load("subject", exclude=["subject:*"])
    assert answer["code"] == "SKUA-N105" and "search.exclude" in answer["detail"]
