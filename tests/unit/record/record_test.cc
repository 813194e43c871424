// What follows from declaring a record once, shown with records that only this test has.
#include "record/record.h"

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "record/python.h"
#include "record/reader.h"
#include "record/schema.h"
#include "record/stored.h"
#include "record/writer.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace skua::record {

enum class Colour : uint8_t { kRed, kGreen };

struct Label {
  std::string text;
  uint16_t line = 1;
};

struct Part {
  enum class Kind : uint8_t { kNumber, kText, kGroup, kDict };
  Kind kind = Kind::kNumber;
  int64_t integer = 0;
  std::string text;
  std::vector<Part> items;
  bool operator==(const Part&) const = default;
};

struct Edge {
  uint32_t from = 0;
  uint32_t to = 0;
};

struct Crate {
  std::string name;
  std::vector<Colour> colours;
  std::optional<double> weight;
  std::optional<double> height;
  double limit = 0;
  base::Duration age{};
  std::vector<Part> parts;
  std::vector<Edge> edges;
  uint32_t best = kNone;
  std::vector<uint32_t> nodes;
  std::vector<std::pair<std::string, int>> counts, pairs;
  Label label;
  bool is_open = true;
  uint8_t flags = 0;
  std::size_t most_parts() const { return parts.size() * 2; }
};

// The same twice, but that one has a field more.
struct Wagon {
  int wheels = 4;
  Colour colour = Colour::kRed;
};
struct PaintedWagon {
  int wheels = 4;
  Colour colour = Colour::kRed;
};

constexpr Table kParts{"parts"};
constexpr Table kNodes{"nodes"};
constexpr std::string_view kFlags[] = {"fragile", "heavy"};
constexpr TextShape kCapital = {"a capital letter first", "^[A-Z]", [](std::string_view text) {
                                  return !text.empty() && text[0] >= 'A' && text[0] <= 'Z';
                                }};

template <>
inline constexpr auto kNames<Colour> = AllNamed<Colour>({
    {Colour::kGreen, "green"},
    {Colour::kRed, "red"},
});
template <>
inline constexpr auto kNames<Part::Kind> = AllNamed<Part::Kind>({
    {Part::Kind::kNumber, "number"},
    {Part::Kind::kText, "text"},
    {Part::Kind::kGroup, "group"},
    {Part::Kind::kDict, "dict"},
});

template <>
struct Record<Label> {
  static constexpr std::string_view kName = "label";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields =
      std::tuple(Field("text", &Label::text, "", {.text = TextForm::kOrHex}),
                 Field("line", &Label::line, "counts from 1", {.lowest = 1}));
};

template <>
struct Record<Part> {
  static constexpr std::string_view kName = "part";
  static constexpr std::string_view kDoc = "of a crate";
  static constexpr auto kKind = &Part::kind;
  static constexpr uint64_t kNumbers = KindsOf(Part::Kind::kNumber);
  static constexpr uint64_t kTexts = KindsOf(Part::Kind::kText);
  static constexpr uint64_t kGroups = KindsOf(Part::Kind::kGroup);
  static constexpr uint64_t kDicts = KindsOf(Part::Kind::kDict);
  static constexpr auto kFields = std::tuple(
      Field("kind", &Part::kind, "", {.always = true}),
      WholeNumber("value", &Part::integer, &Part::text, {.of = kNumbers}),
      Field("text", &Part::text, "", {.always = true, .of = kTexts, .text = TextForm::kOrHex}),
      Field("items", &Part::items, "", {.always = true, .of = kGroups}),
      Field("items", &Part::items, "", {.always = true, .of = kDicts, .in_pairs = true}));
};

template <>
struct Record<Edge> {
  static constexpr std::string_view kName = "edge";
  static constexpr std::string_view kDoc = "";
  static constexpr bool kIsList = true;
  static constexpr auto kFields = std::tuple(Field("from", &Edge::from, "", {.in = &kNodes}),
                                             Field("to", &Edge::to, "", {.in = &kNodes}));
};

template <>
struct Record<Wagon> {
  static constexpr std::string_view kName = "wagon";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields = std::tuple(Field("wheels", &Wagon::wheels));
};

