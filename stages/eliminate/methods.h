// Every method of stage 4, one line each. Included with FEBEM_METHOD(factory) defined.
FEBEM_METHOD(rows_method)
#ifdef FEBEM_PETSC
FEBEM_METHOD(scalapack_method)
#endif
