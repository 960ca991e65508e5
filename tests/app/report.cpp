#include "app/report.h"

#include <algorithm>

#include "support/catch.h"

using febem::app::with_prefix;

TEST_CASE("numbers are shown with a prefix and three digits") {
  CHECK(with_prefix(0.0, "W") == "0 W");
  CHECK(with_prefix(1.0, "W") == "1 W");
  CHECK(with_prefix(999.4, "B") == "999 B");
  CHECK(with_prefix(999.6, "B") == "1 kB");
  CHECK(with_prefix(1234567.0, "B") == "1.23 MB");
  CHECK(with_prefix(2.5e-7, "W") == "250 nW");
  CHECK(with_prefix(-2.5e-3, "W") == "-2.5 mW");
  CHECK(with_prefix(1e-30, "W") == "1e-18 pW");
  CHECK(with_prefix(febem::io::not_computed, "W") == "-");
}

TEST_CASE("the stage table has a row a stage and a total") {
  febem::io::RunResult run;
  run.stages.push_back({"merge", "frontal", {"star", "4KiB", "ack"}, 2.0, 0.5, 10, 1000, 1e9, {}});
  run.total_seconds = 3.0;
  const auto text = febem::app::stage_table(run);
  CHECK(std::count(text.begin(), text.end(), '\n') == 3);
  CHECK(text.find("merge  frontal    2.000") != std::string::npos);
  CHECK(text.find("500 Mflop/s") != std::string::npos);
  CHECK(text.find("star x 4KiB x ack") != std::string::npos);
}

TEST_CASE("what was not computed is a dash") {
  febem::io::RunResult run;
  run.frequencies.emplace_back();
  run.frequencies.back().hz = 1000;
  const auto text = febem::app::frequency_table(run);
  CHECK(text.find("1000 Hz") != std::string::npos);
  CHECK(text.find("nan") == std::string::npos);
}
