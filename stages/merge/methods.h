// Every method of stage 1, one line each. Included with FEBEM_METHOD(factory) defined.
FEBEM_METHOD(frontal_method)
#ifdef FEBEM_PETSC
FEBEM_METHOD(mumps_method)
#endif