template <>
struct Record<PaintedWagon> {
  static constexpr std::string_view kName = "wagon";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields =
      std::tuple(Field("wheels", &PaintedWagon::wheels),
                 Field("colour", &PaintedWagon::colour, "of the paint"));
};

template <>
struct Record<Crate> {
  static constexpr std::string_view kName = "crate";
  static constexpr std::string_view kDoc = "what is sent";
  static std::size_t TwiceTheParts(const Crate& crate) { return crate.most_parts(); }
  static constexpr auto kFields = std::tuple(
      Field("name", &Crate::name, "on its lid", {.always = true, .shape = &kCapital}),
      Field("colours", &Crate::colours, "", {.most = 3}),
      Field("weight", &Crate::weight, "in kilograms", {.lowest = 0}),
      Field("height", &Crate::height), Field("limit", &Crate::limit, "", {.any_real = true}),
      Field("pairs", &Crate::pairs, "", {.in_pairs = true}), Field("seconds", &Crate::age),
      Field("edges", &Crate::edges),
      Field("best", &Crate::best, "the best of them", {.in = &kParts}),
      Field("nodes", &Crate::nodes, "", {.in = &kParts, .or_none = true, .makes = &kNodes}),
      Field("parts", &Crate::parts, "", {.makes = &kParts}), Field("counts", &Crate::counts),
      Spliced(&Crate::label), Field("is_open", &Crate::is_open),
      Field("flags", &Crate::flags, "", {.flags = kFlags}),
      Derived("twice", &TwiceTheParts, "twice as many as it has parts"));
  static void Check(const Crate& crate, const Place& place) {
    if (!crate.is_open && crate.parts.empty()) place.Fail("an open crate, or one with parts");
  }
};

// A struct that a letter tells in another form than a crate does: in its own words, with a
// constant.
struct Letter;

template <>
struct Record<Edge, Letter> {
  static constexpr std::string_view kName = "edge";
  static constexpr auto kFields = std::tuple(Always("from", &Edge::from));
};

struct Envelope {
  Label label;
  Edge edge;
  std::shared_ptr<const Envelope> inner;
  std::optional<int> weight;
};

template <>
struct Record<Envelope, Letter> {
  static constexpr std::string_view kName = "envelope";
  static std::size_t Length(const Envelope& envelope) { return envelope.label.text.size(); }
  static void Fill(Envelope& envelope, std::size_t length) {
    envelope.label.text = std::string(length, 'x');
  }
  static constexpr auto kFields = std::tuple(
      Constant("version", 2), Spliced(&Envelope::label, Field("line", &Label::line)),
      Derived("length", Length, Fill), Always("edge", &Envelope::edge),
      Field("weight", &Envelope::weight, "", {.or_null = true}), Field("inner", &Envelope::inner));
};

struct Edges {
  std::vector<std::pair<std::string, Edge>> edges;
};

template <>
struct Record<Edges, Letter> {
  static constexpr std::string_view kName = "edges";
  static constexpr auto kFields = std::tuple(Constant("version", 2), Field("edges", &Edges::edges));
};

