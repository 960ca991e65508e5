#include "bem/collocation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "core/error.h"

namespace febem::bem {

Collocation::Collocation(
    std::shared_ptr<const CollocationSurface> surface, const Formulation& formulation)
    : surface_(std::move(surface)), formulation_(formulation) {
  const double k = formulation.wavenumber;
  if (!std::isfinite(k) || k < 0) {
    throw core::InputError(
        "wavenumber = " + std::to_string(k) + ": must be finite and not negative");
  }
}

Collocation::Collocation(
    const mesh::Surface& surface, const Formulation& formulation, const PanelKernels& kernels)
    : Collocation(std::make_shared<CollocationSurface>(surface, 0, kernels), formulation) {}

namespace {

/// The node of a panel whose place node f of the image of the panel takes.
Index mirrored_node(const mesh::PanelFunctions& functions, Index f) {
  const auto& nodes = functions.nodes();
  const double r = nodes[f].at.x(), s = nodes[f].at.y();
  const bool square = std::ranges::any_of(nodes, [](const auto& node) { return node.at.x() < 0; });
  const Eigen::Vector2d at(square ? -r : 1 - r - s, s);
  return std::ranges::min_element(nodes, {}, [&](const auto& node) {
    return (node.at - at).squaredNorm();
  }) - nodes.begin();
}

}  // namespace

ImageColumns::ImageColumns(const std::optional<mesh::Images>& images, const mesh::Mirrors& mirrors,
    const mesh::Surface& part, const BoundarySpace& space)
    : size(space.size()) {
  if (!images) return;
  size = space.first(part.size());
  for (std::size_t j = 0; j < images->panel.size(); ++j) {
    const Index of = images->panel[j];
    const double sign = mesh::sign_of(mirrors, images->image[j]);
    const bool in_plane = mesh::planes_of(mirrors, part, of) != 0;
    const Index own = space.first(of), count = space.first(of + 1) - own;
    for (Index f = 0; f < count; ++f) {
      Index whose = f;
      if (space.order() > 0 && std::popcount(images->image[j]) % 2 == 1)
        whose = mirrored_node(space.functions(of), f);
      unknown.push_back(own + whose);
      of_p.push_back(in_plane ? 0 : sign);
      of_q.push_back(in_plane ? 2 * sign : sign);
    }
  }
}

void ImageColumns::fold(std::span<const Complex> h_all, std::span<const Complex> b_all,
    std::span<Complex> h, std::span<Complex> b) const {
  std::ranges::fill(h, 0);
  std::ranges::fill(b, 0);
  for (std::size_t j = 0; j < unknown.size(); ++j) {
    h[unknown[j]] += of_p[j] * h_all[j];
    b[unknown[j]] += of_q[j] * b_all[j];
  }
}

la::Matrix ImageColumns::spread(
    const la::Matrix& values, const std::vector<double>& factors) const {
  la::Matrix all(std::ssize(unknown), values.cols());
  for (Index j = 0; j < all.rows(); ++j) all.row(j) = factors[j] * values.row(unknown[j]);
  return all;
}

la::Vector CollocationSurface::own_alpha(const la::Vector& alpha) const {
  la::Vector own = alpha.head(columns.size);
  for (Index i = 0; i < own.size(); ++i)
    if (columns.is_baffled(i)) own[i] = 0;
  return own;
}

RowCost Collocation::integrals(Index i, std::span<Complex> h, std::span<Complex> b) const {
  const auto& space = surface_->space;
  const Complex alpha = formulation_.alpha[i];
  const auto row = [&](std::span<Complex> h_all, std::span<Complex> b_all) {
    return surface_->integrals->row({space.points[i], space.normals[i], i},
        {formulation_.wavenumber, alpha.real(), alpha.imag()}, h_all, b_all);
  };
  if (!surface_->images || h.empty()) return row(h, b);
  std::vector<Complex> all(2 * space.points.size());
  const std::span h_all(all.data(), space.points.size()),
      b_all(all.data() + space.points.size(), space.points.size());
  const RowCost cost = row(h_all, b_all);
  surface_->columns.fold(h_all, b_all, h, b);
  return cost;
}

core::Count Collocation::row(Index i, std::span<Complex> h, std::span<Complex> b) const {
  const RowCost cost = integrals(i, h, b);
  h[i] += surface_->columns.is_baffled(i) ? 1 : 0.5;
  b[i] += 0.5 * formulation_.alpha[i];
  return cost.flops;
}

}  // namespace febem::bem
