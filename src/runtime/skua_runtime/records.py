"""Types of the JSON that the engine reads, as src/protocol/*_record.h declares it.

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
        "k": "ValueKind",  # the kind of the value
        "v": "Union[bool, int, Union[float, str]]",
        "t": "str",
        "r": "Union[float, str]",  # the real part
        "i": "Union[Union[float, str], list[Value]]",  # the imaginary part
        "h": "str",
        "c": "str",  # "module:Qualified.name" of the class, or of the function
        "n": "int",  # len() of the value, or -1
        # attributes; "span()" is a call's result, "__str__()" that of str(), "__iter__()" that of list(), dict() or set()
        "f": "list[tuple[str, Value]]",
    },
    total=False,
)

# type: the type that an annotation means
Type = TypedDict(
    "Type",
    {
        "kind": "TypeKind",
        # types of elements, of keys and values, of a tuple's items, of alternatives, or of parameters and result; of a command line: of all other words, then of its first words
        "arguments": "list[int]",
        "class": "int",
        "literals": "list[Value]",
        # keys of a TypedDict, in the order of their types; required ones first
        "names": "list[str]",
        "required_names": "int",
        "text": "str",  # the type as written in Python, for messages
    },
    total=False,
)

# class: a class of the subject, or one that its types need
Class = TypedDict(
    "Class",
    {
        "name": "str",
        "qualified_name": "str",
        "module": "str",  # empty if a test defines the class
        # classes that it inherits from or replaces, and protocols that it fulfils
        "bases": "list[int]",
        "constructors": "list[int]",
        "methods": "list[int]",  # including inherited ones
        "enum_members": "list[str]",  # not empty for an Enum
        "attributes": "list[str]",  # names of instances' methods and data
        "definition": "str",  # Python source with which a test defines it
        "definition_imports": "list[str]",  # "module:name"
        "in_subject": "bool",
        "is_abstract": "bool",
        "is_exception": "bool",
        "negates_equality": "bool",  # whether `!=` always negates `==`
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

# shape_cost: a shape, and the bits of its rarity
ShapeCost = tuple[Shape, int]

# expected_value: a literal, and the bits of its rarity in its shape
ExpectedValue = tuple[Value, int]

# expected_argument: values that people pass; rarity is in quarters of a bit
ExpectedArgument = TypedDict(
    "ExpectedArgument",
    {
        "shapes": "list[ShapeCost]",  # the likeliest shapes first
        "values": "list[ExpectedValue]",  # the likeliest values first
    },
    total=False,
)

# parameter: a parameter of a callable
Parameter = TypedDict(
    "Parameter",
    {
        "name": "str",
        "kind": "ParameterKind",
        "has_default": "bool",
        "type": "int",  # the type of one argument; also for *args and **kwargs
        "expected": "ExpectedArgument",
    },
    total=False,
)

# callable: a function, method or the like that a test can call
Callable = TypedDict(
    "Callable",
    {
        "kind": "CallableKind",
        "use": "ResultUse",  # how a test uses the result at once
        "name": "str",  # such as "quote"; the class's name for a constructor
        "qualified_name": "str",  # such as "Table.add"
        "module": "str",  # the module to import from
        "class": "int",
        "parameters": "list[Parameter]",  # without self and cls
        "result": "int",
        "code_object": "int",  # the code object that a call enters
        "in_subject": "bool",  # false: it only makes inputs
        "is_protected": "bool",  # its name begins with an underscore
        # unqualified names of exceptions that are documented or raised by name
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

# edge: from one node to another, for this outcome
Edge = tuple[int, int, When]

# code_object: a module, function, lambda, class body or comprehension
CodeObject = TypedDict(
    "CodeObject",
    {
        "kind": "CodeObjectKind",
        "qualified_name": "str",
        "first_line": "int",
        "parent": "int",  # the code object around it, which comes earlier in the list
        "nodes": "list[int]",  # the predicate of each node, or -1; first the entry and the exit
        "edges": "list[Edge]",
    },
    total=False,
)

PredicateKind = Literal[
    'compare', 'truth', 'for_loop', 'match_case', 'except_clause', 'block',
]

# predicate: a decision with two outcomes, or a block
Predicate = TypedDict(
    "Predicate",
    {
        "kind": "PredicateKind",
        "code_object": "int",
        "line": "int",
        "column": "int",
        "true_is_goal": "bool",
        "false_is_goal": "bool",
        # whether this outcome leads into the statement's body; absent: neither into nor past it
        "true_jump": "bool",
        "false_jump": "bool",
    },
    total=False,
)

# constant: a literal of the source
Constant = TypedDict(
    "Constant",
    {
        "value": "Value",
        "count": "int",  # how often the source contains it
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
        # each of these branches shows that the line was begun; absent: entering the code object shows it
        "shown_by": "list[Branch]",
    },
    total=False,
)

# call_site: a call in the caller that may enter the callee
CallSite = TypedDict(
    "CallSite",
    {
        "line": "int",
        "column": "int",
        "code_object": "int",  # code object of the caller
        "callees": "list[str]",  # qualified names of the functions that it may enter
    },
    total=False,
)

# coupled_branch: a call site, a branch of the caller and a branch of the callee
CoupledBranch = tuple[int, Branch, Branch]

# subject: the module under test: its callables and goals
Subject = TypedDict(
    "Subject",
    {
        "types": "list[Type]",  # the first type is any
        "classes": "list[Class]",
        "callables": "list[Callable]",
        "code_objects": "list[CodeObject]",  # the first code object is the module's
        "predicates": "list[Predicate]",
        "constants": "list[Constant]",
        "letter_bits": "str",  # bits of each character's rarity after each other character
        "usual_words": "list[str]",  # words of strings that people pass in tests
        "lines": "list[Line]",  # ascending
        "import_code_objects": "list[int]",  # code objects that the import executes
        "import_true": "list[int]",
        "import_false": "list[int]",
        "call_sites": "list[CallSite]",  # call sites of a pair of modules
        "coupled_branches": "list[CoupledBranch]",
        "coupled_in_all": "int",  # number of coupled branches of the pair, including unlisted ones
        "covering": "list[int]",  # code objects that may get to a call site
    },
    total=False,
)

StatementKind = Literal[
    'none', 'bool', 'int', 'float', 'complex', 'str', 'bytes', 'list', 'tuple', 'set', 'frozenset',
    'dict', 'enum_member', 'class', 'call', 'function', 'lambda', 'lazy',
]

# seed_statement: a statement of a test
SeedStatement = TypedDict(
    "SeedStatement",
    {
        "kind": "StatementKind",
        "value": "Value",
        "target": "int",  # index of a class or callable
        "integer": "int",  # index of the enum member
        "operands": "list[int]",  # numbers of variables
        "parameters": "list[int]",  # for each argument: the index of its parameter
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
        "at_import": "bool",  # must be active during the import
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
        "recalled": "bool",  # everything else equals an earlier answer
        "subject": "Subject",
        "seeds": "list[list[SeedStatement]]",
        "digest": "str",  # hash of the subject
        "import_ms": "int",  # time of the import
        "waited_ms": "int",  # time in which no processor worked on the load
        "asked_worlds": "int",  # number of worlds in which the import has to be repeated
        "mutants": "list[Mutant]",
        "recall": "str",  # data by which a later load numbers alike; only servers read it
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
        "pid": "int",  # PID of a new child
        "exit": "int",  # exit status of an ended child
        "signal": "int",  # signal that ended the child
        "error": "str",  # a traceback of the runtime
    },
    total=False,
)

# change: a variable with its new value
Change = tuple[int, Value]

# log_record: a log record: logger, level and message
LogRecord = tuple[str, int, str]

# statement: the effects of a statement
Statement = TypedDict(
    "Statement",
    {
        "result": "Value",  # the statement's result, or the exception that it raised
        "changes": "list[Change]",  # changes of a call's receiver and arguments
        "printed": "str",
        "printed_errors": "str",
        "logged": "list[LogRecord]",
        "globals": "list[tuple[str, Value]]",  # changed globals of the subject
        "files": "list[tuple[str, Value]]",  # written files: str, bytes, or None for a deleted one
        # effects that no assertion can state, from here on
        "unstable": "list[Literal['printed', 'printed_errors', 'logged']]",
    },
    total=False,
)

# frame: a frame of a traceback
Frame = tuple[str, int, str, str]

# raised_exception: the exception of the last statement
RaisedException = TypedDict(
    "RaisedException",
    {
        "type": "str",  # "module:Qualified.name"
        "importable": "str",  # name of the nearest importable base class
        "message": "str",  # str() of the exception, bounded
        "path": "str",  # file of the innermost frame in the project
        "line": "int",
        "explicit": "bool",  # whether the line is a `raise` or `assert`
        "documented": "bool",  # whether the called function's docstring names the exception
        "at_boundary": "bool",  # whether it was raised before the called function ran
        "foreign_message": "bool",  # whether Python or a library worded the message
        "frames": "list[Frame]",  # the last frames, innermost last
    },
    total=False,
)

RestoredBy = Literal[
    'name', 'copy', 'deepcopy', 'local', 'cache', 'new', 'folder', 'database', 'none', 'false',
    'absent', 'unset', 'apart',
]

# restored_state: a name that a test changes, and how to restore it
RestoredState = tuple[RestoredBy, str, str]

# observation: the observation of a test
Observation = TypedDict(
    "Observation",
    {
        "verdict": "Literal['passed', 'raised', 'timed_out', 'out_of_memory']",
        "statements": "list[Statement]",  # observations of the executed statements
        "exception": "RaisedException",
        "raising": "Statement",  # effects of the raising statement
        # the first event outside of the process, or another reason not to write the test
        "side_effect": "str",
        "seed_unused": "bool",  # whether no random number was drawn after seeding
        "restores": "list[RestoredState]",  # all changes of the project's state
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
# Containers whose repr is such a call if all items are plain.
WRITTEN_IF_PLAIN = frozenset(
    {
        "array:array",
        "collections:deque",
    }
)
