#include "mesh/face_blocks.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/error.h"

namespace febem::mesh {
namespace {

/// A face as it lies in a block: `corner` of it is nearest to corner 0 of the block.
struct Laid {
  std::size_t face;
  int corner;
};

using Block = std::vector<Laid>;

class Joiner {
 public:
  Joiner(const Solid& solid, const std::vector<Face>& faces, const std::vector<Index>& regions,
      int size)
      : faces_(faces), regions_(regions), size_(size), used_(faces.size(), false) {
    for (std::size_t f = 0; f < faces.size(); ++f) {
      geometries_.emplace_back(solid, faces[f]);
      const FaceGeometry& face = geometries_.back();
      for (int c = 0; c < face.topology.corners; ++c) {
        edges_[{face.nodes[c], face.nodes[(c + 1) % face.topology.corners]}] = {f, c};
        ++meeting_[face.nodes[c]];
      }
    }
  }

  std::vector<FaceBlock> run() && {
    for (const Laid& start : starts()) join_from(start);
    check();
    std::vector<FaceBlock> result;
    for (const Block& block : blocks_) {
      FaceBlock& joined = result.emplace_back(FaceBlock{size_, regions_[block.front().face], {}});
      for (const auto& [face, corner] : block)
        joined.members.push_back({faces_[face], geometries_[face], corner});
    }
    return result;
  }

 private:
  bool is_quadrilateral(std::size_t face) const { return geometries_[face].topology.corners == 4; }
  /// Corner `k` of a face as it lies.
  Index node(const Laid& laid, int k) const {
    return geometries_[laid.face].nodes[(laid.corner + k) % 4];
  }

  /// Nodes where not four faces meet come first; all other faces follow, for skins without such a
  /// node.
  std::vector<Laid> starts() const {
    std::vector<Laid> special, others;
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (is_quadrilateral(f))
        for (int c = 0; c < 4; ++c)
          (meeting_.at(geometries_[f].nodes[c]) == 4 ? others : special).push_back({f, c});
    special.insert(special.end(), others.begin(), others.end());
    return special;
  }

  /// The face across the edge from corner `side` to the next, laid so that the block goes on:
  /// `turn` is its corner at the end of that edge.
  std::optional<Laid> across(const Laid& laid, int side, int turn) const {
    const auto found = edges_.find({node(laid, side + 1), node(laid, side)});
    if (found == edges_.end() || !is_quadrilateral(found->second.face)) return std::nullopt;
    return Laid{found->second.face, (found->second.corner + turn) % 4};
  }
  std::optional<Laid> right(const Laid& laid) const { return across(laid, 1, 1); }
  std::optional<Laid> above(const Laid& laid) const { return across(laid, 2, 0); }

  bool may_stand_together(std::size_t one, std::size_t other) const {
    const auto normal = [&](std::size_t face) {
      return Vec3(geometries_[face].area_vector({0, 0}).normalized());
    };
    return regions_[one] == regions_[other] && normal(one).dot(normal(other)) > 0.5;
  }

  /// The block whose corner 0 is that of `start`, if it is whole and of unused faces.
  std::optional<Block> block_from(const Laid& start) const {
    Block block;
    const auto is_taken = [&](std::size_t face) {
      return used_[face] || std::any_of(block.begin(), block.end(),
                                [&](const Laid& laid) { return laid.face == face; });
    };
    for (int row = 0; row < size_; ++row)
      for (int column = 0; column < size_; ++column) {
        const auto next = row + column == 0 ? std::optional(start)
                          : column > 0      ? right(block.back())
                                            : above(block[block.size() - size_]);
        if (!next || is_taken(next->face)) return std::nullopt;
        if (column > 0 && !may_stand_together(block.back().face, next->face)) return std::nullopt;
        if (row > 0) {
          const Laid& below = block[block.size() - size_];
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
  static Block turned(Block block) {
    std::reverse(block.begin(), block.end());
    for (Laid& laid : block) laid.corner = (laid.corner + 2) % 4;
    return block;
  }

  void join_from(const Laid& first) {
    std::deque<Laid> waiting{first};
    for (; !waiting.empty(); waiting.pop_front()) {
      const Laid start = waiting.front();
      if (used_[start.face]) continue;
      const auto block = block_from(start);
      if (!block) continue;
      for (const Laid& laid : *block) used_[laid.face] = true;
      blocks_.push_back(*block);
      for (const Block& seen : {*block, turned(*block)})
        for (const auto& next : {right(seen[size_ - 1]), above(seen[size_ * (size_ - 1)])})
          if (next) waiting.push_back(*next);
    }
  }

  /// Throws if a face got into no block.
  void check() const {
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (!used_[f])
        throw core::InputError("mesh: join = ", size_, ": face ", faces_[f].face, " of element ",
            faces_[f].element, " is in no square of ", size_, " x ", size_,
            " faces of one region, without triangles and edges; take numbers of elements that ",
            size_, " divides");
  }

  const std::vector<Face>& faces_;
  const std::vector<Index>& regions_;
  int size_;
  std::vector<FaceGeometry> geometries_;
  std::map<std::pair<Index, Index>, Laid>
      edges_;  ///< the face, and its corner, where an edge from node to node begins
  std::map<Index, int> meeting_;  ///< faces at a node
  std::vector<bool> used_;
  std::vector<Block> blocks_;
};

}  // namespace

std::vector<FaceBlock> join(const Solid& solid, const std::vector<Face>& faces,
    const std::vector<Index>& regions, int size) {
  return Joiner(solid, faces, regions, size).run();
}

}  // namespace febem::mesh
