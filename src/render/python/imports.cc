#include "render/python/imports.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <utility>
#include <vector>

#include "render/python/layout.h"
#include "render/python/python_text.h"

namespace skua::render {
namespace {

// Top-level names of the standard library in all versions from 3.10 on.
constexpr std::string_view kStandardLibrary =
    " "
    "abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 "
    "bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs "
    "codeop collections colorsys compileall concurrent configparser contextlib contextvars "
    "copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis "
    "distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp "
    "fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob "
    "graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib "
    "inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma "
    "mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing "
    "netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev "
    "pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath "
    "pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri "
    "random re readline reprlib resource rlcompleter runpy sched secrets select selectors "
    "shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 "
    "sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct "
    "subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile "
    "termios textwrap this threading time timeit tkinter token tokenize tomllib trace "
    "traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu "
    "uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc "
    "zipapp zipfile zipimport zlib zoneinfo ";

bool IsListed(std::string_view name, std::string_view list) {
  return list.find(fmt::format(" {} ", name)) != std::string_view::npos;
}

// Modules that are usually imported whole, and their customary names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kCustomaryNames = {
    {{"numpy", "np"}, {"pandas", "pd"}}};

std::string_view CustomaryName(std::string_view module) {
  const auto* known = std::find_if(kCustomaryNames.begin(), kCustomaryNames.end(),
                                   [&](const auto& entry) { return entry.first == module; });
  return known == kCustomaryNames.end() ? std::string_view() : known->second;
}

std::string TopLevel(std::string_view module) {
  return std::string(module.substr(0, module.find('.')));
}

bool IsStandardLibrary(const std::string& top_level) {
  return top_level.starts_with('_') || IsListed(top_level, kStandardLibrary);
}

// Returns whether the class tells pytest by `__test__ = False` not to collect it.
bool IsLeftAlone(std::string_view module, std::string_view name) {
  return module == "starlette.testclient" && name == "TestClient";
}

// Names that pytest (7 and later), its plug-in for nose, or unittest looks up in a test file: a
// fixture, a hook, a mark, or a switch, whatever object the name is bound to.
constexpr std::string_view kOfRunners =
    " "
    "setUpModule tearDownModule setup_module teardown_module setup_function teardown_function "
    "setup teardown pytestmark pytest_plugins collect_ignore collect_ignore_glob "
    "pytest_generate_tests load_tests __test__ __tracebackhide__ __unittest ";

bool IsOfRunners(std::string_view name) { return IsListed(name, kOfRunners); }

// Returns whether a test runner collects the class or function, wherever it was imported from.
bool IsCollected(std::string_view name) {
  return name.starts_with("test") || name.starts_with("Test") || name.starts_with("pytest_") ||
         IsOfRunners(name);
}

// Returns an alias with the module's name: rates_set for `set` of parcel.rates.
std::string AliasFor(std::string_view module, std::string_view name) {
  const auto dot = module.rfind('.');
  const std::string prefix(dot == std::string_view::npos ? module : module.substr(dot + 1));
  const bool is_class = !name.empty() && std::isupper(static_cast<unsigned char>(name[0])) != 0;
  const auto prefixed = [&](const std::string& with) {
    return is_class ? PascalCase(with) + std::string(name)
                    : fmt::format("{}_{}", with, name.substr(name.find_first_not_of('_')));
  };
  std::string alias = prefixed(prefix);
  return IsCollected(alias) ? prefixed("subject_" + prefix) : alias;
}

// Returns the rank in isort's order of members: CONSTANTS, Classes, functions.
int Rank(std::string_view name) {
  const bool has_lower =
      std::any_of(name.begin(), name.end(), [](unsigned char c) { return std::islower(c) != 0; });
  if (!has_lower && name.size() > 1) return 0;
  return std::isupper(static_cast<unsigned char>(name[0])) != 0 ? 1 : 2;
}

// Returns the name with the length of each number before it, so that a2 sorts before a10.
std::string NaturalKey(std::string_view name) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string key;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_digit(name[i]) && (i == 0 || !is_digit(name[i - 1]))) {
      const auto end =
          std::find_if_not(name.begin() + static_cast<std::ptrdiff_t>(i), name.end(), is_digit);
      key += static_cast<char>('0' + (end - name.begin()) - static_cast<std::ptrdiff_t>(i));
    }
    key += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return key;
}

bool NaturalLess(std::string_view a, std::string_view b) {
  return std::pair(NaturalKey(a), a) < std::pair(NaturalKey(b), b);
}

std::string FromImport(const std::string& module, const std::vector<std::string>& names,
                       int columns) {
  const std::string flat = fmt::format("from {} import {}", module, fmt::join(names, ", "));
  if (DisplayWidth(flat) <= columns) return flat + '\n';
  return fmt::format("from {} import (\n    {},\n)\n", module, fmt::join(names, ",\n    "));
}

}  // namespace

Imports::Imports(std::set<std::string> first_party, const PageStyle& style)
    : first_party_(std::move(first_party)), style_(style) {
  // Reserves pytest and the names of fixtures and parameters of tests.
  for (const char* name : {"pytest", "caplog", "capsys", "monkeypatch", "tmp_path", "self"})
    names_.Reserve(name);
}

std::string Imports::Pytest() {
  modules_["pytest"] = "pytest";
  return "pytest";
}

