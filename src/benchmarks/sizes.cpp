#include "benchmarks/sizes.h"

#include <set>
#include <string_view>

#include "comm/cut.h"
#include "core/error.h"

namespace febem::benchmarks {
namespace {

constexpr std::size_t longest = std::size_t{1} << 30;

std::size_t one_size(std::string_view text, const std::string& word) {
  const auto size = comm::parse_size(text);
  if (!size || *size > longest)
    throw core::InputError("option '--sizes': '" + word + "' is neither a size from 1 to 1GiB nor MIN..MAX");
  return *size;
}

void add_range(std::set<std::size_t>& sizes, const std::string& word, std::size_t dots) {
  const std::string_view text(word);
  const std::size_t last = one_size(text.substr(dots + 2), word);
  std::size_t size = one_size(text.substr(0, dots), word);
  if (size > last) throw core::InputError("option '--sizes': '" + word + "' begins above its end");
  for (; size <= last; size *= 2) sizes.insert(size);
}

}  // namespace

std::vector<std::size_t> parse_sizes(const std::vector<std::string>& words, std::size_t element) {
  std::set<std::size_t> sizes;
  for (const auto& word : words) {
    const auto dots = word.find("..");
    if (dots == std::string::npos)
      sizes.insert(one_size(word, word));
    else
      add_range(sizes, word, dots);
  }
  for (const auto size : sizes)
    if (size % element != 0)
      throw core::InputError("option '--sizes': " + std::to_string(size) + " is not a multiple of " +
                             std::to_string(element) + " bytes");
  return {sizes.begin(), sizes.end()};
}

}  // namespace febem::benchmarks
