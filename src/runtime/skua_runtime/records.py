"""What the engine reads, as types: src/protocol/*_record.h declares it.

tests/unit/protocol/python_records_test.cc writes this file, with UPDATE_GOLDEN=1.
"""

# fmt: off
from typing import Literal, TypedDict, Union

TypeKind = Literal[
    'any', 'none', 'bool', 'int', 'float', 'complex', 'str', 'bytes', 'list', 'set', 'frozen_set',
    'dict', 'tuple', 'tuple_of', 'union', 'literal', 'class', 'enum', 'type', 'callable',
    'typed_dict', 'path_text', 'unsupported',
]

ValueKind = Literal[
    'none', 'bool', 'int', 'float', 'complex', 'str', 'bytes', 'list', 'tuple', 'set', 'frozenset',
    'dict', 'enum', 'object', 'type', 'opaque',
]

# value: a Python value
Value = TypedDict(
    "Value",
    {
        "k": "ValueKind",  # its kind
        "v": "Union[bool, int, Union[float, str]]",
        "t": "str",
        "r": "Union[float, str]",  # the real part
        "i": "Union[Union[float, str], list[Value]]",  # the imaginary part
        "h": "str",
        "c": "str",  # "module:Qualified.name" of the class, or of the function
        "n": "int",  # its len(), or -1
        # attributes; "span()" is what a call gives, "__str__()" what str() gives
        "f": "list[tuple[str, Value]]",
    },
    total=False,
)

# type: what an annotation says
Type = TypedDict(
    "Type",
    {
        "kind": "TypeKind",
        # elements, keys and values, positions, alternatives, parameters and result; of a command line the words in no place of their own, then those of the first places
        "arguments": "list[int]",
        "class": "int",
        "literals": "list[Value]",
        "names": "list[str]",  # the keys, in the order of their types; required ones first
        "required_names": "int",
        "text": "str",  # as Python writes it, for messages
    },
    total=False,
)

# class: a class of the subject, or one that its types need
Class = TypedDict(
    "Class",
    {
        "name": "str",
        "qualified_name": "str",
        "module": "str",  # empty where a test defines it
        # those of the list that it inherits from, or whose protocol it fulfils
        "bases": "list[int]",
        "constructors": "list[int]",
        "methods": "list[int]",  # inherited ones too
        "enum_members": "list[str]",  # not empty for an Enum
        "attributes": "list[str]",  # names of methods and data of instances
        "definition": "str",  # Python source with which a test defines it
        "definition_imports": "list[str]",  # "module:name"
        "in_subject": "bool",
        "is_abstract": "bool",
        "is_exception": "bool",
        "negates_equality": "bool",  # `!=` is what `==` is not
    },
    total=False,
)

CallableKind = Literal[
    'function', 'constructor', 'method', 'static_method', 'class_method', 'getter', 'setter',
    'deleter', 'operator', 'environment',
]

ResultUse = Literal[
    'value', 'await', 'iterate', 'async_iterate', 'first',
]

ParameterKind = Literal[
    'positional_only', 'positional_or_keyword', 'var_positional', 'keyword_only', 'var_keyword',
]

Shape = Literal[
    'none', 'false', 'true', 'int_zero', 'int_one', 'int_two', 'int_digit', 'int_tens',
    'int_hundreds', 'int_year', 'int_more', 'int_minus_one', 'int_negative', 'float_fraction',
    'float_whole', 'float_more', 'float_negative', 'float_special', 'str_empty', 'str_blank',
    'str_foreign', 'str_lines', 'str_character', 'str_signs', 'str_word', 'str_upper',
    'str_capitalised', 'str_number', 'str_date', 'str_url', 'str_mail', 'str_template',
    'str_markup', 'str_identifier', 'str_dotted', 'str_path', 'str_words', 'str_text', 'str_code',
    'bytes_empty', 'bytes_word', 'bytes_more', 'list_empty', 'list', 'tuple_empty', 'tuple',
    'dict_empty', 'dict', 'set_empty', 'set', 'callable', 'class', 'object',
]

# shape_cost: how rarely values of a shape are passed
ShapeCost = tuple[Shape, int]

# expected_value: a literal, and how rare it is among those of its shape
ExpectedValue = tuple[Value, int]

# expected_argument: what people pass; costs are quarters of a bit
ExpectedArgument = TypedDict(
    "ExpectedArgument",
    {
        "shapes": "list[ShapeCost]",  # the likeliest, in the order of their costs
        "values": "list[ExpectedValue]",  # the best first
    },
    total=False,
)

