#include "runtime/extension/running/statements.h"

#include <string>

#include "model/answering.h"

namespace skua::runtime {
namespace {

using model::Passing;
using model::StatementKind;
using protocol::WireStatement;

Owned Text(std::string_view text) {
  return Owned(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogatepass"));
}

// Returns null, as all errors here do, by PyErr_Format.
Owned Malformed(const char* what) {
  PyErr_Format(PyExc_RuntimeError, "a malformed test: %s", what);
  return {};
}

// Copies the mapping's items into keywords, as `f(**mapping)` does.
bool UnpackMapping(PyObject* mapping, PyObject* keywords) {
  const Owned copy(PyDict_New());
  if (!copy) return false;
  if (PyDict_Update(copy.get(), mapping) != 0) {
    if (PyErr_ExceptionMatches(PyExc_AttributeError) != 0) {
      PyErr_Clear();
      PyErr_SetString(PyExc_TypeError, "argument after ** must be a mapping");
    }
    return false;
  }
  PyObject *key = nullptr, *value = nullptr;  // borrowed
  Py_ssize_t place = 0;
  while (PyDict_Next(copy.get(), &place, &key, &value)) {
    if (!PyUnicode_Check(key)) {
      PyErr_SetString(PyExc_TypeError, "keywords must be strings");
      return false;
    }
    const int repeated = PyDict_Contains(keywords, key);
    if (repeated > 0) {
      PyErr_Format(PyExc_TypeError, "got multiple values for keyword argument '%U'", key);
    }
    if (repeated != 0 || PyDict_SetItem(keywords, key, value) != 0) return false;
  }
  return true;
}

// Lambdas are Python functions, as in a written test, because code under test wraps, binds and
// inspects its arguments.
constexpr char kLambdas[] =
    "make_constant = lambda result=None: lambda *args, **kwargs: result\n"
    "make_identity = lambda: lambda value, *args, **kwargs: value\n"
    "make_calling_first = lambda: lambda function, *args, **kwargs: function(*args, **kwargs)\n"
    "make_calling_last = lambda *given: lambda *args: args[-1](*(given or args[:-1]))\n"
    // Functions that append each call to a list.
    "make_noted = lambda calls, function: lambda *args, **kwargs: (\n"
    "    calls.append((args, kwargs)), function(*args, **kwargs)\n"
    ")[1]\n"
    "make_noted_identity = lambda calls, function: lambda value, *args, **kwargs: (\n"
    "    calls.append(((value, *args), kwargs)), value\n"
    ")[1]\n"
    // As unittest.mock's side_effect: answers in turn, and raises answers that are exceptions.
    "def make_turns(*answers):\n"
    "    turns = iter(answers)\n"
    "    def answer(*args, **kwargs):\n"
    "        result = answers[0] if len(answers) == 1 else next(turns)\n"
    "        if isinstance(result, BaseException) or (\n"
    "            isinstance(result, type) and issubclass(result, BaseException)\n"
    "        ):\n"
    "            raise result\n"
    "        return result\n"
    "    return answer\n"
    // A loop that awaits the same answer for ever ends early, and its test is not kept.
    "def make_awaitable(function):\n"
    "    import skua_native\n"
    "    times = 0\n"
    "    async def answer(*args, **kwargs):\n"
    "        nonlocal times\n"
    "        times += 1\n"
    "        if times > 500 and skua_native.reach_out():\n"
    "            raise SystemExit\n"
    "        try:\n"
    "            return function(*args, **kwargs)\n"
    "        except StopIteration:\n"
    "            raise StopAsyncIteration from None\n"
    "    return answer\n";

// Returns the first kMostItems items of an iterable.
Owned FirstItems(PyObject* iterable) {
  const Owned iterator(PyObject_GetIter(iterable));
  Owned items(iterator ? PyList_New(0) : nullptr);
  for (std::size_t i = 0; items && i < model::kMostItems; ++i) {
    const Owned item(PyIter_Next(iterator.get()));
    if (!item) return PyErr_Occurred() == nullptr ? std::move(items) : Owned();
    if (PyList_Append(items.get(), item.get()) != 0) return {};
  }
  return items;
}

}  // namespace

bool Statements::Prepare() {
  const Owned types(PyImport_ImportModule("types"));
  if (!types) return false;
  coroutine_type_ = Owned(PyObject_GetAttrString(types.get(), "CoroutineType"));
  const Owned code(Py_CompileString(kLambdas, "<test>", Py_file_input));
  const Owned names(PyDict_New());
  if (!coroutine_type_ || !code || !names) return false;
  const Owned done(PyEval_EvalCode(code.get(), names.get(), names.get()));
  if (!done) return false;
  make_constant_ = Owned::Share(PyDict_GetItemString(names.get(), "make_constant"));
  make_identity_ = Owned::Share(PyDict_GetItemString(names.get(), "make_identity"));
  make_calling_first_ = Owned::Share(PyDict_GetItemString(names.get(), "make_calling_first"));
  make_calling_last_ = Owned::Share(PyDict_GetItemString(names.get(), "make_calling_last"));
  make_turns_ = Owned::Share(PyDict_GetItemString(names.get(), "make_turns"));
  make_noted_ = Owned::Share(PyDict_GetItemString(names.get(), "make_noted"));
  make_awaitable_ = Owned::Share(PyDict_GetItemString(names.get(), "make_awaitable"));
  make_noted_identity_ = Owned::Share(PyDict_GetItemString(names.get(), "make_noted_identity"));
  return make_constant_ && make_identity_ && make_calling_first_ && make_calling_last_ &&
         make_turns_ && make_noted_ && make_noted_identity_ && make_awaitable_;
}

bool Statements::Execute(const WireStatement& statement) {
  Owned result = Evaluate(statement);
  if (!result) return false;
  variables_.push_back(std::move(result));
  return true;
}

void Statements::Release() {
  while (!variables_.empty()) {
    const Owned variable = std::move(variables_.back());
    variables_.pop_back();
    if (Py_IS_TYPE(variable.get(), reinterpret_cast<PyTypeObject*>(coroutine_type_.get()))) {
      const Owned closed(PyObject_CallMethod(variable.get(), "close", nullptr));
      if (!closed) PyErr_Clear();
    }
  }
}

PyObject* Statements::Variable(model::VariableIndex index) const {
  if (index < variables_.size()) return variables_[index].get();
  Malformed("it uses a variable before it is set");
  return nullptr;
}

Owned Statements::Evaluate(const WireStatement& statement) {
  switch (statement.kind) {
    case StatementKind::kNone:
      return Owned::Share(Py_None);
    case StatementKind::kBool:
      return Owned(PyBool_FromLong(statement.integer != 0));
    case StatementKind::kInt:
      if (!statement.text_form) return Owned(PyLong_FromLongLong(statement.integer));
      return Owned(PyLong_FromString(std::string(statement.text).c_str(), nullptr, 10));
    case StatementKind::kFloat:
      return Owned(PyFloat_FromDouble(statement.real));
    case StatementKind::kComplex:
      return Owned(PyComplex_FromDoubles(statement.real, statement.imaginary));
    case StatementKind::kStr:
      return Text(statement.text);
    case StatementKind::kBytes:
      return Owned(PyBytes_FromStringAndSize(statement.text.data(),
                                             static_cast<Py_ssize_t>(statement.text.size())));
    case StatementKind::kEnumMember:
      return Owned::Share(subject_.FindEnumMember(statement.target, statement.integer));
    case StatementKind::kClass:
      return Owned::Share(subject_.FindClass(statement.target));
    case StatementKind::kCall:
      return Call(statement);
    case StatementKind::kFunction:
      return Function(statement);
    case StatementKind::kLambda:
      return Lambda(statement);
    case StatementKind::kLazy:
      return Owned(lazy_.NewArgument(static_cast<model::VariableIndex>(variables_.size()),
                                     statement.integer));
    default:  // collections; BatchReader refuses unknown kinds
      return Collect(statement);
  }
}

Owned Statements::Collect(const WireStatement& statement) {
  const auto& operands = statement.operands;
  const auto size = static_cast<Py_ssize_t>(operands.size());
  Owned result;
  switch (statement.kind) {
    case StatementKind::kList:
      result = Owned(PyList_New(size));
      break;
    case StatementKind::kTuple:
      result = Owned(PyTuple_New(size));
      break;
    case StatementKind::kSet:
      result = Owned(PySet_New(nullptr));
      break;
    case StatementKind::kFrozenSet:
      result = Owned(PyFrozenSet_New(nullptr));
      break;
    default:
      if (size % 2 != 0) return Malformed("a key without a value");
      result = Owned(PyDict_New());
  }
  for (Py_ssize_t i = 0; result && i < size; ++i) {
    PyObject* element = Variable(operands[static_cast<std::size_t>(i)]);
    if (element == nullptr) return {};
    int failed = 0;
    switch (statement.kind) {
      case StatementKind::kList:
        failed = PyList_SetItem(result.get(), i, Owned::Share(element).release());
        break;
      case StatementKind::kTuple:
        failed = PyTuple_SetItem(result.get(), i, Owned::Share(element).release());
        break;
      case StatementKind::kSet:
      case StatementKind::kFrozenSet:
        failed = PySet_Add(result.get(), element);
        break;
      default: {
        PyObject* value = Variable(operands[static_cast<std::size_t>(++i)]);
        failed = value == nullptr ? -1 : PyDict_SetItem(result.get(), element, value);
      }
    }
    if (failed != 0) return {};
  }
  return result;
}

Owned Statements::Function(const WireStatement& statement) {
  const SubjectTable::Callable* callable = subject_.FindCallable(statement.target);
  if (callable == nullptr) return {};
  if (callable->shape != SubjectTable::Shape::kCall) return Malformed("an operator as a value");
  if (!callable->name) return Owned::Share(callable->function.get());
  if (statement.operands.empty()) return Malformed("a method without a receiver");
  PyObject* receiver = Variable(statement.operands[0]);
  return receiver == nullptr ? Owned() : Owned(PyObject_GetAttr(receiver, callable->name.get()));
}

Owned Statements::Lambda(const WireStatement& statement) {
  const auto count = static_cast<Py_ssize_t>(statement.operands.size());
  Owned answers(PyTuple_New(count));
  for (Py_ssize_t i = 0; answers && i < count; ++i) {
    PyObject* answer = Variable(statement.operands[static_cast<std::size_t>(i)]);
    if (answer == nullptr) return {};
    PyTuple_SetItem(answers.get(), i, Owned::Share(answer).release());
  }
  if (!answers) return {};
  const auto answers_by = [&](model::Answering bit) { return (statement.integer & bit) != 0; };
  const Owned& make = answers_by(model::kCallsFirst)            ? make_calling_first_
                      : answers_by(model::kCallsLast)           ? make_calling_last_
                      : answers_by(model::kReturnsFirst)        ? make_identity_
                      : answers_by(model::kInTurn) && count > 0 ? make_turns_
                                                                : make_constant_;
  Owned function(PyObject_Call(make.get(), answers.get(), nullptr));
  if (function && calls_of_) {
    const Owned calls(
        PyObject_CallFunction(calls_of_.get(), "n", static_cast<Py_ssize_t>(variables_.size())));
    if (!calls) return {};
    const bool is_identity = make.get() == make_identity_.get();
    const Owned& noted = is_identity ? make_noted_identity_ : make_noted_;
    function =
        Owned(PyObject_CallFunctionObjArgs(noted.get(), calls.get(), function.get(), nullptr));
  }
  if (!function || (statement.integer & model::Answering::kAwaitable) == 0) return function;
  return Owned(PyObject_CallFunctionObjArgs(make_awaitable_.get(), function.get(), nullptr));
}

Owned Statements::Call(const WireStatement& statement) {
  using Shape = SubjectTable::Shape;
  const SubjectTable::Callable* callable = subject_.FindCallable(statement.target);
  if (callable == nullptr) return {};
  PyObject* receiver = nullptr;
  if (callable->shape != Shape::kCall || callable->name) {
    if (!statement.has_receiver || statement.operands.empty()) {
      return Malformed("a method without a receiver");
    }
    receiver = Variable(statement.operands[0]);
    if (receiver == nullptr) return {};
  }
  Owned result = CallBy(*callable, receiver, statement);
  if (result && callable->iterate) return FirstItems(result.get());
  if (result && callable->finish) {
    return Owned(PyObject_CallFunctionObjArgs(callable->finish.get(), result.get(), nullptr));
  }
  return result;
}

Owned Statements::CallBy(const SubjectTable::Callable& callable, PyObject* receiver,
                         const WireStatement& statement) const {
  using Shape = SubjectTable::Shape;
  PyObject* function = callable.function.get();
  PyObject* name = callable.name.get();
  switch (callable.shape) {
    case Shape::kCall:
      if (name == nullptr) return CallFunction(function, nullptr, statement, callable);
      if (const Owned method = Owned(PyObject_GetAttr(receiver, name))) {
        return CallFunction(method.get(), nullptr, statement, callable);
      }
      return {};
    case Shape::kGetter:
      return Owned(PyObject_GetAttr(receiver, name));
    case Shape::kSetter: {
      PyObject* value = OnlyArgument(statement);
      const bool is_set = value != nullptr && PyObject_SetAttr(receiver, name, value) == 0;
      return is_set ? Owned::Share(Py_None) : Owned();
    }
    case Shape::kDeleter:
      return PyObject_SetAttr(receiver, name, nullptr) == 0 ? Owned::Share(Py_None) : Owned();
    case Shape::kOperator:
      return CallFunction(function, receiver, statement, callable);
    case Shape::kReflected: {
      PyObject* other = OnlyArgument(statement);
      if (other == nullptr) return {};
      return Owned(PyObject_CallFunctionObjArgs(function, other, receiver, nullptr));
    }
    default:  // kReceiver
      return CallFunction(receiver, nullptr, statement, callable);
  }
}

PyObject* Statements::OnlyArgument(const WireStatement& statement) const {
  if (statement.arguments.size() == 1) return Variable(statement.operands.back());
  Malformed("it takes one argument");
  return nullptr;
}

Owned Statements::CallFunction(PyObject* function, PyObject* first, const WireStatement& statement,
                               const SubjectTable::Callable& callable) const {
  bool all_by_position = true;
  for (const WireStatement::Argument& argument : statement.arguments) {
    all_by_position = all_by_position && argument.passing == Passing::kPosition;
  }
  if (all_by_position) {
    const std::size_t receivers = statement.has_receiver ? 1 : 0;
    const std::size_t firsts = first != nullptr ? 1 : 0;
    const auto size = static_cast<Py_ssize_t>(firsts + statement.arguments.size());
    const Owned arguments(PyTuple_New(size));
    if (!arguments) return {};
    if (first != nullptr) PyTuple_SetItem(arguments.get(), 0, Owned::Share(first).release());
    for (std::size_t i = 0; i < statement.arguments.size(); ++i) {
      PyObject* value = Variable(statement.operands[receivers + i]);
      if (value == nullptr) return {};
      PyTuple_SetItem(arguments.get(), static_cast<Py_ssize_t>(firsts + i),
                      Owned::Share(value).release());
    }
    return Owned(PyObject_Call(function, arguments.get(), nullptr));
  }
  const Owned positional(PyList_New(0));
  Owned keywords;
  if (!positional || (first != nullptr && PyList_Append(positional.get(), first) != 0) ||
      !Unpack(statement, callable, positional.get(), keywords)) {
    return {};
  }
  const Owned arguments(PyList_AsTuple(positional.get()));
  return arguments ? Owned(PyObject_Call(function, arguments.get(), keywords.get())) : Owned();
}

// Makes a dict unless there is one.
static bool MakeDict(Owned& dict) {
  if (!dict) dict = Owned(PyDict_New());
  return static_cast<bool>(dict);
}

static bool SetKeyword(const SubjectTable::Callable& callable, uint16_t parameter, PyObject* value,
                       Owned& keywords) {
  if (parameter >= callable.parameter_names.size()) {
    Malformed("no such parameter");
    return false;
  }
  return MakeDict(keywords) &&
         PyDict_SetItem(keywords.get(), callable.parameter_names[parameter].get(), value) == 0;
}

bool Statements::Unpack(const WireStatement& statement, const SubjectTable::Callable& callable,
                        PyObject* positional, Owned& keywords) const {
  const std::size_t receivers = statement.has_receiver ? 1 : 0;
  for (std::size_t i = 0; i < statement.arguments.size(); ++i) {
    const WireStatement::Argument& argument = statement.arguments[i];
    PyObject* value = Variable(statement.operands[receivers + i]);
    if (value == nullptr) return false;
    switch (argument.passing) {
      case Passing::kPosition:
        if (PyList_Append(positional, value) != 0) return false;
        break;
      case Passing::kUnpackSequence: {
        const Owned items(PySequence_List(value));
        const Py_ssize_t end = PyList_Size(positional);
        if (!items || PyList_SetSlice(positional, end, end, items.get()) != 0) return false;
        break;
      }
      case Passing::kKeyword:
        if (!SetKeyword(callable, argument.parameter, value, keywords)) return false;
        break;
      case Passing::kUnpackMapping:
        if (!MakeDict(keywords) || !UnpackMapping(value, keywords.get())) return false;
        break;
    }
  }
  return true;
}

}  // namespace skua::runtime
