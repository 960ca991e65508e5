// What is observed, as JSON: between the processes of a case and the command, and in its report.
#pragma once

#include "check/observation.h"
#include "io/json_fwd.h"

namespace febem::check {

io::Json json_of(const Fact& fact);
Fact fact_from(const io::Json& json);
io::Json json_of(const std::vector<Fact>& facts);
std::vector<Fact> facts_from(const io::Json& json);

io::Json json_of(const RankRecord& record);
RankRecord record_from(const io::Json& json);

}  // namespace febem::check
