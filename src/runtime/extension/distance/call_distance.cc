#include "runtime/extension/distance/call_distance.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "runtime/extension/distance/text_distance.h"
#include "runtime/extension/lazy/lazy.h"

namespace skua::runtime {
namespace {

using Kind = KnownCalls::Kind;

constexpr Py_ssize_t kElements = 64;  // elements of any() and all() that are examined
constexpr Py_ssize_t kChoices = 16;   // classes or prefixes in a tuple that are examined

// Returns the cost of making `whole` begin, or end, with `part`: 1 for each missing unit, and less
// for a changed unit, depending on the difference.
double EndDistance(const Text& part, const Text& whole, bool at_start) {
  const std::size_t shared = std::min(part.size, whole.size);
  const Py_UCS4* a = at_start ? part.units : part.units + (part.size - shared);
  const Py_UCS4* b = at_start ? whole.units : whole.units + (whole.size - shared);
  double distance = static_cast<double>(part.length - std::min(part.length, whole.length));
  for (std::size_t i = 0; i < shared; ++i) {
    if (a[i] == b[i]) continue;
    const double gap = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    distance += 0.5 + 0.5 * gap / (gap + 1);
  }
  return distance;
}

double AffixDistance(PyObject* whole, PyObject* part, bool at_start) {
  const bool are_texts = (PyUnicode_Check(whole) && PyUnicode_Check(part)) ||
                         (PyBytes_Check(whole) && PyBytes_Check(part));
  if (are_texts) return EndDistance(Text(part), Text(whole), at_start);
  if (!PyTuple_CheckExact(part)) return kUnknown;
  double least = kUnknown;
  for (Py_ssize_t i = 0; i < std::min(PyTuple_Size(part), kChoices); ++i) {
    PyObject* one = PyTuple_GetItem(part, i);
    if (!PyTuple_CheckExact(one)) least = std::min(least, AffixDistance(whole, one, at_start));
  }
  return least;
}

// Returns the distance of a character from the nearest of the ranges given as pairs: less than 1,
// and 0 inside a range.
double RangesDistance(Py_UCS4 unit, std::string_view ranges) {
  double least = kUnknown;
  for (std::size_t i = 0; i + 1 < ranges.size(); i += 2) {
    const auto low = static_cast<unsigned char>(ranges[i]);
    const auto high = static_cast<unsigned char>(ranges[i + 1]);
    const double gap = unit < low ? low - unit : unit > high ? unit - high : 0;
    least = std::min(least, gap / (gap + 1));
  }
  return least;
}

// Returns the ranges of the ASCII characters for which the method, such as "isalpha", asks.
std::string_view RangesOf(std::string_view method) {
  static constexpr std::pair<std::string_view, std::string_view> kRanges[] = {
      {"isalpha", "AZaz"},
      {"isalnum", "09AZaz"},
      {"isspace", "\t\r\x1c "},
      {"isidentifier", "09AZ__az"},
  };
  for (const auto& [name, ranges] : kRanges) {
    if (name == method) return ranges;
  }
  return "09";
}

// Returns the sum over the letters that have the wrong case; a string without letters is a step
// away.
double CaseDistance(std::string_view method, const Text& text) {
  double sum = 0;
  bool is_first = true, has_letter = false;
  for (std::size_t i = 0; i < text.size; ++i) {
    const Py_UCS4 unit = text.units[i];
    const bool is_upper = unit >= 'A' && unit <= 'Z', is_lower = unit >= 'a' && unit <= 'z';
    const bool is_letter = is_upper || is_lower;
    const bool wants_upper = method == "isupper" || (method == "istitle" && is_first);
    if (is_letter && wants_upper != is_upper)
      sum += RangesDistance(unit, wants_upper ? "AZ" : "az");
    has_letter = has_letter || is_letter;
    is_first = !is_letter;
  }
  return has_letter ? sum : sum + kStep;
}

// Returns the sum over the characters, counting only ASCII: other characters that the interpreter
// accepts are unknown, and not needed when the answer was true.
double CharactersDistance(std::string_view method, PyObject* text_object) {
  const Text text(text_object);
  if (text.size == 0) return kStep;
  if (method == "isupper" || method == "islower" || method == "istitle") {
    return CaseDistance(method, text);
  }
  const bool is_ascii = method == "isascii";
  const std::string_view ranges = RangesOf(method);
  double sum = 0;
  for (std::size_t i = 0; i < text.size; ++i) {
    const Py_UCS4 unit = text.units[i];
    const bool begins_identifier = i == 0 && method == "isidentifier";
    sum += is_ascii ? (unit < 128 ? 0 : 1)
                    : RangesDistance(unit, begins_identifier ? "AZ__az" : ranges);
  }
  return sum;
}

// Returns the least distance at which a plain value would change its truth.
double ElementsDistance(PyObject* values, bool to_true) {
  const bool is_list = PyList_CheckExact(values);
  if (!is_list && !PyTuple_CheckExact(values)) return kUnknown;
  const Py_ssize_t size = is_list ? PyList_Size(values) : PyTuple_Size(values);
  double least = kStep + 1;  // cost of another element
  for (Py_ssize_t i = 0; i < std::min(size, kElements); ++i) {
    const Owned one =
        Owned::Share(is_list ? PyList_GetItem(values, i) : PyTuple_GetItem(values, i));
    if (!one || !HasPlainTruth(one.get())) continue;
    const Distances distances = TruthDistances(one.get(), !to_true);
    least = std::min(least, to_true ? distances.to_true : distances.to_false);
  }
  return least;
}

PyObject* Invoke(PyObject* callee, PyObject* const* arguments, Py_ssize_t count) {
  switch (count) {
    case 0:
      return PyObject_CallFunctionObjArgs(callee, nullptr);
    case 1:
      return PyObject_CallFunctionObjArgs(callee, arguments[0], nullptr);
    case 2:
      return PyObject_CallFunctionObjArgs(callee, arguments[0], arguments[1], nullptr);
    default:
      return PyObject_CallFunctionObjArgs(callee, arguments[0], arguments[1], arguments[2],
                                          nullptr);
  }
}

bool IsPattern(PyObject* object) {
  const Owned re = LoadedModule("re");
  const Owned type = re ? AttributeOrNothing(re.get(), "Pattern") : Owned();
  return type.get() == reinterpret_cast<PyObject*>(Py_TYPE(object));
}

}  // namespace

const std::array<KnownCalls::Row, KnownCalls::kRows> KnownCalls::rows = {{
    {"isinstance", Kind::kIsInstance},
    {"hasattr", Kind::kHasAttribute},
    {"callable", Kind::kCallable},
    {"any", Kind::kAny},
    {"all", Kind::kAll},
    {"startswith", Kind::kStartsWith},
    {"endswith", Kind::kEndsWith},
    {"isdigit", Kind::kCharacters},
    {"isnumeric", Kind::kCharacters},
    {"isdecimal", Kind::kCharacters},
    {"isalpha", Kind::kCharacters},
    {"isalnum", Kind::kCharacters},
    {"isspace", Kind::kCharacters},
    {"isupper", Kind::kCharacters},
    {"islower", Kind::kCharacters},
    {"istitle", Kind::kCharacters},
    {"isidentifier", Kind::kCharacters},
    {"match", Kind::kMatch},
    {"search", Kind::kSearch},
    {"fullmatch", Kind::kFullMatch},
}};

bool KnownCalls::Prepare() {
  const Owned builtins(PyImport_ImportModule("builtins"));
  const Owned text(PyUnicode_FromString(""));
  const Owned bytes(PyBytes_FromString(""));
  const Owned type_names(
      PyObject_GetAttrString(reinterpret_cast<PyObject*>(&PyType_Type), "__dict__"));
  if (!builtins || !text || !bytes || !type_names) return false;
  mro_descriptor_ = Owned(PyMapping_GetItemString(type_names.get(), "__mro__"));
  if (!mro_descriptor_) return false;
  const auto function = [](PyObject* object, std::string_view name) -> PyCFunction {
    const Owned found = AttributeOrNothing(object, name.data());
    return found && PyCFunction_CheckExact(found.get()) ? PyCFunction_GetFunction(found.get())
                                                        : nullptr;
  };
  for (std::size_t i = 0; i < kRows; ++i) {
    if (rows[i].kind >= Kind::kMatch) continue;
    const bool is_method = rows[i].kind >= Kind::kStartsWith;
    functions_[i] = function(is_method ? text.get() : builtins.get(), rows[i].name);
    if (is_method) bytes_functions_[i] = function(bytes.get(), rows[i].name);
  }
  return true;
}

std::optional<uint8_t> KnownCalls::Find(std::string_view name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [name](const Row& row) { return row.name == name; });
  if (found == rows.end()) return std::nullopt;
  return static_cast<uint8_t>(found - rows.begin());
}

