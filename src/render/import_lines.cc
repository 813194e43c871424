#include "render/import_lines.h"

#include <algorithm>
#include <utility>

namespace skua::render {
namespace {

std::string_view TopLevel(std::string_view module) { return module.substr(0, module.find('.')); }

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \n";
  const std::size_t begin = std::min(text.find_first_not_of(kSpace), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

// "name as bound", or a name that is bound as itself.
std::pair<std::string, std::string> NameAndBound(std::string_view item) {
  constexpr std::string_view kAs = " as ";
  const std::size_t as = item.find(kAs);
  if (as == std::string_view::npos) return {std::string(item), std::string(item)};
  return {std::string(item.substr(0, as)), std::string(item.substr(as + kAs.size()))};
}

}  // namespace

ImportLines::ImportLines(std::string_view statements) {
  while (!statements.empty()) {
    if (statements.front() == '\n') {
      first_party_.clear();  // another section begins
      statements.remove_prefix(1);
    } else {
      statements = ReadStatement(statements);
    }
  }
}

// Returns what stands behind the statement.
std::string_view ImportLines::ReadStatement(std::string_view statements) {
  constexpr std::string_view kFrom = "from ", kImport = "import ", kNames = " import ";
  std::size_t end = std::min(statements.find('\n'), statements.size());
  if (statements.starts_with(kImport)) {
    const auto [module, bound] =
        NameAndBound(statements.substr(kImport.size(), end - kImport.size()));
    first_party_.emplace(TopLevel(module));
    names_.modules[module] = bound;
  } else if (const std::size_t at = statements.find(kNames);
             statements.starts_with(kFrom) && at < end) {
    const std::string module(statements.substr(kFrom.size(), at - kFrom.size()));
    first_party_.emplace(TopLevel(module));
    std::size_t begin = at + kNames.size();
    std::string_view names = statements.substr(begin, end - begin);
    if (names.starts_with('(')) {
      const std::size_t closing = std::min(statements.find(')', begin), statements.size());
      names = statements.substr(begin + 1, closing - begin - 1);
      end = std::min(statements.find('\n', closing), statements.size());
    }
    while (!names.empty()) {
      const std::string_view item = Trimmed(names.substr(0, names.find(',')));
      names.remove_prefix(std::min(names.find(','), names.size() - 1) + 1);
      if (item.empty()) continue;
      const auto [name, bound] = NameAndBound(item);
      names_.members[module][name] = bound;
    }
  }
  statements.remove_prefix(std::min(end + 1, statements.size()));
  return statements;
}

void ImportLines::Bind(NameScope& scope, const std::string& wanted, std::string& bound,
                       std::map<std::string, std::string>& renamed) {
  // `import a.b` binds the name a, and nothing else may be bound to that.
  const std::string top(TopLevel(wanted));
  if (top != wanted) {
    bound = wanted;
    scope.Reserve(top);
    return;
  }
  bound = scope.Take(wanted);
  if (bound != wanted) renamed[wanted] = bound;
}

std::map<std::string, std::string> ImportLines::Add(const ImportLines& other, NameScope& scope,
                                                    const std::string& module) {
  for (const auto& [name, bound] : names_.modules) scope.Reserve(std::string(TopLevel(bound)));
  for (const auto& [from, members] : names_.members) {
    for (const auto& [name, bound] : members) scope.Reserve(bound);
  }
  first_party_.merge(std::set<std::string>(other.first_party_));
  first_party_.emplace(TopLevel(module));
  std::map<std::string, std::string> renamed;
  const auto add = [&](std::map<std::string, std::string>& to, const std::string& name,
                       const std::string& bound) {
    const auto [at, is_new] = to.try_emplace(name, bound);
    if (is_new) {
      Bind(scope, bound, at->second, renamed);
    } else if (at->second != bound) {
      renamed[bound] = at->second;
    }
  };
  for (const auto& [name, bound] : other.names_.modules) add(names_.modules, name, bound);
  for (const auto& [from, members] : other.names_.members) {
    for (const auto& [name, bound] : members) add(names_.members[from], name, bound);
  }
  return renamed;
}

}  // namespace skua::render
