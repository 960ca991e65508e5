// The matrix of the coupled system by its products: A p = H p + y B p - omega^2 rho B C A_s^{-1} T
// p. The algebra and the messages are in ../README.md.
#pragma once

#include <memory>
#include <vector>

#include "stages/common/row_operator.h"
#include "stages/reduce/reduce.h"

namespace febem::reduce {

class CoupledOperator final : public common::RowOperator {
 public:
  /// H and B by own row. Refers to `b` and to the factor, T and M of `surface`.
  CoupledOperator(
      la::OwnedRows h, const la::OwnedRows& b, const SurfaceCondition& surface, int rank);

  const la::RowMap& map() const override { return h_.map; }
  Vector apply(const Vector& own, const common::StageContext& context) override;
  /// The diagonal of H + y B: what the structure adds to it is not known without solving for every
  /// panel.
  Vector diagonal() const override;

 private:
  Vector structure(const Vector& p, const common::StageContext& context) const;
  Vector by_subdomains(const Vector& p, const common::StageContext& context) const;
  Vector on_master(const Vector& p, const common::StageContext& context) const;
  std::vector<std::size_t> panels_of_ranks() const;
  bool needs_b() const { return factor_ != nullptr || admittance_.size() != 0; }

  la::OwnedRows h_;
  const la::OwnedRows& b_;
  int rank_;
  Vector admittance_;
  common::Factor* factor_;  ///< null without a structure
  std::shared_ptr<const analysis::Analysis> analysis_;
  Vector scale_;  ///< omega^2 rho M^{-1}
};

}  // namespace febem::reduce
