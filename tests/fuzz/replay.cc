// Runs a fuzz target on files, and then on as many changed ones as are asked for, for compilers
// without libFuzzer:
//   answer_replay 1000 tests/fuzz/corpus/answer/*
// A file that is not believed is told, and makes the exit status 1. Those named odd_* need not be.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t kLongest = std::size_t{64} << 10;

using Corpus = std::map<std::string, std::string>;  // texts by file name, in order

Corpus ReadCorpus(std::span<char*> paths) {
  Corpus corpus;
  for (const std::filesystem::path path : paths) {
    std::ifstream file(path, std::ios::binary);
    corpus[path.filename().string()] = std::string((std::istreambuf_iterator<char>(file)), {});
  }
  return corpus;
}

void Try(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

// Changes some bytes, takes out or doubles a part, or puts a part of another text into this one.
std::string Changed(std::string text, std::string_view other, std::mt19937& random) {
  const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(text.size() + 1), length = below(text.size() - at + 1);
    const std::size_t from = below(other.size() + 1);
    switch (below(5)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 2:
        text.erase(at, below(16) == 0 ? length : below(8));
        break;
      case 3:
        text.insert(at, text.substr(at, length));
        break;
      default:
        text.insert(at, other.substr(from, below(64)));
    }
  }
  if (text.size() > kLongest) text.resize(kLongest);
  return text;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const Corpus corpus =
      ReadCorpus(std::span(arguments, static_cast<std::size_t>(count)).subspan(2));
  bool is_right = !corpus.empty();
  for (const auto& [name, text] : corpus) {
    const std::size_t before = skua::fuzz::believed;
    Try(text);
    if (skua::fuzz::believed > before || name.starts_with("odd_")) continue;
    std::printf("%s is not believed\n", name.c_str());
    is_right = false;
  }
  const int changed = is_right ? std::atoi(arguments[1]) : 0;
  std::mt19937 random(1);
  const std::vector<Corpus::value_type> all(corpus.begin(), corpus.end());
  for (int i = 0; i < changed; ++i) {
    Try(Changed(all[random() % all.size()].second, all[random() % all.size()].second, random));
  }
  std::printf("%zu files and %d changed ones were tried\n", corpus.size(), changed);
  return is_right ? 0 : 1;
}
