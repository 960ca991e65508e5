// Transfers leave no memory behind.
#include <unistd.h>

#include <fstream>

#include "comm/conformance.h"
#include "comm/mpi_transport.h"
#include "support/catch.h"

using namespace febem;
using namespace febem::comm;

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

TEST_CASE("memory does not grow over 10 000 transfers of each pace") {
  MpiTransport transport(mpi::Communicator::world());
  Ledger ledger(transport);
  if (transport.size() > 3) return;  // the same code, for longer
  for (const auto& pace : paces()) {
    const StrategyNames names{"star", "64", std::string(pace.example)};
    if (!conformance::refusal(ledger, names).empty()) continue;
    const Messenger messenger(ledger, make_strategy(names));
    // The library's own pools fill first.
    transfer(messenger, 2000);
    ledger.synchronise();
    const long long before = resident();
    transfer(messenger, 5000);
    ledger.synchronise();
    INFO(names.pace);
    CHECK(resident() - before <= 10000);  // less than a byte a transfer
  }
}
