// A matrix by its products, for what iterates.
#pragma once

#include <utility>

#include "pipeline/owned_vector.h"
#include "pipeline/row_operator.h"
#include "support/world.h"

namespace febem::test {

/// Every rank has the whole matrix; what is sent is the vector.
class WholeMatrix final : public pipeline::RowOperator {
 public:
  WholeMatrix(la::Matrix a, la::Index block, World& world)
      : a_(std::move(a)), map_(a_.rows(), block, world.ranks()), rank_(world.rank()) {}

  const la::RowMap& map() const override { return map_; }
  la::Vector apply(const la::Vector& own, const execution::StageContext& context) override {
    return pipeline::own_entries(map_, a_ * pipeline::all_entries(map_, own, context.messages), rank_);
  }
  la::Vector diagonal() const override { return pipeline::own_entries(map_, a_.diagonal(), rank_); }
  comm::Traffic traffic(const comm::Messenger& messages) const override { return pipeline::all_entries_traffic(map_, messages); }

 private:
  la::Matrix a_;
  la::RowMap map_;
  int rank_;
};

}  // namespace febem::test