# parameter: what a callable takes
Parameter = TypedDict(
    "Parameter",
    {
        "name": "str",
        "kind": "ParameterKind",
        "has_default": "bool",
        "type": "int",  # of one element for *args and **kwargs
        "expected": "ExpectedArgument",
    },
    total=False,
)

# callable: what a test can call
Callable = TypedDict(
    "Callable",
    {
        "kind": "CallableKind",
        "use": "ResultUse",  # what is done at once with the result
        "name": "str",  # "quote"; of a constructor the class's
        "qualified_name": "str",  # within its module
        "module": "str",  # to import it from
        "class": "int",
        "parameters": "list[Parameter]",  # without self and cls
        "result": "int",
        "code_object": "int",  # where a call enters
        "in_subject": "bool",  # false: only serves to make inputs
        "is_protected": "bool",  # a name with a leading underscore
        # unqualified names of those documented or raised by name
        "declared_exceptions": "list[str]",
    },
    total=False,
)

CodeObjectKind = Literal[
    'module', 'function', 'lambda', 'class_body', 'comprehension',
]

When = Literal[
    'always', 'true', 'false',
]

# edge: from a node to another, and for which outcome
Edge = tuple[int, int, When]

# code_object: a module, function, lambda, class body, comprehension
CodeObject = TypedDict(
    "CodeObject",
    {
        "kind": "CodeObjectKind",
        "qualified_name": "str",
        "first_line": "int",
        "parent": "int",  # precedes it
        "nodes": "list[int]",  # the predicate of each, or -1; first the entry and the exit
        "edges": "list[Edge]",
    },
    total=False,
)

PredicateKind = Literal[
    'compare', 'truth', 'for_loop', 'match_case', 'except_clause', 'block',
]

# predicate: a place that decides
Predicate = TypedDict(
    "Predicate",
    {
        "kind": "PredicateKind",
        "code_object": "int",
        "line": "int",
        "column": "int",
        "true_is_goal": "bool",
        "false_is_goal": "bool",
        "true_jump": "bool",  # the statement goes into its body; absent: the decision goes on
        "false_jump": "bool",
    },
    total=False,
)

# constant: a literal of the source
Constant = TypedDict(
    "Constant",
    {
        "value": "Value",
        "count": "int",  # how often it occurs
    },
    total=False,
)

# branch: a predicate and its outcome
Branch = tuple[int, bool]

# line: a line of a function on which a statement begins
Line = TypedDict(
    "Line",
    {
        "line": "int",
        "code_object": "int",
        # any of these branches tells that it was begun; absent: the code object's entry does
        "shown_by": "list[Branch]",
    },
    total=False,
)

# call_site: a call of the caller that may enter its callee
CallSite = TypedDict(
    "CallSite",
    {
        "line": "int",
        "column": "int",
        "code_object": "int",  # of the caller
        "callees": "list[str]",  # qualified names of what it may enter
    },
    total=False,
)

# coupled_branch: a call site, the caller's branch, and the callee's
CoupledBranch = tuple[int, Branch, Branch]

# subject: a module, what tests can call in it and its goals
Subject = TypedDict(
    "Subject",
    {
        "types": "list[Type]",  # the first is any
        "classes": "list[Class]",
        "callables": "list[Callable]",
        "code_objects": "list[CodeObject]",  # the first is the module's
        "predicates": "list[Predicate]",
        "constants": "list[Constant]",
        "letter_bits": "str",  # how rarely each character of a text follows each other one
        "lines": "list[Line]",  # ascending
        "import_code_objects": "list[int]",  # executed by the import alone
        "import_true": "list[int]",
        "import_false": "list[int]",
        "call_sites": "list[CallSite]",  # of a pair of modules
        "coupled_branches": "list[CoupledBranch]",
        "coupled_in_all": "int",  # coupled branches of the pair, also those that are not listed
        "covering": "list[int]",  # code objects that may get to a call site
    },
    total=False,
)

StatementKind = Literal[
    'none', 'bool', 'int', 'float', 'complex', 'str', 'bytes', 'list', 'tuple', 'set', 'frozenset',
    'dict', 'enum_member', 'class', 'call', 'function', 'lambda', 'lazy',
]

# seed_statement: of a test
SeedStatement = TypedDict(
    "SeedStatement",
    {
        "kind": "StatementKind",
        "value": "Value",
        "target": "int",  # a class or callable
        "integer": "int",  # the member
        "operands": "list[int]",  # variables
        "parameters": "list[int]",  # one an argument
    },
    total=False,
)

