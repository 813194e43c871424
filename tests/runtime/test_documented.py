"""Classes of documents, as tests define them, and the seeds that use them."""

import pytest

MODULE = """
class Field:
    def __init__(self, kind, required=False): self.kind = kind
class Schema:
    def load(self, data): return {key: data[key] for key in vars(type(self)) if key in data}
"""
README = """
# shop

```python
import shop
from shop import Field

class Person(shop.Schema):
    name = Field(str)
    age = shop.Field(int, required=True)

    def validate_name(self, value):
        return [one for one in value if one]
```

```python
person = Person()
person.load({"name": "Ann", "age": 3})
```
"""


def loaded(project, readme):
    project.write("shop.py", MODULE)
    project.write("README.md", readme)
    answer, _ = project.load("shop")
    assert answer["ok"], answer
    return answer


def definitions(answer):
    return {one["name"]: one for one in answer["subject"]["classes"] if one.get("definition")}


def test_a_class_of_a_document_is_defined_by_tests(project):
    answer = loaded(project, README)
    person = definitions(answer)["Person"]
    assert person["definition"] == (
        "class Person(Schema):\n"
        "    name = Field(str)\n"
        "    age = Field(int, required=True)\n"
        "\n"
        "    def validate_name(self, value):\n"
        "        return [one for one in value if one]\n"
    )
    assert person["definition_imports"] == ["shop:Schema", "shop:Field"]
    assert [answer["subject"]["classes"][base]["name"] for base in person["bases"]] == ["Schema"]
    (seed,) = answer["seeds"]
    called = [
        answer["subject"]["callables"][one["target"]]["name"]
        for one in seed
        if one["kind"] == "call"
    ]
    assert called == ["Person", "load"]


@pytest.mark.parametrize(
    "text",
    [
        "class Other:\n    pass",  # none of the subject's
        "class Person(Schema):\n    name = unknown()",
        "class Person(Schema):\n    name = open('x')",
        "class Person(Schema):\n    name = __import__('os')",
        "class Person(Schema):\n    name = 1 / 0",
        "class Person(Schema):\n    def __init__(self, a): pass",
        "class Schema(Schema):\n    name = 1",
        "class list(Schema):\n    name = 1",
    ],
)
def test_what_cannot_be_defined_is_left_out(project, text):
    assert definitions(loaded(project, f"shop\n\n```python\n{text}\n```\n")) == {}
