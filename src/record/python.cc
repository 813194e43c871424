#include "record/python.h"

namespace skua::record {
namespace {

constexpr std::size_t kColumns = 100;  // of a line, if it can be broken

}  // namespace

// "code_object" → "CodeObject"
std::string PythonWriter::ClassName(std::string_view name) {
  std::string class_name;
  bool begins = true;
  for (const char c : name) {
    if (c != '_') {
      class_name += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    begins = c == '_';
  }
  return class_name;
}

std::string PythonWriter::LiteralText(NameList names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!name.empty()) text += fmt::format("{}'{}'", text.empty() ? "" : ", ", name);
  }
  return fmt::format("Literal[{}]", text);
}

std::string PythonWriter::Wrapped(std::string_view literal) {
  const std::size_t begin = literal.find('[') + 1;
  std::string_view names = literal.substr(begin, literal.size() - begin - 1);
  std::string text = fmt::format("{}\n", literal.substr(0, begin));
  while (names.size() > kColumns - 5) {
    const std::size_t end = names.rfind(", ", kColumns - 5) + 1;
    text += fmt::format("    {}\n", names.substr(0, end));
    names.remove_prefix(end + 1);
  }
  return fmt::format("{}    {},\n]", text, names);
}

void PythonWriter::AddItem(std::string name, std::string type, std::string_view doc,
                           std::vector<Item>& fields) {
  auto item = std::ranges::find(fields, name, &Item::name);
  if (item == fields.end()) {
    fields.push_back({std::move(name), {}, doc});
    item = fields.end() - 1;
  }
  if (std::ranges::count(item->types, type) == 0) item->types.push_back(std::move(type));
}

namespace {

std::string UnionText(const std::vector<std::string>& types) {
  if (types.size() == 1) return types[0];
  std::string all;
  for (const std::string& type : types) all += (all.empty() ? "" : ", ") + type;
  return "Union[" + all + "]";
}

}  // namespace

std::string PythonWriter::ListText(const std::vector<Item>& fields) {
  std::string text;
  for (const Item& field : fields) text += (text.empty() ? "" : ", ") + UnionText(field.types);
  return "tuple[" + text + "]";
}

// Writes a TypedDict as a call, because names of fields may be keywords of Python.
std::string PythonWriter::DictText(const std::string& name, const std::vector<Item>& fields) {
  std::string text = fmt::format("TypedDict(\n    \"{}\",\n    {{\n", name);
  for (const Item& field : fields) {
    // Quotes types, since a record may contain records of its own type.
    std::string line = fmt::format("        \"{}\": \"{}\",", field.name, UnionText(field.types));
    if (line.size() + 4 + field.doc.size() > kColumns) {
      line = fmt::format("        # {}\n{}", field.doc, line);
    } else if (!field.doc.empty()) {
      line += fmt::format("  # {}", field.doc);
    }
    text += line + '\n';
  }
  return text + "    },\n    total=False,\n)";
}

}  // namespace skua::record
