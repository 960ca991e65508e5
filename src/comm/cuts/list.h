// Every cut, one line each. Included with FEBEM_CUT(factory) defined.
FEBEM_CUT(whole_cut)
FEBEM_CUT(fixed_cut)
FEBEM_CUT(grow_cut)
