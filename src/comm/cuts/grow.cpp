// grow:SIZE: each piece twice as long as the one before: a short first piece starts a pipeline early, long ones end it.
#include "comm/cut.h"

namespace febem::comm {
namespace {

class Grow final : public Cut {
 public:
  explicit Grow(std::size_t first) : first_(first) {}
  std::size_t wish(std::size_t previous, std::size_t) const override { return previous == 0 ? first_ : 2 * previous; }

 private:
  std::size_t first_;
};

}  // namespace

extern const CutEntry grow_cut{"grow:SIZE", "a first piece of SIZE bytes, each next one twice as long",
    [](std::string_view text) -> std::unique_ptr<Cut> {
      constexpr std::string_view prefix = "grow:";
      if (!text.starts_with(prefix)) return nullptr;
      const auto size = parse_size(text.substr(prefix.size()));
      return size ? std::make_unique<Grow>(*size) : nullptr;
    },
    "grow:64", "grow:4KiB"};

}  // namespace febem::comm
