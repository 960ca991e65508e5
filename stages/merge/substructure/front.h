// Partial LDL^T of a front: a complex symmetric matrix, by its lower triangle, in which only some
// rows and columns may be eliminated.
//
//   [A11]        c x c, the candidates      A = [L11   ] [D   ] [L11^T L21^T]
//   [A21 A22]    the others                     [L21  I] [   S] [         I ]
//
// Pivots are sought among the candidates of a panel, and judged over all rows of the front
// (ldlt.h). Candidates without a good pivot are delayed: they stay in S, before the other rows.
//
// A front is stored by block columns. One rank has it as a single block. It updates the candidates
// panel by panel, and the others once, by all pivots. It tries a candidate without a good pivot
// again after the other candidates.
//
// The ranks of a team have a large front block-cyclically. The owner of a block of candidates
// factors it as a panel and broadcasts it. The owner of the next block updates and factors its
// block as soon as the panel has come, and broadcasts it before anything else. While a panel is in
// flight each rank updates its own blocks by earlier panels. If a candidate of a panel has no good
// pivot, all candidates after it are delayed. At the end all panels are on every rank, as stage 3
// needs them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "comm/team.h"
#include "stages/analysis/elimination_tree.h"
#include "stages/merge/panel_message.h"

namespace febem::merge {

/// Memory for one front after the other, as large as the largest so far: fresh memory costs more
/// than what is computed with it once.
class FrontMemory {
 public:
  /// So many zeros; valid until the next call.
  la::Complex* zeros(core::Count entries, timing::Arithmetic& m);

 private:
  la::Workspace<la::Complex> entries_;
};

class Front {
 public:
  /// A front of zeros that this rank has. `width` candidates are eliminated at a time.
  Front(Index rows, Index candidates, Index width, FrontMemory& memory, timing::Arithmetic& m);
  /// A front of zeros whose blocks are spread over the ranks of a team.
  Front(Index rows, Index candidates, const analysis::Spreading& spreading, const comm::Team& team,
      FrontMemory& memory, timing::Arithmetic& m);

  /// The front, if this rank has it; only the lower triangle is read.
  la::View values() { return blocks_.front().values; }
  /// For each row: the size of the entries that its column was assembled from.
  la::RealVector& scales() { return scales_; }
  /// Adds a column of a contribution block, from the diagonal on, to these rows of the front:
  /// ascending, the first one that of a column of this rank.
  void extend_add(std::span<const Index> rows, const la::Complex* entries);

  /// Eliminates candidates. Collective over the team. The result has the panel of all pivots, and
  /// its order is of all rows of the front: pivots, delayed, others. Its other figures are those of
  /// the panels that this rank factored. Without others one rank eliminates all candidates. If
  /// entries of its front are NaN or infinite, the panel has NaN, and its growth is NaN.
  la::PivotPanel factor();
  /// The contribution block S: the columns that this rank has, each from the diagonal on. After
  /// factor().
  la::Workspace<la::Complex> contribution();

 private:
  /// Columns [first, end), with the rows from `first` on.
  struct Block {
    Index first, end;
    Eigen::Map<la::Matrix> values;
    Index applied = 0;  ///< pivots that it is updated by; of a team's front

    Index size() const { return end - first; }
  };
  /// The panel of a team's front in flight, or just received.
  struct Panel {
    Index first = 0;
    std::optional<PanelMessage> message{};
    la::PivotPanel pivots{};  ///< without values

    la::ConstView values() const { return std::as_const(*message).values(pivots.pivots); }
  };

  void make_blocks(FrontMemory& memory);
  bool is_own(Index column) const;
  Block& block_at(Index column);
  la::View columns(Index first, Index count);
  Index width_at(Index first) const { return std::min(width_, candidates_ - first); }

  void eliminate_alone();
  void eliminate_in_team();
  la::PivotPanel factor_panel(Index first, Index count);
  void store(const la::ConstView& values, const la::PivotPanel& panel);
  void update(la::View columns, const la::ConstView& l, const la::ConstView& pivots);
  void update_candidates(Index pivots);
  void update_others();
  bool is_finite();
  void give_up();

  void begin_panel(Index first, const Panel& before);
  Panel finish_panel();
  bool update_some();
  void update(Block& block);

  timing::Arithmetic& m_;
  const comm::Messenger* messages_ = nullptr;  ///< of the team; null if one rank has the front
  analysis::Spreading spreading_{};
  Index rows_, candidates_, width_, done_ = 0;
  la::RealVector scales_;
  std::vector<Block> blocks_;  ///< own ones, ascending
  la::PanelValues l_;          ///< rows x candidates, its memory untouched beyond `done_` columns
  la::PivotPanel result_;
  Panel coming_;
  std::unique_ptr<comm::BroadcastRequest> in_flight_;  ///< of that
};

}  // namespace febem::merge
