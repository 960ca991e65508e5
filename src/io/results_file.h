// results.h5: the layout that a reader may rely on. Arrays are in C order. Complex numbers are two
// datasets, _real and _imag. The attribute "units" of a dataset names its unit.
//
//   /                        attributes: program, schema_version, version, commit, mpi_library,
//                            ranks, title, time_dependence, route, cut, pace
//   /mesh/points             point x 3
//   /mesh/panels             panel x 4, the last -1 for a triangle
//   /mesh/centroids          panel x 3           /mesh/areas   panel      /mesh/normals  panel x 3
//   /mesh/panel_region       panel, index into   /mesh/region_names
//   /mesh/topology           the panels again as XDMF's mixed topology
//   /structure/points        node x 3
//   /structure/topology      the elements as XDMF's mixed topology
//   /structure/element_region                    /structure/region_names
//   /frequency               Hz, as in each group below whose datasets have one for each frequency
//   /load_case/name          names of the load cases; only if the case has such. Every dataset with
//                            a frequency below then has the load case after it
//   /load_case/directions    load case x 3: where the wave of an incidence comes from, else NaN
//   /load_case/angle         load case, degrees  /load_case/elevation  load case, degrees
//   /solution/pressure_*     frequency x panel   /solution/normal_velocity_*  frequency x panel
//   /solution/displacement_* frequency x node x 3
//   /solution/potential_*    frequency x node, V; 0 outside of piezoelectric regions
//   /solution/voltage_*      frequency x electrode   /solution/charge_*  frequency x electrode, C
//   /field/points            point x 3           /field/pressure_*     frequency x point
//   /field/vertices          the single field points, which come before those of grids, as XDMF's
//                            cells
//   /field/grid_counts       grid x 3: numbers of points along the edges of each grid of field
//                            points, 1 without an edge
//   /field/grid_first        grid: its first field point; the number along the first edge runs
//                            fastest
//   /field/in_fluid          point: 0 at a grid point in the body or too near to it, whose pressure
//                            is NaN; else 1
//   /field/directions        direction x 3       /field/angle          direction, degrees
//   /field/elevation         direction, degrees
//   /field/directivity_*     frequency x direction, pressure times distance
//   /field/directivity_level frequency x direction, dB above the largest modulus at the frequency;
//                            -120 at the least
//   /field/circle_points     direction x 3, round the body
//   /field/circle_lines      direction x 2, points
//   /figures/NAME            frequency: every number of io::frequency_numbers
//   /figures/outcome         frequency: "solved", or what went wrong
//   /figures/formulation     frequency: "cbie", "burton_miller"
//   /figures/precision       frequency: "double", "mixed", "double after mixed"
//   /timing/stages           names
//   /timing/{seconds,communication_seconds,flops,messages,bytes}  stage x rank
//   /run/json                what --json writes  /run/case             text of the case file
//   /xdmf/...                for results.xdmf: parts of the datasets above as virtual datasets of
//                            HDF5, which take no space
//
// With boundary elements of order 1 or 2 the panels are bem::cells(), one for each unknown:
// centroids and normals are those of the collocation points, areas the weights M. Neighbours have
// points of their own.
//
// Datasets with a row for each frequency, field point or direction have dimension scales in their
// group: frequency, load_case, panel, node, axis, electrode, point, angle. So netCDF and xarray
// read a group with named dimensions.
//
// Groups without content are left out. A frequency without a solution is NaN in every dataset. The
// attribute "quantity" of /figures/far_field_power_w and /field/directivity_* is "scattered" with
// an incident wave, else "radiated".
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "io/results.h"
#include "mesh/solid.h"
#include "mesh/surface.h"

