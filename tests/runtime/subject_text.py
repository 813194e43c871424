"""SUBJECT as short text, for comparing."""


def signature(subject, index):
    called = subject["callables"][index]
    marks = {"var_positional": "*", "var_keyword": "**"}
    parameters = [
        marks.get(one["kind"], "") + one["name"] + ("=" if one["has_default"] else "")
        for one in called["parameters"]
    ]
    return f"{called['kind']} {called['qualified_name']}({', '.join(parameters)})"


def own(subject):
    return [
        signature(subject, index)
        for index, called in enumerate(subject["callables"])
        if called["in_subject"]
    ]


def entered(subject, qualified_name):
    for called in subject["callables"]:
        if called["qualified_name"] == qualified_name:
            index = called.get("code_object")
            return None if index is None else subject["code_objects"][index]["qualified_name"]


def described(subject, index):
    one = subject["types"][index]
    text = one["kind"]
    if "class" in one:
        text += " " + subject["classes"][one["class"]]["name"]
    if "arguments" in one:
        text += "(" + ", ".join(described(subject, part) for part in one["arguments"]) + ")"
    return text
