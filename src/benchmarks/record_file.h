// A benchmark on the disk.
#pragma once

#include <string>

#include "benchmarks/record.h"

namespace febem::benchmarks {

/// Everything in the record, the statistics computed from it and what the figures mean. What is infinite is
/// null.
std::string to_json(const MessageRecord& record);
std::string to_json(const ComputeRecord& record);
std::string to_json(const ProfileRecord& record);

/// One line a sample (and a rank, for kernels), with a head line.
std::string to_csv(const MessageRecord& record);
std::string to_csv(const ComputeRecord& record);
std::string to_csv(const ProfileRecord& record);

}  // namespace febem::benchmarks
