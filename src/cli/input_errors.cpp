#include "cli/input_errors.h"

#include <cstdint>
#include <cstdio>

#include "comm/messenger.h"
#include "core/text.h"
#include "core/types.h"

namespace febem::cli {

void complain(std::string_view text) {
  std::fprintf(stderr, "minifebem: %s\n", core::printable(text).c_str());
  std::fflush(stderr);
}

std::optional<std::vector<std::string>> validate_on_root(
    const comm::Messenger& messages, const std::function<std::vector<std::string>()>& inspect) {
  constexpr std::int64_t rejected = -1;
  std::vector<std::string> texts;
  std::int64_t verdict = 0;
  if (messages.rank() == core::master) {
    try {
      texts = inspect();
      verdict = static_cast<std::int64_t>(texts.size());
    } catch (const core::InputError& error) {
      complain(error.what());
      verdict = rejected;
    }
  }
  messages.broadcast(verdict, core::master);
  if (verdict == rejected) return std::nullopt;
  texts.resize(static_cast<std::size_t>(verdict));
  for (auto& text : texts) messages.broadcast_varying(text, core::master);
  return texts;
}

bool check_on_root(const comm::Messenger& messages, const std::function<void()>& inspect) {
  return validate_on_root(messages, [&] {
    inspect();
    return std::vector<std::string>();
  }).has_value();
}

bool validate_everywhere(bool prints, const std::function<void()>& inspect) {
  try {
    inspect();
    return true;
  } catch (const core::InputError& error) {
    if (prints) complain(error.what());
    return false;
  }
}

}  // namespace febem::cli
