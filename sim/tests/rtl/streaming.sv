// An adder with streaming operators, which Verilator reads, and neither Icarus 11 nor yosys.
module adder34 (
  input  logic [33:0] a_i,
  input  logic [33:0] b_i,
  input  logic        subtract_i,
  input  logic        reverse_i,
  output logic [33:0] sum_o
);
  logic [33:0] x, y;
  assign x = subtract_i && reverse_i ? ~a_i : a_i;
  assign y = subtract_i && !reverse_i ? ~b_i : b_i;
  logic [33:0] back;
  assign back = {<<{x}};
  logic [33:0] forth;
  assign forth = {<<{back}};
  assign sum_o = forth + y + 34'(subtract_i);
endmodule
