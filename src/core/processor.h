// The processor that the program runs on.
#pragma once

namespace febem::core {

/// Bits of the widest vectors that kernels are compiled for and this processor has (AVX-512 with DQ
/// and VL, AVX2 with FMA, SSE2); 0 if unknown.
inline int vector_bits() {
#ifdef __x86_64__
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 128;
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl")
             ? 512
             : 256;
#else
  return 0;
#endif
}

}  // namespace febem::core
