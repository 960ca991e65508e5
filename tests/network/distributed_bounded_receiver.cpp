// The bounded receiver over MPI.
#include "comm/mpi_transport.h"
#include "network/bounded_receiver.h"
#include "network/outstanding.h"
#include "support/catch.h"

using namespace febem::comm;
using namespace febem::network;

TEST_CASE("no receiver holds more than its pace allows, over MPI") {
  MpiTransport transport(mpi::Communicator::world());
  BoundedReceiver bounded(transport, {}, {});
  for (const auto& pace : conformance::bounded_paces())
    if (conformance::unsupported_reason(bounded, {"star", "whole", pace}).empty())
      conformance::load_receiver(bounded, pace);
  CHECK(conformance::exceeded(bounded.take_high_water(), transport.size()) == Texts{});
}
