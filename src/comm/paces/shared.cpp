// shared: the sender writes into memory it shares with the receiver; all ranks must be on one node.
#include "comm/paces/deposit.h"

namespace febem::comm {

extern const PaceEntry shared_pace{"shared", ":BYTES", "each piece copied into BYTES of memory shared with the receiver (one node only)",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      const auto bytes = size_parameter("shared:BYTES", parameter, least_deposit, usual_deposit);
      return std::make_unique<DepositPace>(Memory::shared, Capability::shared, "shared", bytes);
    },
    "shared:128"};

}  // namespace febem::comm