# mutant: a small fault put into the subject
Mutant = TypedDict(
    "Mutant",
    {
        "operator": "str",
        "line": "int",
        "column": "int",
        "original": "str",
        "mutated": "str",
        "code_object": "int",
        "at_import": "bool",  # has an effect only during the import
    },
    total=False,
)

# reason: why something was not done, or a remark
Reason = TypedDict(
    "Reason",
    {
        "code": "str",
        "detail": "str",
    },
    total=False,
)

# load: the answer to a load
Load = TypedDict(
    "Load",
    {
        "ok": "bool",
        "recalled": "bool",  # all else is as an earlier answer said
        "subject": "Subject",
        "seeds": "list[list[SeedStatement]]",
        "digest": "str",  # of the subject
        "import_ms": "int",  # the part of the time that importing took
        "waited_ms": "int",  # the part of the time in which no processor worked on the load
        "asked_worlds": "int",  # in how many worlds to import it for what the import asked
        "mutants": "list[Mutant]",
        "recall": "str",  # what recalls this answer; only servers read it
        "notes": "list[Reason]",
        "code": "str",
        "detail": "str",
        "error": "str",  # a traceback of the runtime
    },
    total=False,
)

# child: the answer to a fork or a reap
Child = TypedDict(
    "Child",
    {
        "ok": "bool",
        "pid": "int",  # of a new child
        "exit": "int",  # status of one that ended
        "signal": "int",  # that ended it
        "error": "str",  # a traceback of the runtime
    },
    total=False,
)

# change: a variable, and what it is now
Change = tuple[int, Value]

# log_record: 
LogRecord = tuple[str, int, str]

# statement: the effects of a statement
Statement = TypedDict(
    "Statement",
    {
        "result": "Value",  # the exception for what raised
        "changes": "list[Change]",  # of the receiver and arguments of a call
        "printed": "str",
        "printed_errors": "str",
        "logged": "list[LogRecord]",
        "globals": "list[tuple[str, Value]]",  # of the subject that it changed
        "files": "list[tuple[str, Value]]",  # that it wrote: str, bytes, or None when it is gone
        # what no assertion can tell, from here on
        "unstable": "list[Literal['printed', 'printed_errors', 'logged']]",
    },
    total=False,
)

# frame: of a traceback
Frame = tuple[str, int, str, str]

# raised_exception: what left the last statement
RaisedException = TypedDict(
    "RaisedException",
    {
        "type": "str",  # "module:Qualified.name"
        "importable": "str",  # the nearest class to import
        "message": "str",  # str() of it, bounded
        "path": "str",  # of the innermost frame in the project
        "line": "int",
        "explicit": "bool",  # that is a raise or assert
        "documented": "bool",  # the docstring of what was called names it
        "at_boundary": "bool",  # raised before a line of it ran
        "foreign_message": "bool",  # worded by Python or a library
        "frames": "list[Frame]",  # the last ones, innermost last
    },
    total=False,
)

RestoredBy = Literal[
    'name', 'copy', 'deepcopy', 'local', 'cache', 'new', 'folder', 'database', 'none', 'false',
    'absent', 'unset', 'apart',
]

# restored_state: a name that a test changes, and how it can put it back
RestoredState = tuple[RestoredBy, str, str]

# observation: what a test showed
Observation = TypedDict(
    "Observation",
    {
        "verdict": "Literal['passed', 'raised', 'timed_out', 'out_of_memory']",
        "statements": "list[Statement]",  # the executed ones
        "exception": "RaisedException",
        "raising": "Statement",  # what the statement that raised did
        # the first event that reached outside, or what else a test cannot rest on
        "side_effect": "str",
        "seed_unused": "bool",  # nothing drew from the seeded random
        "restores": "list[RestoredState]",  # all that it changed of the project's state
    },
    total=False,
)

# Classes whose repr is a call that makes an equal object (model/written_classes.h).
# fmt: on
WRITTEN_AS_REPR = frozenset(
    {
        "builtins:bytearray",
        "builtins:range",
        "builtins:slice",
        "datetime:date",
        "datetime:datetime",
        "datetime:time",
        "datetime:timedelta",
        "datetime:timezone",
        "decimal:Decimal",
        "fractions:Fraction",
        "ipaddress:IPv4Address",
        "ipaddress:IPv4Network",
        "ipaddress:IPv6Address",
        "ipaddress:IPv6Network",
        "pathlib:PosixPath",
        "pathlib:PurePosixPath",
        "pathlib:PureWindowsPath",
        "uuid:UUID",
    }
)
# Containers whose repr is one, too, as long as the items are plain.
WRITTEN_IF_PLAIN = frozenset(
    {
        "array:array",
        "collections:deque",
    }
)
