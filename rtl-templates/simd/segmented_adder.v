${ page.header }$

`default_nettype none

${ page.module }$
//% include "simd/in_bytes.v" %//
//%- include "simd/in_lanes.v" %//

endmodule

`default_nettype wire
