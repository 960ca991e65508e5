#include "mesh/solid_bodies.h"

#include <boost/pending/disjoint_sets.hpp>
#include <numeric>

#include "mesh/point_text.h"

namespace febem::mesh {

std::vector<SolidBody> bodies(const Solid& solid) {
  const auto nodes = solid.points.size();
  std::vector<Index> rank(nodes, 0), parent(nodes);
  std::iota(parent.begin(), parent.end(), 0);
  boost::disjoint_sets<Index*, Index*> sets(rank.data(), parent.data());
  for (const auto& element : solid.elements)
    for (int i = 0; i < node_count(element.kind); ++i) sets.union_set(element.nodes[0], element.nodes[i]);
  std::vector<Index> number(nodes, -1);  // of the body, at the node that stands for it
  std::vector<SolidBody> all;
  for (Index e = 0; e < solid.element_total(); ++e) {
    Index& body = number[sets.find_set(solid.elements[e].nodes[0])];
    if (body < 0) {
      body = static_cast<Index>(all.size());
      all.emplace_back();
    }
    all[body].elements.push_back(e);
  }
  for (Index node = 0; node < solid.node_total(); ++node)
    if (const Index body = number[sets.find_set(node)]; body >= 0) all[body].nodes.push_back(node);
  return all;
}

std::string body_text(const Solid& solid, std::span<const SolidBody> all, std::size_t number) {
  const auto& [elements, nodes] = all[number];
  Eigen::AlignedBox3d box;
  for (const Index node : nodes) box.extend(solid.points[node]);
  return "body " + std::to_string(number + 1) + " (" + std::to_string(elements.size()) +
         (elements.size() == 1 ? " element, number " : " elements, the first is ") + std::to_string(elements.front()) + ", around " +
         text(box.center()) + ")";
}

}  // namespace febem::mesh
