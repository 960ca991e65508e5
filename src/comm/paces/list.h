// Every pace, one line each. Included with FEBEM_PACE(factory) defined.
FEBEM_PACE(blocking_pace)
FEBEM_PACE(sync_pace)
FEBEM_PACE(ack_pace)
FEBEM_PACE(window_pace)