bool KnownCalls::Is(uint8_t row, PyObject* callee) const {
  if (rows[row].kind >= Kind::kMatch) {
    if (PyCFunction_Check(callee)) {
      PyObject* self = PyCFunction_GetSelf(callee);
      return self != nullptr && IsPattern(self);
    }
    const Owned re = LoadedModule("re");
    return re && AttributeOrNothing(re.get(), rows[row].name.data()).get() == callee;
  }
  if (!PyCFunction_Check(callee)) return false;
  const PyCFunction function = PyCFunction_GetFunction(callee);
  if (function == nullptr) return false;
  return function == functions_[row] || function == bytes_functions_[row];
}

// Returns the answer about the lazy value; -1 with an exception, -2 for other functions.
static int AnswerOf(Kind kind, Lazy& lazy, PyObject* const* arguments, Py_ssize_t count) {
  if (kind == Kind::kIsInstance && count == 2) return lazy.IsInstance(arguments[1]);
  if (kind == Kind::kHasAttribute && count == 2) return lazy.HasAttribute(arguments[1]);
  if (kind == Kind::kCallable && count == 1) return lazy.IsCallable() ? 1 : 0;
  return -2;
}

PyObject* KnownCalls::Call(uint8_t row, bool is_it, PyObject* callee, PyObject* const* arguments,
                           Py_ssize_t count, const LazyUses& lazy) const {
  const bool has_lazy =
      std::any_of(arguments, arguments + count, [&](PyObject* one) { return lazy.is_lazy(one); });
  if (!is_it || !has_lazy) return Invoke(callee, arguments, count);
  if (lazy.is_lazy(arguments[0])) {
    Lazy& first = AsLazy(arguments[0]);
    const int answer = AnswerOf(rows[row].kind, first, arguments, count);
    if (answer == -1) return nullptr;
    if (answer >= 0) return PyBool_FromLong(answer);
  }
  // Functions on strings only: a lazy value becomes the string that the call needs.
  PyObject* concrete[3] = {};
  std::copy_n(arguments, count, concrete);
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (rows[row].kind < Kind::kStartsWith || !lazy.is_lazy(concrete[i])) continue;
    Lazy& one = AsLazy(concrete[i]);
    if (!one.Note(model::LazyUse::kAsText) || !one.BecomeText()) return nullptr;
    concrete[i] = one.value;
  }
  return Invoke(callee, concrete, count);
}

