// The arithmetic of a stage: computed, or modelled so that only its time passes.
//
// A modelled run skips the functions that stages give to run(). So they allocate and touch all memory that grows with the matrices, and a
// modelled run has none of it. Messages have buffers of their own; long ones have those of message().
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/metrics.h"
#include "mpi/modelled.h"
#include "timing/work.h"

namespace febem::timing {

/// Memory of long messages. A modelled run sends messages too, but nobody reads what is in them: then the memory is not even cleared.
template <class T>
struct MessageAllocator {
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  bool unread = false;

  explicit MessageAllocator(bool is_unread = false) : unread(is_unread) {}
  template <class U>
  explicit MessageAllocator(const MessageAllocator<U>& other) : unread(other.unread) {}

  T* allocate(std::size_t count) { return unread ? static_cast<T*>(mpi::allocate_unread(count * sizeof(T))) : std::allocator<T>().allocate(count); }
  void deallocate(T* values, std::size_t count) noexcept { unread ? mpi::free_unread(values) : std::allocator<T>().deallocate(values, count); }
  template <class... Arguments>
  void construct(T* at, Arguments&&... arguments) {
    if (!unread) std::construct_at(at, std::forward<Arguments>(arguments)...);
  }

  template <class U>
  bool operator==(const MessageAllocator<U>& other) const {
    return unread == other.unread;
  }
};

template <class T>
using MessageBuffer = std::vector<T, MessageAllocator<T>>;

class Arithmetic {
 public:
  /// Written in braces or kept in a container.
  using Works = std::span<const Work>;

  /// What a modelled run does with the time that its arithmetic would take.
  enum class Passing { waited_for, only_counted };

  /// Without a profile everything is computed. With a profile nothing is computed, and each rank waits as long as the work would take.
  explicit Arithmetic(std::optional<Profile> profile = {}, Passing passing = Passing::waited_for) : profile_(std::move(profile)), passing_(passing) {}

  bool modelled() const { return profile_.has_value(); }
  /// False if work is done in no time, because a modelled run only counts.
  bool takes_time() const { return !modelled() || passing_ == Passing::waited_for; }

  /// Memory for a message of so many values, all zero. In a modelled run it has no content, and under a simulator it takes no room.
  template <class T>
  MessageBuffer<T> message(std::size_t values) const {
    return MessageBuffer<T>(values, MessageAllocator<T>(modelled()));
  }

  /// Adds the flops of later run() to `metrics`, which must outlive this; a modelled run takes the factor of `stage`.
  void count_in(core::Stage stage, core::Metrics& metrics) {
    metrics_ = &metrics;
    stage_ = stage;
    if (modelled()) factor_ = profile_->factors[stage];
  }

  /// Calls compute(), whose operations `works` describes; a modelled run lets their time pass instead.
  template <class Compute>
  void run(std::initializer_list<Work> works, Compute&& compute) {
    run(Works(works.begin(), works.size()), std::forward<Compute>(compute));
  }
  template <class Compute>
  void run(Works works, Compute&& compute) {
    run(works, std::forward<Compute>(compute), nothing);
  }
  /// Lets compute() call `progress()` now and then; a modelled run calls progress() itself.
  template <class Compute, class Progress>
  void run(Works works, Compute&& compute, Progress&& progress) {
    for (const auto& work : works) metrics_->flops += work.flops;
    if (!modelled()) return std::forward<Compute>(compute)();
    double seconds = 0;
    for (const auto& work : works) seconds += factor_ * profile_->seconds(work);
    modelled_seconds_[stage_] += seconds;
    if (passing_ == Passing::waited_for) pass(seconds, progress);
  }

  /// For work whose size is known only afterwards: compute() returns its real operations. A modelled run asks forecast() for the Work instead.
  template <class Forecast, class Compute>
  void run_counted(Forecast&& forecast, Compute&& compute) {
    if (modelled()) return run({std::forward<Forecast>(forecast)()}, [] {});
    metrics_->flops += std::forward<Compute>(compute)();
  }

  /// The time that the arithmetic of a modelled run would have taken on this rank so far.
  const core::PerStage<double>& modelled_seconds() const { return modelled_seconds_; }

  /// A number from 0 to count - 1 for a choice that a computed run makes by its values; random, and the same in every modelled run.
  Index choose(Index count) { return static_cast<Index>(random_() % static_cast<std::uint64_t>(count)); }

 private:
  static constexpr struct Nothing {
    void operator()() const {}
  } nothing{};

  template <class Progress>
  void pass(double seconds, Progress& progress) {
    constexpr double shortest = 1e-3, slices = 64;
    owed_ += seconds;
    const double slice = std::is_same_v<std::remove_cvref_t<Progress>, Nothing> ? owed_ : std::max(shortest, owed_ / slices);
    while (owed_ > mpi::shortest_time) {
      const double now = std::min(owed_, slice);
      mpi::pass_time(now);
      owed_ -= now;
      progress();
    }
  }

  std::optional<Profile> profile_;
  Passing passing_;
  core::Metrics* metrics_ = nullptr;
  core::Stage stage_{};
  core::PerStage<double> modelled_seconds_ = {};
  double factor_ = 1;
  std::mt19937_64 random_;
  double owed_ = 0;  ///< seconds too short to be waited for yet
};

}  // namespace febem::timing
