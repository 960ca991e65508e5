#include "verify/row.h"

#include <utility>

namespace febem::verify {

Row compare(std::string quantity, Complex exact, Complex computed, double tolerance) {
  return {std::move(quantity), exact, computed, std::abs(computed - exact) / std::abs(exact), tolerance};
}

}  // namespace febem::verify
