// The bounded receiver over MPI.
#include "network/bounded_receiver.h"
#include "network/outstanding.h"
#include "support/catch.h"
#include "support/over_mpi.h"

using namespace febem::comm;
using namespace febem::network;

TEST_CASE("no receiver holds more than its pace allows, over MPI") {
  auto transport = over_mpi();
  BoundedReceiver bounded(transport, {}, {});
  for (const auto& pace : conformance::bounded_paces())
    if (conformance::unsupported_reason(bounded, {"star", "whole", pace}).empty())
      conformance::load_receiver(bounded, pace);
  CHECK(conformance::exceeded(bounded.take_high_water(), transport.size()) == Texts{});
}
