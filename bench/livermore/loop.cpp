// The data that the loops begin with, and all loops in the order of their numbers.
#include "bench/livermore/loop.h"

#include <vector>

namespace febem::livermore {
namespace {

// The sequence of numbers near 0.1 that fills the arrays, one after the other.
class Signal {
 public:
  double next() {
    buzz_ = (1 - fuzz_) * buzz_ + fuzz_;
    fuzz_ = -fuzz_;
    return (buzz_ - fizz_) * scale_;
  }

  template <class... Arrays>
  void fill(Arrays&... arrays) {
    (fill_one(arrays), ...);
  }

 private:
  void fill_one(double& value) { value = next(); }
  template <class T, std::size_t n>
  void fill_one(std::array<T, n>& array) {
    for (auto& part : array) fill_one(part);
  }

  double fuzz_ = 0.0012345, buzz_ = 1 + 0.0012345, fizz_ = 1.1 * 0.0012345;
  double scale_ = 1.0 / 10.0;
};

void fill_rows(Data& d) {
  Signal signal;
  Row<1001> z;
  Row<2048> rh;
  signal.fill(d.u, d.v, d.w, d.x, d.y, z, d.g, d.du1, d.du2, d.du3, d.grd, d.dex, d.xi, d.ex, d.ex1,
      d.dex1, d.vx, d.xx, d.rx, rh);
  signal.fill(d.vsp, d.vstp, d.vxne, d.vxnd, d.ve3, d.vlr, d.vlin, d.b5, d.plan, d.d, d.sa, d.sb);
  std::copy(z.begin(), z.end(), d.z.begin());
  std::copy_n(d.g.begin(), d.z.size() - z.size(), d.z.begin() + z.size());
  std::copy(rh.begin(), rh.end(), d.rh.begin());
  d.rh.back() = 0;
}

// Loop 13 begins with other numbers in p (below), but those that follow count from here.
void fill_grids(Data& d) {
  Signal signal;
  signal.fill(d.p, d.px, d.cx, d.vy, d.vh, d.vf, d.vg, d.vs, d.za, d.zp, d.zq, d.zr, d.zm, d.zb,
      d.zu, d.zv, d.zz, d.b, d.c, d.h);
  signal.fill(d.u1, d.u2, d.u3);
}

void fill_scalars(Data& d) {
  Signal signal;
  std::array<double, 40> extra{};
  for (std::size_t k = 1; k < extra.size(); ++k) extra[k] = signal.next();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) d.a[i][j] = extra[1 + 3 * i + j];
  for (std::size_t i = 0; i < d.dm.size(); ++i) d.dm[i] = extra[16 + i];
  d.c0 = extra[12];
  d.dk = extra[15];
  d.q = extra[28];
  d.r = extra[30];
  d.s = extra[32];
  d.sig = extra[34];
  d.stb5 = extra[35];
  d.t = extra[36];
  d.xnm = extra[39];
  d.flx = 0.001;
  d.expmax = 20;
  d.k2 = d.k3 = d.j5 = d.m = d.first_minimum = 0;
}

// Positions of particles at random: a linear congruential generator modulo 2^31 - 1.
void place_particles(Data& d, Span span) {
  constexpr double multiplier = 16807, modulus = 2147483647, seeds[] = {256, 12491249, 1499352848};
  double state = seeds[span];
  for (std::size_t i = 0; i < 1001; ++i) {
    const double product = state * multiplier;
    state = product - static_cast<double>(static_cast<long long>(product / modulus)) * modulus;
    d.ix[i] = 1 + static_cast<int>(state * 1000 / modulus);
    d.grd[i] = d.ix[i];
    d.dex[i] *= -100;
  }
  double position = 1;
  for (std::size_t j = 0; j < 4; ++j)
    for (std::size_t i = 0; i < 512; ++i, position += 0.5) d.p[i][j] = position;
  d.e.fill(1);
  d.f.fill(1);
}

// The zones that loop 16 searches.
void lay_out_zones(Data& d, int search) {
  d.d[0] = 1.01980486428764;
  for (std::size_t l = 1; l < 300; ++l) d.d[l] = d.d[l - 1] + 1.000e-4 / d.d[l - 1];
  d.zone.fill(0);
  const double last = d.d[static_cast<std::size_t>(search - 1)];
  std::size_t m = 0;
  for (int block = 0; block < 4; ++block)
    for (int k = 1; k <= search; ++k, ++m) {
      d.plan[m] = last * ((k + 1.0) / k);
      d.zone[m] = 2 * k;
    }
  d.zone[static_cast<std::size_t>(2 * search)] = search;
}

}  // namespace

void initialise(Data& data, Span span, int search) {
  fill_rows(data);
  fill_grids(data);
  fill_scalars(data);
  place_particles(data, span);
  lay_out_zones(data, search);
}

std::span<const Loop* const> loops() {
  static const auto all = [] {
    std::vector<const Loop*> in_order;
    for (const auto& family : {vector_loops(), recurrences(), grid_loops()})
      for (const auto& loop : family) in_order.push_back(&loop);
    std::sort(in_order.begin(), in_order.end(),
        [](const Loop* a, const Loop* b) { return a->number < b->number; });
    return in_order;
  }();
  return all;
}

}  // namespace febem::livermore
