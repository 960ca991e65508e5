#include "core/text.h"

#include "core/error.h"
#include "support/catch.h"

using core::joined;
using core::nearest;
using core::printable;

TEST_CASE("a message is the text of its parts, real numbers with six digits") {
  CHECK(febem::core::text("row ", 3, " of ", std::size_t{7}, ": ", 1. / 3, std::string(" m")) ==
        "row 3 of 7: 0.333333 m");
  const febem::core::InputError error("panel ", -1, " is ", "degenerate");
  CHECK(std::string(error.what()) == "panel -1 is degenerate");
  CHECK(std::string(febem::core::InputError(error).what()) == error.what());
}

TEST_CASE("ordinary text, accents and other scripts are shown as they are") {
  for (const char* text : {"", "steel", "Zylinder \xC3\xA4\xC3\xB6", "\xE6\x8C\xAF\xE5\x8A\xA8",
           "\xF0\x9F\x94\x8A", "a\\nb"})
    CHECK(printable(text) == text);
}

TEST_CASE("what moves a terminal is escaped") {
  CHECK(printable("a\nb\tc\rd") == "a\\nb\\tc\\x0dd");
  CHECK(printable("\x1b[31mred\x1b[0m") == "\\x1b[31mred\\x1b[0m");
  CHECK(printable(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(printable("\x7f") == "\\x7f");
  CHECK(printable("\xC2\x9B") == "\\xc2\\x9b");           // the one-character CSI
  CHECK(printable("\xE2\x80\xAE") == "\\xe2\\x80\\xae");  // right to left from here
  CHECK(printable("\xE2\x80\xA8") == "\\xe2\\x80\\xa8");  // line separator
}

TEST_CASE("bytes that are not UTF-8 are escaped one by one") {
  CHECK(printable("\xff\xfe") == "\\xff\\xfe");
  CHECK(printable("a\xC3") == "a\\xc3");         // ends early
  CHECK(printable("\xC3(") == "\\xc3(");         // no continuation
  CHECK(printable("\x80") == "\\x80");           // continuation of nothing
  CHECK(printable("\xC0\xAF") == "\\xc0\\xaf");  // a longer form than needed
  CHECK(printable("\xE0\x80\xAF") == "\\xe0\\x80\\xaf");
  CHECK(printable("\xED\xA0\x80") == "\\xed\\xa0\\x80");  // half of a surrogate pair
  CHECK(printable("\xF4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
}

TEST_CASE("of a long text the ends are shown and the length") {
  const auto shown = printable("begin" + std::string(1 << 20, 'x') + "end");
  CHECK(shown.size() < 1100);
  CHECK(shown.substr(0, 6) == "beginx");
  CHECK(shown.substr(shown.size() - 4) == "xend");
  CHECK(shown.find("1048584 bytes") != std::string::npos);
  CHECK(printable(std::string(1000, 'x')) == std::string(1000, 'x'));
}

TEST_CASE("a long text is not cut inside a character") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "\xE6\x8C\xAF";
  for (std::size_t longest = 30; longest < 40; ++longest)
    CHECK(printable(text, longest).find('\\') == std::string::npos);
}

TEST_CASE("a misspelt name is answered with the nearest one") {
  const Texts routes{"star", "binomial", "native"};
  CHECK(nearest("binominal", routes) == "binomial");
  CHECK(nearest("satr", routes) == "star");
  CHECK(nearest("native", routes) == "native");
}

TEST_CASE("a name far from all others has no nearest") {
  CHECK(nearest("zzzzzz", {"star", "ring"}).empty());
  CHECK(nearest("x", {}).empty());
}

TEST_CASE("words are joined by what stands between them") {
  CHECK(joined({}).empty());
  CHECK(joined({"a"}) == "a");
  CHECK(joined({"", "a", "", "b"}, ",") == ",a,,b");
  CHECK(joined({"a", "b"}) == "a, b");
}
