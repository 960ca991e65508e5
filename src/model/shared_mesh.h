// Handing the master's meshes and coupling to every rank.
#pragma once

#include "comm/messenger.h"
#include "fem/structure.h"
#include "mesh/solid.h"
#include "mesh/surface.h"
#include "model/packet.h"

namespace febem::model {

Packet pack(const mesh::Solid& solid);
Packet pack(const mesh::Surface& surface);
Packet pack(const fem::SparseMatrix& matrix);

/// Replaces the argument on every rank by that of the master. Collective. Costs packet_traffic(pack(...).size()).
void distribute(mesh::Solid& solid, const comm::Messenger& messages);
void distribute(mesh::Surface& surface, const comm::Messenger& messages);
void distribute(fem::SparseMatrix& matrix, const comm::Messenger& messages);

}  // namespace febem::model