namespace {

std::string ErrorOf(std::string_view text) {
  return test::ErrorOf<ReadError>([&] { ReadText<Crate>(text); });
}

TEST(RecordNames, KnowsEnumeratorsFromOtherValues) {
  static_assert(IsEnumerator<Colour::kGreen>());
  static_assert(!IsEnumerator<static_cast<Colour>(2)>());
  static_assert(IsEnumerator<Part::Kind::kDict>());
  static_assert(!IsEnumerator<static_cast<Part::Kind>(4)>());
  EXPECT_EQ(NameOf(Colour::kRed), "red");
  EXPECT_EQ(NameOf(Colour::kGreen), "green");
}

TEST(RecordWriter, LeavesOutWhatIsAsInANewStruct) {
  Crate crate{.name = "A"};
  EXPECT_EQ(Write(crate).dump(), R"({"name":"A"})");
}

constexpr const char* kFull =
    R"({"name":"A","colours":["green","red"],"weight":2.5,"seconds":1.5,"edges":[[0,1]],"best":1,)"
    R"("nodes":[1,-1],"parts":[{"kind":"number","value":5},{"kind":"dict","items":[[)"
    R"({"kind":"text","text_hex":"eda080"},{"kind":"number","digits":"9007199254740993"}]]}],)"
    R"("counts":{"z":1,"a":2},"text":"of it","line":7,"is_open":false,"flags":["heavy"],"twice":4})";

TEST(RecordReader, ReadsWhatTheWriterWrites) {
  const Crate crate = ReadText<Crate>(kFull);
  EXPECT_THAT(crate.colours, ElementsAre(Colour::kGreen, Colour::kRed));
  EXPECT_EQ(crate.age, std::chrono::milliseconds(1500));
  EXPECT_EQ(crate.parts[1].items[0].text, "\xed\xa0\x80");
  EXPECT_EQ(crate.parts[1].items[1].integer, 9007199254740993);
  EXPECT_THAT(crate.nodes, ElementsAre(1, kNone));
  EXPECT_EQ(crate.counts[0], std::pair(std::string("z"), 1));
  EXPECT_EQ(crate.label.line, 7);
  EXPECT_EQ(crate.flags, 2);
  EXPECT_EQ(Write(crate).dump(), kFull);
}

TEST(RecordReader, TakesEveryFloatWhereNoBoundIsDeclared) {
  for (const char* const real :
       {"1e+300", "-1e+300", "9.3e+18", "\"inf\"", "\"-inf\"", "\"nan\""}) {
    const std::string text = R"({"name":"A","limit":)" + std::string(real) + "}";
    EXPECT_EQ(ErrorOf(text), "no error") << text;
    EXPECT_EQ(Write(ReadText<Crate>(text)).dump(), text);
  }
  EXPECT_EQ(ReadText<Crate>(R"({"name": "A", "height": -1e300})").height, -1e300);
  EXPECT_EQ(ReadText<Crate>(R"({"name": "A", "weight": 1e300})").weight, 1e300);
}

TEST(RecordReader, TellsValuesWithNamesAsPairs) {
  const std::string text = R"({"name":"A","pairs":[["z",1],["a",2],["z",3]]})";
  const Crate crate = ReadText<Crate>(text);
  EXPECT_THAT(crate.pairs, ElementsAre(std::pair("z", 1), std::pair("a", 2), std::pair("z", 3)));
  EXPECT_EQ(Write(crate).dump(), text);
}

TEST(RecordReader, BoundsTheFieldsOfAnObject) {
  std::string text = R"({"name": "A")";
  for (std::size_t i = 0; i < kMostFields; ++i) text += ",\"" + std::to_string(i) + "\": 0";
  EXPECT_THAT(ErrorOf(text + "}"), HasSubstr("expected fewer fields"));
  EXPECT_THAT(ErrorOf(R"({"name": "A", "name": "A"})"), HasSubstr("a field only once"));
}

TEST(RecordReader, SaysWhereSomethingIsNotAsDeclared) {
  const std::pair<const char*, const char*> cases[] = {
      {"{", "not JSON"},
      {"[]", "$: expected an object, not an empty list"},
      {"{}", R"($: a field "name" is missing)"},
      {R"({"name": 1})", "$.name: expected a string, not 1"},
      {R"({"name": "a"})", R"($.name: expected a capital letter first, not "a")"},
      {R"({"name": "A", "size": 1})", "$.size: there is no such field here"},
      {R"({"name": "A", "colours": ["blue"]})",
       R"($.colours[0]: expected one of red, green, not "blue")"},
      {R"({"name": "A", "colours": ["red", "red", "red", "red"]})",
       "$.colours: expected at most 3"},
      {R"({"name": "A", "weight": -1})", "$.weight: expected a number from 0"},
      {R"({"name": "A", "weight": "inf"})", "$.weight: expected a finite number"},
      {R"({"name": "A", "pairs": [["a"]]})", "$.pairs[0]: expected a pair"},
      {R"({"name": "A", "pairs": [[1, 1]]})", "$.pairs[0][0]: expected a string"},
      {R"({"name": "A", "pairs": {"a": 1}})", "$.pairs: expected a list"},
      {R"({"name": "A", "weight": 1e999})", "not JSON"},
      {R"({"name": "A", "seconds": -0.5})", "$.seconds: expected a number of seconds"},
      {R"({"name": "A", "best": 0})", "$.best: expected an index of one of 0 parts, not 0"},
      {R"({"name": "A", "nodes": [-2]})", "$.nodes[0]: expected an index of one of 0 parts"},
      {R"({"name": "A", "nodes": [-1], "edges": [[0, 1]]})", "$.edges[0][1]: expected an index"},
      {R"({"name": "A", "edges": [[0]]})", "$.edges[0]: expected 2 items, not a list"},
      {R"({"name": "A", "edges": {}})", "$.edges: expected a list, not an object"},
      {R"({"name": "A", "line": 0})", "$.line: expected an integer from 1 to 65535, not 0"},
      {R"({"name": "A", "line": 65536})", "$.line: expected an integer from 1 to 65535"},
      {R"({"name": "A", "line": 18446744073709551615})", "$.line: expected an integer of 64 bits"},
      {R"({"name": "A", "is_open": 1})", "$.is_open: expected true or false"},
      {R"({"name": "A", "is_open": false})", "$: expected an open crate, or one with parts"},
      {R"({"name": "A", "flags": ["blue"]})", "$.flags[0]: expected one of fragile, heavy"},
      {R"({"name": "A", "counts": {"a": "b"}})", "$.counts.a: expected an integer"},
      {R"({"name": "A", "twice": "b"})", "$.twice: expected an integer"},
      {R"({"name": "A", "parts": [{"kind": "text", "value": 1}]})",
       "$.parts[0].value: there is no such field here"},
      {R"({"name": "A", "parts": [{"kind": "number"}]})",
       R"($.parts[0]: a field "value" is missing)"},
      {R"({"name": "A", "parts": [{"kind": "number", "digits": "1e3"}]})",
       "$.parts[0].digits: expected decimal digits"},
      {R"({"name": "A", "parts": [{"kind": "text", "text_hex": "0g"}]})",
       "$.parts[0].text_hex: expected hexadecimal digits"},
      {R"({"name": "A", "parts": [{"kind": "dict", "items": [[]]}]})",
       "$.parts[0].items[0]: expected a pair"},
  };
  for (const auto& [text, error] : cases) EXPECT_THAT(ErrorOf(text), HasSubstr(error)) << text;
}

TEST(RecordReader, RefusesBottomlessNestingWithoutWalkingThroughIt) {
  std::string text = R"({"kind": "number", "value": 1})";
  for (int i = 0; i < 5000; ++i) text = R"({"kind": "group", "items": [)" + text + "]}";
  EXPECT_THAT(ErrorOf(R"({"name": "A", "parts": [)" + text + "]}"),
              HasSubstr("expected a value nested less deeply"));
}

template <typename T>
std::string PythonOf() {
  PythonWriter writer;
  writer.Add<T>();
  return writer.text();
}

TEST(Record, HasAFieldEverywhereOnceItIsDeclared) {
  Wagon plain;
  PaintedWagon painted;
  plain.colour = painted.colour = Colour::kGreen;
  EXPECT_EQ(Write(plain).dump(), "{}");
  EXPECT_EQ(Write(painted).dump(), R"({"colour":"green"})");
  EXPECT_EQ(Read<PaintedWagon>(Write(painted)).colour, Colour::kGreen);
  EXPECT_THROW(Read<Wagon>(Write(painted)), ReadError);
  EXPECT_THROW(ReadText<PaintedWagon>(R"({"colour": "blue"})"), ReadError);
  EXPECT_FALSE(SchemaOf<Wagon>("")["properties"].contains("colour"));
  EXPECT_EQ(SchemaOf<PaintedWagon>("")["properties"]["colour"].dump(),
            R"({"enum":["red","green"],"description":"of the paint"})");
  EXPECT_THAT(PythonOf<Wagon>(), Not(HasSubstr("colour")));
  EXPECT_THAT(PythonOf<PaintedWagon>(),
              HasSubstr("        \"colour\": \"Colour\",  # of the paint\n"));
  EXPECT_THAT(PythonOf<PaintedWagon>(), HasSubstr("Colour = Literal[\n    'red', 'green',\n]"));
}

TEST(Record, IsToldInOneFormOfSeveral) {
  Envelope envelope{{"abc", 7}, {4, 5}, std::make_shared<Envelope>(), {}};
  const Json written = Write<Letter>(envelope);
  EXPECT_EQ(written.dump(), R"({"version":2,"line":7,"length":3,"edge":{"from":4},"weight":null,)"
                            R"("inner":{"version":2,"edge":{"from":0},"weight":null}})");
  EXPECT_EQ(Write(envelope.edge).dump(), "[4,5]");
  const auto back = FromStored<Envelope, Letter>(ToStored<Letter>(envelope));
  EXPECT_EQ(back.label.text, "xxx");
  EXPECT_EQ(Write<Letter>(back), written);
  const Json schema = SchemaOf<Envelope, Letter>("");
  EXPECT_EQ(schema["properties"]["weight"].dump(), R"({"type":["integer","null"]})");
  EXPECT_EQ(schema["properties"]["inner"].dump(), R"({"$ref":"#/definitions/envelope"})");
  EXPECT_EQ(schema["required"], Json({"version", "edge"}));
  EXPECT_FALSE(schema.contains("description"));
}

TEST(RecordReader, DemandsWhatIsConstant) {
  const auto error_of = [](const char* text) -> std::string {
    try {
      Read<Edges, Letter>(Parse(text));
    } catch (const ReadError& error) {
      return error.pointer + ": " + error.fault;
    }
    return "no error";
  };
  EXPECT_EQ(error_of(R"({"version": 2, "edges": {"a/b": {"from": 1}}})"), "no error");
  EXPECT_EQ(error_of(R"({"version": 3, "edges": {}})"), "/version: expected 2, not 3");
  EXPECT_EQ(error_of(R"({"edges": {}})"), ": a field \"version\" is missing");
  EXPECT_EQ(error_of(R"({"version": 2, "edges": {"a/b": {"from": "x"}}})"),
            "/edges/a~1b/from: expected an integer of 64 bits, not \"x\"");
}

TEST(RecordSchema, HasEveryFieldWithItsRules) {
  const Json schema = SchemaOf<Crate>("crate.json");
  EXPECT_EQ(schema["required"], Json({"name"}));
  EXPECT_EQ(schema["additionalProperties"], false);
  EXPECT_EQ(schema["description"], "what is sent");
  const Json& properties = schema["properties"];
  EXPECT_EQ(properties["name"].dump(),
            R"({"type":"string","pattern":"^[A-Z]","description":"on its lid"})");
  EXPECT_EQ(properties["colours"].dump(),
            R"({"type":"array","items":{"enum":["red","green"]},"maxItems":3})");
  EXPECT_EQ(properties["weight"].dump(),
            R"({"type":"number","minimum":0,"description":"in kilograms"})");
  EXPECT_EQ(properties["seconds"].dump(), R"({"type":"number","minimum":0})");
  EXPECT_EQ(properties["edges"].dump(),
            R"({"type":"array","items":{"$ref":"#/definitions/edge"}})");
  EXPECT_EQ(properties["nodes"].dump(),
            R"({"type":"array","items":{"type":"integer","minimum":-1}})");
  EXPECT_EQ(properties["counts"].dump(),
            R"({"type":"object","additionalProperties":{"type":"integer"}})");
  EXPECT_EQ(properties["pairs"]["items"]["items"].dump(),
            R"([{"type":"string"},{"type":"integer"}])");
  EXPECT_EQ(properties["line"].dump(),
            R"({"type":"integer","minimum":1,"description":"counts from 1"})");
  EXPECT_EQ(properties["text_hex"].dump(), R"({"type":"string","pattern":"^([0-9a-f]{2})*$"})");
  EXPECT_EQ(properties["twice"]["description"], "twice as many as it has parts");
  const Json& parts = schema["definitions"]["part"]["oneOf"];
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(parts[0]["properties"]["kind"].dump(), R"({"const":"number"})");
  EXPECT_EQ(parts[0]["oneOf"].dump(), R"([{"required":["value"]},{"required":["digits"]}])");
  EXPECT_EQ(parts[2]["properties"]["items"].dump(),
            R"({"type":"array","items":{"$ref":"#/definitions/part"}})");
  EXPECT_EQ(schema["definitions"]["edge"]["minItems"], 2);
}

}  // namespace
}  // namespace skua::record
