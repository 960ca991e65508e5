// What an operation counts.
#include "timing/work.h"

#include "support/catch.h"

using namespace febem::timing;

TEST_CASE("what an operation counts has a name in its line of the table, and nothing else has") {
  for (const Work& work : {multiply(3, 4, 5), solve_triangular(3, 4), factor_lu(5, 3),
           factor_panel(5, 3), interchange(2), add_scaled(2), copy(2), scatter(2), extend_add(2),
           clear(2), first_touch(2), element_matrix(7), green_functions(9, 5, 2)}) {
    const auto& entry = operation_table[static_cast<std::size_t>(work.operation)];
    INFO(entry.name);
    for (std::size_t q = 0; q < work.quantities.size(); ++q)
      CHECK((work.quantities[q] > 0) == !entry.quantities[q].empty());
  }
}
