// What arithmetic costs on a machine.
#pragma once

#include <string>

#include "core/stage.h"
#include "timing/work.h"

namespace febem::timing {

struct Profile {
  std::string machine;  ///< in words
  /// Seconds for each of an operation's quantities.
  std::array<Quantities, operation_table.size()> prices = {};
  /// Multiplies all times of a stage, where its methods are not those that were priced.
  core::PerStage<double> factors = filled_with_one();

  double seconds(const Work& work) const {
    const auto& price = prices[static_cast<std::size_t>(work.operation)];
    double sum = 0;
    for (std::size_t i = 0; i < price.size(); ++i) sum += price[i] * work.quantities[i];
    return sum;
  }

 private:
  static core::PerStage<double> filled_with_one() {
    core::PerStage<double> ones;
    ones.fill(1);
    return ones;
  }
};

/// No operation takes time: what is left is communication.
inline Profile free_of_charge() { return {"arithmetic that takes no time"}; }

}  // namespace febem::timing
