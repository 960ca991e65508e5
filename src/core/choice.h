// What the strategy "auto" chose for a kind of transfer, and what came of it.
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "core/strategy_names.h"
#include "core/types.h"

namespace febem::core {

/// `ibroadcast`: a broadcast begun in look-ahead, behind which the ranks compute.
enum class Operation { broadcast, ibroadcast, sum };

inline std::string_view name(Operation operation) {
  switch (operation) {
    case Operation::broadcast: return "broadcast";
    case Operation::ibroadcast: return "broadcast ahead";
    case Operation::sum: return "sum";
  }
  return {};
}

struct Choice {
  std::string section;  ///< of the run
  Operation operation = Operation::broadcast;
  Count longest = 0;  ///< bytes: transfers up to this length, from the next shorter class on
  StrategyNames strategy;
  double predicted_seconds = std::numeric_limits<double>::quiet_NaN();  ///< each, where anything is known
  double tried_seconds = std::numeric_limits<double>::quiet_NaN();      ///< each, where there were trials at the start
  Count transfers = 0;
  double measured_seconds = 0;  ///< all together on this rank, waiting for others to come included
  Count last_turn = 0;          ///< when it was chosen last: the frequency, from 0, of those computed in this run
};

}  // namespace febem::core
