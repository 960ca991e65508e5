#include "core/memory.h"

#include <sys/resource.h>

#include <cmath>
#include <new>
#include <vector>

#include "core/error.h"
#include "support/catch.h"

using namespace febem::core;
using Catch::Matchers::Contains, Catch::Matchers::EndsWith, Catch::Matchers::StartsWith;

TEST_CASE("what fits is let pass; what does not is refused with what it takes and what there is") {
  const double there = machine_limit().bytes;
  CHECK(there > 1e7);
  CHECK_NOTHROW(require_memory(0, "nothing"));
  CHECK_NOTHROW(require_memory(there, "all of it"));
  CHECK_THROWS_AS(require_memory(1.001 * there, "more"), InputError);
  CHECK_THROWS_WITH(require_memory(2.5e18, "a matrix"), Contains("a matrix would take 2.5e+03 PB of memory; " + machine_limit().text));
  CHECK_THROWS_WITH(require_memory(3e14, "a table"), Contains("a table would take 300 TB"));
  CHECK_THROWS_WITH(require_memory(2 * there, "rows", 9.5 * there), EndsWith("; 10 ranks with as much each would do"));
  CHECK_THROWS_WITH(require_memory(2 * there, "rows"), !Contains("ranks"));
  CHECK_THROWS_AS(require_memory(std::nan(""), "who knows"), InputError);
}

TEST_CASE("any other exception tells what it says") { CHECK(message_of(RunError("a full disk")) == "a full disk"); }

#ifndef __SANITIZE_ADDRESS__  // which reserves more address space than a limit leaves

namespace {

/// Sets a limit of this process while it lives.
class Limited {
 public:
  Limited(decltype(RLIMIT_AS) resource, rlim_t bytes) : resource_(resource) {
    getrlimit(resource_, &before_);
    rlimit now = before_;
    now.rlim_cur = bytes;
    setrlimit(resource_, &now);
  }
  ~Limited() { setrlimit(resource_, &before_); }
  Limited(const Limited&) = delete;
  Limited& operator=(const Limited&) = delete;

 private:
  decltype(RLIMIT_AS) resource_;
  rlimit before_{};
};

std::string message_of_a_large_vector() {
  try {
    const std::vector<char> large(std::size_t{3} << 30);
    return "it fits";
  } catch (const std::exception& error) {
    return message_of(error);
  }
}

}  // namespace

TEST_CASE("a limit on address space or data is a limit on memory, less what is reserved and not used") {
  CHECK(std::isinf(process_limit().bytes));
  for (const auto& [resource, text] : {std::pair{RLIMIT_AS, "the address space is limited to 2.05 GB (ulimit -v 2000000), of which "},
                                       {RLIMIT_DATA, "the data of a process are limited to 2.05 GB (ulimit -d 2000000), of which "}}) {
    const Limited limited(resource, 2'048'000'000);
    const auto limit = process_limit();
    CHECK(limit.bytes > 1e8);
    CHECK(limit.bytes <= 2.048e9);
    CHECK_THAT(limit.text, StartsWith(text) && EndsWith("B are reserved and not used"));
    CHECK_THROWS_WITH(require_memory(2.1e9, "a matrix"), StartsWith("a matrix would take 2.1 GB of memory; " + std::string(text)));
    CHECK_NOTHROW(require_memory(1e8, "a small one"));
  }
}

TEST_CASE("an allocation that fails tells how much was wanted at least, and what limits it") {
  for (const auto& [resource, text] : {std::pair{RLIMIT_AS, "failed; the address space is limited to 2.05 GB (ulimit -v 2000000)"},
                                       {RLIMIT_DATA, "failed; the data of a process are limited to 2.05 GB (ulimit -d 2000000)"}}) {
    const Limited limited(resource, 2'048'000'000);
    const auto message = message_of_a_large_vector();
    CHECK_THAT(message, StartsWith("not enough memory: an allocation of more than ") && EndsWith(text));
  }
  CHECK_THAT(message_of(std::bad_alloc()), StartsWith("not enough memory: an allocation failed; ") && EndsWith(machine_limit().text));
}

#endif
