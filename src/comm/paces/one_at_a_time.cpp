// The paces that complete one piece before the next: blocking, sync and ack.
#include "comm/paces/one_at_a_time.h"

namespace febem::comm {

// blocking: MPI_Send back to back; how much the receiver must buffer is up to the MPI library.

extern const PaceEntry blocking_pace{"blocking", "", "each piece by MPI_Send, back to back; the receiver's memory is the library's affair",
                                     [](std::string_view parameter) -> std::unique_ptr<Pace> {
                                       require_no_parameter("blocking", parameter);
                                       return std::make_unique<OneAtATime>(SendMode::standard, false);
                                     },
                                     "blocking"};

/// sync: MPI_Ssend; a piece completes only when the receiver has begun to receive it.
extern const PaceEntry sync_pace{"sync", "", "each piece by MPI_Ssend: no piece leaves before the receiver asks for it",
                                 [](std::string_view parameter) -> std::unique_ptr<Pace> {
                                   require_no_parameter("sync", parameter);
                                   return std::make_unique<OneAtATime>(SendMode::synchronous, false);
                                 },
                                 "sync"};

/// ack: each piece is answered by a zero-byte message before the next one leaves, as in the 1999 code.
extern const PaceEntry ack_pace{"ack", "", "each piece answered by a zero-byte message before the next leaves (the 1999 fix)",
                                [](std::string_view parameter) -> std::unique_ptr<Pace> {
                                  require_no_parameter("ack", parameter);
                                  return std::make_unique<OneAtATime>(SendMode::standard, true);
                                },
                                "ack"};

}  // namespace febem::comm
