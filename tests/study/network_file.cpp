// Networks from a file.
#include "study/network_file.h"

#include "core/error.h"
#include "support/catch.h"

using study::read_networks;

TEST_CASE("networks are read by name, in the order asked for or that of the file") {
  const std::string text = R"(
[slow]
latency_us = 300
mb_per_s = 1
name = "Slow net"
source = "somewhere"

[fast]
latency_us = 1.5
mb_per_s = 24000.5
overhead_us = 2
)";
  const auto all = read_networks(text, "n.toml", {});
  REQUIRE(all.size() == 2);
  CHECK(all[0].name == "slow");
  CHECK(all[0].title == "Slow net");
  CHECK(all[0].model.all.latency == Approx(300e-6));
  CHECK(all[0].model.all.bandwidth == Approx(1e6));
  CHECK(all[0].model.all.overhead == 0);
  CHECK(all[1].title == "fast");
  CHECK(all[1].model.all.latency == Approx(1.5e-6));
  CHECK(all[1].model.all.bandwidth == Approx(24000.5e6));
  CHECK(all[1].model.all.overhead == Approx(2e-6));
  const auto chosen = read_networks(text, "n.toml", {"fast"});
  REQUIRE(chosen.size() == 1);
  CHECK(chosen[0].name == "fast");
  CHECK_THROWS_WITH(
      read_networks(text, "n.toml", {"slwo"}), "n.toml: no network 'slwo'; did you mean 'slow'?");
}

TEST_CASE("what is wrong with a list of networks is said with its line") {
  const auto why = [](const std::string& text) {
    try {
      read_networks(text, "n.toml", {});
    } catch (const core::InputError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  CHECK_THAT(why("[a\n"), Contains("n.toml:1: not valid TOML"));
  CHECK_THAT(why(""), Contains("n.toml: no networks"));
  CHECK_THAT(why("a = 1"), Contains("n.toml:1: key 'a': is no table"));
  CHECK_THAT(why("[a]\nmb_per_s = 1"), Contains("n.toml:1: key 'a.latency_us': is missing"));
  CHECK_THAT(why("[a]\nlatency_us = 1"), Contains("'a.mb_per_s': is missing"));
  CHECK_THAT(why("[a]\nlatency_us = 1\nmb_per_s = 0"),
      Contains("n.toml:3: key 'a.mb_per_s': must be > 0"));
  CHECK_THAT(why("[a]\nlatency_us = -1\nmb_per_s = 1"),
      Contains("n.toml:2: key 'a.latency_us': must be a finite number >= 0"));
  CHECK_THAT(why("[a]\nlatency_us = nan\nmb_per_s = 1"), Contains("'a.latency_us'"));
  CHECK_THAT(why("[a]\nlatency_us = \"1\"\nmb_per_s = 1"), Contains("'a.latency_us'"));
  CHECK_THAT(why("[a]\nlatency_us = 1\nmb_per_s = 1\nlatency_ms = 1"),
      Contains("n.toml:4: key 'a.latency_ms': unknown key; did you mean 'latency_us'?"));
  CHECK_THAT(
      why("[a]\nlatency_us = 1\nmb_per_s = 1\nname = 3"), Contains("'a.name': must be a text"));
}
