#include "model/pair.h"

namespace skua::model {
namespace {

constexpr std::string_view kArrow = " -> ";

std::string NameOfSide(const ModuleId& module, const std::string& part) {
  return part.empty() ? module.name : module.name + "." + part;
}

}  // namespace

ModuleId IdOf(const Pair& pair) {
  return {NameOfSide(pair.caller, pair.parts.caller) + std::string(kArrow) +
              NameOfSide(pair.callee, pair.parts.callee),
          pair.caller.path};
}

PairNames NamesOfPair(std::string_view text) {
  const auto arrow = text.find(kArrow);
  if (arrow == std::string_view::npos) return {};
  return {text.substr(0, arrow), text.substr(arrow + kArrow.size())};
}

std::string NameOfTests(const Subject& subject) {
  return subject.callee ? IdOf({subject.module, *subject.callee, subject.parts}).name
                        : subject.module.name;
}

}  // namespace skua::model
