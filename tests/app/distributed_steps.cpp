// What every rank must do alike although each could choose for itself.
#include "app/steps.h"

#include "app/case_file.h"
#include "bem/formulation.h"
#include "support/catch.h"
#include "support/world.h"

using namespace febem;

TEST_CASE("the master's integral equation is everybody's, also where another rank would choose the other one") {
  test::World world;
  for (const double hz : {200.0, 900.0})
    for (const double factor : {0.1, 1.0, 10.0}) {
      const auto problem = app::read_case(
          "[geometry]\ngenerator = \"sphere\"\nfrequency = 2\n[fluid]\ndensity = 1000\nsound_speed = 1500\n"
          "[[excitation]]\nkind = \"velocity\"\namplitude = 1\n[formulation]\nkind = \"auto\"\n[frequency]\nhz = [100]\n",
          "c.toml");
      auto model = app::build_model(problem, ".", 1);
      const auto masters = bem::automatic(2 * core::pi * hz / 1500, model.wet.surface);
      CHECK(masters.equation == (hz < 500 ? bem::Equation::cbie : bem::Equation::burton_miller));
      // Other ranks see a body of another size: most choose otherwise.
      for (auto& point : model.wet.surface.points)
        if (world.rank() != pipeline::master) point *= factor;
      mesh::measure(model.wet.surface);
      const app::Steps steps(problem, model, hz, world.run());
      INFO(hz << " Hz, others times " << factor);
      CHECK(steps.equation().equation == masters.equation);
      CHECK(steps.equation().alpha == masters.alpha);
      CHECK(steps.equation().wavenumber == masters.wavenumber);
    }
}
