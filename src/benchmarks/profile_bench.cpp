// `bench compute --profile`: each operation that stages run, on operands of the sizes and in the
// places in memory that stages have, and the prices that fit its times.
#include <sys/mman.h>

#include <functional>
#include <memory>
#include <new>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "bem/collocation.h"
#include "benchmarks/record.h"
#include "fem/rigid_body.h"
#include "la/blas.h"
#include "la/blas_library.h"
#include "la/packed.h"
#include "meshes/generator.h"
#include "timing/fit.h"
#include "timing/work.h"

namespace febem::benchmarks {
namespace {

using la::Index;
using la::Matrix;
using timing::Work;

struct TimedOperation {
  Work work;         ///< of one run()
  std::string name;  ///< with the sizes
  std::function<void()> run;
  std::function<void()> prepare = nullptr;  ///< before each run(), not timed
};

// Straight from the system: malloc may hand out what the process has used before.
struct Unmap {
  std::size_t bytes = 0;
  void operator()(void* memory) const { munmap(memory, bytes); }
};
using FreshMemory = std::unique_ptr<void, Unmap>;

/// No page of it is there until it is touched.
FreshMemory fresh_memory(std::size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return FreshMemory(memory, Unmap{bytes});
}

constexpr Index rows = 1664;  ///< right-hand sides, or rows of a dense matrix, larger than a cache

/// Operands that subjects share; entries do not matter for the time, as long as they stay finite.
struct Operands {
  Matrix tall = Matrix::Constant(rows, rows, {1e-3, 1e-3});
  Matrix other = Matrix::Constant(rows, rows, {1e-3, -1e-3});
  Matrix front = Matrix::Constant(850, 850, {1e-3, 0});
  Matrix small = Matrix::Constant(1024, 1024, {1e-3, 0});
  Matrix zeroed = Matrix::Zero(rows, 600);
  FreshMemory fresh;
  Index next = 0;  ///< column where the next pass begins, so that operands come from memory

