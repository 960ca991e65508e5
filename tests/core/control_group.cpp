#include "core/control_group.h"

#include <map>

#include "support/catch.h"

using namespace febem::core;

namespace {

using Files = std::map<std::string, std::string>;

ControlGroupLimit limit_of(const Files& files) {
  return control_group_limit([&](const std::string& path) { return files.contains(path) ? files.at(path) : std::string(); });
}

// Lines as kernels write them.
const std::string v1_mounts =
    "22 27 0:21 / /proc rw,relatime - proc proc rw\n"
    "34 31 0:31 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:15 - cgroup cgroup rw,cpu,cpuacct\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,nosuid shared:16 - cgroup cgroup rw,memory\n";
const std::string v2_mount = "30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
const std::string no_limit_v1 = "9223372036854771712\n";

}  // namespace

TEST_CASE("without a limit, and without control groups, there is none") {
  for (const Files& files : {Files{},
                             {{"/proc/self/cgroup", "4:memory:/\n"},
                              {"/proc/self/mountinfo", v1_mounts},
                              {"/sys/fs/cgroup/memory/memory.limit_in_bytes", no_limit_v1},
                              {"/sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n"}},
                             // as on machines whose pages have 64 KiB
                             {{"/proc/self/cgroup", "4:memory:/\n"},
                              {"/proc/self/mountinfo", v1_mounts},
                              {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854710272\n"}},
                             {{"/proc/self/cgroup", "0::/\n"}, {"/proc/self/mountinfo", v2_mount}},
                             {{"/proc/self/cgroup", "0::/user.slice\n"},
                              {"/proc/self/mountinfo", v2_mount},
                              {"/sys/fs/cgroup/user.slice/memory.max", "max\n"}},
                             {{"/proc/self/cgroup", "0::/user.slice\n"}, {"/sys/fs/cgroup/user.slice/memory.max", "1000\n"}}}) {
    const auto limit = limit_of(files);
    CHECK(limit.bytes == unknown_memory);
    CHECK(limit.left == unknown_memory);
    CHECK(limit.file.empty());
  }
}

TEST_CASE("a limit of version 1 is that of the group or of one around it, whichever is less") {
  Files files{{"/proc/self/cgroup", "9:name=systemd:/elsewhere\n5:cpu,cpuacct:/elsewhere\n4:memory:/slurm/uid_1/job_7\n0::/elsewhere\n"},
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
  CHECK(limit_of({{"/proc/self/cgroup", "4:memory:/\n"},
                  {"/proc/self/mountinfo", v1_mounts},
                  {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "4096\n"}})
            .bytes == 4096);
  CHECK(limit_of({{"/proc/self/cgroup", "0::/\n"}, {"/proc/self/mountinfo", v2_mount}, {"/sys/fs/cgroup/memory.max", "4096\n"}}).bytes == 4096);
}

TEST_CASE("a limit of version 2 is found at a step or a job around the task of Slurm") {
  const std::string job = "/system.slice/slurmstepd.scope/job_123";
  Files files{{"/proc/self/cgroup", "0::" + job + "/step_0/user/task_0\n"},
              {"/proc/self/mountinfo", v2_mount},
              {"/sys/fs/cgroup" + job + "/memory.max", "5000\n"},
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
    return limit_of({{"/proc/self/cgroup", "0::" + group + "\n"},
                     {"/proc/self/mountinfo", "30 23 0:26 " + root + " /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw\n"},
                     {"/sys/fs/cgroup/memory.max", "7000\n"},
                     {"/sys/fs/cgroup/memory.current", "500\n"},
                     {"/sys/fs/cgroup/part/memory.max", "6000\n"}})
        .bytes;
  };
  CHECK(seen("/", "/") == 7000);                                // a namespace of its own
  CHECK(seen("/part", "/") == 6000);
  CHECK(seen("/docker/abc", "/docker/abc") == 7000);            // none, but a mount of its own
  CHECK(seen("/docker/abc/part", "/docker/abc") == 6000);
  CHECK(seen("/", "/../..") == 7000);                           // the mount shows groups around the namespace
  CHECK(seen("/../..", "/../..") == 7000);
  CHECK(seen("/../../part", "/../..") == 6000);
  CHECK(seen("/../..", "/") == 7000);                           // a process from outside
  CHECK(seen("/elsewhere", "/docker/abc") == 7000);
  const std::string v1 = "35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n";
  CHECK(limit_of({{"/proc/self/cgroup", "4:memory:/docker/abc\n"},
                  {"/proc/self/mountinfo", v1},
                  {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9000\n"}})
            .bytes == 9000);
}

TEST_CASE("another container's mount does not count where one shows the group") {
  const std::string other = "90 23 0:26 /docker/other /mnt/other ro - cgroup2 cgroup rw\n";
  CHECK(limit_of({{"/proc/self/cgroup", "0::/user.slice\n"},
                  {"/proc/self/mountinfo", other + v2_mount},
                  {"/mnt/other/memory.max", "10\n"},
                  {"/sys/fs/cgroup/user.slice/memory.max", "1000\n"}})
            .bytes == 1000);
}

TEST_CASE("where both versions are mounted the hierarchy that has the memory counts") {
  const std::string both = v1_mounts + "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";
  Files files{{"/proc/self/cgroup", "4:memory:/job:1/task\n0::/job:1\n"},  // a name may have a colon
              {"/proc/self/mountinfo", both},
              {"/sys/fs/cgroup/memory/job:1/memory.limit_in_bytes", "8000\n"},
              {"/sys/fs/cgroup/memory/job:1/task/memory.limit_in_bytes", no_limit_v1}};
  CHECK(limit_of(files).bytes == 8000);
  files["/sys/fs/cgroup/unified/job:1/memory.max"] = "6000\n";
  CHECK(limit_of(files).bytes == 6000);
}

TEST_CASE("a space in a mount point is found as mountinfo writes it") {
  CHECK(limit_of({{"/proc/self/cgroup", "0::/a b\n"},
                  {"/proc/self/mountinfo", "30 23 0:26 / /my\\040groups rw - cgroup2 cgroup2 rw\n"},
                  {"/my groups/a b/memory.max", "123\n"}})
            .bytes == 123);
}
