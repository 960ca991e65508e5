#include "comm/strategy.h"

namespace febem::comm {

Strategy make_strategy(const StrategyNames& names) {
  return {names, make_route(names.route), make_cut(names.cut), make_pace(names.pace)};
}

}  // namespace febem::comm