  Index take(Index columns, Index of) {
    const Index first = next + columns <= of ? next : 0;
    next = first + columns;
    return first;
  }
};
using Shared = std::shared_ptr<Operands>;

TimedOperation subject(const Work& work, std::initializer_list<Index> sizes,
    std::function<void()> run, std::function<void()> prepare = nullptr) {
  std::string name(timing::operation_table[static_cast<std::size_t>(work.operation)].name);
  std::string_view separator = " ";
  for (const auto size : sizes) {
    name.append(separator).append(std::to_string(size));
    separator = " x ";
  }
  return {work, std::move(name), std::move(run), std::move(prepare)};
}

/// Each row of a tall block by a panel, some rows at a time, as right-hand sides go past the
/// factor.
TimedOperation multiply_rows(const Shared& o, Index n, Index k) {
  constexpr Index at_a_time = 256;
  constexpr Index pieces = (rows + at_a_time - 1) / at_a_time;
  return subject(timing::multiply(rows, n, k, pieces), {rows, n, k}, [=] {
    for (Index row = 0; row < rows; row += at_a_time) {
      const Index count = std::min(at_a_time, rows - row);
      la::subtract_product(o->tall.block(row, 0, count, n), o->other.block(row, 0, count, k),
          o->small.topLeftCorner(n, k), la::Op::transpose);
    }
  });
}

/// Columns of a matrix of height m, as a front or a dense matrix is updated.
TimedOperation multiply_columns(const Shared& o, Index m, Index n, Index k) {
  return subject(timing::multiply(m, n, k), {m, n, k}, [=] {
    la::subtract_product(o->tall.block(rows - m, o->take(n, rows), m, n),
        o->other.topLeftCorner(m, k), o->small.topLeftCorner(k, n));
  });
}

TimedOperation solve_rows(const Shared& o, Index order) {
  return subject(timing::solve_triangular(order, rows), {order, rows}, [=] {
    la::solve_unit_lower(la::Side::right, la::Op::transpose, o->small.topLeftCorner(order, order),
        o->tall.middleCols(o->take(order, rows), order));
  });
}

TimedOperation solve_columns(const Shared& o, Index order, Index columns) {
  return subject(timing::solve_triangular(order, columns), {order, columns}, [=] {
    la::solve_unit_lower(la::Side::left, la::Op::none, o->small.topLeftCorner(order, order),
        o->tall.block(0, o->take(columns, rows), order, columns));
  });
}

/// With a diagonal that makes it regular.
Matrix random_columns(Index m, Index n) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> entry(-1, 1);
  Matrix a(m, n);
  for (auto& value : a.reshaped()) value = {entry(random), entry(random)};
  a.diagonal().array() += 4;
  return a;
}

TimedOperation lu(Index m, Index n) {
  const auto a = std::make_shared<Matrix>(random_columns(m, n));
  const auto work = std::make_shared<Matrix>(*a);
  return subject(timing::factor_lu(m, n), {m, n}, [=] {
    *work = *a;
    la::factor_lu(*work);
  });
}

TimedOperation panel(Index front, Index candidates) {
  const auto a = std::make_shared<Matrix>(random_columns(front + 1, candidates));
  const Matrix top = a->topRows(candidates);
  a->topRows(candidates) = top + top.transpose();
  a->row(front).setOnes();  // scales
  return subject(
      timing::factor_panel(front, candidates), {front, candidates}, [=] { la::factor_panel(*a); });
}

TimedOperation interchange(const Shared& o, Index width) {
  std::vector<Index> pivots(width);
  std::mt19937 random(1);
  for (Index k = 0; k < width; ++k)
    pivots[k] = k + static_cast<Index>(random() % static_cast<unsigned>(rows - k));
  return subject(timing::interchange(width * rows), {width, rows},
      [=] { la::interchange_rows(o->tall, pivots); });
}

/// Column by column, or along the rows of a front.
std::vector<TimedOperation> on_memory(const Shared& o) {
  constexpr Index count = 64;
  const auto on_columns = [=](const auto& operation) {
    return [=] {
      const Index first = o->take(count, rows);
      for (Index j = 0; j < count; ++j)
        operation(o->tall.col(first + j), o->other.col((7 * j + first) % rows));
    };
  };
  const Index size = o->front.rows();
  std::vector<TimedOperation> subjects{
      subject(timing::add_scaled(rows * count), {rows, count},
          on_columns([](auto to, const auto& from) { to += 1e-9 * from; })),
      subject(timing::copy(rows * count), {rows, count},
          on_columns([](auto to, const auto& from) { to = from; })),
      subject(timing::scatter(count * size), {count, size}, [=] {
        for (Index k = 0; k < count; ++k)
          o->front.row((13 * k + o->take(1, size)) % size) = o->small.row(k).head(size);
      })};
  for (const Index rows_of_s : {200, 600}) {
    // Every so many rows of the front one that S has not, as where two children meet.
    std::vector<Index> places;
    for (Index i = 0; i < rows_of_s; ++i) places.push_back(i * size / rows_of_s);
    const auto s =
        std::make_shared<la::Vector>(la::packed(o->small.topLeftCorner(rows_of_s, rows_of_s)));
    subjects.push_back(subject(timing::extend_add(s->size()), {rows_of_s, size},
        [=] { la::extend_add(o->front, *s, places); }));
  }
  for (const Index columns : {64, 600})
    subjects.push_back(subject(timing::clear(rows * columns), {rows, columns},
        [=] { o->zeroed.leftCols(columns).setZero(); }));
  const auto touch = [=] {
    Eigen::Map<Matrix>(static_cast<core::Complex*>(o->fresh.get()), rows, rows).setZero();
  };
  subjects.push_back(subject(timing::first_touch(rows * rows), {rows, rows}, touch,
      [=] { o->fresh = fresh_memory(rows * rows * sizeof(core::Complex)); }));
  return subjects;
}

/// The subjects on the elements of the sonobuoy, whose rigid-body motions are free.
std::vector<TimedOperation> on_elements(const meshes::Generated& body) {
  std::map<std::string, fem::Material> materials;
  for (const auto& [region, material] : body.materials)
    materials[region] = fem::known_material(material);
  const auto structure =
      std::make_shared<fem::Structure>(body.solid, materials, std::vector<fem::Support>{}, true);
  const auto motions = std::make_shared<fem::RigidBodyMotions>(fem::free_motions(*structure));
  std::vector<TimedOperation> subjects;
  for (const auto& free : {fem::RigidBodyMotions{}, *motions})
    for (const core::Index element : {0, structure->solid().element_total() - 1}) {
      const core::Count flops = fem::unknowns_matrix_flops(*structure, free, element);
      subjects.push_back(subject(timing::element_matrix(flops), {flops},
          [=] { fem::unknowns_matrix(*structure, free, element, 6000.0); }));
    }
  return subjects;
}

/// Rows from all over a surface, with and without the hypersingular operator.
std::vector<TimedOperation> on_surface(const std::string& generator) {
  const auto body = std::make_shared<meshes::Generated>(meshes::generate(generator, {}));
  const auto& surface = body->wet.surface;
  constexpr Index count = 16;  // rows in a run
  std::vector<core::Index> some;
  for (Index i = 0; i < count; ++i)
    some.push_back(static_cast<core::Index>(i * surface.size() / count));
  std::vector<TimedOperation> subjects;
  for (const double alpha : {0.0, 0.01}) {
    const bem::Formulation formulation{
        4.0, la::Vector::Constant(surface.size(), core::Complex(0, alpha))};
    const auto collocation = std::make_shared<bem::Collocation>(surface, formulation);
    const auto h = std::make_shared<std::vector<core::Complex>>(surface.size()),
               b = std::make_shared<std::vector<core::Complex>>(surface.size());
    core::Count flops = 0, pairs = 0, near_pairs = 0;
    for (const auto i : some) {
      const auto cost = collocation->row_cost(i);
      flops += cost.flops;
      pairs += cost.pairs;
      near_pairs += cost.near_pairs;
    }
    subjects.push_back(
        subject(timing::green_functions(flops, pairs, near_pairs), {count, surface.size()}, [=] {
          for (const auto i : some) collocation->row(i, *h, *b);
          (void)body;  // which the collocation refers to
        }));
  }
  return subjects;
}

/// Holds the memory behind them: about 200 MB.
std::vector<TimedOperation> profile_subjects() {
  const auto o = std::make_shared<Operands>();
  using Two = std::pair<Index, Index>;
  using Three = std::tuple<Index, Index, Index>;
  std::vector<TimedOperation> subjects;
  for (const auto& [n, k] :
      {Two{800, 32}, {400, 32}, {150, 32}, {600, 64}, {32, 800}, {32, 400}, {32, 150}})
    subjects.push_back(multiply_rows(o, n, k));
  for (const auto& [m, n, k] : {Three{1600, 128, 32}, {800, 128, 32}, {300, 128, 32}, {100, 60, 32},
           {850, 32, 32}, {400, 32, 32}, {100, 32, 32}, {1000, 128, 64}, {400, 32, 16}})
    subjects.push_back(multiply_columns(o, m, n, k));
  for (const Index order : {16, 32, 64}) subjects.push_back(solve_rows(o, order));
  for (const Index columns : {32, 128}) subjects.push_back(solve_columns(o, 32, columns));
  for (const auto& [m, n] : {Two{1664, 32}, {800, 32}, {200, 32}, {800, 64}, {800, 16}, {32, 32}})
    subjects.push_back(lu(m, n));
  for (const auto& [f, b] : {Two{850, 32}, {400, 32}, {100, 32}, {600, 64}, {600, 16}, {32, 32}})
    subjects.push_back(panel(f, b));
  for (const Index width : {32, 64}) subjects.push_back(interchange(o, width));
  for (auto&& more : {on_memory(o), on_elements(meshes::generate("sonobuoy", {})),
           on_surface("sonobuoy"), on_surface("sphere")})
    subjects.insert(subjects.end(), more.begin(), more.end());
  return subjects;
}

timing::Profile profile_of(const ProfileRecord& record) {
  timing::Profile profile;
  const int ranks = record.setting.ranks;
  profile.machine =
      la::blas_library() + ", " + std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks at once");
  for (const auto& entry : timing::operation_table) {
    std::vector<timing::PricedSample> samples;
    for (const auto& timing : record.timings)
      if (timing.work.operation == entry.operation)
        samples.push_back({timing.work.quantities, median_of_slowest(timing.samples)});
    profile.prices[static_cast<std::size_t>(entry.operation)] = timing::fit_prices(samples).prices;
  }
  return profile;
}

}  // namespace

ProfileRecord time_profile(const Options& options, const Setting& setting,
    comm::Transport& transport, const comm::Messenger& control, const timing::Progress& progress) {
  const auto subjects = profile_subjects();
  std::vector<Point> points;
  for (const auto& subject : subjects)
    points.push_back({subject.name, [&subject, &transport](std::size_t repetitions) {
                        transport.synchronise();
                        const auto prepare = [&subject] {
                          if (subject.prepare) subject.prepare();
                        };
                        return mean_seconds(
                            repetitions, subject.prepare != nullptr, prepare, subject.run);
                      }});
  auto samples = take_samples(points, options.effort, control, progress);
  ProfileRecord record{setting, {}, {}};
  for (std::size_t i = 0; i < subjects.size(); ++i)
    record.timings.push_back({subjects[i].work, subjects[i].name, std::move(samples[i])});
  if (transport.rank() == core::master) record.profile = profile_of(record);
  return record;
}

}  // namespace febem::benchmarks
