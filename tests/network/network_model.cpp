// The line that an emulated rank's messages share.
#include "network/network_model.h"

#include "support/catch.h"

using network::Line;

TEST_CASE("messages on a line queue, in whatever order they are booked") {
  Line line;
  CHECK(line.take(10, 2) == 12);
  CHECK(line.take(10, 2) == 14);  // behind the first
  CHECK(line.take(20, 1) == 21);  // the line is free then
  CHECK(line.take(13, 0) == 14);  // an empty message waits too
  CHECK(line.take(4, 1) == 5);    // was there before all of them
  CHECK(line.take(9, 3) == 16);   // one before the first, two behind the second
  CHECK(line.take(9, 5) == 22);   // four before the last, one behind it
}

TEST_CASE("a line carries no more than one message at a time, however many are booked") {
  Line line;
  double last = 0;
  for (int message = 0; message < 1000; ++message) last = std::max(last, line.take(message % 7, 1));
  CHECK(last == 1000);
}
