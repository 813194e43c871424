#include "model/pair.h"

namespace skua::model {
namespace {

constexpr std::string_view kArrow = " -> ";

}  // namespace

ModuleId IdOf(const Pair& pair) {
  return {pair.caller.name + std::string(kArrow) + pair.callee.name, pair.caller.path};
}

PairNames NamesOfPair(std::string_view text) {
  const auto arrow = text.find(kArrow);
  if (arrow == std::string_view::npos) return {};
  return {text.substr(0, arrow), text.substr(arrow + kArrow.size())};
}

std::string NameOfTests(const Subject& subject) {
  return subject.callee ? IdOf({subject.module, *subject.callee}).name : subject.module.name;
}

}  // namespace skua::model
