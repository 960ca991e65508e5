// sync: MPI_Ssend; a piece completes only when the receiver has begun to receive it.
#include "comm/paces/one_at_a_time.h"

namespace febem::comm {

extern const PaceEntry sync_pace{"sync", "", "each piece by MPI_Ssend: no piece leaves before the receiver asks for it",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      require_no_parameter("sync", parameter);
      return std::make_unique<OneAtATime>(SendMode::synchronous, false);
    },
    "sync"};

}  // namespace febem::comm
