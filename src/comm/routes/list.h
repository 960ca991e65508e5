// Every route, one line each. Included with FEBEM_ROUTE(factory) defined.
FEBEM_ROUTE(star_route)
FEBEM_ROUTE(binomial_route)
FEBEM_ROUTE(chain_route)
FEBEM_ROUTE(ring_route)
FEBEM_ROUTE(rabenseifner_route)
FEBEM_ROUTE(native_route)
FEBEM_ROUTE(native_nb_route)
