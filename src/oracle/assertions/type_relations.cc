#include "oracle/assertions/type_relations.h"

#include <algorithm>
#include <array>
#include <utility>

namespace skua::oracle {
namespace {

// Exceptions and their bases, without those whose base is Exception.
constexpr std::array<std::pair<std::string_view, std::string_view>, 35> kBases = {{
    {"builtins:FloatingPointError", "builtins:ArithmeticError"},
    {"builtins:OverflowError", "builtins:ArithmeticError"},
    {"builtins:ZeroDivisionError", "builtins:ArithmeticError"},
    {"decimal:DecimalException", "builtins:ArithmeticError"},
    {"decimal:InvalidOperation", "decimal:DecimalException"},
    {"dataclasses:FrozenInstanceError", "builtins:AttributeError"},
    {"builtins:ModuleNotFoundError", "builtins:ImportError"},
    {"builtins:IndexError", "builtins:LookupError"},
    {"builtins:KeyError", "builtins:LookupError"},
    {"builtins:UnboundLocalError", "builtins:NameError"},
    {"builtins:BlockingIOError", "builtins:OSError"},
    {"builtins:ChildProcessError", "builtins:OSError"},
    {"builtins:ConnectionError", "builtins:OSError"},
    {"builtins:FileExistsError", "builtins:OSError"},
    {"builtins:FileNotFoundError", "builtins:OSError"},
    {"builtins:InterruptedError", "builtins:OSError"},
    {"builtins:IsADirectoryError", "builtins:OSError"},
    {"builtins:NotADirectoryError", "builtins:OSError"},
    {"builtins:PermissionError", "builtins:OSError"},
    {"builtins:ProcessLookupError", "builtins:OSError"},
    {"builtins:TimeoutError", "builtins:OSError"},
    {"builtins:BrokenPipeError", "builtins:ConnectionError"},
    {"builtins:ConnectionAbortedError", "builtins:ConnectionError"},
    {"builtins:ConnectionRefusedError", "builtins:ConnectionError"},
    {"builtins:ConnectionResetError", "builtins:ConnectionError"},
    {"builtins:NotImplementedError", "builtins:RuntimeError"},
    {"builtins:RecursionError", "builtins:RuntimeError"},
    {"builtins:IndentationError", "builtins:SyntaxError"},
    {"builtins:TabError", "builtins:IndentationError"},
    {"builtins:UnicodeError", "builtins:ValueError"},
    {"json.decoder:JSONDecodeError", "builtins:ValueError"},
    {"ipaddress:AddressValueError", "builtins:ValueError"},
    {"builtins:UnicodeDecodeError", "builtins:UnicodeError"},
    {"builtins:UnicodeEncodeError", "builtins:UnicodeError"},
    {"builtins:UnicodeTranslateError", "builtins:UnicodeError"},
}};

// Returns whether the exception is derived from BaseException but not from Exception.
bool IsBaseExceptionOnly(std::string_view type_name) {
  return type_name == "builtins:SystemExit" || type_name == "builtins:KeyboardInterrupt" ||
         type_name == "builtins:GeneratorExit" || type_name == "asyncio.exceptions:CancelledError";
}

bool IsNamed(const model::Class& c, std::string_view type_name) {
  const auto colon = type_name.find(':');
  return colon != std::string_view::npos && c.module == type_name.substr(0, colon) &&
         c.qualified_name == type_name.substr(colon + 1);
}

}  // namespace

bool IsSubtype(const model::Subject& subject, std::string_view type_name, std::string_view of) {
  if (type_name == of || of == "builtins:object" || of == "builtins:BaseException") return true;
  if (of == "builtins:Exception") return !IsBaseExceptionOnly(type_name);
  const auto base = std::find_if(kBases.begin(), kBases.end(),
                                 [&](const auto& row) { return row.first == type_name; });
  if (base != kBases.end()) return IsSubtype(subject, base->second, of);
  const auto own = std::find_if(subject.classes.begin(), subject.classes.end(),
                                [&](const model::Class& c) { return IsNamed(c, type_name); });
  if (own == subject.classes.end()) return false;
  return std::any_of(own->bases.begin(), own->bases.end(), [&](model::ClassIndex index) {
    const model::Class& its_base = subject.classes[index];
    return IsSubtype(subject, its_base.module + ":" + its_base.qualified_name, of);
  });
}

}  // namespace skua::oracle
