#include "search/shrinking/fuller_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "model/vocabulary.h"
#include "search/making/primitives.h"
#include "support/fake_program.h"
#include "support/sample_subject.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using namespace skua::testing;  // NOLINT: the callables of SampleSubject

Statement Text(const std::string& text) {
  Statement statement;
  statement.kind = StatementKind::kStr;
  statement.text = text;
  return statement;
}

Statement Table(std::vector<model::VariableIndex> operands) {
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = kRateTable;
  call.operands.assign(operands.begin(), operands.end());
  for (std::size_t i = 0; i < operands.size(); ++i) call.parameters.push_back(0);
  return call;
}

Statement PriceFor(model::VariableIndex table, model::VariableIndex weight) {
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = kPriceFor;
  call.operands = {table, weight};
  call.parameters = {0};
  return call;
}

class FullerObjectsTest : public ::testing::Test {
 protected:
  model::Subject subject_ = SampleSubject();
  model::Vocabulary vocabulary_{subject_};
  FullerObjects objects_{subject_, &vocabulary_};
};

TEST_F(FullerObjectsTest, MakesAnObjectAsAnotherTestMakesIt) {
  objects_.Learn({{Text("weight"), Text("key"), Table({1}), PriceFor(2, 0)}});
  const TestCase bare = {{Text("weight"), Table({}), PriceFor(1, 0)}};
  const TestCase fuller = {{Text("weight"), Text("key"), Table({1}), PriceFor(2, 0)}};
  EXPECT_THAT(objects_.Versions(bare, 1), ElementsAre(fuller));
  const TestCase empty = {{Text(""), Table({0}), Text("weight"), PriceFor(1, 2)}};
  const TestCase full = {{Text("key"), Table({0}), Text("weight"), PriceFor(1, 2)}};
  EXPECT_THAT(objects_.Versions(empty, 1), ElementsAre(full));
  for (const TestCase& test : {fuller, full}) CheckWellFormed(test, subject_);
}

TEST_F(FullerObjectsTest, LeavesWhatIsMadeOfSomething) {
  objects_.Learn({{Text("key"), Table({0})}});
  EXPECT_THAT(objects_.Versions({{Text("name"), Table({0})}}, 1), IsEmpty());
  EXPECT_THAT(objects_.Versions({{Text("name"), Table({0})}}, 0), IsEmpty());
}

TEST_F(FullerObjectsTest, LearnsOfNaturalLiteralsAloneThePlainestFirst) {
  objects_.Learn({{Table({})}});
  objects_.Learn({{Text(""), Table({0})}});
  objects_.Learn({{Text("q$1~x"), Table({0})}});
  objects_.Learn({{Table({}), Text("key"), PriceFor(0, 1), Table({2})}});
  EXPECT_THAT(objects_.Versions({{Table({})}}, 0), IsEmpty());
  objects_.Learn({{Text("hello world"), Table({0})}});
  objects_.Learn({{Text("key"), Table({0}), Text("hello world"), Table({2})}});
  EXPECT_THAT(objects_.Versions({{Table({})}}, 0),
              ElementsAre(TestCase{{Text("key"), Table({0})}},
                          TestCase{{Text("hello world"), Table({0})}}));
}

}  // namespace
}  // namespace skua::search
