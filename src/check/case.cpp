#include "check/case.h"

#include <algorithm>
#include <array>
#include <string>

namespace febem::check {

#define FEBEM_PLUGIN(NAME) std::vector<Case> NAME##_cases();
#include "check/cases/list.inc"
#undef FEBEM_PLUGIN

namespace {

/// The names in the order in which the cases run, each between spaces. A case that is not named
/// comes last.
constexpr std::string_view order =
    " start eager_threshold reduce_in_place head_to_head self_threshold self_send zero_length "
    "order_mixed_sizes unexpected_memory "
    "unexpected_returned ssend bsend rsend sendrecv_replace proc_null persistent "
    "persistent_proc_null partitioned partitioned_bystander probe_count "
    "matched_probe cancel_receive cancel_send request_free many_requests completion_calls "
    "wait_completes any_source tag_bound tag_too_large "
    "truncation invalid_rank type_mismatch aliased_buffers bcast_lengths_differ collective_order "
    "vector_type negative_stride resized_type "
    "subarray_type pack far_displacements large_type_size largest_count bcast_lengths complex_sum "
    "max_location not_a_number allreduce_identical "
    "repeatable_sum in_place_collectives gatherv_scatterv alltoallv_zero scan reduce_scatter "
    "user_operation comm_split many_communicators "
    "communicator_leak datatype_leak request_leak comm_idup intercommunicator "
    "separate_communicators nonblocking_collectives nonblocking_types "
    "consensus_barrier neighbour_exchange attributes error_handler error_strings abort wtime "
    "wtime_global asynchronous_progress thread_level "
    "win_fence win_lock win_small win_start_post win_counter win_progress win_zero_size win_shared "
    "window_leak ";

std::vector<Case> in_order() {
  std::vector<Case> all;
#define FEBEM_PLUGIN(NAME) \
  for (const auto& one : NAME##_cases()) all.push_back(one);
#include "check/cases/list.inc"
#undef FEBEM_PLUGIN
  const auto place = [](const Case& one) {
    return order.find(std::string(" ").append(one.name).append(" "));
  };
  std::stable_sort(
      all.begin(), all.end(), [&](const Case& a, const Case& b) { return place(a) < place(b); });
  return all;
}

}  // namespace

std::string_view name(Legality legality) {
  constexpr std::array<std::string_view, 3> names{"legal", "unsafe", "erroneous"};
  return names[static_cast<std::size_t>(legality)];
}

std::span<const Case> cases() {
  static const auto all = in_order();
  return all;
}

}  // namespace febem::check
