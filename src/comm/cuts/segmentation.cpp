// The cuts by length alone: whole, SIZE and grow:SIZE.
#include "comm/cut.h"

namespace febem::comm {
namespace {

/// whole: one piece, however long.
class Whole final : public Cut {
 public:
  std::size_t wish(std::size_t, std::size_t remaining) const override { return remaining; }
};

/// SIZE: pieces of one size, the last one shorter.
class Fixed final : public Cut {
 public:
  explicit Fixed(std::size_t length) : length_(length) {}
  std::size_t wish(std::size_t, std::size_t) const override { return length_; }

 private:
  std::size_t length_;
};

/// grow:SIZE: each piece twice as long as the one before: a short first piece starts a pipeline early, long ones end it.
class Grow final : public Cut {
 public:
  explicit Grow(std::size_t first) : first_(first) {}
  std::size_t wish(std::size_t previous, std::size_t) const override { return previous == 0 ? first_ : 2 * previous; }

 private:
  std::size_t first_;
};

}  // namespace

extern const CutEntry whole_cut{"whole", "the message in one piece",
                                [](std::string_view text) -> std::unique_ptr<Cut> { return text == "whole" ? std::make_unique<Whole>() : nullptr; },
                                "whole", "whole"};

extern const CutEntry fixed_cut{"SIZE", "pieces of SIZE bytes (4096, 4KiB, 1MiB, ...)",
                                [](std::string_view text) -> std::unique_ptr<Cut> {
                                  const auto size = parse_size(text);
                                  return size ? std::make_unique<Fixed>(*size) : nullptr;
                                },
                                "64", "16KiB"};

extern const CutEntry grow_cut{"grow:SIZE", "a first piece of SIZE bytes, each next one twice as long",
                               [](std::string_view text) -> std::unique_ptr<Cut> {
                                 constexpr std::string_view prefix = "grow:";
                                 if (!text.starts_with(prefix)) return nullptr;
                                 const auto size = parse_size(text.substr(prefix.size()));
                                 return size ? std::make_unique<Grow>(*size) : nullptr;
                               },
                               "grow:64", "grow:4KiB"};

}  // namespace febem::comm
