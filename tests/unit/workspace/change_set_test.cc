#include "workspace/change_set.h"

#include <algorithm>
#include <map>

#include "support/matchers.h"

namespace skua::workspace {
namespace {

using model::Change;

// A workspace as scans would tell it, and the records that runs over it would leave.
class History {
 public:
  void Set(const std::string& name, const std::string& fingerprint,
           std::vector<std::string> imports = {}) {
    std::sort(imports.begin(), imports.end());
    SourceModule source{{name, name + ".py"}, {}};
    source.scan.fingerprint = fingerprint;
    source.scan.imports = std::move(imports);
    sources_[name] = std::move(source);
  }
  void Remove(const std::string& name) { sources_.erase(name); }

  // A run sees all, and finishes the modules that need it, but those in `left`.
  void Run(const std::vector<std::string>& left = {}) {
    const ChangeSet changes = Changes();
    ++run_;
    for (auto& [name, record] : records_) {
      if (!sources_.contains(name) && !record.seen_fingerprint.empty()) {
        record.seen_fingerprint.clear();
        record.seen_since = run_;
      }
    }
    for (const auto& [name, source] : sources_) {
      model::ModuleRecord& record = records_[name];
      record.module = source.module;
      if (record.seen_fingerprint != source.scan.fingerprint) record.seen_since = run_;
      record.seen_fingerprint = source.scan.fingerprint;
    }
    for (const ModuleChange& change : changes.modules) {
      if (change.change == Change::kUnchanged || change.change == Change::kDeleted) continue;
      if (std::ranges::count(left, change.module.name) > 0) continue;
      records_[change.module.name].finished_run = run_;
      records_[change.module.name].finished_fingerprint = change.scan.fingerprint;
    }
  }

  ChangeSet Changes() const {
    std::vector<model::ModuleRecord> records;
    for (const auto& [name, record] : records_) records.push_back(record);
    return ChangesSince(records, Sources());
  }

  std::vector<SourceModule> Sources() const {
    std::vector<SourceModule> sources;
    for (const auto& [name, source] : sources_) sources.push_back(source);
    return sources;
  }

