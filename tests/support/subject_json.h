// A small subject as a worker tells it.
#pragma once

namespace skua::testing {

inline constexpr const char* kSubject = R"({
  "types": [{"kind": "any"}, {"kind": "int", "text": "int"},
            {"kind": "class", "class": 0},
            {"kind": "union", "arguments": [1, 2], "text": "int | Box"},
            {"kind": "literal", "literals": [{"k": "str", "t": "a"}]},
            {"kind": "tuple_of", "arguments": [1]}, {"kind": "frozen_set", "arguments": [0]},
            {"kind": "typed_dict", "arguments": [1], "names": ["key"], "required_names": 1}],
  "classes": [{"name": "Box", "qualified_name": "Outer.Box", "module": "parcel.rates",
               "constructors": [0], "methods": [1], "is_abstract": true}],
  "callables": [{"kind": "constructor", "name": "Box", "qualified_name": "Outer.Box",
                 "module": "parcel.rates", "class": 0,
                 "parameters": [{"name": "size", "kind": "keyword_only", "has_default": true, "type": 1},
                                {"name": "rest", "kind": "var_keyword"}],
                 "result": 2, "code_object": 1},
                {"kind": "method", "name": "open", "qualified_name": "Outer.Box.open",
                 "module": "parcel.rates", "class": 0, "in_subject": false, "is_protected": true}],
  "code_objects": [{"kind": "module", "qualified_name": "<module>", "first_line": 1,
                    "nodes": [-1, -1], "edges": [[0, 1, "always"]]},
                   {"kind": "function", "qualified_name": "Outer.Box.__init__", "first_line": 7,
                    "parent": 0, "nodes": [-1, -1, 0], "edges": [[0, 2, "always"], [2, 1, "false"]]}],
  "predicates": [{"kind": "match_case", "code_object": 1, "line": 8, "column": 4, "false_is_goal": false,
                  "true_jump": true}],
  "constants": [{"value": {"k": "int", "v": 30}, "count": 2}],
  "import_code_objects": [0], "import_true": [0], "import_false": []})";

}  // namespace skua::testing
