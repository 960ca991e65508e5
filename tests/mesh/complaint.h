// What functions on meshes refuse.
#pragma once

#include "core/error.h"
#include "mesh/surface.h"
#include "support/catch.h"

namespace febem::test {

/// What `work` says where it fails; "" if it does not.
template <class Work>
std::string complaint_of(Work&& work) {
  try {
    work();
  } catch (const core::InputError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "";
}

/// What is wrong with the surface; "" if nothing.
inline std::string complaint(mesh::Surface surface) {
  return complaint_of([&] {
    mesh::measure(surface);
    mesh::validate(surface);
  });
}

}  // namespace febem::test
