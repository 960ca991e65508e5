// blocking: MPI_Send back to back; how much the receiver must buffer is up to the MPI library.
#include "comm/paces/one_at_a_time.h"

namespace febem::comm {

extern const PaceEntry blocking_pace{"blocking", "", "each piece by MPI_Send, back to back; the receiver's memory is the library's affair",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      require_no_parameter("blocking", parameter);
      return std::make_unique<OneAtATime>(SendMode::standard, false);
    },
    "blocking"};

}  // namespace febem::comm
