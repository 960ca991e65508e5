#include "io/topology.h"

namespace febem::io {
namespace {

std::int32_t cell_code(mesh::ElementKind kind) {
  switch (kind) {
    case mesh::ElementKind::hex8:
      return 9;
    case mesh::ElementKind::tet10:
      return 38;
    case mesh::ElementKind::wedge15:
      return 40;
    case mesh::ElementKind::hex20:
      return 48;
  }
  return 0;
}

}  // namespace

std::vector<std::int32_t> mixed_topology(const mesh::Surface& surface) {
  std::vector<std::int32_t> result;
  for (const auto& panel : surface.panels) {
    result.push_back(panel.vertex_count == 3 ? 4 : 5);
    for (int i = 0; i < panel.vertex_count; ++i)
      result.push_back(panel.vertices[static_cast<std::size_t>(i)]);
  }
  return result;
}

std::vector<std::int32_t> mixed_topology(const mesh::Solid& solid) {
  std::vector<std::int32_t> result;
  for (const auto& element : solid.elements) {
    result.push_back(cell_code(element.kind));
    for (int i = 0; i < mesh::node_count(element.kind); ++i)
      result.push_back(element.nodes[static_cast<std::size_t>(i)]);
  }
  return result;
}

}  // namespace febem::io
