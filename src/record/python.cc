#include "record/python.h"

namespace skua::record {

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
  std::string text = "Literal[\n";
  for (const std::string_view name : names) {
    if (!name.empty()) text += fmt::format("    \"{}\",\n", name);
  }
  return text + "]";
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

// A call, because names of fields may be keywords of Python.
std::string PythonWriter::DictText(const std::string& name, const std::vector<Item>& fields) {
  std::string text = fmt::format("TypedDict(\n    \"{}\",\n    {{\n", name);
  for (const Item& field : fields) {
    if (!field.doc.empty()) text += fmt::format("        # {}\n", field.doc);
    // As texts, since a record may hold others of its own.
    std::string type = UnionText(field.types);
    std::erase(type, '\n');
    for (std::size_t at = 0; (at = type.find("    ", at)) != type.npos;) type.replace(at, 4, " ");
    for (char& c : type) {
      if (c == '"') c = '\'';
    }
    text += fmt::format("        \"{}\": \"{}\",\n", field.name, type);
  }
  return text + "    },\n    total=False,\n)";
}

}  // namespace skua::record
