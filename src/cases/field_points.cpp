#include "cases/field_points.h"

#include <cmath>

#include "cases/planes.h"
#include "cli/input_errors.h"
#include "core/text_table.h"
#include "mesh/inside.h"

namespace febem::cases {
namespace {

// "[x, y, z]"
std::string text_of(const mesh::Vec3& x) {
  return core::formatted("[%.9g, %.9g, %.9g]", x.x(), x.y(), x.z());
}

/// The panel nearest to x or to an image of x.
mesh::Nearest nearest_panel(
    const Case& problem, const mesh::Surface& surface, const mesh::Vec3& x) {
  const auto all = mirrors(problem);
  auto nearest = mesh::nearest_panel(surface, x);
  for (unsigned image = 1; image < mesh::image_count(all); ++image)
    if (const auto other = mesh::nearest_panel(surface, mesh::image_of(all, image, x));
        other.distance < nearest.distance)
      nearest = other;
  return nearest;
}

/// Along an edge of this length there is one unknown more than the order.
double spacing(const Case& problem, double edge) { return edge / (problem.formulation.order + 1); }

// Throws core::InputError at `place` unless x is farther from the surface than `fraction` of the
// spacing of unknowns along the longest edge of the panel nearest to it; `what` names x ("the
// point").
void require_clearance(const Case& problem, const cli::Place& place, const mesh::Surface& surface,
    const mesh::Vec3& x, const std::string& what, double fraction) {
  const auto nearest = nearest_panel(problem, surface, x);
  if (!std::isfinite(nearest.distance))
    cli::fail_at(place, what + " " + text_of(x) + " is too far away");
  const double edge = spacing(problem, mesh::longest_edge(surface, nearest.panel));
  if (nearest.distance > fraction * edge) return;
  cli::fail_at(place, what + " " + text_of(x) +
                          core::formatted(" is %.3g m from the surface; from panels of this size "
                                          "(%.3g m) it must be %.3g m away",
                              nearest.distance, edge, fraction * edge));
}

/// Tells for one point after another whether the list could have it. Around a point that was
/// measured there is a ball whose points are all on its side of the surface and clear of it. Most
/// neighbours in a grid lie in that ball: they need not be measured.
class FluidTest {
 public:
  FluidTest(const Case& problem, const mesh::Surface& surface)
      : problem_(problem), surface_(surface),
        longest_edge_(spacing(problem, mesh::longest_edge(surface))) {}

  bool operator()(const mesh::Vec3& x) {
    if (is_behind_plane(problem_, x)) return false;
    if (!((x - measured_).norm() < radius_)) measure(x);
    return in_fluid_ &&
           source_at(problem_, x, least_distance_from_source * longest_edge_) == nullptr;
  }

 private:
  void measure(const mesh::Vec3& x) {
    const auto nearest = nearest_panel(problem_, surface_, x);
    in_fluid_ = nearest.distance > least_clearance * spacing(problem_, mesh::longest_edge(surface_,
                                                                           nearest.panel)) &&
                !mesh::encloses(surface_, mirrors(problem_), x);
    measured_ = x;
    radius_ = nearest.distance - least_clearance * longest_edge_;
  }

  const Case& problem_;
  const mesh::Surface& surface_;
  double longest_edge_;  ///< the greatest spacing of all panels, m
  mesh::Vec3 measured_{0, 0, 0};
  double radius_ = 0;  ///< of the ball around it
  bool in_fluid_ = false;
};

void add_grid(
    const Case& problem, const mesh::Surface& surface, const FieldGrid& grid, FieldPoints& points) {
  FluidTest is_in_fluid(problem, surface);
  const auto before = points.computed.size();
  for (const auto& x : grid.points()) {
    const bool computed = is_in_fluid(x);
    points.all.push_back(x);
    points.in_fluid.push_back(computed ? 1 : 0);
    if (computed) points.computed.push_back(x);
  }
  if (points.computed.size() == before)
    cli::fail_at(problem.at(grid.lines, "output.grid"),
        "none of its points is in the fluid: they are in the body or nearer to it than a tenth of "
        "a panel; move the grid");
}

}  // namespace

const Excitation* source_at(const Case& problem, const mesh::Vec3& x, double distance) {
  for (const auto& excitation : problem.excitations)
    if (is_point_source(excitation) && !((x - excitation.position).norm() > distance))
      return &excitation;
  return nullptr;
}

void check_field_points(const Case& problem, const mesh::Surface& surface) {
  const double least_from_source =
      least_distance_from_source * spacing(problem, mesh::longest_edge(surface));
  for (const auto& x : problem.output.field_points) {
    const auto place = problem.at(problem.output.lines, "output", "field_points");
    if (is_behind_plane(problem, x))
      cli::fail_at(place, "the point " + text_of(x) + " is behind a [[plane]]: there is no fluid");
    require_clearance(problem, place, surface, x, "the point", least_clearance);
    if (mesh::encloses(surface, mirrors(problem), x))
      cli::fail_at(place, "the point " + text_of(x) + " is inside the body: there is no fluid");
    if (const auto* source = source_at(problem, x, least_from_source))
      cli::fail_at(place, "the point " + text_of(x) + " is where the " + source->kind + " is");
  }
}

void check_point_sources(const Case& problem, const mesh::Surface& surface) {
  for (const auto& excitation : problem.excitations) {
    if (!is_point_source(excitation)) continue;
    const auto place = problem.at(excitation.lines, "excitation", "position");
    const auto what = "the " + excitation.kind + " at";
    require_clearance(problem, place, surface, excitation.position, what, least_source_clearance);
    if (!mesh::encloses(surface, mirrors(problem), excitation.position)) continue;
    const auto inside = what + " " + text_of(excitation.position) + " is inside the body: ";
    if (problem.structure)
      cli::fail_at(place,
          inside +
              "there is no fluid; only a surface without [structure] can move as its field does");
    if (!problem.impedances.empty())
      cli::fail_at(
          place, inside + "a locally reacting surface cannot be made to move as its field does");
  }
}

FieldPoints field_points(const Case& problem, const mesh::Surface& surface) {
  check_field_points(problem, surface);
  const auto& list = problem.output.field_points;
  FieldPoints points{list, std::vector<std::int32_t>(list.size(), 1), list};
  for (const auto& grid : problem.output.grids) add_grid(problem, surface, grid, points);
  return points;
}

}  // namespace febem::cases
