#include "io/checkpoint.h"

#include <sys/stat.h>

#include "core/error.h"
#include "io/sample.h"
#include "support/catch.h"

using io::CheckpointDirectory;
using io::FieldSizes;
using io::FrequencySolution;
using io::LoadedCheckpoint;
using io::Origin;
using io::sample::content;
using io::sample::Directory;

namespace {

namespace fs = std::filesystem;

const Origin origin{"minifebem 1 (commit a)", "case", "mesh", "data"};
constexpr FieldSizes sizes{5, 5, 24, 1, 2};  // of sample::solution

CheckpointDirectory checkpoints_in(const Directory& directory, std::size_t load_cases = 1) {
  return {directory.path(), origin, sizes, load_cases};
}

void put(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// What load() says of a solution that was changed before it was saved, as only a faulty program
// would.
std::string said_of(const FrequencySolution& solution) {
  const Directory directory("changed");
  const auto checkpoints = checkpoints_in(directory);
  checkpoints.save({solution});
  const auto found = checkpoints.load(solution.figures.hz);
  CHECK(found.damaged == !found.solutions.has_value());
  return found.unused;
}

}  // namespace

TEST_CASE("potentials, voltages and charges are kept") {
  const Directory directory("electric");
  auto solution = io::sample::solution(100);
  for (int i = 0; i < 8; ++i) solution.potential.emplace_back(i, -i);
  solution.voltage = {{1, 2}, 0};
  solution.charge = {{3, 4}, {-3, -4}};
  auto all = sizes;
  all.potential = 8;
  all.electrodes = 2;
  const CheckpointDirectory checkpoints(directory.path(), origin, all, 1);
  checkpoints.save({solution});
  const auto again = checkpoints.load(100).solutions.value().front();
  CHECK(again.potential == solution.potential);
  CHECK(again.voltage == solution.voltage);
  CHECK(again.charge == solution.charge);
  CHECK_FALSE(checkpoints_in(directory).load(100).solutions);
}

TEST_CASE("the load cases of a frequency are kept together, one that is not solved among them") {
  const Directory directory("load_cases");
  const auto solution = io::sample::solution(100);
  io::FrequencySolution none;
  none.figures.hz = 100;
  none.figures.outcome = "not converged";
  none.figures.load_case = "b";
  checkpoints_in(directory, 2).save({solution, none});
  const auto again = checkpoints_in(directory, 2).load(100);
  REQUIRE(again.solutions);
  CHECK(again.solutions->at(0).pressure == solution.pressure);
  CHECK(again.solutions->at(1).pressure.empty());
  CHECK(again.solutions->at(1).figures.load_case == "b");
  CHECK_FALSE(checkpoints_in(directory, 3).load(100).solutions);
}

TEST_CASE("a kept solution comes back bit for bit") {
  const Directory directory("solved");
  const double hz = 1000.0 / 3.0;
  const auto solution = io::sample::solution(hz);
  checkpoints_in(directory).save({solution});
  const auto again = checkpoints_in(directory).load(hz);
  REQUIRE(again.solutions);
  CHECK(again.unused.empty());
  CHECK(again.solutions->front().pressure == solution.pressure);
  CHECK(again.solutions->front().normal_velocity == solution.normal_velocity);
  CHECK(again.solutions->front().displacement == solution.displacement);
  CHECK(again.solutions->front().field_pressure == solution.field_pressure);
  CHECK(again.solutions->front().directivity == solution.directivity);
  CHECK(again.solutions->front().figures.radiated_power_w == solution.figures.radiated_power_w);
  const auto other = checkpoints_in(directory).load(hz + 1e-9);
  CHECK_FALSE(other.solutions);
  CHECK(other.unused.empty());
}

TEST_CASE("a kept solution is read while other files are open") {
  const Directory directory("beside");
  const auto checkpoints = checkpoints_in(directory);
  const auto solution = io::sample::solution(100.0);
  io::Hdf5File open_before;
  checkpoints.save({solution});
  REQUIRE(checkpoints.load(100.0).solutions);
  CHECK(checkpoints.load(100.0).solutions->front().pressure == solution.pressure);
}

TEST_CASE(
    "a solution of another program, case, mesh file or data file is not used, with the reason") {
  const Directory directory("origin");
  checkpoints_in(directory).save({io::sample::solution(100)});
  const auto why = [&](const Origin& other) {
    const auto found = CheckpointDirectory(directory.path(), other, sizes).load(100);
    CHECK_FALSE(found.solutions);
    CHECK_FALSE(found.damaged);
    return found.unused;
  };
  CHECK(why({"minifebem 1 (commit b)", origin.problem, origin.mesh, origin.data}) ==
        "it was made by minifebem 1 (commit a)");
  CHECK(why({origin.program, "other", origin.mesh, origin.data}) == "it is of another case");
  CHECK(
      why({origin.program, origin.problem, "other", origin.data}) == "it is of another mesh file");
  CHECK(why({origin.program, origin.problem, origin.mesh, "other"}) == "it is of other data files");
  CHECK(why({origin.program, origin.problem, origin.mesh}) == "it is of other data files");
  CHECK(checkpoints_in(directory).load(100).solutions);
}

TEST_CASE("no flipped bit of a checkpoint is ever trusted") {
  const Directory directory("flipped");
  const auto checkpoints = checkpoints_in(directory);
  checkpoints.save({io::sample::solution(100)});
  const auto path = checkpoints.file(100);
  const auto whole = content(path);
  REQUIRE(whole.size() > 2000);
  std::size_t tried = 0;
  for (std::size_t i = 0; i < whole.size(); i += i + 100 < whole.size() ? 7 : 1) {
    auto bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ (1 << (i % 8)));
    put(path, bytes);
    const auto found = checkpoints.load(100);
    ++tried;
    if (!found.damaged || found.solutions || found.unused.empty())
      FAIL("the bit in byte " << i << " was not noticed");
  }
  CHECK(tried > whole.size() / 7);
  put(path, whole);
  CHECK(checkpoints.load(100).solutions);
}

