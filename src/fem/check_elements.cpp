// Mid-edge nodes are at fault if some lie in the middles of each other's edges, or if the Jacobian
// of their element has another sign than with straight edges, or both signs. Which of them is then
// found by trying: the orders of other programs, and each exchange of two. Only what is left is
// told from distances: on a thin curved element a sound node can be nearer to the middle of another
// edge than to that of its own.
#include "fem/check_elements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "fem/reference_element.h"
#include "mesh/element_topology.h"

namespace febem::fem {
namespace {

using Eigen::Matrix3Xd;
using mesh::EdgeCorners;
using mesh::ElementKind;
using mesh::Index;

/// Between which corners another program expects the mid-edge nodes, in their order; the first
/// edges are used.
struct MiddleOrder {
  std::string_view owner;
  ElementKind kind;
  std::array<EdgeCorners, 12> edges;
};

// Manuals of Gmsh 4 (node ordering), MSC Nastran (CHEXA, CPENTA; Exodus II and CGNS are alike) and
// Netgen. Other kinds are as in VTK.
constexpr std::array<MiddleOrder, 6> other_orders{
    {{"Gmsh", ElementKind::hex20,
         {{{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3}, {2, 6}, {3, 7}, {4, 5}, {4, 7}, {5, 6},
             {6, 7}}}},
        {"Gmsh", ElementKind::tet10, {{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {2, 3}, {1, 3}}}},
        {"Gmsh", ElementKind::wedge15,
            {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}}}},
        {"Nastran", ElementKind::hex20,
            {{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {1, 5}, {2, 6}, {3, 7}, {4, 5}, {5, 6},
                {6, 7}, {7, 4}}}},
        {"Nastran", ElementKind::wedge15,
            {{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 4}, {2, 5}, {3, 4}, {4, 5}, {5, 3}}}},
        {"Netgen", ElementKind::tet10, {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}}}}};

int corner_count(ElementKind kind) {
  return mesh::node_count(kind) - static_cast<int>(mesh::middle_edges(kind).size());
}

/// For each of our mid-edge nodes its place among those of another program; empty if the program
/// has no other order.
std::vector<int> places(std::string_view owner, ElementKind kind) {
  std::vector<int> result;
  for (const auto& order : other_orders)
    if (order.owner == owner && order.kind == kind)
      for (const auto& own : mesh::middle_edges(kind))
        result.push_back(
            static_cast<int>(std::ranges::find_if(order.edges, [&](const EdgeCorners& edge) {
              return std::minmax(edge[0], edge[1]) == std::minmax(own[0], own[1]);
            }) - order.edges.begin()));
  return result;
}

Eigen::Vector3d middle_of(const Matrix3Xd& points, const EdgeCorners& edge) {
  return (points.col(edge[0]) + points.col(edge[1])) / 2;
}

Matrix3Xd straightened(Matrix3Xd points, ElementKind kind) {
  int node = corner_count(kind);
  for (const auto& edge : mesh::middle_edges(kind)) points.col(node++) = middle_of(points, edge);
  return points;
}

/// The mid-edge nodes, counted from the first, that lie in the middles of each other's edges: those
/// of straight edges in a wrong order. A single node in the middle of another edge may be that of a
/// curved one.
std::vector<int> permuted(const Matrix3Xd& points, ElementKind kind) {
  constexpr double coincident = 1e-3;  // of the distance from the middle of its own edge
  const auto edges = mesh::middle_edges(kind);
  const int corners = corner_count(kind), count = static_cast<int>(edges.size());
  const auto distance = [&](int node, int edge) {
    return (points.col(corners + node) - middle_of(points, edges[edge])).norm();
  };
  std::vector<int> lies_on(edges.size(), -1), result;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < count; ++k)
      if (distance(i, k) < coincident * distance(i, i)) lies_on[i] = k;
  for (int i = 0; i < count; ++i) {
    int at = lies_on[i];
    for (int step = 0; step < count && at >= 0 && at != i; ++step) at = lies_on[at];
    if (at == i) result.push_back(i);
  }
  return result;
}

/// The first `most` texts, and what more() says of the number of others.
std::string first_of(std::size_t most, const std::vector<Index>& items, const char* between,
    const auto& text, const auto& more) {
  std::string result;
  for (std::size_t i = 0; i < std::min(most, items.size()); ++i)
    result += (i == 0 ? "" : between) + text(items[i]);
  return items.size() > most ? result + more(items.size() - most) : result;
}

class ElementCheck {
 public:
  explicit ElementCheck(const mesh::Solid& solid) : solid_(solid) {
    for (const auto kind : mesh::element_kinds()) references_.emplace_back(kind);
    for (Index e = 0; e < solid.element_total(); ++e) {
      const auto points = points_of(e);
      const bool positive = reference(e).volume(points) > 0 && reference(e).quality(points) > 0;
      const bool mixed = !permuted(points, kind(e)).empty();
      if (positive && !mixed) continue;
      if (!mixed && !(reference(e).quality(straightened(points, kind(e))) > 0)) {
        distorted_.push_back(e);
      } else if (!mixed && quality(points, e) > 0) {
        turned_.push_back(e);
      } else {
        off_edge_.push_back(e);
        not_positive_ = not_positive_ || !positive;
      }
    }
  }

  /// All that is wrong, in one line; empty if nothing is.
  std::string faults() const {
    std::string text;
    const auto add = [&](const std::string& fault) { text += (text.empty() ? "" : "; ") + fault; };
    if (!off_edge_.empty()) add(off_edge());
    if (!turned_.empty()) add(counted(turned_, "inside out"));
    if (!distorted_.empty())
      add(counted(
          distorted_, "inverted or too distorted (the Jacobian is not positive everywhere)"));
    return text;
  }

