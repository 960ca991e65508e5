#include "io/xdmf.h"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cstdio>
#include <sstream>

namespace febem::io {
namespace {

using Tree = boost::property_tree::ptree;

std::string text(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

std::string text(const std::vector<std::size_t>& extents) {
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

// Builds the grids of one mesh.
class Collection {
 public:
  Collection(std::string h5_name, std::string name, const std::vector<double>& frequencies)
      : h5_name_(std::move(h5_name)), frequencies_(frequencies) {
    set(tree_, "Name", name);
    set(tree_, "GridType", "Collection");
    set(tree_, "CollectionType", "Temporal");
  }

  // A field of results.h5: one value (or three) a panel or node and frequency.
  struct Field {
    std::string name, dataset, centre;
    std::size_t count;
    std::size_t components;
  };

  void add_grid(std::size_t index, const std::string& group, std::size_t points, std::size_t cells,
                std::size_t topology, const std::vector<Field>& fields) {
    Tree grid;
    set(grid, "Name", group);
    set(grid, "GridType", "Uniform");
    Tree& time = grid.add_child("Time", {});
    set(time, "Value", text(frequencies_[index]));
    Tree& shape = grid.add_child("Topology", {});
    set(shape, "TopologyType", "Mixed");
    set(shape, "NumberOfElements", std::to_string(cells));
    shape.add_child("DataItem", item({topology}, "Int", "4", group + "/topology"));
    Tree& geometry = grid.add_child("Geometry", {});
    set(geometry, "GeometryType", "XYZ");
    geometry.add_child("DataItem", item({points, 3}, "Float", "8", group + "/points"));
    for (const auto& field : fields) grid.add_child("Attribute", attribute(field, index));
    tree_.add_child("Grid", grid);
  }

  const Tree& tree() const { return tree_; }

 private:
  Tree item(const std::vector<std::size_t>& extents, const std::string& type, const std::string& precision,
            const std::string& dataset) const {
    Tree result;
    set(result, "Dimensions", text(extents));
    set(result, "NumberType", type);
    set(result, "Precision", precision);
    set(result, "Format", "HDF");
    result.put_value(h5_name_ + ":/" + dataset);
    return result;
  }

  // Row `index` of a dataset frequency x count (x 3).
  Tree attribute(const Field& field, std::size_t index) const {
    std::vector<std::size_t> whole{frequencies_.size(), field.count}, row{field.count};
    if (field.components == 3) {
      whole.push_back(3);
      row.push_back(3);
    }
    std::vector<std::size_t> first(whole.size(), 0), stride(whole.size(), 1), extent = whole;
    first[0] = index;
    extent[0] = 1;
    Tree selection;
    set(selection, "Dimensions", "3 " + std::to_string(whole.size()));
    set(selection, "NumberType", "Int");
    set(selection, "Format", "XML");
    selection.put_value(text(first) + " " + text(stride) + " " + text(extent));
    Tree slab;
    set(slab, "ItemType", "HyperSlab");
    set(slab, "Dimensions", text(row));
    slab.add_child("DataItem", selection);
    slab.add_child("DataItem", item(whole, "Float", "8", field.dataset));
    Tree result;
    set(result, "Name", field.name);
    set(result, "AttributeType", field.components == 3 ? "Vector" : "Scalar");
    set(result, "Center", field.centre);
    result.add_child("DataItem", slab);
    return result;
  }

  std::string h5_name_;
  const std::vector<double>& frequencies_;
  Tree tree_;
};

Tree surface_grids(const std::string& h5_name, const XdmfSizes& sizes,
                   const std::vector<double>& frequencies) {
  Collection collection(h5_name, "surface", frequencies);
  std::vector<Collection::Field> fields;
  for (const std::string name :
       {"pressure_real", "pressure_imag", "normal_velocity_real", "normal_velocity_imag"})
    fields.push_back({name, "solution/" + name, "Cell", sizes.panels, 1});
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    collection.add_grid(i, "mesh", sizes.points, sizes.panels, sizes.topology, fields);
  return collection.tree();
}

Tree structure_grids(const std::string& h5_name, const XdmfSizes& sizes,
                     const std::vector<double>& frequencies) {
  Collection collection(h5_name, "structure", frequencies);
  std::vector<Collection::Field> fields;
  for (const std::string name : {"displacement_real", "displacement_imag"})
    fields.push_back({name, "solution/" + name, "Node", sizes.nodes, 3});
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    collection.add_grid(i, "structure", sizes.nodes, sizes.elements, sizes.structure_topology, fields);
  return collection.tree();
}

}  // namespace

std::string xdmf_text(const std::string& h5_name, const XdmfSizes& sizes,
                      const std::vector<double>& frequencies) {
  Tree document;
  Tree& root = document.add_child("Xdmf", {});
  set(root, "Version", "3.0");
  Tree& domain = root.add_child("Domain", {});
  domain.add_child("Grid", surface_grids(h5_name, sizes, frequencies));
  if (sizes.nodes > 0) domain.add_child("Grid", structure_grids(h5_name, sizes, frequencies));
  std::ostringstream out;
  boost::property_tree::write_xml(out, document,
                                  boost::property_tree::xml_writer_make_settings<std::string>(' ', 1));
  return out.str();
}

}  // namespace febem::io
