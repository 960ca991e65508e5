#include "mesh/face_blocks.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "core/error.h"

namespace febem::mesh {
namespace {

class Joiner {
 public:
  Joiner(const std::vector<FaceGeometry>& faces, const std::vector<Index>& regions, int size)
      : faces_(faces), regions_(regions), size_(size), used_(faces.size(), false) {
    for (std::size_t f = 0; f < faces.size(); ++f)
      for (int c = 0; c < faces[f].topology.corners; ++c) {
        edges_[{faces[f].nodes[c], faces[f].nodes[(c + 1) % faces[f].topology.corners]}] = {f, c};
        ++meeting_[faces[f].nodes[c]];
      }
  }

  std::vector<FaceBlock> run() && {
    for (const FaceOfBlock& start : starts()) join_from(start);
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (!used_[f])
        throw core::InputError("mesh: join = ", size_, ": face ", faces_[f].face.face,
            " of element ", faces_[f].face.element, " is in no square of ", size_, " x ", size_,
            " faces of one region, without triangles and edges; take numbers of elements that ",
            size_, " divides");
    return std::move(blocks_);
  }

 private:
  bool is_quadrilateral(std::size_t face) const { return faces_[face].topology.corners == 4; }
  /// Corner `k` of a face as it lies.
  Index node(const FaceOfBlock& laid, int k) const {
    return faces_[laid.face].nodes[(laid.corner + k) % 4];
  }

  /// Nodes where not four faces meet come first; all other faces follow, for skins without such a
  /// node.
  std::vector<FaceOfBlock> starts() const {
    std::vector<FaceOfBlock> special, others;
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (is_quadrilateral(f))
        for (int c = 0; c < 4; ++c)
          (meeting_.at(faces_[f].nodes[c]) == 4 ? others : special).push_back({f, c});
    special.insert(special.end(), others.begin(), others.end());
    return special;
  }

  /// The face across the edge from corner `side` to the next, laid so that the block goes on:
  /// `turn` is its corner at the end of that edge.
  std::optional<FaceOfBlock> across(const FaceOfBlock& laid, int side, int turn) const {
    const auto found = edges_.find({node(laid, side + 1), node(laid, side)});
    if (found == edges_.end() || !is_quadrilateral(found->second.face)) return std::nullopt;
    return FaceOfBlock{found->second.face, (found->second.corner + turn) % 4};
  }
  std::optional<FaceOfBlock> right(const FaceOfBlock& laid) const { return across(laid, 1, 1); }
  std::optional<FaceOfBlock> above(const FaceOfBlock& laid) const { return across(laid, 2, 0); }

  bool may_stand_together(std::size_t one, std::size_t other) const {
    const auto normal = [&](std::size_t face) {
      return Vec3(faces_[face].area_vector({0, 0}).normalized());
    };
    return regions_[one] == regions_[other] && normal(one).dot(normal(other)) > 0.5;
  }

  /// The block whose corner 0 is that of `start`, if it is whole and of unused faces.
  std::optional<FaceBlock> block_from(const FaceOfBlock& start) const {
    FaceBlock block;
    const auto is_taken = [&](std::size_t face) {
      return used_[face] || std::any_of(block.begin(), block.end(),
                                [&](const FaceOfBlock& laid) { return laid.face == face; });
    };
    for (int row = 0; row < size_; ++row)
      for (int column = 0; column < size_; ++column) {
        const auto next = row + column == 0 ? std::optional(start)
                          : column > 0      ? right(block.back())
                                            : above(block[block.size() - size_]);
        if (!next || is_taken(next->face)) return std::nullopt;
        if (column > 0 && !may_stand_together(block.back().face, next->face)) return std::nullopt;
        if (row > 0) {
          const FaceOfBlock& below = block[block.size() - size_];
          const auto same = above(below);
          if (!same || same->face != next->face || same->corner != next->corner ||
              !may_stand_together(below.face, next->face))
            return std::nullopt;
        }
        block.push_back(*next);
      }
    return block;
  }

  /// The block seen from its corner 2.
  static FaceBlock turned(FaceBlock block) {
    std::reverse(block.begin(), block.end());
    for (FaceOfBlock& laid : block) laid.corner = (laid.corner + 2) % 4;
    return block;
  }

  void join_from(const FaceOfBlock& first) {
    std::deque<FaceOfBlock> waiting{first};
    for (; !waiting.empty(); waiting.pop_front()) {
      const FaceOfBlock start = waiting.front();
      if (used_[start.face]) continue;
      const auto block = block_from(start);
      if (!block) continue;
      for (const FaceOfBlock& laid : *block) used_[laid.face] = true;
      blocks_.push_back(*block);
      for (const FaceBlock& seen : {*block, turned(*block)})
        for (const auto& next : {right(seen[size_ - 1]), above(seen[size_ * (size_ - 1)])})
          if (next) waiting.push_back(*next);
    }
  }

  const std::vector<FaceGeometry>& faces_;
  const std::vector<Index>& regions_;
  int size_;
  /// The face, and its corner, where an edge from node to node begins.
  std::map<std::pair<Index, Index>, FaceOfBlock> edges_;
  std::map<Index, int> meeting_;  ///< faces at a node
  std::vector<bool> used_;
  std::vector<FaceBlock> blocks_;
};

}  // namespace

std::vector<FaceBlock> join(
    const std::vector<FaceGeometry>& faces, const std::vector<Index>& regions, int size) {
  return Joiner(faces, regions, size).run();
}

}  // namespace febem::mesh