Owned KnownCalls::Ancestors(PyObject* type) const {
  const auto get = reinterpret_cast<descrgetfunc>(
      PyType_GetSlot(Py_TYPE(mro_descriptor_.get()), Py_tp_descr_get));
  Owned mro(get(mro_descriptor_.get(), type, reinterpret_cast<PyObject*>(Py_TYPE(type))));
  if (!mro) PyErr_Clear();
  return mro && PyTuple_Check(mro.get()) ? std::move(mro) : Owned();
}

// Returns how many of the class and its ancestors are not ancestors of the object's class.
double KnownCalls::ClassDistance(PyObject* object, PyObject* classes, int depth) const {
  if (PyTuple_CheckExact(classes) && depth < 3) {
    double least = kUnknown;
    for (Py_ssize_t i = 0; i < std::min(PyTuple_Size(classes), kChoices); ++i) {
      least = std::min(least, ClassDistance(object, PyTuple_GetItem(classes, i), depth + 1));
    }
    return least;
  }
  if (!PyType_Check(classes)) return kStep;
  const Owned wanted = Ancestors(classes);
  const Owned had = Ancestors(reinterpret_cast<PyObject*>(Py_TYPE(object)));
  if (!wanted || !had) return kStep;
  double missing = 0;
  for (Py_ssize_t i = 0; i < PyTuple_Size(wanted.get()); ++i) {
    PyObject* ancestor = PyTuple_GetItem(wanted.get(), i);
    bool found = false;
    for (Py_ssize_t j = 0; j < PyTuple_Size(had.get()) && !found; ++j) {
      found = PyTuple_GetItem(had.get(), j) == ancestor;
    }
    missing += found ? 0 : 1;
  }
  return missing;
}

