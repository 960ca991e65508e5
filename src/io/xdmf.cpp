#include "io/xdmf.h"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cstdio>
#include <functional>
#include <sstream>

namespace febem::io {
namespace {

using Tree = boost::property_tree::ptree;
using Extents = std::vector<std::size_t>;

std::string text(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

std::string text(const Extents& extents) {
  std::string result;
  for (const auto extent : extents) {
    if (!result.empty()) result += ' ';
    result += std::to_string(extent);
  }
  return result;
}

void set(Tree& element, const std::string& name, const std::string& value) {
  element.put("<xmlattr>." + name, value);
}

// Numbers on a grid.
struct GridField {
  std::string name, centre;
  Tree data;
  bool vector = false;
};

// Describes grids whose data are in results.h5.
class XdmfWriter {
 public:
  XdmfWriter(std::string h5_name, const std::vector<double>& frequencies)
      : h5_name_(std::move(h5_name)), frequencies_(frequencies) {}

  // A whole dataset of doubles ("Float") or 32-bit integers ("Int").
  Tree item(const std::string& dataset, const std::string& type, const Extents& extents) const {
    Tree result;
    set(result, "Dimensions", text(extents));
    set(result, "NumberType", type);
    set(result, "Precision", type == "Int" ? "4" : "8");
    set(result, "Format", "HDF");
    result.put_value(h5_name_ + ":/" + dataset);
    return result;
  }

  Tree view(const std::string& type, const XdmfView& part) {
    views_.push_back(part);
    return item(part.name, type, part.shape);
  }

  // The numbers at a frequency of "GROUP/NAME", a dataset frequency x `row`: `count` from `start`
  // on, with the extents `shape`.
  Tree at_frequency(std::size_t index, const std::string& block, const std::string& group,
      const std::string& name, const Extents& row, std::size_t start, std::size_t count,
      const Extents& shape) {
    Extents first(row.size() + 1, 0), extent{1};
    first[0] = index;
    first[1] = start;
    extent.insert(extent.end(), row.begin(), row.end());
    extent[1] = count;
    return view("Float", {"xdmf/" + std::to_string(index) + "/" + block + "/" + name,
                             group + "/" + name, first, extent, shape});
  }
  Tree at_frequency(std::size_t index, const std::string& block, const std::string& group,
      const std::string& name, const Extents& row) {
    return at_frequency(index, block, group, name, row, 0, row[0], row);
  }

  static Tree cells(const std::string& type, std::size_t count, const Tree& corners) {
    Tree result;
    set(result, "TopologyType", type);
    set(result, "NumberOfElements", std::to_string(count));
    result.add_child("DataItem", corners);
    return result;
  }

  // A grid of this name and shape for each frequency; fields(index) gives what is on it.
  Tree collection(const std::string& name, const std::string& grid_name, const Tree& topology,
      const Tree& points, const std::function<std::vector<GridField>(std::size_t)>& fields) const {
    Tree result;
    set(result, "Name", name);
    set(result, "GridType", "Collection");
    set(result, "CollectionType", "Temporal");
    for (std::size_t index = 0; index < frequencies_.size(); ++index) {
      Tree grid;
      set(grid, "Name", grid_name);
      set(grid, "GridType", "Uniform");
      Tree& time = grid.add_child("Time", {});
      set(time, "Value", text(frequencies_[index]));
      grid.add_child("Topology", topology);
      Tree& geometry = grid.add_child("Geometry", {});
      set(geometry, "GeometryType", "XYZ");
      geometry.add_child("DataItem", points);
      for (const auto& field : fields(index)) grid.add_child("Attribute", attribute(field));
      result.add_child("Grid", grid);
    }
    return result;
  }

  std::vector<XdmfView> views() && { return std::move(views_); }

 private:
  static Tree attribute(const GridField& field) {
    Tree result;
    set(result, "Name", field.name);
    set(result, "AttributeType", field.vector ? "Vector" : "Scalar");
    set(result, "Center", field.centre);
    result.add_child("DataItem", field.data);
    return result;
  }

  std::string h5_name_;
  const std::vector<double>& frequencies_;
  std::vector<XdmfView> views_;
};

Tree surface_grids(XdmfWriter& writer, const XdmfSizes& sizes) {
  const auto topology =
      writer.cells("Mixed", sizes.panels, writer.item("mesh/topology", "Int", {sizes.topology}));
  const auto points = writer.item("mesh/points", "Float", {sizes.points, 3});
  return writer.collection("surface", "mesh", topology, points, [&](std::size_t index) {
    std::vector<GridField> fields;
    for (const std::string name :
        {"pressure_real", "pressure_imag", "normal_velocity_real", "normal_velocity_imag"})
      fields.push_back(
          {name, "Cell", writer.at_frequency(index, "surface", "solution", name, {sizes.panels})});
    return fields;
  });
}

Tree structure_grids(XdmfWriter& writer, const XdmfSizes& sizes) {
  const auto corners = writer.item("structure/topology", "Int", {sizes.structure_topology});
  const auto points = writer.item("structure/points", "Float", {sizes.nodes, 3});
  return writer.collection("structure", "structure", writer.cells("Mixed", sizes.elements, corners),
      points, [&](std::size_t index) {
        std::vector<GridField> fields;
        for (const std::string name : {"displacement_real", "displacement_imag"})
          fields.push_back({name, "Node",
              writer.at_frequency(index, "structure", "solution", name, {sizes.nodes, 3}), true});
        return fields;
      });
}

// `count` field points from `first` on, with the extents `shape` in the block of this name.
struct FieldPart {
  std::string block;
  std::size_t first, count;
  Extents shape;
};

Tree points_of(XdmfWriter& writer, const FieldPart& part) {
  return writer.view("Float", {"xdmf/" + part.block + "/points", "field/points", {part.first, 0},
                                  {part.count, 3}, {part.count, 3}});
}

std::vector<GridField> pressure_of(
    XdmfWriter& writer, const XdmfSizes& sizes, const FieldPart& part, std::size_t index) {
  std::vector<GridField> fields;
  for (const std::string name : {"pressure_real", "pressure_imag"})
    fields.push_back({name, "Node",
        writer.at_frequency(index, part.block, "field", name, {sizes.field_points}, part.first,
            part.count, part.shape)});
  return fields;
}

Tree point_grids(XdmfWriter& writer, const XdmfSizes& sizes) {
  const FieldPart part{"field_points", 0, sizes.single_points, {sizes.single_points}};
  auto topology =
      writer.cells("Polyvertex", part.count, writer.item("field/vertices", "Int", {part.count, 1}));
  set(topology, "NodesPerElement", "1");
  return writer.collection(part.block, part.block, topology, points_of(writer, part),
      [&](std::size_t index) { return pressure_of(writer, sizes, part, index); });
}

// XDMF's first index runs slowest.
Tree structured_grids(XdmfWriter& writer, const XdmfSizes& sizes, std::size_t number) {
  const auto& grid = sizes.grids[number];
  const FieldPart part{"grid_" + std::to_string(number), grid.first, grid.points(),
      {grid.counts.rbegin(), grid.counts.rend()}};
  Tree topology;
  set(topology, "TopologyType", "3DSMesh");
  set(topology, "Dimensions", text(part.shape));
  const auto in_fluid = writer.view("Int", {"xdmf/" + part.block + "/in_fluid", "field/in_fluid",
                                               {part.first}, {part.count}, part.shape});
  return writer.collection(
      part.block, part.block, topology, points_of(writer, part), [&](std::size_t index) {
        auto fields = pressure_of(writer, sizes, part, index);
        fields.push_back({"in_fluid", "Node", in_fluid});
        return fields;
      });
}

Tree directivity_grids(XdmfWriter& writer, const XdmfSizes& sizes) {
  auto topology = writer.cells("Polyline", sizes.directions,
      writer.item("field/circle_lines", "Int", {sizes.directions, 2}));
  set(topology, "NodesPerElement", "2");
  const auto points = writer.item("field/circle_points", "Float", {sizes.directions, 3});
  return writer.collection("directivity", "directivity", topology, points, [&](std::size_t index) {
    std::vector<GridField> fields;
    for (const std::string name : {"directivity_level", "directivity_real", "directivity_imag"})
      fields.push_back({name, "Node",
          writer.at_frequency(index, "directivity", "field", name, {sizes.directions})});
    return fields;
  });
}

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

Xdmf xdmf_of(
    const std::string& h5_name, const XdmfSizes& sizes, const std::vector<double>& frequencies) {
  XdmfWriter writer(h5_name, frequencies);
  Tree document;
  Tree& root = document.add_child("Xdmf", {});
  set(root, "Version", "3.0");
  Tree& domain = root.add_child("Domain", {});
  if (sizes.single_points > 0) domain.add_child("Grid", point_grids(writer, sizes));
  for (std::size_t i = 0; i < sizes.grids.size(); ++i)
    domain.add_child("Grid", structured_grids(writer, sizes, i));
  if (sizes.directions > 0) domain.add_child("Grid", directivity_grids(writer, sizes));
  if (sizes.nodes > 0) domain.add_child("Grid", structure_grids(writer, sizes));
  domain.add_child("Grid", surface_grids(writer, sizes));  // the last: the one that meshio reads
  std::ostringstream out;
  boost::property_tree::write_xml(
      out, document, boost::property_tree::xml_writer_make_settings<std::string>(' ', 1));
  return {out.str(), std::move(writer).views()};
}

}  // namespace febem::io
