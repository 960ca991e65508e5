// A small made-up run: a pyramid has triangles and a quadrilateral, which is enough for every
// layout.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/digest.h"
#include "io/results_file.h"

namespace febem::io::sample {

/// A directory of its own, removed at the end.
class Directory {
 public:
  explicit Directory(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              ("minifebem_" + name + std::to_string(::getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Directory() { std::filesystem::remove_all(path_); }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The bytes of a file.
inline std::string content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A pyramid: one quadrilateral, four triangles.
inline mesh::Surface pyramid() {
  mesh::Surface surface;
  surface.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}};
  surface.panels = {{{0, 3, 2, 1}, 4, 0}, {{0, 1, 4, 0}, 3, 1}, {{1, 2, 4, 0}, 3, 1},
      {{2, 3, 4, 0}, 3, 1}, {{3, 0, 4, 0}, 3, 1}};
  surface.regions = {"base", "sides"};
  surface.centroids.assign(5, mesh::Vec3(0.5, 0.5, 0.25));
  surface.normals.assign(5, mesh::Vec3(0, 0, 1));
  surface.areas = {1.0, 0.5, 0.5, 0.5, 0.5};
  return surface;
}

/// One 8-node brick.
inline mesh::Solid brick() {
  mesh::Solid solid;
  solid.points = {
      {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  mesh::Element element;
  element.kind = mesh::ElementKind::hex8;
  for (core::Index i = 0; i < 8; ++i) element.nodes[static_cast<std::size_t>(i)] = i;
  solid.elements = {element};
  solid.regions = {"body"};
  return solid;
}

inline FrequencySolution solution(double hz) {
  FrequencySolution result;
  result.figures.hz = hz;
  result.figures.radiated_power_w = hz * 1e-3;
  result.figures.residual = 0.5;
  result.figures.outcome = "solved";
  for (int i = 0; i < 5; ++i) result.pressure.emplace_back(hz + i, -i);
  result.figures.solution_digest = core::digest(std::as_bytes(std::span(result.pressure)));
  result.normal_velocity.assign(5, {0.0, hz});
  for (int i = 0; i < 24; ++i) result.displacement.emplace_back(i, hz);
  result.field_pressure = {{1.0, hz}};
  result.directivity = {{2.0, hz}, {3.0, hz}};
  return result;
}

inline RunResult run() {
  RunResult result;
  result.version = "1.2.3";
  result.commit = "0123abc";
  result.mpi_library = "An MPI";
  result.ranks = 2;
  result.messages = {"star", "4KiB", "ack"};
  result.case_title = "sample";
  result.case_file = "sample.toml";
  result.structural_dofs = 24;
  result.factor = {12, 345};
  result.acoustic_dofs = 5;
  result.order = 2;
  result.command = "minifebem solve sample.toml";
  core::StageMetrics merge;
  merge.stage = core::Stage::merge;
  merge.method = "frontal";
  merge.strategy = result.messages;
  for (const core::Count rank : {0, 1}) {
    auto& mine = merge.ranks.emplace_back();
    mine.seconds = rank == 0 ? 2.0 : 1.5;
    mine.communication_seconds = rank == 0 ? 0.5 : 0.25;
    mine.sent = {4 + 2 * rank, 400 + 200 * rank};
    mine.flops = 500'000'000;
    merge.combine(mine);
  }
  merge.hidden_seconds = 0.25;
  result.stages = {merge};
  result.frequencies = {solution(100).figures, solution(200).figures};
  result.zgemm_flops_per_second = 1e10;
  result.total_seconds = 3.0;
  result.peak_memory_bytes = 123456;
  result.cores = core::CoreUse{{10, 20, 18, 2, 33, 100, 1}, true};
  return result;
}

}  // namespace febem::io::sample
