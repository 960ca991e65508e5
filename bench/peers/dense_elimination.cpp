// mpirun -n 2 dense_elimination 4096 --rounds 9 --json FILE: stage 4 alone, by our method `rows`,
// by ScaLAPACK and, on one rank, by LAPACK: the same random system, each way with its matrix where
// it wants it, in turns. Of ScaLAPACK's grids and block widths the fastest two are searched for
// first. What is timed is factorisation and solution of one right-hand side; nothing is moved from
// one layout to another inside the clock.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/mpi_program.h"
#include "cli/cli11.h"
#include "cli/input_errors.h"
#include "cli/outputs.h"
#include "cli/version.h"
#include "core/error.h"
#include "core/text_table.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "la/blas.h"
#include "la/blas_library.h"
#include "stages/common/run.h"
#include "stages/eliminate/eliminate.h"
#include "timing/machine_rate.h"
#include "timing/statistics.h"
#ifdef FEBEM_PETSC
#include "stages/reference/scalapack.h"
#endif

extern "C" {
void zgetrf_(const int* m, const int* n, void* a, const int* lda, int* ipiv, int* info);
void zgetrs_(const char* trans, const int* n, const int* nrhs, const void* a, const int* lda,
    const int* ipiv, void* b, const int* ldb, int* info, std::size_t trans_length);
}

namespace {

using namespace febem;
using core::Complex;
using io::Json;
using la::Index;

struct Options {
  Index size = 0;
  int rounds = 9;
  Index panel = 48;
  std::vector<Index> blocks{16, 32, 48, 64, 96, 128};
  std::string json;
};

/// A x = b with entries uniform in the square |re|, |im| <= 1, which any rank makes by itself: the
/// condition is of the order of n, and partial pivoting interchanges rows at every step.
class System {
 public:
  explicit System(Index size) : size_(size) {}

  Index size() const { return size_; }
  Complex entry(Index row, Index column) const { return number(row * (size_ + 1) + column); }
  Complex right_hand_side(Index row) const { return number(row * (size_ + 1) + size_); }
  double flops() const {
    const auto n = static_cast<double>(size_);
    return 8 * n * n * n / 3 + 8 * n * n;
  }

 private:
  /// splitmix64 of `at`, its halves as real and imaginary part.
  static Complex number(Index at) {
    auto z = (static_cast<std::uint64_t>(at) + 1) * 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    z ^= z >> 31;
    constexpr double scale = 0x1p-31;
    return {
        static_cast<double>(z >> 32) * scale - 1, static_cast<double>(z & 0xffffffffU) * scale - 1};
  }

  Index size_;
};

/// One way to solve the system, and what it took in each of its turns. All functions are
/// collective.
struct Way {
  Json description;
  std::function<void()> prepare;  ///< makes the matrix, outside the clock
  std::function<void()> solve;    ///< factors it and solves
  std::function<la::Vector()>
      take;  ///< gives its memory back, and the solution, valid on the master
  std::vector<double> seconds = {};
  double residual = 0;  ///< largest so far: |b - A x| / (|A| |x| n eps), norms of the largest row