 private:
  std::map<std::string, SourceModule> sources_;
  std::map<std::string, model::ModuleRecord> records_;
  int64_t run_ = 0;
};

// "name change (why)" of all but the unchanged.
std::vector<std::string> Told(const ChangeSet& set) {
  std::vector<std::string> lines;
  for (const ModuleChange& change : set.modules) {
    if (change.change == Change::kUnchanged) continue;
    std::string line = change.module.name + " " + std::string(model::NameOf(change.change));
    if (!change.why.empty()) line += " (" + change.why + ")";
    lines.push_back(line);
  }
  return lines;
}

History Parcel() {
  History history;
  history.Set("parcel", "i1");
  history.Set("parcel.money", "m1");
  history.Set("parcel.rates", "r1", {"parcel", "parcel.money"});
  history.Set("parcel.label", "l1", {"parcel.rates", "parcel.rates.quote"});
  history.Set("parcel.codes", "c1");
  return history;
}

TEST(ChangeSet, IsAllNewAtFirstAndThenUnchanged) {
  History history = Parcel();
  EXPECT_EQ(history.Changes().Count(Change::kNew), 5u);
  history.Run();
  EXPECT_EQ(history.Changes().Count(Change::kUnchanged), 5u);
}

TEST(ChangeSet, FollowsImportsTransitivelyAndTellsTheWay) {
  History history = Parcel();
  history.Run();
  history.Set("parcel.money", "m2");
  EXPECT_THAT(Told(history.Changes()),
              ElementsAre("parcel.label affected (imports parcel.rates → parcel.money)",
                          "parcel.money modified (changed since run 1)",
                          "parcel.rates affected (imports parcel.money)"));
  history.Run();
  EXPECT_THAT(Told(history.Changes()), IsEmpty());
}

TEST(ChangeSet, KeepsWhatARunDidNotReach) {
  History history = Parcel();
  history.Run({"parcel.codes"});
  EXPECT_THAT(Told(history.Changes()), ElementsAre("parcel.codes new"));
  history.Run();

  history.Set("parcel.money", "m2");
  history.Run({"parcel.rates"});  // the change itself is done, one that it affects is not
  EXPECT_THAT(Told(history.Changes()), ElementsAre("parcel.rates affected (imports parcel.money)"));
  history.Run();
  EXPECT_THAT(Told(history.Changes()), IsEmpty());

  history.Set("parcel.money", "m3");
  history.Run({"parcel.money"});  // the other way round: those affected are not done twice
  EXPECT_THAT(Told(history.Changes()), ElementsAre("parcel.money modified (changed since run 3)"));
}

TEST(ChangeSet, IsUnchangedAgainWhenAnEditWasTakenBack) {
  History history = Parcel();
  history.Run();
  history.Set("parcel.codes", "c2");
  history.Run({"parcel.codes"});
  history.Set("parcel.codes", "c1");
  EXPECT_THAT(Told(history.Changes()), IsEmpty());
}

TEST(ChangeSet, SeesDeletedAndRenamedModules) {
  History history = Parcel();
  history.Run();
  history.Remove("parcel.codes");
  history.Remove("parcel.label");
  history.Set("parcel.labels", "l1", {"parcel.rates", "parcel.rates.quote"});
  EXPECT_THAT(Told(history.Changes()),
              ElementsAre("parcel.codes deleted", "parcel.labels renamed (was parcel.label)"));
  EXPECT_EQ(history.Changes().modules[2].was.name, "parcel.label");
  history.Run();
  EXPECT_THAT(Told(history.Changes()), IsEmpty());
}

TEST(ChangeSet, PairsRenamedModulesOfEqualCodeByTheirNames) {
  History history;
  history.Set("old.a", "empty");
  history.Set("old.b", "empty");
  history.Run();
  history.Remove("old.a");
  history.Remove("old.b");
  history.Set("fresh.b", "empty");
  history.Set("fresh.c", "empty");
  EXPECT_THAT(Told(history.Changes()),
              ElementsAre("fresh.b renamed (was old.b)", "fresh.c renamed (was old.a)"));
}

TEST(ChangeSet, AffectsTheImportersOfAModuleThatIsGone) {
  History history = Parcel();
  history.Run();
  history.Remove("parcel.money");
  EXPECT_THAT(Told(history.Changes()),
              ElementsAre("parcel.label affected (imports parcel.rates → parcel.money)",
                          "parcel.money deleted", "parcel.rates affected (imports parcel.money)"));
  history.Run({"parcel.label"});
  EXPECT_THAT(Told(history.Changes()),
              ElementsAre("parcel.label affected (imports parcel.rates → parcel.money)"));
}

TEST(ChangeSet, EndsInACircleOfImports) {
  History history;
  history.Set("a", "a1", {"b"});
  history.Set("b", "b1", {"c"});
  history.Set("c", "c1", {"a"});
  history.Run();
  history.Set("a", "a2", {"b"});
  EXPECT_THAT(Told(history.Changes()),
              ElementsAre("a modified (changed since run 1)", "b affected (imports c → a)",
                          "c affected (imports a)"));
}

TEST(ChangeSet, ThroughAPackageThatReExportsReachesOnlyThoseWhoTakeTheName) {
  History history;
  history.Set("p", "i1", {"p.money", "p.money.Money", "p.rates", "p.rates.quote"});
  history.Set("p.money", "m1");
  history.Set("p.rates", "r1");
  history.Set("shop", "s1", {"p", "p.quote"});
  history.Run();
  history.Set("p.money", "m2");
  EXPECT_THAT(Told(history.Changes()), ElementsAre("p affected (imports p.money)",
                                                   "p.money modified (changed since run 1)"));
  history.Run();
  history.Set("p.rates", "r2");
  EXPECT_THAT(Told(history.Changes()),
              ElementsAre("p affected (imports p.rates)", "p.rates modified (changed since run 1)",
                          "shop affected (imports p.rates)"));
  history.Run();
  history.Set("p", "i2", {"p.money", "p.money.Money", "p.rates", "p.rates.quote"});
  EXPECT_THAT(Told(history.Changes()),
              ElementsAre("p modified (changed since run 3)", "shop affected (imports p)"));
}

TEST(ChangeSet, ComparesTwoVersions) {
  History before = Parcel();
  History now = Parcel();
  now.Set("parcel.money", "m2");
  now.Set("parcel.fresh", "f1");
  now.Remove("parcel.codes");
  EXPECT_THAT(Told(ChangesBetween(before.Sources(), now.Sources(), "origin/main")),
              ElementsAre("parcel.codes deleted", "parcel.fresh new",
                          "parcel.label affected (imports parcel.rates → parcel.money)",
                          "parcel.money modified (differs from origin/main)",
                          "parcel.rates affected (imports parcel.money)"));
}

}  // namespace
}  // namespace skua::workspace
