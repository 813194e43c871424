#include "search/making/entered_parts.h"

#include "search/making/type_guesses.h"
#include "support/matchers.h"
#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

// A pair whose callee has classes Item, Gift (derived from it) and Free, and functions.
class EnteredPartsTest : public SearchTest {
 protected:
  model::ClassIndex Class(const std::string& name) {
    const model::ClassIndex it = program_.Class(name);
    program_.subject.classes[it].module = "callee";
    program_.subject.classes[it].constructors = {
        Callable(CallableKind::kConstructor, name, name, it)};
    return it;
  }
  model::CallableIndex Callable(CallableKind kind, const std::string& name,
                                const std::string& qualified_name,
                                model::ClassIndex class_index = model::kNoIndex) {
    const model::CallableIndex it = program_.Callable(
        kind, name, model::kNoIndex, {},
        [](FakeRun&, FakeObject*, const FakeProgram::Arguments&) { return FakeValue{}; },
        class_index);
    program_.subject.callables[it].module = "callee";
    program_.subject.callables[it].qualified_name = qualified_name;
    program_.subject.callables[it].in_subject = false;
    return it;
  }
  void Enter(std::vector<std::string> callees) {
    program_.subject.callee = model::ModuleId{"callee", "callee.py"};
    program_.subject.call_sites = {{3, 4, 0, std::move(callees)}};
  }

  const model::ClassIndex item_ = Class("Item"), gift_ = Class("Gift"), free_ = Class("Free");
  const model::CallableIndex price_ = Callable(CallableKind::kMethod, "price", "Item.price", item_);
  const model::CallableIndex half_ = Callable(CallableKind::kFunction, "half", "half");
  const model::CallableIndex discount_ = Callable(CallableKind::kFunction, "discount", "discount");
};

TEST_F(EnteredPartsTest, AreObjectsWhoseMethodsAreEntered) {
  program_.subject.classes[gift_].bases = {item_};
  Enter({"Item.price"});
  const EnteredParts parts = FindEnteredParts(program_.subject);
  EXPECT_THAT(parts.classes, ElementsAre(item_, gift_));
  EXPECT_THAT(parts.functions, ElementsAre(price_));
  EXPECT_THAT(parts.makers, IsEmpty());
}

TEST_F(EnteredPartsTest, AreFunctionsAndWhatMakesThem) {
  Enter({"half", "discount.<locals>.apply", "Free.__init__"});
  const EnteredParts parts = FindEnteredParts(program_.subject);
  EXPECT_THAT(parts.classes, IsEmpty());
  EXPECT_THAT(parts.functions, ElementsAre(program_.subject.classes[free_].constructors[0], half_));
  EXPECT_THAT(parts.makers, ElementsAre(discount_));
}

TEST_F(EnteredPartsTest, AreNothingOfOtherModulesAndWithoutAPair) {
  EXPECT_THAT(FindEnteredParts(program_.subject).functions, IsEmpty());
  Enter({"Item.price", "half"});
  program_.subject.callee->name = "another";
  const EnteredParts parts = FindEnteredParts(program_.subject);
  EXPECT_THAT(parts.classes, IsEmpty());
  EXPECT_THAT(parts.functions, IsEmpty());
}

TEST_F(EnteredPartsTest, AreLikelyArgumentsWhereNoTypeIsKnown) {
  Enter({"Item.price", "half", "discount.<locals>.apply"});
  const TypeSystem types(program_.subject);
  const TypeGuesses guesses(program_.subject, types);
  base::Rng rng(1);
  constexpr int kDrawn = 2000;
  int items = 0, functions = 0, free = 0;
  for (int i = 0; i < kDrawn; ++i) {
    const Guess guess = guesses.Pick(rng);
    items += guess == kFirstClass + item_ ? 1 : 0;
    free += guess == kFirstClass + free_ ? 1 : 0;
    functions += guess == static_cast<Guess>(model::StatementKind::kFunction) ||
                         guess == static_cast<Guess>(model::StatementKind::kCall)
                     ? 1
                     : 0;
  }
  EXPECT_GT(items, kDrawn / 8);
  EXPECT_GT(functions, kDrawn / 8);
  EXPECT_LT(free, items / 5);
}

}  // namespace
}  // namespace skua::search
