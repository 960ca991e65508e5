#include "benchmarks/profile_bench.h"

#include "benchmarks/profile_subjects.h"
#include "la/blas.h"
#include "mpi/environment.h"
#include "timing/price_fit.h"

namespace febem::benchmarks {
namespace {

timing::Profile profile_of(const ProfileRecord& record) {
  timing::Profile profile;
  const int ranks = record.setting.ranks;
  profile.machine = la::blas_library() + ", " + std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks at once");
  for (const auto& entry : timing::operation_table) {
    std::vector<timing::PricedSample> samples;
    for (const auto& timing : record.timings)
      if (timing.work.operation == entry.operation) samples.push_back({timing.work.quantities, timing.median()});
    profile.prices[static_cast<std::size_t>(entry.operation)] = timing::fit_prices(samples).prices;
  }
  return profile;
}

double subject_seconds(const Subject& subject, std::size_t repetitions) {
  const double start = mpi::wall_time();
  for (std::size_t i = 0; i < repetitions; ++i) subject.run();
  return (mpi::wall_time() - start) / static_cast<double>(repetitions);
}

double prepared_seconds(const Subject& subject, std::size_t repetitions) {
  double seconds = 0;
  for (std::size_t i = 0; i < repetitions; ++i) {
    subject.prepare();
    seconds += subject_seconds(subject, 1);
  }
  return seconds / static_cast<double>(repetitions);
}

}  // namespace

ProfileRecord time_profile(const Options& options, const Setting& setting, comm::Transport& transport, const comm::Messenger& control,
                           const timing::Progress& progress) {
  const auto subjects = profile_subjects();
  std::vector<Point> points;
  for (const auto& subject : subjects)
    points.push_back({subject.name, [&subject, &transport](std::size_t repetitions) {
                        transport.synchronise();
                        return (subject.prepare ? prepared_seconds : subject_seconds)(subject, repetitions);
                      }});
  auto samples = take_samples(points, options.effort, control, progress);
  ProfileRecord record{setting, {}, {}};
  for (std::size_t i = 0; i < subjects.size(); ++i) record.timings.push_back({subjects[i].work, subjects[i].name, std::move(samples[i])});
  if (transport.rank() == core::master) record.profile = profile_of(record);
  return record;
}

}  // namespace febem::benchmarks
