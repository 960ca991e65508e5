#include "core/memory.h"

#include <sys/resource.h>

#include <new>

#include "core/error.h"
#include "support/catch.h"

using namespace febem::core;
using Catch::Matchers::EndsWith, Catch::Matchers::StartsWith;

TEST_CASE("what fits is let pass; what does not is refused with what it takes and what there is") {
  const double there = machine_limit().bytes;
  CHECK(there > 1e7);
  CHECK_NOTHROW(require_memory(0, "nothing"));
  CHECK_NOTHROW(require_memory(there, "all of it"));
  CHECK_THROWS_AS(require_memory(1.001 * there, "more"), InputError);
  CHECK_THROWS_WITH(require_memory(2.5e18, "a matrix"),
      Contains("a matrix would take 2.5e+03 PB of memory; " + machine_limit().text));
  CHECK_THROWS_WITH(require_memory(3e14, "a table"), Contains("a table would take 300 TB"));
  CHECK_THROWS_WITH(require_memory(2 * there, "rows", 9.5 * there),
      EndsWith("; 10 ranks with as much each would do"));
  CHECK_THROWS_WITH(require_memory(2 * there, "rows"), !Contains("ranks"));
  CHECK_THROWS_AS(require_memory(std::nan(""), "who knows"), InputError);
}

TEST_CASE("any other exception tells what it says") {
  CHECK(message_of(RunError("a full disk")) == "a full disk");
}

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

