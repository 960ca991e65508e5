#include "io/xdmf.h"

#include <functional>
#include <utility>

#include "core/text_table.h"

namespace febem::io {
namespace {

using Extents = std::vector<std::size_t>;
using Attributes = std::vector<std::pair<std::string, std::string>>;

std::string text(const Extents& extents) {
  std::string result;
  for (const auto extent : extents) {
    if (!result.empty()) result += ' ';
    result += std::to_string(extent);
  }
  return result;
}

/// An element of XML; no text in results.h5 has a character with a meaning there.
std::string element(
    const std::string& name, const Attributes& attributes, const std::string& content) {
  std::string result = "<" + name;
  for (const auto& [key, value] : attributes) result += " " + key + "=\"" + value + "\"";
  return result + (content.empty() ? "/>\n" : ">" + content + "</" + name + ">\n");
}

/// A field on a grid: its name, and whether it is a vector.
std::string attribute(const std::string& name, const std::string& centre, const std::string& data,
    bool is_vector = false) {
  return element("Attribute",
      {{"Name", name}, {"AttributeType", is_vector ? "Vector" : "Scalar"}, {"Center", centre}},
      data);
}

std::string topology_of(const Attributes& attributes, const std::string& corners) {
  return element("Topology", attributes, corners);
}

std::string cells(const std::string& type, std::size_t count, const std::string& corners) {
  return topology_of(
      {{"TopologyType", type}, {"NumberOfElements", std::to_string(count)}}, corners);
}

/// `count` points from `first` on, with the extents `shape`, of a row of the datasets of a group.
struct Part {
  std::string block, group;
  Extents row;  ///< extents of a row of the datasets
  std::size_t first, count;
  Extents shape;
};

/// Describes grids whose data are in results.h5.
class XdmfWriter {
 public:
  XdmfWriter(std::string h5_name, const std::vector<double>& frequencies,
      const std::vector<std::string>& load_cases)
      : h5_name_(std::move(h5_name)), frequencies_(frequencies), load_cases_(load_cases) {}

  /// A whole dataset of doubles ("Float") or 32-bit integers ("Int").
  std::string item(
      const std::string& dataset, const std::string& type, const Extents& extents) const {
    return element("DataItem",
        {{"Dimensions", text(extents)}, {"NumberType", type},
            {"Precision", type == "Int" ? "4" : "8"}, {"Format", "HDF"}},
        h5_name_ + ":/" + dataset);
  }

  std::string view(const std::string& type, const XdmfView& part) {
    views_.push_back(part);
    return item(part.name, type, part.shape);
  }

  /// The fields with these names in a step.
  std::string fields(std::size_t index, const Part& part, const std::string& centre,
      const std::vector<std::string>& names) {
    Extents first{index}, extent{1};
    if (!load_cases_.empty()) {
      first = {index / load_cases_.size(), index % load_cases_.size()};
      extent = {1, 1};
    }
    const auto before = first.size();
    first.resize(before + part.row.size(), 0);
    first[before] = part.first;
    extent.insert(extent.end(), part.row.begin(), part.row.end());
    extent[before] = part.count;
    std::string result;
    for (const auto& name : names)
      result += attribute(name, centre,
          view("Float", {"xdmf/" + std::to_string(index) + "/" + part.block + "/" + name,
                            part.group + "/" + name, first, extent, part.shape}),
          part.row.size() > 1);
    return result;
  }

  /// A grid for each step; fields(index) is what is on it.
  std::string collection(const std::string& name, const std::string& grid_name,
      const std::string& topology, const std::string& points,
      const std::function<std::string(std::size_t)>& fields) const {
    std::string grids;
    const bool plain = load_cases_.empty();
    const auto steps = frequencies_.size() * (plain ? 1 : load_cases_.size());
    for (std::size_t index = 0; index < steps; ++index) {
      const auto name_of_step =
          plain ? grid_name
                : core::text(grid_name, ", ", frequencies_[index / load_cases_.size()], " Hz, ",
                      load_cases_[index % load_cases_.size()]);
      const double time = plain ? frequencies_[index] : static_cast<double>(index);
      grids += element("Grid", {{"Name", name_of_step}, {"GridType", "Uniform"}},
          element("Time", {{"Value", core::formatted("%.17g", time)}}, "") + topology +
              element("Geometry", {{"GeometryType", "XYZ"}}, points) + fields(index));
    }
    return element("Grid",
        {{"Name", name}, {"GridType", "Collection"}, {"CollectionType", "Temporal"}}, grids);
  }

  /// A grid of field points, whose pressure is known, and `more` besides.
  std::string pressures(
      const Part& part, const std::string& topology, const std::string& more = "") {
    const auto points = view("Float", {"xdmf/" + part.block + "/points", "field/points",
                                          {part.first, 0}, {part.count, 3}, {part.count, 3}});
    return collection(part.block, part.block, topology, points, [&](std::size_t index) {
      return fields(index, part, "Node", {"pressure_real", "pressure_imag"}) + more;
    });
  }

  std::vector<XdmfView> views() && { return std::move(views_); }

