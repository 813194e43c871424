// Expectations by what is known without a learned model: declared types, what names tell
// (named_values.h), whether texts are natural, and what the other tests of the suite pass.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/parameter_types.h"
#include "model/subject.h"
#include "model/vocabulary.h"
#include "search/polish/expectations.h"
#include "search/polish/named_values.h"

namespace skua::search {

class KnownExpectations : public Expectations {
 public:
  // Borrows the subject and the types, which outlive this.
  KnownExpectations(const model::Subject& subject, const model::ParameterTypes& types,
                    std::span<const model::TestCase> suite);

  uint32_t CostOf(const model::TestCase& test, std::size_t value, const Use& use) const override;
  void Propose(const model::TestCase& test, std::size_t value, const Use& use,
               std::vector<Made>& proposals) const override;
  // Notes how objects are made of literals that say something.
  void Learn(const model::TestCase& test) override;

 private:
  // What tests of the suite pass for parameters of one name that declare nothing.
  struct OfKind {
    std::size_t count = 0;
    std::vector<Made> values = {};  // some, made of literals alone; none of primitives
  };
  struct Passed {
    std::size_t all = 0;
    std::map<model::StatementKind, OfKind> kinds;  // floats count as ints
    std::map<model::CallableIndex, std::size_t> makers;
  };

  void Count(const model::TestCase& test);
  const NameTells& Tells(std::string_view name) const;
  // The kind that the name tells or most tests pass, but for objects; else kNone.
  model::StatementKind UsualKind(std::string_view name) const;
  // What makes the objects that are mostly passed for the name, the most frequent first.
  std::vector<model::CallableIndex> UsualMakers(std::string_view name) const;

  uint32_t CostOfKind(const model::TestCase& test, std::size_t value, const Use& use) const;
  uint32_t CostOfText(const model::Statement& text, const Use& use) const;
  void ProposeKinds(const model::TestCase& test, std::size_t value, const Use& use,
                    std::vector<Made>& proposals) const;
  void ProposePassed(std::string_view name, model::StatementKind kind,
                     std::vector<Made>& proposals) const;
  void ProposeTexts(const model::Statement& text, const Use& use,
                    std::vector<Made>& proposals) const;
  void ProposeOfType(model::TypeIndex type, const std::string& word,
                     std::vector<Made>& proposals) const;
  void ProposeObjects(const model::TestCase& test, std::size_t value, const Use& use,
                      std::vector<Made>& proposals) const;

  const model::Subject& subject_;
  const model::ParameterTypes& types_;
  const model::Vocabulary vocabulary_;
  std::map<std::string, Passed, std::less<>> passed_;  // by name
  std::map<model::CallableIndex, std::vector<Made>> made_;
  mutable std::map<std::string, NameTells, std::less<>> tells_;
};

// Whether the value must stay as it is: a name, a value of a Literal, or a keyword.
bool IsPinned(const model::Subject& subject, const model::TestCase& test, std::size_t value,
              const Use& use);

// Whether the value says nothing: None, 0, what is empty, or an object that could be given
// something and is given nothing but these. Whether it is one, an act tells by what it is used for.
bool IsHollow(const model::Subject& subject, const model::TestCase& test, std::size_t value,
              const Use& use);

}  // namespace skua::search
