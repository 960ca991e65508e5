#include "driver/stage_drivers.h"

#include <span>
#include <utility>

#include "cases/libraries.h"
#include "cases/planes.h"

namespace febem::driver {

void share(const cases::Case& problem, cases::Model& model, common::Run& run,
    const comm::StageStrategies& strategies) {
  run.section(Stage::distribute, strategies[Stage::distribute],
      [&](const auto& context) { cases::share_structure(model, context.messages); });
  run.section(Stage::form, strategies[Stage::form], [&](const auto& context) {
    cases::share_surface(model, problem.formulation.order, context.messages);
  });
}

Sweep::Sweep(const cases::Case& problem, const cases::Model& model, common::Run& run)
    : problem_(problem), model_(model), loads_(cases::load_cases(problem)) {
  run.enter("sharp edges");
  surface_ = std::make_shared<bem::CollocationSurface>(model.wet.surface, problem.formulation.order,
      bem::chosen_panel_kernels(), cases::mirrors(problem));
  if (problem.formulation.kind != "cbie" && (run.is_master() || run.arithmetic().is_dry()))
    alpha_.emplace(surface_->surface, surface_->space);
  if (model.structure)
    analysis_ = analysis_of(problem, model, element_system(model, 0), run.ranks(),
        [&](std::string_view part) { run.enter(part); });
}

bem::Formulation Sweep::equation(double wavenumber) const {
  if (!alpha_) return bem::cbie(wavenumber, model_.space);
  return {wavenumber, surface_->own_alpha(alpha_->at(wavenumber))};
}

std::shared_ptr<const analysis::Analysis> analysis_of(const cases::Case& problem,
    const cases::Model& model, const common::ElementSystem& elements, int ranks,
    const std::function<void(std::string_view)>& begins) {
  const auto& first = merge::method(problem.stages[Stage::merge].method);
  const auto& third = reduce::method(problem.stages[Stage::reduce].method);
  return std::make_shared<analysis::Analysis>(
      analysis::analyse(elements, elements.motions, model.coupling, ranks,
          {.tree = first.by_subdomains, .surface = !third.solves_for_each_row}, begins));
}

AssembledSystem Sweep::assembled_system(double omega, const common::StageContext& context) {
  if (!structure_) structure_ = assembled_structure(model_, context.rank(), context.ranks());
  return {
      structure_, omega, context, fem::circuits(*model_.structure, model_.electrode_sets, omega)};
}

StageDrivers::StageDrivers(const Sweep& sweep, double hz, common::Run& run)
    : sweep_(sweep), problem_(sweep.problem()), model_(sweep.model()), at_(hz, problem_.fluid),
      force_(model_.force_at(at_.omega)) {
  run.section(Stage::distribute, comm::make_strategy({}), [&](const auto& context) {
    equation_ = sweep.equation(at_.wavenumber);
    context.messages.broadcast(
        std::span(equation_.alpha.data(), model_.space.points.size()), core::master);
  });
}

common::Factor StageDrivers::merge(common::Run& run, const comm::Strategy& strategy) const {
  const auto& options = problem_.stages[Stage::merge];
  return run.section(Stage::merge, strategy, [&](const auto& context) {
    auto system = element_system(model_, at_.omega);
    system.tree = sweep_.analysis()->tree;
    return merge::run(system, {options.method, options.width}, context);
  });
}

form::BoundaryRows StageDrivers::form(common::Run& run, const comm::Strategy& strategy) const {
  const bem::Collocation collocation(sweep_.surface(), equation_);
  const auto map =
      eliminate::row_map(model_.space.size(), problem_.stages[Stage::eliminate].width, run.ranks());
  const auto& method = form::method(problem_.stages[Stage::form].method);
  return run.section(Stage::form, strategy,
      [&](const auto& context) { return method.run(collocation, map, context); });
}

common::System StageDrivers::reduce(common::Run& run, const comm::Strategy& strategy,
    la::OwnedRows h, const la::OwnedRows& b, common::Factor& factor,
    reduce::Precision precision) const {
  auto condition = surface_condition(run.is_master());
  if (model_.structure) condition.factor = &factor;
  const auto& method = reduce::method(problem_.stages[Stage::reduce].method);
  return run.section(Stage::reduce, strategy, [&](const auto& context) {
    return reduce::run(std::move(h), b, condition, method, context, precision);
  });
}

eliminate::Elimination StageDrivers::eliminate(
    common::Run& run, const comm::Strategy& strategy, const common::System& system) const {
  const auto& options = problem_.stages[Stage::eliminate];
  const auto& method = problem_.elimination(run.ranks());
  const auto section = [&](auto&& work) { return run.section(Stage::eliminate, strategy, work); };
  if (const auto* dense = std::get_if<common::DenseSystem>(&system)) {
    la::OwnedRows matrix{
        dense->matrix.map, run.arithmetic().uncharged_copy_of(dense->matrix.values)};
    return section([&](const auto& context) {
      return method.direct().run(std::move(matrix), dense->right_hand_side, context);
    });
  }
  if (const auto* mixed = std::get_if<common::MixedSystem>(&system)) {
    la::SingleRows matrix{
        mixed->matrix.map, run.arithmetic().uncharged_copy_of(mixed->matrix.values)};
    return section([&](const auto& context) {
      return eliminate::run_mixed(*mixed->product, std::move(matrix), mixed->right_hand_side,
          method, options.iterations, context);
    });
  }
  const auto& by_products = std::get<common::OperatorSystem>(system);
  const auto limits = cases::limits_of(options);
  return section([&](const auto& context) {
    return method.iterative().run(
        *by_products.product, by_products.right_hand_side, limits, context);
  });
}

la::Matrix StageDrivers::rigid_responses(common::Run& run, const comm::StageStrategies& strategies,
    la::Index moving, const la::Matrix& normal) const {
  auto rows = form(run, strategies[Stage::form]);
  auto condition = surface_condition(run.is_master());
  condition.loads += moving;
  condition.has_prescribed = true;
  if (run.is_master()) {
    for (auto* values : {&condition.incident, &condition.prescribed})
      values->conservativeResizeLike(la::Matrix::Zero(values->rows(), condition.loads));
    condition.prescribed.rightCols(moving) = normal;
  }
  const auto& method = reduce::method(problem_.stages[Stage::reduce].method);
  const auto system =
      run.section(Stage::reduce, strategies[Stage::reduce], [&](const auto& context) {
        return reduce::run(std::move(rows.h), rows.b, condition, method, context);
      });
  return eliminate(run, strategies[Stage::eliminate], system).solution;
}

reduce::SurfaceCondition StageDrivers::surface_condition(bool with_values) const {
  reduce::SurfaceCondition condition;
  const auto& loads = sweep_.loads();
  condition.loads = std::ssize(loads);
  if (with_values) {
    condition.incident.resize(model_.space.size(), condition.loads);
    condition.prescribed.resize(model_.space.size(), condition.loads);
    for (const auto& load : loads) {
      condition.incident.col(load.number) =
          cases::incident(problem_, load, model_.wet.surface, model_.space, equation_);
      condition.prescribed.col(load.number) = cases::prescribed(problem_, load, model_, at_);
    }
  }
  condition.has_prescribed = cases::has_prescribed(problem_, model_.wet.surface);
  condition.admittance = cases::admittance(problem_, model_.wet.surface, model_.space, at_);
  condition.mass = model_.space.mass;
  if (model_.structure) {
    condition.coupling = &model_.coupling;
    condition.analysis = sweep_.analysis();
    condition.force = force_;
    condition.omega_squared_rho = at_.omega * at_.omega * problem_.fluid.density;
  }
  return condition;
}

}  // namespace febem::driver
