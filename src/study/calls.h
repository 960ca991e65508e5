// What a launch of `study --library` tells about the MPI library: which messages the stages really
// send, and the library's settings.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "comm/decorator.h"
#include "comm/messenger.h"
#include "core/types.h"

namespace febem::study {

/// Counts the messages that this rank sends; a collective is counted by its root.
class Calls final : public comm::Decorator {
 public:
  using Decorator::Decorator;

  void enter(std::string_view section) override {
    section_ = section;
    below().enter(section);
  }
  void clear() { counts_.clear(); }

  /// JSON with the messages of all ranks, [section, kind, bytes, number] each, and the library's
  /// value of each of `variables`, names separated by commas, or null. Collective; valid on the
  /// master.
  std::string report(const std::string& variables, const comm::Messenger& messages) const;

 private:
  using Call = std::tuple<std::string, std::string, core::Count>;  ///< section, kind, bytes

  std::uint64_t begins(const comm::Message& message) override {
    if (message.kind != comm::Message::Kind::receive &&
        (!message.is_collective() || message.peer == rank()))
      ++counts_[{section_, message.words().name, static_cast<core::Count>(message.data.size())}];
    return 0;
  }

  std::string section_;
  std::map<Call, core::Count> counts_;
};

}  // namespace febem::study
