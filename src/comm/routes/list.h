// Every route, one line each. Included with FEBEM_ROUTE(factory) defined.
FEBEM_ROUTE(star_route)
FEBEM_ROUTE(binomial_route)
FEBEM_ROUTE(native_route)
