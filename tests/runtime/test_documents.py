"""Code in documents becomes seeds; nothing of it is executed."""

import os
import textwrap

import pytest
from skua_runtime.source.documents import blocks, documents

MARKDOWN = """
# boxes

```python
from boxes import Box
box = Box(3)
```

Text, and then

~~~ {.python}
box.grow(by=2)
~~~

```console
$ pip install boxes
```

    >>> Box(7).grow(1)
    8
"""
REST = """
boxes
=====

.. code-block:: python
   :linenos:

   from boxes import Box
   Box(4).grow(5)

Then::

    Box(5).grow(6)

.. code-block:: bash

   $ boxes --help

.. image:: x.png

>>> Box(6).grow(
...     7)
13
"""
MODULE = """
class Box:
    def __init__(self, size): self.size = size
    def grow(self, by): return self.size + by
"""


def found(text):
    return [block.strip() for block in blocks(textwrap.dedent(text))]


def test_blocks_of_markdown():
    assert found(MARKDOWN) == [
        "from boxes import Box\nbox = Box(3)",
        "box.grow(by=2)",
        ">>> Box(7).grow(1)\n    8",
    ]


def test_blocks_of_restructured_text():
    assert found(REST) == [
        "from boxes import Box\nBox(4).grow(5)",
        "Box(5).grow(6)",
        ">>> Box(6).grow(\n...     7)\n13",
    ]


@pytest.mark.parametrize(
    "text", ["```", "```python", "::", ".. code::", ">>> ", "```\n>>> (\n```", "x::\n\n  )("]
)
def test_whatever_else_stands_there(text):
    assert isinstance(found(text), list)




def loaded(project):
    answer, _ = project.load("boxes")
    assert answer["ok"], answer
    return answer["seeds"]


@pytest.mark.parametrize("name, text", [("README.md", MARKDOWN), ("docs/use.rst", REST)])
def test_seeds_come_from_documents(project, name, text):
    project.write("boxes.py", MODULE)
    before = loaded(project)
    project.write(name, text)
    assert before == []
    (seed,) = loaded(project)
    assert [one["kind"] for one in seed].count("call") >= 4


def test_documents_about_other_things_are_none(project):
    project.write("README.rst", "::\n\n    other.call(3)\n")
    project.write("docs/a.md", "```python\nboxes.first(1)\n```\n")
    project.write("docs/deep/b.md", "boxes.inner\n\n```python\nboxes.inner.second(2)\n```\n")
    project.write("docs/c.py", "boxes.third(3)\n")
    project.write("elsewhere/d.md", "```python\nboxes.fourth(4)\n```\n")
    trees = list(documents(str(project.root), "boxes.inner"))
    assert [tree[0].body[0].value.args[0].value for tree in trees] == [2, 1]


def test_what_is_no_file_or_no_text_is_passed_over(project):
    project.write("docs/a.md", "shop\n\n```python\nshop.one(1)\n```\n")
    os.mkfifo(project.root / "docs" / "b.md")
    os.symlink(project.root / "docs" / "nowhere", project.root / "docs" / "c.md")
    (project.root / "docs" / "d.md").mkdir()
    (project.root / "docs" / "e.md").write_bytes(b"shop \xff\n\n```\nshop.two(2)\n```\n")
    assert len(list(documents(str(project.root), "shop"))) == 2


def test_names_may_be_imported_in_an_earlier_block_or_not_at_all(project):
    project.write("boxes.py", MODULE)
    project.write("README.md", "boxes\n\n```\nb = Box(1)\n```\n\n```\nb.grow(2)\nunknown(b)\n```\n")
    (seed,) = loaded(project)
    assert [one["kind"] for one in seed] == ["int", "call", "int", "call"]