  double median() const { return timing::summarise(seconds).median; }
  Json report() const {
    Json json = description;
    json.update({{"seconds", seconds}, {"residual", residual}});
    return json;
  }
};

/// What a way holds between its steps: before solve() x is the right-hand side, afterwards the
/// solution.
struct Workspace {
  la::Matrix matrix;
  la::Vector x;
};

Way by_rows(const System& system, Index panel, common::Run& run) {
  const la::RowMap map(system.size(), std::min(panel, system.size()), run.ranks());
  const auto space = std::make_shared<Workspace>();
  const auto row = [map, rank = run.rank()](Index local) { return map.global(rank, local); };
  return {{{"way", "rows"}, {"ours", true}, {"panel", map.block()}},
      [=, &system, &run] {
        const Index own = map.local_rows(run.rank());
        space->matrix = la::Matrix::NullaryExpr(
            system.size(), own, [&](Index i, Index j) { return system.entry(row(j), i); });
        space->x =
            la::Vector::NullaryExpr(own, [&](Index j) { return system.right_hand_side(row(j)); });
      },
      [=, &run] {
        auto done =
            run.section(core::Stage::eliminate, comm::make_strategy({}), [&](const auto& context) {
              return eliminate::method("rows").direct().run(
                  {map, std::move(space->matrix)}, std::move(space->x), context);
            });
        space->x = std::move(done.solution);
      },
      [=] { return std::exchange(space->x, {}); }};
}

/// All of the system in one process.
Way by_lapack(const System& system) {
  const auto space = std::make_shared<Workspace>();
  return {{{"way", "lapack"}, {"ours", false}},
      [=, &system] {
        space->matrix = la::Matrix::NullaryExpr(
            system.size(), system.size(), [&](Index i, Index j) { return system.entry(i, j); });
        space->x = la::Vector::NullaryExpr(
            system.size(), [&](Index i) { return system.right_hand_side(i); });
      },
      [=] {
        const int n = static_cast<int>(space->x.size()), one = 1;
        std::vector<int> pivots(static_cast<std::size_t>(n));
        int info = 0;
        zgetrf_(&n, &n, space->matrix.data(), &n, pivots.data(), &info);
        if (info == 0)
          zgetrs_("N", &n, &one, space->matrix.data(), &n, pivots.data(), space->x.data(), &n,
              &info, 1);
        if (info != 0)
          throw core::RunError("LAPACK's zgetrf or zgetrs: info " + std::to_string(info));
      },
      [=] {
        space->matrix = {};
        return std::exchange(space->x, {});
      }};
}

#ifdef FEBEM_PETSC
Way by_scalapack(const System& system, Index block, reference::ProcessGrid grid, int rank) {
  const reference::BlockCyclic layout(system.size(), block, grid);
  const auto space = std::make_shared<Workspace>();
  const auto library = std::make_shared<std::unique_ptr<reference::Scalapack>>();
  return {{{"way", "scalapack"}, {"ours", false}, {"grid", {grid.rows, grid.columns}},
              {"block", layout.rows.block()}},
      [=, &system] {
        const int grid_row = layout.grid_row(rank), grid_column = layout.grid_column(rank);
        space->matrix = la::Matrix::NullaryExpr(layout.rows.local_rows(grid_row),
            layout.columns.local_rows(grid_column), [&](Index i, Index j) {
              return system.entry(
                  layout.rows.global(grid_row, i), layout.columns.global(grid_column, j));
            });
        space->x = la::Vector::NullaryExpr(
            system.size(), [&](Index i) { return system.right_hand_side(i); });
      },
      [=] {
        *library = std::make_unique<reference::Scalapack>(std::move(space->matrix), layout);
        space->x = (*library)->solve(std::move(space->x), false);
      },
      [=] {
        library->reset();
        return std::exchange(space->x, {});
      }};
}
#endif

double larger(double a, double b) { return b <= a ? a : b; }  // also if b is not a number

class Contest {
 public:
  Contest(const System& system, const Options& options, comm::Transport& transport)
      : system_(system), options_(options), ledger_(transport), run_(ledger_, {}),
        messages_(ledger_, comm::make_strategy({})) {}

  /// The ways that are to be compared: ours first, then LAPACK on one rank, then the fastest two of
  /// ScaLAPACK.
  std::vector<Way> entrants() {
    std::vector<Way> all{by_rows(system_, options_.panel, run_)};
    if (run_.ranks() == 1) all.push_back(by_lapack(system_));
    auto candidates = of_scalapack();
    for (int turn = 0; turn < 2; ++turn)
      for (auto& candidate : candidates) take_turn(candidate);
    const auto least = [](const Way& one) { return timing::summarise(one.seconds).least; };
    std::stable_sort(candidates.begin(), candidates.end(),
        [&](const Way& a, const Way& b) { return least(a) < least(b); });
    for (auto& candidate : candidates) {
      searched_.push_back(candidate.report());
      candidate.seconds.clear();
      candidate.residual = 0;
      if (searched_.size() <= 2) all.push_back(std::move(candidate));
    }
    return all;
  }

  void run(std::vector<Way>& ways) {
    for (int round = 0; round < options_.rounds; ++round) {
      multiply_rates_.push_back(timing::measure_machine(messages_).zgemm_flops_per_second);
      for (std::size_t i = 0; i < ways.size(); ++i)
        take_turn(ways[round % 2 == 0 ? i : ways.size() - 1 - i]);
    }
  }

  /// The largest residual of any way, those of the search included.
  double worst() const { return worst_; }

  void print(const std::vector<Way>& ways) const {
    const double ceiling = run_.ranks() * timing::summarise(multiply_rates_).median;
    core::TextTable table({0, 1});
    table.row({"way", "layout", "seconds", "flop/s", "of zgemm", "residual"});
    for (const auto& way : ways) {
      const Json& about = way.description;
      const std::string layout = about.contains("grid")
                                     ? about["grid"].dump() + " x " + about["block"].dump()
                                 : about.contains("panel") ? "panels of " + about["panel"].dump()
                                                           : "";
      const double rate = system_.flops() / way.median();
      table.row(
          {about["way"], layout, core::number(way.median(), "%.3f"), core::with_prefix(rate, ""),
              core::number(100 * rate / ceiling, "%.0f %%"), core::number(way.residual, "%.1e")});
    }
    std::printf("%s, %d rank%s, %s, n = %td\n\n%s", mpi::library_version().c_str(), run_.ranks(),
        run_.ranks() == 1 ? "" : "s", la::blas_library().c_str(), system_.size(),
        table.text().c_str());
  }