namespace febem::io {

inline constexpr const char* results_file_name = "results.h5";

/// Meshes and points. The pointers are not owned and must outlive the file.
struct ResultsMesh {
  const mesh::Surface* surface = nullptr;  ///< measured
  const mesh::Solid* solid = nullptr;      ///< nullptr without a structure
  std::vector<mesh::Vec3> field_points;    ///< m
  std::vector<mesh::Vec3> directions;      ///< unit vectors of the directivity
  std::vector<double> angles, elevations;  ///< of the directions, degrees
  bool circle = true;                      ///< the directions go once round at each elevation
  /// Points along the edges of each grid, whose points are the last of all.
  std::vector<std::vector<int>> grids = {};
  /// With grids, for each field point: 0 if it has no pressure, else 1.
  std::vector<std::int32_t> in_fluid = {};
  /// Names of the load cases; empty if the case has none.
  std::vector<std::string> load_cases = {};
  std::vector<mesh::Vec3> origins = {};                            ///< of their waves; NaN without
  std::vector<double> origin_angles = {}, origin_elevations = {};  ///< degrees
  std::vector<std::string> electrodes = {};                        ///< their face sets
};

/// Writes the results of a run frequency by frequency; one is in memory at a time.
class ResultsFile {
 public:
  /// Begins DIRECTORY/results.h5 under another name, with all except fields and figures of the
  /// frequencies, for which it reserves disk space, and the report. Throws core::RunError.
  ResultsFile(const ResultsMesh& mesh, const std::vector<double>& frequencies, const RunResult& run,
      const std::string& case_text, std::filesystem::path directory);

  /// Writes the solutions of frequency number `index`, one a load case. A field that the case does
  /// not have is empty in every call.
  void add(std::size_t index, const std::vector<FrequencySolution>& solutions);

  /// Writes the report, now with all frequencies, gives DIRECTORY/results.h5 its name and writes
  /// DIRECTORY/results.xdmf. Returns the report, as to_json() makes it. Throws core::RunError.
  std::string finish(const RunResult& run);

 private:
  void write_points(
      const std::string& name, const std::vector<mesh::Vec3>& points, const std::string& unit);
  void write_load_cases(const ResultsMesh& mesh);
  void write_list(const std::string& name, std::span<const std::int32_t> values);
  void write_surface(const mesh::Surface& surface);
  void write_structure(const mesh::Solid& solid);
  void create_fields(const ResultsMesh& mesh);
  void create_field_points(const ResultsMesh& mesh);
  void create_directivity(const ResultsMesh& mesh);
  void create_views(const ResultsMesh& mesh);
  /// Begins a group whose datasets have a row for each frequency, and a load case after it.
  void create_group(const std::string& group);
  /// A dimension scale that counts from 0.
  void create_index(const std::string& name, std::size_t extent);
  /// The dimension scales of a dataset in a group: of frequency and load case, and then others.
  std::vector<std::string> scales(
      const std::string& name, const std::vector<std::string>& others) const;
  /// `scales` name the dimensions after frequency and load case.
  void create(const std::string& name, const std::vector<std::string>& scales_after,
      const std::string& unit);
  void create_complex(const std::string& name, const std::vector<std::string>& scales_after,
      const std::string& unit);
  void write_texts(const std::string& name, const std::vector<std::string>& values);
  /// Writes a part for each load case; NaN for empty ones. Nothing if all are empty.
  void add_row(
      const std::string& name, std::size_t index, const std::vector<std::vector<double>>& parts);
  void add_complex(const std::string& name, std::size_t index,
      const std::vector<FrequencySolution>& solutions,
      const std::function<std::vector<Complex>(const FrequencySolution&)>& values);
  /// The pressure at all field points; NaN where it is not computed.
  std::vector<Complex> at_all_points(const std::vector<Complex>& computed) const;
  void name_far_field(const RunResult& run);
  void write_timing(const RunResult& run);
  void write_run(const RunResult& run, const std::string& case_text);
  void move_to_disk();

  Hdf5File file_;  ///< in memory until move_to_disk()
  std::vector<double> frequencies_;
  std::vector<std::string> load_cases_;  ///< none: there is no dimension for them
  std::vector<std::string> outcomes_, formulations_, precisions_;  ///< by frequency and load case
  std::vector<std::int32_t> in_fluid_;                             ///< by field point, with grids
  std::string xdmf_;
  std::filesystem::path directory_;
  std::size_t reserved_ = 0;  ///< bytes reserved for the frequencies
  std::optional<PendingFile> pending_;
};

}  // namespace febem::io
