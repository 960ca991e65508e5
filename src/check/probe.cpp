#include "check/probe.h"

namespace febem::check {

void Probe::step(const std::string& what) { keep_({Observation::unfinished, what, facts_}); }

void Probe::observe(Observation observation, const std::string& detail) {
  if (observation <= worst_) return;
  worst_ = observation;
  detail_ = detail;
}

void Probe::observe_code(int code, const std::string& call) {
  if (code == MPI_SUCCESS) return observe(Observation::accepted, call + " returns MPI_SUCCESS");
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  observe(Observation::error_raised, call + ": " + text);
}

RankRecord Probe::finished() const {
  if (worst_ == Observation::pass) return {worst_, notes_, facts_};
  return {worst_, detail_ + (notes_.empty() ? "" : "; " + notes_), facts_};
}

}  // namespace febem::check
