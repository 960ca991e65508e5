// What every rank must do alike although each could choose for itself.
#include "driver/stage_drivers.h"

#include "cases/case_file.h"
#include "support/catch.h"
#include "support/world.h"

using namespace febem;

TEST_CASE("the master's coupling parameter is everybody's, also where another rank would choose another one") {
  test::World world;
  for (const std::string kind : {"burton_miller", "cbie"})
    for (const double factor : {0.1, 1.0, 10.0}) {
      const double hz = 9500;  // below 5.2 kHz it has none
      const auto problem = cases::read_case(
          "[geometry]\ngenerator = \"cylinder\"\naround = 8\nstations = 12\n[fluid]\ndensity = 1000\nsound_speed = 1500\n"
          "[[excitation]]\nkind = \"velocity\"\namplitude = 1\n[formulation]\nkind = \"" + kind + "\"\n[frequency]\nhz = [100]\n",
          "c.toml");
      auto model = model::build_model(problem, ".", 1);
      const auto masters = model::formulation(problem, model.wet.surface, model::FrequencyPoint(hz, problem.fluid));
      CHECK((masters.alpha.array() == 0.0).all() == (kind == "cbie"));
      // Other ranks see a body of another size.
      for (auto& point : model.wet.surface.points)
        if (world.rank() != core::master) point *= factor;
      mesh::measure(model.wet.surface);
      const driver::Sweep sweep(problem, model);
      const driver::StageDrivers stages(sweep, hz, world.run());
      INFO(kind << ", others times " << factor);
      CHECK(stages.equation().alpha == masters.alpha);
      CHECK(stages.equation().wavenumber == masters.wavenumber);
    }
}
