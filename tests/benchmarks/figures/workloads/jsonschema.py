import jsonschema

s = {
    "type": "object",
    "properties": {"a": {"type": "integer", "minimum": 2}, "b": {"enum": [1, 2]}},
    "required": ["a"],
    "additionalProperties": False,
}
for i in ({"a": 3}, {"a": 1}, {"b": 3}, {"a": 2, "c": 1}, []):
    print([e.message for e in jsonschema.Draft202012Validator(s).iter_errors(i)])
