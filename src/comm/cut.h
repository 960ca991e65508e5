// Axis 2 of a transfer: how a logical message is divided into pieces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mpi/environment.h"

namespace febem::comm {

/// A rule for the length of the next piece. Pieces applies it.
struct Cut {
  /// Wished length, bytes, of the piece after one of `previous` bytes (0 before the first) when
  /// `remaining` are left. Any value is safe: Pieces clamps and aligns it.
  using Wish = std::size_t (*)(std::size_t size, std::size_t previous, std::size_t remaining);

  Wish wish;
  std::size_t size = 0;  ///< bytes that the user gave; 0: none
};

/// A contiguous part of a message, bytes.
struct Piece {
  std::size_t offset = 0;
  std::size_t length = 0;
};

/// The segmentation of a message of `total` bytes, piece by piece. The pieces are contiguous, cover
/// the whole message, and are never empty nor longer than `longest`. Each is a multiple of
/// `element` bytes; the last piece may be shorter. If an element is longer than `longest`, pieces
/// may end within an element. A message of 0 bytes has no pieces.
class Pieces {
 public:
  Pieces(const Cut& cut, std::size_t total, std::size_t element,
      std::size_t longest = mpi::largest_message)
      : cut_(cut), total_(total), element_(element == 0 || element > longest ? 1 : element),
        longest_(longest) {}
  /// The next piece, or nothing at the end. Inline: it stands between messages.
  std::optional<Piece> next() {
    const std::size_t remaining = total_ - offset_;
    if (remaining == 0) return std::nullopt;
    std::size_t length = std::min(cut_.wish(cut_.size, previous_, remaining), longest_);
    if (length < remaining) length = std::max(length / element_ * element_, element_);
    const Piece piece{offset_, std::min(length, remaining)};
    offset_ += piece.length;
    previous_ = piece.length;
    return piece;
  }
  std::size_t total() const { return total_; }

 private:
  Cut cut_;
  std::size_t total_;
  std::size_t element_;
  std::size_t longest_;
  std::size_t offset_ = 0;
  std::size_t previous_ = 0;
};

/// A registered cut.
struct CutEntry {
  std::string_view name;  ///< as shown in help: "whole", "SIZE"; the user writes a size in place of
                          ///< the last word SIZE
  std::string_view help;
  Cut::Wish wish;
  std::string_view example;  ///< one specification the conformance tests use: short pieces
  std::string_view usual;    ///< what stands for it where every cut is asked for
};

/// Every registered cut.
std::span<const CutEntry> cuts();

/// The cut for a specification. Throws core::InputError if there is none.
Cut make_cut(std::string_view text);

/// Bytes of "4096", "4KiB", "2MiB", "1GiB" (also "64k", "1M"); nothing if the text is not a
/// positive size.
std::optional<std::size_t> parse_size(std::string_view text);

}  // namespace febem::comm
