// The context of a stage: what it works with besides its input.
#pragma once

#include "comm/messenger.h"
#include "core/stage.h"
#include "timing/arithmetic.h"
#include "timing/clock.h"

namespace febem::common {

using core::master;
using core::Stage;

/// The context of a stage. The references are not owned, and valid during the stage.
struct StageContext {
  Stage stage;
  const comm::Messenger& messages;
  timing::Arithmetic& arithmetic;
  const timing::Progress& progress;

  int rank() const { return messages.rank(); }
  int ranks() const { return messages.size(); }
  bool is_master() const { return messages.rank() == master; }
  /// Reports how much of the stage is done, 0 to 1.
  void report_progress(double fraction) const {
    messages.note_progress();
    if (progress) progress(core::entry(stage).name, fraction);
  }
};

}  // namespace febem::common
