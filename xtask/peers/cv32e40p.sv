// Those operations of the ALU of cv32e40p that the SIMD video instructions have too. The ALU gets
// only the codes that they need, so that yosys removes the rest of it.
module peer
  import cv32e40p_pkg::*;
(
    input  logic [ 3:0] op_i,      // see scripts/peers.sh
    input  logic        bytes_i,   // 1: four bytes, 0: two half-words
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic [31:0] result_o
);
  alu_opcode_e operator;
  always_comb begin
    case (op_i)
      4'd1: operator = ALU_SUB;
      4'd2: operator = ALU_MIN;
      4'd3: operator = ALU_MINU;
      4'd4: operator = ALU_MAX;
      4'd5: operator = ALU_MAXU;
      4'd6: operator = ALU_EQ;
      4'd7: operator = ALU_NE;
      4'd8: operator = ALU_LTS;
      4'd9: operator = ALU_LTU;
      4'd10: operator = ALU_LES;
      4'd11: operator = ALU_LEU;
      4'd12: operator = ALU_GTS;
      4'd13: operator = ALU_GTU;
      4'd15: operator = ALU_ADDU;
      default: operator = ALU_ADD;
    endcase
  end

  // An average is a sum that is shifted by one.
  wire average = op_i >= 4'd14;

  cv32e40p_alu alu (
      .clk                (1'b0),
      .rst_n              (1'b1),
      .enable_i           (1'b1),
      .operator_i         (operator),
      .operand_a_i        (a_i),
      .operand_b_i        (b_i),
      .operand_c_i        ('0),
      .vector_mode_i      (bytes_i ? VEC_MODE8 : VEC_MODE16),
      .bmask_a_i          ('0),
      .bmask_b_i          ({4'b0, average}),
      .imm_vec_ext_i      ('0),
      .is_clpx_i          (1'b0),
      .is_subrot_i        (1'b0),
      .clpx_shift_i       ('0),
      .result_o           (result_o),
      .comparison_result_o(),
      .ready_o            (),
      .ex_ready_i         (1'b1)
  );
endmodule

// The divider, which no operation here uses.
module cv32e40p_alu_div (
    input  logic        Clk_CI,
    input  logic        Rst_RBI,
    input  logic [31:0] OpA_DI,
    input  logic [31:0] OpB_DI,
    input  logic [ 5:0] OpBShift_DI,
    input  logic        OpBIsZero_SI,
    input  logic        OpBSign_SI,
    input  logic [ 1:0] OpCode_SI,
    input  logic        InVld_SI,
    input  logic        OutRdy_SI,
    output logic        OutVld_SO,
    output logic [31:0] Res_DO
);
  assign OutVld_SO = 1'b1;
  assign Res_DO    = 32'b0;
endmodule
