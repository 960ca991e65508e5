// The bounded receiver over MPI.
#include "comm/decorators/bounded_receiver.h"

#include "comm/mpi_transport.h"
#include "comm/outstanding.h"
#include "support/catch.h"

using namespace febem;
using namespace febem::comm;

TEST_CASE("no receiver holds more than its pace allows, over MPI") {
  MpiTransport transport(mpi::Communicator::world());
  BoundedReceiver bounded(transport, {}, {});
  for (const auto& pace : conformance::bounded_paces())
    if (conformance::refusal(bounded, {"star", "whole", pace}).empty()) conformance::load_receiver(bounded, pace);
  CHECK(conformance::exceeded(bounded.take_high_water(), transport.size()) == std::vector<std::string>{});
}