TEST_CASE("a checkpoint cut short or grown is not used") {
  const Directory directory("cut_short");
  const auto checkpoints = checkpoints_in(directory);
  checkpoints.save({io::sample::solution(100)});
  const auto path = checkpoints.file(100);
  const auto whole = content(path);
  for (std::size_t size = 0; size < whole.size(); size += size < 200 ? 1 : 97) {
    put(path, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
    if (!checkpoints.load(100).damaged) FAIL(size << " bytes were taken for a whole file");
  }
  auto longer = whole;
  longer.push_back(' ');
  put(path, longer);
  CHECK(checkpoints.load(100).damaged);
  fs::resize_file(path, std::uintmax_t{1} << 40);  // a hole: nothing to be read into memory
  CHECK(checkpoints.load(100).damaged);
}

TEST_CASE("what is not a file is not a checkpoint") {
  const Directory directory("no_file");
  const auto checkpoints = checkpoints_in(directory);
  fs::create_directories(checkpoints.file(100));
  CHECK(checkpoints.load(100).unused == "it is not a file");
  ::mkfifo(checkpoints.file(200).c_str(), 0600);
  CHECK(checkpoints.load(200).unused == "it is not a file");
  fs::create_symlink("/nowhere", checkpoints.file(300));
  CHECK(checkpoints.load(300).damaged);
  fs::create_symlink("/dev/zero", checkpoints.file(400));
  CHECK(checkpoints.load(400).unused == "it is not a file");
}

TEST_CASE(
    "what was made up with a right digest must still be a solution of this case at this "
    "frequency") {
  const auto solution = io::sample::solution(100);
  CHECK(said_of(solution).empty());
  auto other = solution;
  other.pressure[0] = 1e6;
  CHECK(said_of(other) == "its pressure is not that of its digest");
  other = solution;
  other.displacement.resize(21);
  CHECK(said_of(other) == "it does not have the sizes of this case");
  other = solution;
  other.directivity.clear();
  CHECK(said_of(other) == "it does not have the sizes of this case");
  other = solution;
  other.pressure[4] = std::nan("");
  other.figures.solution_digest = core::digest(std::as_bytes(std::span(other.pressure)));
  CHECK(said_of(other) == "it is called solved and is not");
  other = FrequencySolution{};
  other.figures.hz = 100;
  other.figures.outcome = "solved";
  CHECK(said_of(other) == "it is called solved and is not");
  other.figures.outcome = "singular system";
  CHECK(said_of(other).empty());

  const Directory directory("renamed");
  const auto checkpoints = checkpoints_in(directory);
  checkpoints.save({solution});
  fs::rename(checkpoints.file(100), checkpoints.file(150));
  CHECK(checkpoints.load(150).unused == "it is of another frequency");
}

TEST_CASE("a checkpoint is set aside under a name of its own") {
  const Directory directory("aside");
  const auto checkpoints = checkpoints_in(directory);
  fs::create_directories(checkpoints.file(100) / "inside");
  CHECK(checkpoints.set_aside(100).filename() == "100Hz.h5.unfit");
  checkpoints.save({io::sample::solution(100)});
  CHECK(checkpoints.load(100).solutions);
  CHECK(checkpoints.set_aside(100).filename() == "100Hz.h5.unfit2");
  CHECK_FALSE(checkpoints.load(100).solutions);
  CHECK(fs::is_directory(directory.path() / "solved" / "100Hz.h5.unfit" / "inside"));
  CHECK(fs::is_regular_file(directory.path() / "solved" / "100Hz.h5.unfit2"));
}

TEST_CASE("a directory that has vanished is not made again") {
  const Directory directory("vanished");
  const CheckpointDirectory checkpoints(directory.path() / "gone", origin, sizes);
  CHECK_THROWS_AS(checkpoints.save({io::sample::solution(100)}), core::RunError);
  CHECK_FALSE(fs::exists(directory.path() / "gone"));
}

TEST_CASE("removing the last solution removes the directory") {
  const Directory directory("removed");
  const auto checkpoints = checkpoints_in(directory);
  checkpoints.save({io::sample::solution(100)});
  checkpoints.save({io::sample::solution(200)});
  checkpoints.remove(100);
  CHECK(checkpoints.load(200).solutions);
  checkpoints.remove(200);
  CHECK_FALSE(fs::exists(directory.path() / "solved"));
  checkpoints.remove(300);
}

TEST_CASE("a solution without structure, field points or directivity comes back") {
  const Directory directory("bare");
  auto solution = io::sample::solution(100);
  solution.displacement.clear();
  solution.field_pressure.clear();
  solution.directivity.clear();
  const CheckpointDirectory checkpoints(directory.path(), origin, {5, 5, 0, 0, 0});
  checkpoints.save({solution});
  const auto again = checkpoints.load(100);
  REQUIRE(again.solutions);
  CHECK(again.solutions->front().pressure == solution.pressure);
  CHECK(again.solutions->front().displacement.empty());
  CHECK(again.solutions->front().figures.far_field_power_w !=
        again.solutions->front().figures.far_field_power_w);
}