TEST_CASE(
    "a limit on address space or data is a limit on memory, less what is reserved and not used") {
  CHECK(std::isinf(process_limit().bytes));
  for (const auto& [resource, text] :
      {std::pair{
           RLIMIT_AS, "the address space is limited to 2.05 GB (ulimit -v 2000000), of which "},
          {RLIMIT_DATA,
              "the data of a process are limited to 2.05 GB (ulimit -d 2000000), of which "}}) {
    const Limited limited(resource, 2'048'000'000);
    const auto limit = process_limit();
    CHECK(limit.bytes > 1e8);
    CHECK(limit.bytes <= 2.048e9);
    CHECK_THAT(limit.text, StartsWith(text) && EndsWith("B are reserved and not used"));
    CHECK_THROWS_WITH(require_memory(2.1e9, "a matrix"),
        StartsWith("a matrix would take 2.1 GB of memory; " + std::string(text)));
    CHECK_NOTHROW(require_memory(1e8, "a small one"));
  }
}

TEST_CASE("an allocation that fails tells how much was wanted at least, and what limits it") {
  for (const auto& [resource, text] :
      {std::pair{RLIMIT_AS, "failed; the address space is limited to 2.05 GB (ulimit -v 2000000)"},
          {RLIMIT_DATA,
              "failed; the data of a process are limited to 2.05 GB (ulimit -d 2000000)"}}) {
    const Limited limited(resource, 2'048'000'000);
    const auto message = message_of_a_large_vector();
    CHECK_THAT(
        message, StartsWith("not enough memory: an allocation of more than ") && EndsWith(text));
  }
  CHECK_THAT(message_of(std::bad_alloc()),
      StartsWith("not enough memory: an allocation failed; ") && EndsWith(machine_limit().text));
}

#endif

namespace {

using Files = std::map<std::string, std::string>;

ControlGroupLimit limit_of(const Files& files) {
  return control_group_limit([&](const std::string& path) {
    return files.contains(path) ? files.at(path) : std::string();
  });
}

// Lines as kernels write them.
const std::string v1_mounts =
    "22 27 0:21 / /proc rw,relatime - proc proc rw\n"
    "34 31 0:31 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:15 - cgroup cgroup rw,cpu,cpuacct\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,nosuid shared:16 - cgroup cgroup rw,memory\n";
const std::string v2_mount =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
const std::string no_limit_v1 = "9223372036854771712\n";

}  // namespace

TEST_CASE("without a limit, and without control groups, there is none") {
  for (const Files& files : {Files{},
           {{"/proc/self/cgroup", "4:memory:/\n"}, {"/proc/self/mountinfo", v1_mounts},
               {"/sys/fs/cgroup/memory/memory.limit_in_bytes", no_limit_v1},
               {"/sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n"}},
           // as on machines whose pages have 64 KiB
           {{"/proc/self/cgroup", "4:memory:/\n"}, {"/proc/self/mountinfo", v1_mounts},
               {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854710272\n"}},
           {{"/proc/self/cgroup", "0::/\n"}, {"/proc/self/mountinfo", v2_mount}},
           {{"/proc/self/cgroup", "0::/user.slice\n"}, {"/proc/self/mountinfo", v2_mount},
               {"/sys/fs/cgroup/user.slice/memory.max", "max\n"}},
           {{"/proc/self/cgroup", "0::/user.slice\n"},
               {"/sys/fs/cgroup/user.slice/memory.max", "1000\n"}}}) {
    const auto limit = limit_of(files);
    CHECK(limit.bytes == unknown_memory);
    CHECK(limit.left == unknown_memory);
    CHECK(limit.file.empty());
  }
}

TEST_CASE("a limit of version 1 is that of the group or of one around it, whichever is less") {
  Files files{{"/proc/self/cgroup",
                  "9:name=systemd:/elsewhere\n5:cpu,cpuacct:/elsewhere\n4:memory:/slurm/uid_1/"
                  "job_7\n0::/elsewhere\n"},
      {"/proc/self/mountinfo", v1_mounts},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", no_limit_v1},
      {"/sys/fs/cgroup/memory/slurm/memory.limit_in_bytes", no_limit_v1},
      {"/sys/fs/cgroup/memory/slurm/uid_1/memory.limit_in_bytes", "3000\n"},
      {"/sys/fs/cgroup/memory/slurm/uid_1/memory.usage_in_bytes", "2500\n"},
      {"/sys/fs/cgroup/memory/slurm/uid_1/job_7/memory.limit_in_bytes", "2000\n"},
      {"/sys/fs/cgroup/memory/slurm/uid_1/job_7/memory.usage_in_bytes", "300\n"},
      {"/sys/fs/cgroup/memory/elsewhere/memory.limit_in_bytes", "1\n"}};
  auto limit = limit_of(files);
  CHECK(limit.bytes == 2000);
  CHECK(limit.left == 500);  // of the group around it
  CHECK(limit.file == "/sys/fs/cgroup/memory/slurm/uid_1/job_7/memory.limit_in_bytes");
  files["/sys/fs/cgroup/memory/slurm/uid_1/memory.limit_in_bytes"] = "1000\n";
  limit = limit_of(files);
  CHECK(limit.bytes == 1000);
  CHECK(limit.left == 0);
  CHECK(limit.file == "/sys/fs/cgroup/memory/slurm/uid_1/memory.limit_in_bytes");
}

TEST_CASE("a limit of the root counts") {
  CHECK(limit_of({{"/proc/self/cgroup", "4:memory:/\n"}, {"/proc/self/mountinfo", v1_mounts},
                     {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "4096\n"}})
            .bytes == 4096);
  CHECK(limit_of({{"/proc/self/cgroup", "0::/\n"}, {"/proc/self/mountinfo", v2_mount},
                     {"/sys/fs/cgroup/memory.max", "4096\n"}})
            .bytes == 4096);
}

TEST_CASE("a limit of version 2 is found at a step or a job around the task of Slurm") {
  const std::string job = "/system.slice/slurmstepd.scope/job_123";
  Files files{{"/proc/self/cgroup", "0::" + job + "/step_0/user/task_0\n"},
      {"/proc/self/mountinfo", v2_mount}, {"/sys/fs/cgroup" + job + "/memory.max", "5000\n"},
      {"/sys/fs/cgroup" + job + "/memory.current", "1000\n"},
      {"/sys/fs/cgroup" + job + "/step_0/memory.max", "max\n"},
      {"/sys/fs/cgroup" + job + "/step_0/user/memory.max", "max\n"},
      {"/sys/fs/cgroup" + job + "/step_0/user/task_0/memory.max", "max\n"}};
  auto limit = limit_of(files);
  CHECK(limit.bytes == 5000);
  CHECK(limit.left == 4000);
  CHECK(limit.file == "/sys/fs/cgroup" + job + "/memory.max");
  files["/sys/fs/cgroup" + job + "/step_0/memory.max"] = "4000\n";
  CHECK(limit_of(files).bytes == 4000);
}

TEST_CASE("a container's limit is that of what it sees mounted") {
  const auto seen = [](const std::string& group, const std::string& root) {
    return limit_of(
        {{"/proc/self/cgroup", "0::" + group + "\n"},
            {"/proc/self/mountinfo",
                "30 23 0:26 " + root + " /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw\n"},
            {"/sys/fs/cgroup/memory.max", "7000\n"}, {"/sys/fs/cgroup/memory.current", "500\n"},
            {"/sys/fs/cgroup/part/memory.max", "6000\n"}})
        .bytes;
  };
  CHECK(seen("/", "/") == 7000);  // a namespace of its own
  CHECK(seen("/part", "/") == 6000);
  CHECK(seen("/docker/abc", "/docker/abc") == 7000);  // none, but a mount of its own
  CHECK(seen("/docker/abc/part", "/docker/abc") == 6000);
  CHECK(seen("/", "/../..") == 7000);  // the mount shows groups around the namespace
  CHECK(seen("/../..", "/../..") == 7000);
  CHECK(seen("/../../part", "/../..") == 6000);
  CHECK(seen("/../..", "/") == 7000);  // a process from outside
  CHECK(seen("/elsewhere", "/docker/abc") == 7000);
  const std::string v1 =
      "35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n";
  CHECK(limit_of({{"/proc/self/cgroup", "4:memory:/docker/abc\n"}, {"/proc/self/mountinfo", v1},
                     {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9000\n"}})
            .bytes == 9000);
}

TEST_CASE("another container's mount does not count where one shows the group") {
  const std::string other = "90 23 0:26 /docker/other /mnt/other ro - cgroup2 cgroup rw\n";
  CHECK(limit_of({{"/proc/self/cgroup", "0::/user.slice\n"},
                     {"/proc/self/mountinfo", other + v2_mount}, {"/mnt/other/memory.max", "10\n"},
                     {"/sys/fs/cgroup/user.slice/memory.max", "1000\n"}})
            .bytes == 1000);
}

TEST_CASE("where both versions are mounted the hierarchy that has the memory counts") {
  const std::string both =
      v1_mounts + "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";
  Files files{
      {"/proc/self/cgroup", "4:memory:/job:1/task\n0::/job:1\n"},  // a name may have a colon
      {"/proc/self/mountinfo", both},
      {"/sys/fs/cgroup/memory/job:1/memory.limit_in_bytes", "8000\n"},
      {"/sys/fs/cgroup/memory/job:1/task/memory.limit_in_bytes", no_limit_v1}};
  CHECK(limit_of(files).bytes == 8000);
  files["/sys/fs/cgroup/unified/job:1/memory.max"] = "6000\n";
  CHECK(limit_of(files).bytes == 6000);
}

TEST_CASE("a space in a mount point is found as mountinfo writes it") {
  CHECK(limit_of(
            {{"/proc/self/cgroup", "0::/a b\n"},
                {"/proc/self/mountinfo", "30 23 0:26 / /my\\040groups rw - cgroup2 cgroup2 rw\n"},
                {"/my groups/a b/memory.max", "123\n"}})
            .bytes == 123);
}
