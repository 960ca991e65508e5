// whole: one piece, however long.
#include "comm/cut.h"

namespace febem::comm {
namespace {

class Whole final : public Cut {
 public:
  std::size_t wish(std::size_t, std::size_t remaining) const override { return remaining; }
};

}  // namespace

extern const CutEntry whole_cut{"whole", "the message in one piece",
    [](std::string_view text) -> std::unique_ptr<Cut> {
      return text == "whole" ? std::make_unique<Whole>() : nullptr;
    },
    "whole", "whole"};

}  // namespace febem::comm
