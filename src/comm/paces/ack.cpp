// ack: each piece is answered by a zero-byte message before the next one leaves, as in the 1999 code.
#include "comm/paces/one_at_a_time.h"

namespace febem::comm {

extern const PaceEntry ack_pace{"ack", "", "each piece answered by a zero-byte message before the next leaves (the 1999 fix)",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      require_no_parameter("ack", parameter);
      return std::make_unique<OneAtATime>(SendMode::standard, true);
    },
    "ack"};

}  // namespace febem::comm