double KnownCalls::RegexToTrue(Kind kind, PyObject* callee, PyObject* const* arguments,
                               Py_ssize_t count) {
  const ErrorAside aside;
  Owned pattern;
  PyObject* text = nullptr;  // borrowed
  if (PyCFunction_Check(callee)) {
    if (count != 1) return kUnknown;  // the call has a start position
    pattern = Owned::Share(PyCFunction_GetSelf(callee));
    text = arguments[0];
  } else {
    if (count != 2) return kUnknown;  // the call has flags
    pattern = Owned::Share(arguments[0]);
    text = arguments[1];
  }
  long flags = 0;
  if (!PyUnicode_Check(pattern.get()) && !PyBytes_Check(pattern.get())) {
    if (!IsPattern(pattern.get())) return kUnknown;
    const Owned number = AttributeOrNothing(pattern.get(), "flags");
    flags = number ? PyLong_AsLong(number.get()) : 0;
    pattern = AttributeOrNothing(pattern.get(), "pattern");
    if (!pattern) return kUnknown;
  }
  const bool is_text = PyUnicode_Check(text) && PyUnicode_Check(pattern.get());
  if (!is_text && !(PyBytes_Check(text) && PyBytes_Check(pattern.get()))) return kUnknown;
  const bool free_start = kind == Kind::kSearch, free_end = kind != Kind::kFullMatch;
  return regexes_.Of(Text(pattern.get()), flags, Text(text), free_start, free_end);
}

double KnownCalls::ToTrue(uint8_t row, PyObject* callee, PyObject* const* arguments,
                          Py_ssize_t count) {
  switch (rows[row].kind) {
    case Kind::kIsInstance:
      return count == 2 ? ClassDistance(arguments[0], arguments[1], 0) : kStep;
    case Kind::kHasAttribute:
    case Kind::kCallable:
      return kStep;
    case Kind::kAny:
      return count == 1 ? ElementsDistance(arguments[0], true) : kUnknown;
    case Kind::kAll:
      return kStep;  // some elements are false; those of a comprehension have their own probes
    case Kind::kStartsWith:
    case Kind::kEndsWith:
      if (count != 1) return kUnknown;
      return AffixDistance(PyCFunction_GetSelf(callee), arguments[0],
                           rows[row].kind == Kind::kStartsWith);
    case Kind::kCharacters:
      return CharactersDistance(rows[row].name, PyCFunction_GetSelf(callee));
    case Kind::kMatch:
    case Kind::kSearch:
    case Kind::kFullMatch:
      return RegexToTrue(rows[row].kind, callee, arguments, count);
  }
  return kUnknown;
}

Distances KnownCalls::Of(uint8_t row, PyObject* callee, PyObject* const* arguments,
                         Py_ssize_t count, bool outcome) {
  if (outcome) {
    const bool is_all = rows[row].kind == Kind::kAll && count == 1;
    return OutcomeDistances(true, is_all ? ElementsDistance(arguments[0], false) : kStep);
  }
  const double distance = ToTrue(row, callee, arguments, count);
  return OutcomeDistances(false, distance > 0 ? distance : kStep);
}

}  // namespace skua::runtime