  Json report(const std::vector<Way>& ways) const {
    Json json =
        io::report_head("dense_elimination", cli::version, cli::commit(), mpi::library_version());
    json.update({{"ranks", run_.ranks()}, {"size", system_.size()}, {"flops", system_.flops()},
        {"blas", la::blas_library()}, {"zgemm_flops_per_second", multiply_rates_},
        {"ways", io::list_of(ways, [](const Way& way) { return way.report(); })},
        {"searched", searched_}});
    return json;
  }

 private:
  std::vector<Way> of_scalapack() {
    std::vector<Way> all;
#ifdef FEBEM_PETSC
    for (int rows = 1; rows <= run_.ranks(); ++rows)
      for (const Index block : options_.blocks)
        if (run_.ranks() % rows == 0 && block <= system_.size())
          all.push_back(by_scalapack(system_, block, {rows, run_.ranks() / rows}, run_.rank()));
#endif
    return all;
  }

  void take_turn(Way& way) {
    way.prepare();
    ledger_.synchronise();
    const double start = mpi::wall_time();
    way.solve();
    way.seconds.push_back(messages_.all_reduce(mpi::wall_time() - start, larger));
    way.residual = larger(way.residual, residual(way.take()));
    worst_ = larger(worst_, way.residual);
  }

  double residual(la::Vector x) const {
    messages_.broadcast(std::span(x.data(), static_cast<std::size_t>(x.size())), core::master);
    double largest = 0, norm = 0;
    for (Index i = run_.rank(); i < system_.size(); i += run_.ranks()) {
      const la::Vector row =
          la::Vector::NullaryExpr(system_.size(), [&](Index j) { return system_.entry(i, j); });
      largest = larger(largest, std::abs(system_.right_hand_side(i) - row.cwiseProduct(x).sum()));
      norm = std::max(norm, row.lpNorm<1>());
    }
    largest = messages_.all_reduce(largest, larger);
    norm = messages_.all_reduce(norm, larger);
    return largest / (norm * x.lpNorm<Eigen::Infinity>() * static_cast<double>(system_.size()) *
                         std::numeric_limits<double>::epsilon());
  }

  const System& system_;
  const Options& options_;
  comm::Ledger ledger_;
  common::Run run_;
  comm::Messenger messages_;
  std::vector<double> multiply_rates_;
  Json searched_ = Json::array();
  double worst_ = 0;
};

/// Status 0; 1: a way has solved something else; 2: bad input. Collective.
int run(const Options& options, comm::Transport& transport) {
  const auto validated = cli::validate_on_root(
      {transport, comm::make_strategy({})}, [&]() -> std::vector<std::string> {
        cli::try_outputs({{"--json", options.json}});
        return {};
      });
  if (!validated) return 2;
  la::prepare_blas();
  const System system(options.size);
  Contest contest(system, options, transport);
  auto ways = contest.entrants();
  contest.run(ways);
  if (transport.rank() == core::master) {
    contest.print(ways);
    if (!options.json.empty())
      io::write_output(options.json, io::file_text(contest.report(ways), 2));
  }
  constexpr double most = 16;  // as in the HPL benchmark
  return contest.worst() < most ? 0 : 1;
}

void declare(CLI::App& command, Options& options) {
  command.add_option("size", options.size, "of the system")
      ->required()
      ->check(CLI::Range(1, 32768))
      ->type_name("N");
  const auto number = [&](const char* name, auto& value, const char* text, int most = 32768) {
    return command.add_option(name, value, text)
        ->check(CLI::Range(1, most))
        ->type_name("N")
        ->capture_default_str();
  };
  number("--rounds", options.rounds, "turns of each way", 10000);
  number("--panel", options.panel, "rows broadcast together by ours");
  number("--blocks", options.blocks, "widths of ScaLAPACK's blocks that are tried")
      ->expected(1, -1);
  cli::add_output_option(
      command, "--json", options.json, "also write what was measured to this file");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App command(
      "Stage 4 on a random dense system: the method rows, ScaLAPACK and LAPACK in turns.",
      "dense_elimination");
  declare(command, options);
  return bench::run_mpi_program(
      argc, argv, command, [&](auto& transport) { return run(options, transport); });
}
