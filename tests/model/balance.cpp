// How evenly the work on the structure falls to ranks: counted from the sizes of fronts, before any number is known.
#include <algorithm>
#include <numeric>

#include "cases/case_file.h"
#include "driver/structural_system.h"
#include "model/model.h"
#include "support/catch.h"

using namespace febem;

namespace {

model::Model sonobuoy() {
  const std::string text = R"([geometry]
generator = "sonobuoy"
[fluid]
density = 1000
sound_speed = 1500
[structure]
free = true
[[excitation]]
kind = "plane_wave"
amplitude = 1
[frequency]
hz = [100]
)";
  return model::build_model(cases::read_case(text, "c.toml"), ".", 1);
}

/// Complex multiply-adds of stage 1, element matrices left out.
struct Work {
  std::vector<double> of_rank;
  double interface = 0;

  double largest() const { return *std::max_element(of_rank.begin(), of_rank.end()); }
  double sum() const { return std::accumulate(of_rank.begin(), of_rank.end(), 0.0); }
};

Work work(const pipeline::ElementSystem& system, int ranks) {
  const auto tree = elimination_tree(system, ranks);
  Work work{std::vector<double>(ranks, 0)};
  for (const auto& node : tree.nodes) {
    const double p = std::ssize(node.eliminated), others = std::ssize(node.others);
    (node.rank < 0 ? work.interface : work.of_rank[node.rank]) += p * p * p / 6 + p * p * others / 2 + p * others * others / 2;
  }
  return work;
}

}  // namespace

TEST_CASE("the sonobuoy's ranks have about the same to eliminate, and the master little after them") {
  const auto model = sonobuoy();
  const auto system = driver::element_system(model, 1.0);
  const double whole = work(system, 1).sum();
  CHECK(whole < 1.0e9);
  const auto two = work(system, 2);
  CHECK(two.largest() < 1.35 * two.sum() / 2);
  for (const auto& [ranks, part] : {std::pair{2, 0.66}, {3, 0.66}, {4, 0.5}}) {
    INFO(ranks << " ranks");
    const auto shared = work(system, ranks);
    CHECK(shared.largest() + shared.interface < part * whole);
  }
}
