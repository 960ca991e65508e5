// A front whose columns are spread over the ranks of a team, block-cyclically: a front that is
// large enough to be worth it.
//
// The owner of a block of candidates factors it as a panel and broadcasts it. The owner of the next
// block updates and factors that as soon as the panel has come, and broadcasts it before anything
// else. While a panel is in flight each rank updates its own columns by those before it. If a
// candidate of a panel has no good pivot, all candidates that are left are delayed: they stay in S,
// before the other rows. All panels are on every rank at the end, as stage 3 needs them.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "comm/team.h"
#include "stages/common/elimination_tree.h"
#include "stages/merge/substructure/front_factor.h"
#include "stages/merge/substructure/front_memory.h"

namespace febem::merge {

class SpreadFront {
 public:
  /// A front of zeros on the ranks of a team; `scales` of its rows, of which the first are
  /// candidates. The rank numbers are those of the team.
  SpreadFront(Index candidates, la::RealVector scales, const common::Spreading& spreading,
      const comm::Team& team, FrontMemory& memory, timing::Arithmetic& m);

  /// Adds what a child left in one column, from the diagonal on, at these places of the front:
  /// ascending, the first that of a column of this rank.
  void add(std::span<const Index> places, const la::Complex* entries);

  /// Eliminates candidates. Collective. The panel is on every rank; its other figures are those of
  /// the blocks that this rank factored.
  FrontFactor factor();
  /// The columns of S that this rank has, each from the diagonal on. After factor().
  la::Workspace<la::Complex> contribution();

  /// Entries of the message of a panel: L and D, the order of the candidates, and the number of
  /// pivots.
  static Index message_entries(Index rows, Index width) { return rows * width + width + 1; }

 private:
  /// Columns [first, end), with the rows from `first` on.
  struct Block {
    Index first, end;
    Eigen::Map<la::Matrix> values;
    Index applied = 0;  ///< pivots that it is updated by

    Index size() const { return end - first; }
  };
  /// A factored block of candidates: candidate order[k] is row k of L, from the block's first one
  /// on.
  struct Panel {
    Index first = 0;
    la::Workspace<la::Complex> message{};  ///< L and D, the order, and the number of pivots
    Index pivots = 0;
    std::vector<Index> order{};
  };

  bool is_own(Index column) const;
  Block& block_at(Index first);
  Index width_at(Index first) const { return std::min(spreading_.width, candidates_ - first); }
  void begin_panel(Index first, const Panel& before);
  Panel finish_panel();
  Eigen::Map<const la::Matrix> values_of(const Panel& panel) const;
  void store(const Panel& panel);
  void rearrange(Block& block, const std::vector<Index>& order);
  bool update_some();
  void update(Block& block);
  void update(Block& block, const la::ConstView& l, const la::ConstView& pivots);

  timing::Arithmetic& m_;
  const comm::Messenger& messages_;
  const common::Spreading& spreading_;
  Index rows_, candidates_, done_ = 0;
  la::RealVector scales_;
  std::vector<Block> blocks_;  ///< own columns, ascending
  la::PanelValues l_;          ///< so far, its memory untouched beyond
  Panel coming_;
  std::unique_ptr<comm::BroadcastRequest> in_flight_;  ///< of that
  FrontFactor result_;
};

}  // namespace febem::merge
