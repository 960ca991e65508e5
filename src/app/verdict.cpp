#include "app/verdict.h"

#include <cstdint>
#include <cstdio>

#include "app/complain.h"
#include "core/error.h"
#include "pipeline/stage_context.h"

namespace febem::app {
namespace {

std::string broadcast_text(const comm::Messenger& messages, std::string text) {
  auto size = static_cast<std::uint64_t>(text.size());
  messages.broadcast(size, pipeline::master);
  text.resize(size);
  messages.broadcast(std::span<char>(text.data(), text.size()), pipeline::master);
  return text;
}

}  // namespace

std::optional<std::vector<std::string>> agree(const comm::Messenger& messages,
                                              const std::function<std::vector<std::string>()>& inspect) {
  constexpr std::int64_t rejected = -1;
  std::vector<std::string> texts;
  std::int64_t verdict = 0;
  if (messages.rank() == pipeline::master) {
    try {
      texts = inspect();
      verdict = static_cast<std::int64_t>(texts.size());
    } catch (const core::InputError& error) {
      complain(error.what());
      verdict = rejected;
    }
  }
  messages.broadcast(verdict, pipeline::master);
  if (verdict == rejected) return std::nullopt;
  texts.resize(static_cast<std::size_t>(verdict));
  for (auto& text : texts) text = broadcast_text(messages, std::move(text));
  return texts;
}

}  // namespace febem::app
