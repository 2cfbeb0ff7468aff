# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Plants the faults of `make FAULT=NAME` in the wrapper. The simulation has one of them, by its
# number: +fault=1 is data, 2 is commit, 3 is kill.
s/^);$/&\n  reg [1:0] fault;\n  initial if (!$value$plusargs("fault=%d", fault)) fault = 2'd0;/
s/assign result_data = data_q;/assign result_data = data_q ^ {31'd0, data_q[3] \&\& (fault == 2'd1)};/
s/held_q && committed_q && ready/held_q \&\& (committed_q || (fault == 2'd2)) \&\& ready/
s/wire held_killed   = kills/wire held_killed   = (fault != 2'd3) \&\& kills/
