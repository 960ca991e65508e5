#include "core/text_table.h"

#include "support/catch.h"

using core::TextTable;
using core::with_prefix;

TEST_CASE("numbers are shown with a prefix and three digits") {
  CHECK(with_prefix(0.0, "W") == "0 W");
  CHECK(with_prefix(1.0, "W") == "1 W");
  CHECK(with_prefix(999.4, "B") == "999 B");
  CHECK(with_prefix(999.6, "B") == "1 kB");
  CHECK(with_prefix(1234567.0, "B") == "1.23 MB");
  CHECK(with_prefix(2.5e-7, "W") == "250 nW");
  CHECK(with_prefix(-2.5e-3, "W") == "-2.5 mW");
  CHECK(with_prefix(1e-30, "W") == "1e-18 pW");
  CHECK(with_prefix(std::nan(""), "W") == "-");
}

TEST_CASE("columns are as wide as their widest cell") {
  TextTable table({0});
  table.row({"stage", "s"});
  table.row({});
  table.row({"a", "10.5", ""});
  CHECK(table.text() == "  stage     s\n\n  a      10.5\n");
}

TEST_CASE("a prefix is worth what it says") {
  const std::map<std::string, double> prefixes{{"p", 1e-12}, {"n", 1e-9}, {"u", 1e-6}, {"m", 1e-3},
      {"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"P", 1e15}};
  for (const auto& [prefix, worth] : prefixes)
    CHECK(with_prefix(42 * worth, "W") == "42 " + prefix + "W");
}
