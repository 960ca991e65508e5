#include "mesh/mirror.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "mesh/inside.h"

namespace febem::mesh {

Vec3 image_of(const Mirrors& mirrors, unsigned image, Vec3 x) {
  for_each_mirror(mirrors, image, [&](const Mirror& mirror) { x = mirror.image(x); });
  return x;
}

double sign_of(const Mirrors& mirrors, unsigned image) {
  double sign = 1;
  for_each_mirror(mirrors, image, [&](const Mirror& mirror) { sign *= mirror.sign; });
  return sign;
}

unsigned planes_of(const Mirrors& mirrors, std::span<const Vec3> points) {
  unsigned planes = 0;
  for (std::size_t m = 0; m < mirrors.size(); ++m)
    if (std::ranges::all_of(
            points, [&](const Vec3& x) { return x[mirrors[m].axis] == mirrors[m].at; }))
      planes |= 1U << m;
  return planes;
}

unsigned planes_of(const Mirrors& mirrors, const Surface& surface, Index panel) {
  std::vector<Vec3> corners;
  for (const Index v : surface.panels[panel].corners()) corners.push_back(surface.points[v]);
  return planes_of(mirrors, corners);
}

namespace {

/// Entry v of the image of a panel with `count` corners is entry at(v) of the panel, of vertices
/// and of the middles of edges.
int corner_at(int v, int count) { return count == 4 ? (5 - v) % 4 : std::array{1, 0, 2}[v]; }
int edge_at(int v, int count) { return (count - v) % count; }

}  // namespace

Images with_images(const Surface& surface, const Mirrors& mirrors) {
  Images result{surface, {}, {}};
  auto& whole = result.surface;
  std::vector<unsigned> in_plane(surface.panels.size()), of_point(surface.points.size());
  for (Index j = 0; j < surface.size(); ++j) in_plane[j] = planes_of(mirrors, surface, j);
  for (std::size_t v = 0; v < of_point.size(); ++v)
    of_point[v] = planes_of(mirrors, {&surface.points[v], 1});
  std::map<std::tuple<unsigned, Index, bool>, Index> known;
  const auto vertex = [&](unsigned image, Index v, bool baffled) {
    image &= ~of_point[v];
    if (image == 0 && !baffled) return v;
    const auto [place, fresh] = known.try_emplace({image, v, baffled});
    if (fresh) place->second = whole.add(image_of(mirrors, image, surface.points[v]));
    return place->second;
  };
  for (unsigned image = 0; image < image_count(mirrors); ++image) {
    bool turns = false;
    for_each_mirror(mirrors, image, [&](const Mirror&) { turns = !turns; });
    for (Index j = 0; j < surface.size(); ++j) {
      if ((image & in_plane[j]) != 0) continue;
      const Panel& from = surface.panels[j];
      Panel to = from;
      const int count = from.vertex_count;
      const auto corner = [&](int v) { return turns ? corner_at(v, count) : v; };
      for (int v = 0; v < count; ++v)
        to.vertices[v] = vertex(image, from.vertices[corner(v)], in_plane[j] != 0);
      result.panel.push_back(j);
      result.image.push_back(image);
      if (image == 0) {
        whole.panels[j] = to;
        continue;
      }
      whole.panels.push_back(to);
      if (!surface.middles.empty()) {
        auto& middles = whole.middles.emplace_back(no_middles);
        for (int v = 0; v < count; ++v)
          middles[v] = image_of(mirrors, image, surface.middles[j][turns ? edge_at(v, count) : v]);
      }
      if (!surface.ninth_nodes.empty())
        whole.ninth_nodes.push_back(image_of(mirrors, image, surface.ninth_nodes[j]));
    }
  }
  measure(whole);
  return result;
}

// The surface seen from the image of x is the image of the surface seen from x.
double winding_number(const Surface& surface, const Mirrors& mirrors, const Vec3& x) {
  double sum = 0;
  for (unsigned image = 0; image < image_count(mirrors); ++image)
    sum += winding_number(surface, image_of(mirrors, image, x));
  return sum;
}

bool encloses(const Surface& surface, const Mirrors& mirrors, const Vec3& x) {
  return !(winding_number(surface, mirrors, x) < 0.5);
}

}  // namespace febem::mesh