 private:
  ElementKind kind(Index e) const { return solid_.elements[e].kind; }
  const ReferenceElement& reference(Index e) const {
    return references_[static_cast<std::size_t>(kind(e))];
  }

  Matrix3Xd points_of(Index e) const { return element_points(solid_, e); }

  /// The quality of an element with its nodes at these points; 0 or less if its mid-edge nodes are
  /// at fault.
  double quality(const Matrix3Xd& points, Index e) const {
    const bool alike =
        reference(e).volume(points) * reference(e).volume(straightened(points, kind(e))) > 0;
    return alike ? reference(e).quality(points) : 0;
  }

  std::string counted(const std::vector<Index>& elements, const std::string& what) const {
    const auto total = solid_.elements.size();
    if (elements.size() == 1)
      return core::text("element ", elements[0], " is ", what, " (1 of ", total, " elements)");
    if (elements.size() == total) return core::text("all ", total, " elements are ", what);
    return core::text(elements.size(), " of ", total, " elements are ", what, ": ",
        first_of(
            10, elements, ", ", [](Index e) { return core::text(e); },
            [](auto) { return ", ..."; }));
  }

  /// The program whose order makes sound elements of all whose mid-edge nodes are at fault; empty
  /// if there is none.
  std::string_view recognised() const {
    for (const std::string_view owner : {"Gmsh", "Nastran", "Netgen"})
      if (std::ranges::all_of(off_edge_, [&](Index e) {
            const auto from = places(owner, kind(e));
            const Matrix3Xd given = points_of(e);
            Matrix3Xd points = given;
            const auto corners = corner_count(kind(e));
            for (std::size_t i = 0; i < from.size(); ++i)
              points.col(corners + static_cast<int>(i)) = given.col(corners + from[i]);
            return !from.empty() && quality(points, e) > 0 && permuted(points, kind(e)).empty();
          }))
        return owner;
    return {};
  }

  /// The two mid-edge nodes whose exchange makes the best element; empty if none mends it.
  std::vector<Index> exchanged(Index e) const {
    auto points = points_of(e);
    std::vector<Index> best;
    double highest = 0;
    for (int i = corner_count(kind(e)); i < points.cols(); ++i)
      for (int k = i + 1; k < points.cols(); ++k) {
        points.col(i).swap(points.col(k));
        if (const double now = quality(points, e); now > highest) {
          highest = now;
          best = {i, k};
        }
        points.col(i).swap(points.col(k));
      }
    return best;
  }

  /// The mid-edge nodes beyond the quarters of their edges or farther off than half their length,
  /// or else the one farthest from the middle, lengths being those of the edges.
  std::vector<Index> far_off(Index e) const {
    const auto points = points_of(e);
    std::vector<Index> result;
    double farthest = -1;
    Index worst = -1, node = corner_count(kind(e));
    for (const auto& edge : mesh::middle_edges(kind(e))) {
      const Eigen::Vector3d along = points.col(edge[1]) - points.col(edge[0]),
                            away = points.col(node) - middle_of(points, edge);
      const double length = along.norm(), share = away.dot(along) / length;
      if (!(std::abs(share) <= length / 4 && (away - share * along / length).norm() <= length / 2))
        result.push_back(node);
      if (const double distance = away.norm() / length; distance > farthest) {
        farthest = distance;
        worst = node;
      }
      ++node;
    }
    return result.empty() ? std::vector{worst} : result;
  }

  std::vector<Index> misplaced(Index e, std::string_view owner) const {
    const Index corners = corner_count(kind(e));
    std::vector<Index> result;
    const auto from = places(owner, kind(e));
    for (int i = 0; i < static_cast<int>(from.size()); ++i)
      if (from[i] != i) result.push_back(corners + i);
    if (!owner.empty()) return result;
    for (const int i : permuted(points_of(e), kind(e))) result.push_back(corners + i);
    if (result.empty()) result = exchanged(e);
    return result.empty() ? far_off(e) : result;
  }

  /// "element 2: node 8 does not lie between nodes 0 and 1, node 9 does not lie between nodes 1 and
  /// 2, and 3 more"
  std::string off_edge(Index e, std::string_view owner) const {
    return core::text("element ", e, ": ",
        first_of(
            2, misplaced(e, owner), ", ",
            [&](Index node) {
              const auto& [a, b] = mesh::middle_edges(
                  kind(e))[static_cast<std::size_t>(node - corner_count(kind(e)))];
              return core::text("node ", node, " does not lie between nodes ", a, " and ", b);
            },
            [](auto more) { return core::text(", and ", more, " more"); }));
  }

  std::string off_edge() const {
    const auto owner = recognised();
    const bool one = off_edge_.size() == 1;
    return core::text(off_edge_.size(), " of ", solid_.elements.size(), " elements ",
        one ? "has" : "have", " mid-side nodes off ", one ? "its" : "their", " edges",
        not_positive_ ? ", so that the Jacobian is not positive everywhere: " : ": ",
        first_of(
            3, off_edge_, "; ", [&](Index e) { return off_edge(e, owner); },
            [](auto more) {
              return core::text("; and ", more, more == 1 ? " element more" : " elements more");
            }),
        "; VTK order is needed",
        owner.empty() ? "" : core::text("; ", owner, "'s order was recognised"));
  }

  const mesh::Solid& solid_;
  std::vector<ReferenceElement> references_;
  std::vector<Index> off_edge_, turned_, distorted_;
  bool not_positive_ = false;
};

}  // namespace

void check_elements(const mesh::Solid& solid) {
  if (const auto text = ElementCheck(solid).faults(); !text.empty()) throw core::InputError(text);
}

}  // namespace febem::fem
