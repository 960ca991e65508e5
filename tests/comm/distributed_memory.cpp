// Transfers leave no memory behind.
#include <unistd.h>

#include "comm/conformance.h"
#include "support/catch.h"
#include "support/over_mpi.h"

using namespace febem::comm;

#ifndef __SANITIZE_ADDRESS__  // which keeps what was freed, and looks for leaks itself
namespace {

/// Resident memory of this process, bytes.
long long resident() {
  long long total = 0, pages = 0;
  std::ifstream("/proc/self/statm") >> total >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

void transfer(const Messenger& messenger, int times) {
  std::vector<core::Complex> values(24);
  for (int i = 0; i < times; ++i) {
    messenger.broadcast(std::span(values), 0);
    messenger.sum(std::span(values), 0);
  }
}

}  // namespace

TEST_CASE("memory does not grow over thousands of transfers of each pace", "[real]") {
  auto transport = over_mpi();
  Ledger ledger(transport);
  // On more ranks the same code takes longer and a leak has fewer transfers to show in.
  const int batch_length = transport.size() > 3 ? 400 : 1700;
  for (const auto& pace : paces()) {
    const StrategyNames names{"star", "64", std::string(pace.example)};
    if (!conformance::unsupported_reason(ledger, names).empty()) continue;
    const Messenger messenger(ledger, make_strategy(names));
    transfer(messenger, 2000);
    // The library fills pools of its own now and then; what is leaked grows in every batch.
    long long least = std::numeric_limits<long long>::max();
    for (int batch = 0; batch < 3; ++batch) {
      ledger.synchronise();
      const long long before = resident();
      transfer(messenger, batch_length);
      ledger.synchronise();
      least = std::min(least, resident() - before);
    }
    INFO(names.pace);
    CHECK(least <= 2 * batch_length);  // a byte a transfer
  }
}
#endif
