// SIZE: pieces of one size, the last one shorter.
#include "comm/cut.h"

namespace febem::comm {
namespace {

class Fixed final : public Cut {
 public:
  explicit Fixed(std::size_t length) : length_(length) {}
  std::size_t wish(std::size_t, std::size_t) const override { return length_; }

 private:
  std::size_t length_;
};

}  // namespace

extern const CutEntry fixed_cut{"SIZE", "pieces of SIZE bytes (4096, 4KiB, 1MiB, ...)",
    [](std::string_view text) -> std::unique_ptr<Cut> {
      const auto size = parse_size(text);
      return size ? std::make_unique<Fixed>(*size) : nullptr;
    },
    "64", "16KiB"};

}  // namespace febem::comm
