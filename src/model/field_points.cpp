#include "model/field_points.h"

#include "cli/input_errors.h"
#include "mesh/inside.h"
#include "model/point_checks.h"

namespace febem::model {
namespace {

/// Tells for one point after another whether the list could have it. Around a point that was measured there is a ball whose points are
/// all on its side of the surface and clear of it. Most neighbours in a grid lie in that ball: they need not be measured.
class FluidTest {
 public:
  FluidTest(const cases::Case& problem, const mesh::Surface& surface)
      : problem_(problem), surface_(surface), longest_edge_(mesh::longest_edge(surface)) {}

  bool operator()(const mesh::Vec3& x) {
    if (!((x - measured_).norm() < radius_)) measure(x);
    return in_fluid_ && source_at(problem_, x, least_distance_from_source * longest_edge_) == nullptr;
  }

 private:
  void measure(const mesh::Vec3& x) {
    const auto nearest = mesh::nearest_panel(surface_, x);
    in_fluid_ = nearest.distance > least_clearance * mesh::longest_edge(surface_, nearest.panel) && !mesh::encloses(surface_, x);
    measured_ = x;
    radius_ = nearest.distance - least_clearance * longest_edge_;
  }

  const cases::Case& problem_;
  const mesh::Surface& surface_;
  double longest_edge_;  ///< of all panels, m
  mesh::Vec3 measured_{0, 0, 0};
  double radius_ = 0;  ///< of the ball around it
  bool in_fluid_ = false;
};

void add_grid(const cases::Case& problem, const mesh::Surface& surface, const cases::FieldGrid& grid, FieldPoints& points) {
  FluidTest is_in_fluid(problem, surface);
  const auto before = points.computed.size();
  for (const auto& x : grid.points()) {
    const bool computed = is_in_fluid(x);
    points.all.push_back(x);
    points.in_fluid.push_back(computed ? 1 : 0);
    if (computed) points.computed.push_back(x);
  }
  if (points.computed.size() == before)
    cli::fail_at({problem.file, grid.line, "output.grid"},
                 "none of its points is in the fluid: they are in the body or nearer to it than a tenth of a panel; move the grid");
}

}  // namespace

FieldPoints field_points(const cases::Case& problem, const mesh::Surface& surface) {
  check_field_points(problem, surface);
  const auto& list = problem.output.field_points;
  FieldPoints points{list, std::vector<std::int32_t>(list.size(), 1), list};
  for (const auto& grid : problem.output.grids) add_grid(problem, surface, grid, points);
  return points;
}

}  // namespace febem::model