 private:
  std::string h5_name_;
  const std::vector<double>& frequencies_;
  const std::vector<std::string>& load_cases_;
  std::vector<XdmfView> views_;
};

std::string surface_grids(XdmfWriter& writer, const XdmfSizes& sizes) {
  const Part part{"surface", "solution", {sizes.panels}, 0, sizes.panels, {sizes.panels}};
  return writer.collection("surface", "mesh",
      cells("Mixed", sizes.panels, writer.item("mesh/topology", "Int", {sizes.topology})),
      writer.item("mesh/points", "Float", {sizes.points, 3}), [&](std::size_t index) {
        return writer.fields(index, part, "Cell",
            {"pressure_real", "pressure_imag", "normal_velocity_real", "normal_velocity_imag"});
      });
}

std::string structure_grids(XdmfWriter& writer, const XdmfSizes& sizes) {
  const Part part{"structure", "solution", {sizes.nodes, 3}, 0, sizes.nodes, {sizes.nodes, 3}};
  const auto corners = writer.item("structure/topology", "Int", {sizes.structure_topology});
  return writer.collection("structure", "structure", cells("Mixed", sizes.elements, corners),
      writer.item("structure/points", "Float", {sizes.nodes, 3}), [&](std::size_t index) {
        return writer.fields(index, part, "Node", {"displacement_real", "displacement_imag"});
      });
}

std::string point_grids(XdmfWriter& writer, const XdmfSizes& sizes) {
  const auto count = sizes.single_points;
  return writer.pressures({"field_points", "field", {sizes.field_points}, 0, count, {count}},
      topology_of({{"TopologyType", "Polyvertex"}, {"NumberOfElements", std::to_string(count)},
                      {"NodesPerElement", "1"}},
          writer.item("field/vertices", "Int", {count, 1})));
}

// XDMF's first index runs slowest.
std::string structured_grids(XdmfWriter& writer, const XdmfSizes& sizes, std::size_t number) {
  const auto& grid = sizes.grids[number];
  const Part part{"grid_" + std::to_string(number), "field", {sizes.field_points}, grid.first,
      grid.points(), {grid.counts.rbegin(), grid.counts.rend()}};
  const auto in_fluid = writer.view("Int", {"xdmf/" + part.block + "/in_fluid", "field/in_fluid",
                                               {part.first}, {part.count}, part.shape});
  return writer.pressures(part,
      topology_of({{"TopologyType", "3DSMesh"}, {"Dimensions", text(part.shape)}}, ""),
      attribute("in_fluid", "Node", in_fluid));
}

std::string directivity_grids(XdmfWriter& writer, const XdmfSizes& sizes) {
  const auto count = sizes.directions;
  const Part part{"directivity", "field", {count}, 0, count, {count}};
  return writer.collection("directivity", "directivity",
      topology_of({{"TopologyType", "Polyline"}, {"NumberOfElements", std::to_string(count)},
                      {"NodesPerElement", "2"}},
          writer.item("field/circle_lines", "Int", {count, 2})),
      writer.item("field/circle_points", "Float", {count, 3}), [&](std::size_t index) {
        return writer.fields(
            index, part, "Node", {"directivity_level", "directivity_real", "directivity_imag"});
      });
}

std::int32_t cell_code(mesh::ElementKind kind) {
  using enum mesh::ElementKind;
  return kind == hex8 ? 9 : kind == tet10 ? 38 : kind == wedge15 ? 40 : 48;
}

}  // namespace

std::vector<std::int32_t> mixed_topology(const mesh::Surface& surface) {
  std::vector<std::int32_t> result;
  for (const auto& panel : surface.panels) {
    result.push_back(panel.vertex_count == 3 ? 4 : 5);
    result.insert(
        result.end(), panel.vertices.begin(), panel.vertices.begin() + panel.vertex_count);
  }
  return result;
}

std::vector<std::int32_t> mixed_topology(const mesh::Solid& solid) {
  std::vector<std::int32_t> result;
  for (const auto& element : solid.elements) {
    result.push_back(cell_code(element.kind));
    result.insert(result.end(), element.nodes.begin(),
        element.nodes.begin() + mesh::node_count(element.kind));
  }
  return result;
}

Xdmf xdmf_of(const std::string& h5_name, const XdmfSizes& sizes,
    const std::vector<double>& frequencies, const std::vector<std::string>& load_cases) {
  XdmfWriter writer(h5_name, frequencies, load_cases);
  std::string grids;
  if (sizes.single_points > 0) grids += point_grids(writer, sizes);
  for (std::size_t i = 0; i < sizes.grids.size(); ++i) grids += structured_grids(writer, sizes, i);
  if (sizes.directions > 0) grids += directivity_grids(writer, sizes);
  if (sizes.nodes > 0) grids += structure_grids(writer, sizes);
  grids += surface_grids(writer, sizes);  // the last: the one that meshio reads
  return {"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" +
              element("Xdmf", {{"Version", "3.0"}}, element("Domain", {}, grids)),
      std::move(writer).views()};
}

}  // namespace febem::io
