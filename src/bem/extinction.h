// What incident waves lose to a body: the optical theorem, and its like for point sources.
//
// Under e^{-i omega t} the velocity is v = q / (i omega rho), so that the power through the surface S is
//   1/2 Re int p v* = -1/(2 omega rho) Im int p q*.
// Outside, p = p_inc + p_s. The incident field has no source within S, so that no net power of its own passes S. What leaves through S is
//   1/2 Re int p v* = W_s - W_ext
//   W_s   =  1/2 Re int p_s v_s*                             scattered; it arrives far away: (1/2 rho c) int |f|^2 over all directions
//   W_ext = -1/2 Re int (p_inc v_s* + p_s v_inc*)            extinction, what the incident field loses
//         = -1/(2 omega rho) Im int (p_inc* q_s - q_inc* p_s)
//         = -1/(2 omega rho) Im int (p_inc* q - q_inc* p)    of the total p and q, since Im int p_inc* q_inc = 0.
//
// Plane wave A e^{ik d.y}: with f(d) = 1/(4 pi) int (-ik d.n p - q) e^{-ik d.y} the integral is -4 pi A* f(d), and
//   W_ext = 2 pi / (omega rho) Im(A* f(d)),    sigma_ext = W_ext / (|A|^2 / 2 rho c) = 4 pi / k Im(f(d) / A):
// the optical theorem, by the forward amplitude.
//
// Monopole Q at x0, p_inc = s G, s = -i omega rho Q: G* = G - 2i Im G. Of G the integral is -p_s(x0); Im G is the mean of plane
// waves from all sides, k / (16 pi^2) int e^{ik d.(x0 - y)} over the directions d. With the free far field f_inc = s e^{-ik d.x0} / (4 pi)
//   W_ext = 1/2 Re(p_s(x0) Q*) - 1/(rho c) Re int f f_inc*:
// the work that the source does beyond that in free space, less what its own far field and the scattered one interfere to.
//
// So for every incident field and every kind of body, driven by forces or not,
//   W_ext + (power through S) = W_s,
// and without incident fields this is the equality of the powers at the surface and far away. Nothing here asks how p and q are
// related at S: errors of the structure, its mesh or its material do not show. It holds for the p and q of a sound field outside of
// S only, which the integral equation gives but for discretisation: errors of that do show.
#pragma once

#include "bem/incident_field.h"

namespace febem::bem {

/// W_ext, W, of incident fields with the means `incident` over the panels (panel_means() of each source, added). p (Pa) and q (Pa/m)
/// are the total ones, one entry a panel; omega in rad/s, density in kg/m^3.
double extinction_power(const mesh::Surface& surface, const IncidentField& incident, double omega, double density, const la::Vector& p,
                        const la::Vector& q);

}  // namespace febem::bem