std::string Imports::Module(std::string_view module) {
  std::string& bound = modules_[std::string(module)];
  if (bound.empty()) {
    const std::string_view customary = CustomaryName(module);
    bound = names_.Take(IsOfRunners(module) ? fmt::format("{}_file", module)
                        : customary.empty() ? module
                                            : customary);
  }
  return bound;
}

std::string Imports::TakeName(std::string_view wanted) {
  const bool clashes = IsBuiltin(wanted) || IsCollected(wanted);
  const std::string name =
      names_.Take(clashes ? fmt::format("Own{}", wanted) : std::string(wanted));
  own_.emplace(wanted, name);
  return name;
}

void Imports::AdoptName(std::string_view wanted, const std::string& name) {
  names_.Reserve(name);
  own_.insert_or_assign(std::string(wanted), name);
}

void Imports::Adopt(std::string_view text, const std::set<std::string>& used) {
  // Splits "name as bound"; the second name is optional.
  const auto parts = [](std::string_view item) {
    constexpr std::string_view kAs = " as ";
    const auto as = item.find(kAs);
    const std::string name(item.substr(0, as));
    return std::pair(
        name, as == std::string_view::npos ? name : std::string(item.substr(as + kAs.size())));
  };
  constexpr std::string_view kImport = "import ";
  constexpr std::string_view kFrom = "from ";
  for (const std::size_t line : TopLines(text)) {
    const std::string_view statement = text.substr(line);
    const std::string_view flat = statement.substr(0, statement.find('\n'));
    if (flat.starts_with(kImport)) {
      const auto [module, bound] = parts(flat.substr(kImport.size()));
      if (!used.contains(bound.substr(0, bound.find('.')))) continue;
      modules_[module] = bound;
      names_.Reserve(bound);
      continue;
    }
    const auto import = flat.find(" import ");
    if (!flat.starts_with(kFrom) || import == std::string_view::npos) continue;
    const std::string module(flat.substr(kFrom.size(), import - kFrom.size()));
    std::string listed(flat.substr(import + 8));
    if (listed.starts_with('(')) {  // on several lines
      listed = statement.substr(import + 8, statement.find(')') + 1 - (import + 8));
    } else {
      listed = "(" + listed + ")";
    }
    for (const Span& item : ItemsOf(listed, 0)) {
      const auto [name, bound] =
          parts(std::string_view(listed).substr(item.begin, item.end - item.begin));
      if (!used.contains(bound)) continue;
      members_[module][name] = bound;
      names_.Reserve(bound);
    }
  }
}

std::string Imports::Reach(std::string_view type_name) {
  const auto colon = type_name.find(':');
  return Reach(type_name.substr(0, colon), type_name.substr(colon + 1));
}

std::string Imports::Reach(std::string_view module, std::string_view qualified_name) {
  if (module == "builtins") return std::string(qualified_name);
  const auto dot = qualified_name.find('.');
  const std::string name(qualified_name.substr(0, dot));
  const std::string rest(dot == std::string_view::npos ? "" : qualified_name.substr(dot));
  if (module.empty()) {
    const auto own = own_.find(name);
    return (own == own_.end() ? name : own->second) + rest;
  }
  if (!CustomaryName(module).empty()) {
    return fmt::format("{}.{}", Module(module), qualified_name);
  }
  std::string& bound = members_[std::string(module)][name];
  if (bound.empty()) {
    const bool is_collected = IsCollected(name) && !IsLeftAlone(module, name);
    const bool clashes = IsBuiltin(name) || is_collected || names_.IsTaken(name);
    bound = names_.Take(clashes ? AliasFor(module, name) : name);
  }
  return bound + rest;
}

// Puts an empty line between sections; leaves empty ones out.
static std::string Separated(std::span<const std::string> sections) {
  std::string result;
  for (const std::string& section : sections) {
    if (section.empty()) continue;
    if (!result.empty()) result += '\n';
    result += section;
  }
  return result;
}

std::string Imports::Text() const {
  enum Section { kStandard, kThirdParty, kFirstParty, kSections };
  std::array<std::string, kSections> sections;
  const auto section_of = [&](const std::string& module) -> std::string& {
    const std::string top_level = TopLevel(module);
    return sections[first_party_.contains(top_level) ? kFirstParty
                    : IsStandardLibrary(top_level)   ? kStandard
                                                     : kThirdParty];
  };
  for (const auto& [module, bound] : modules_) {
    section_of(module) += bound == module ? fmt::format("import {}\n", module)
                                          : fmt::format("import {} as {}\n", module, bound);
  }

  std::vector<std::string> modules;
  for (const auto& [module, members] : members_) modules.push_back(module);
  std::sort(modules.begin(), modules.end(), NaturalLess);
  for (const std::string& module : modules) {
    std::vector<std::string> plain, aliased;
    for (const auto& [name, bound] : members_.at(module)) {
      (name == bound ? plain : aliased).push_back(name);
    }
    const auto less = [](const std::string& a, const std::string& b) {
      return Rank(a) != Rank(b) ? Rank(a) < Rank(b) : NaturalLess(a, b);
    };
    std::sort(plain.begin(), plain.end(), less);
    std::sort(aliased.begin(), aliased.end(), less);

    std::string& text = section_of(module);
    const auto add = [&](const std::vector<std::string>& names) {
      text += FromImport(module, names, style_.columns);
    };
    if (style_.one_import_a_line) {
      for (const std::string& name : plain) add({name});
    } else if (!plain.empty()) {
      add(plain);
    }
    for (const std::string& name : aliased) {
      add({fmt::format("{} as {}", name, members_.at(module).at(name))});
    }
  }
  return Separated(sections);
}

}  // namespace skua::render
