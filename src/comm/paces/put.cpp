// put: one-sided; the sender writes into a window of the receiver's (MPI_Put).
#include "comm/paces/deposit.h"

namespace febem::comm {

extern const PaceEntry put_pace{"put", ":BYTES", "each piece written into a window of BYTES at the receiver by MPI_Put",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      const auto bytes = size_parameter("put:BYTES", parameter, least_deposit, usual_deposit);
      return std::make_unique<DepositPace>(Memory::window, Capability::window, "put", bytes);
    },
    "put:128"};

}  // namespace febem::comm
