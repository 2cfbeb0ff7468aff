// The operations of the P-extension ALU in a fork of Ibex that the SIMD video instructions also
// have. The ALU gets only the codes that they need, so that synthesis removes the rest of it.
module peer
  import ibex_pkg::*;
  import ibex_pkg_pext::*;
(
    input  logic [ 3:0] op_i,      // see scripts/peers.sh
    input  logic        bytes_i,   // 1: four bytes, 0: two half-words
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic [31:0] result_o
);
  zpn_op_e operator;
  always_comb begin
    case (op_i)
      4'd1: operator = bytes_i ? ZPN_SUB8 : ZPN_SUB16;
      4'd2: operator = bytes_i ? ZPN_KADD8 : ZPN_KADD16;
      4'd3: operator = bytes_i ? ZPN_UKADD8 : ZPN_UKADD16;
      4'd4: operator = bytes_i ? ZPN_KSUB8 : ZPN_KSUB16;
      4'd5: operator = bytes_i ? ZPN_UKSUB8 : ZPN_UKSUB16;
      4'd6: operator = bytes_i ? ZPN_SMIN8 : ZPN_SMIN16;
      4'd7: operator = bytes_i ? ZPN_UMIN8 : ZPN_UMIN16;
      4'd8: operator = bytes_i ? ZPN_SMAX8 : ZPN_SMAX16;
      4'd9: operator = bytes_i ? ZPN_UMAX8 : ZPN_UMAX16;
      4'd10, 4'd15: operator = bytes_i ? ZPN_CMPEQ8 : ZPN_CMPEQ16;
      4'd11: operator = bytes_i ? ZPN_SCMPLT8 : ZPN_SCMPLT16;
      4'd12: operator = bytes_i ? ZPN_UCMPLT8 : ZPN_UCMPLT16;
      4'd13: operator = bytes_i ? ZPN_SCMPLE8 : ZPN_SCMPLE16;
      4'd14: operator = bytes_i ? ZPN_UCMPLE8 : ZPN_UCMPLE16;
      default: operator = bytes_i ? ZPN_ADD8 : ZPN_ADD16;
    endcase
  end

  // The intermediate values of the multiplier.
  logic [33:0] values[2];
  assign values = '{default: '0};

  ibex_alu_pext alu (
      .clk_i              (1'b0),
      .rst_ni             (1'b1),
      .zpn_operator_i     (operator),
      .zpn_instr_i        (1'b1),
      .alu_operator_i     (ZPN_INSTR),
      .multdiv_operator_i (MD_OP_MULL),
      .multdiv_sel_i      (1'b0),
      .mult_en_i          (1'b0),
      .div_en_i           (1'b0),
      .mult_sel_i         (1'b0),
      .div_sel_i          (1'b0),
      .signed_mode_i      ('0),
      .multdiv_ready_id_i (1'b0),
      .data_ind_timing_i  (1'b0),
      .imd_val_q_i        (values),
      .imd_val_d_o        (),
      .imd_val_we_o       (),
      .operand_a_i        (a_i),
      .operand_b_i        (b_i),
      .operand_rd_i       ('0),
      .imm_val_i          ('0),
      .adder_result_o     (),
      .result_o           (result_o),
      .valid_o            (),
      .set_ov_o           (),
      .comparison_result_o()
  );
endmodule

// The multiplier and divider, which no operation here uses.
module ibex_mult_pext (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic                   multdiv_en_i,
    input  logic                   mult_en_i,
    input  logic                   div_en_i,
    input  logic                   mult_sel_i,
    input  logic                   div_sel_i,
    input  ibex_pkg_pext::zpn_op_e zpn_operator_i,
    input  logic                   zpn_instr_i,
    input  ibex_pkg::alu_op_e      alu_operator_i,
    input  logic            [ 1:0] signed_mode_i,
    input  ibex_pkg::md_op_e       md_operator_i,
    input  logic            [31:0] op_a_i,
    input  logic            [31:0] op_b_i,
    input  logic            [31:0] rd_val_i,
    input  logic            [31:0] alu_adder_i,
    input  logic                   equal_to_zero_i,
    input  logic                   data_ind_timing_i,
    output logic            [31:0] alu_operand_a_o,
    output logic            [31:0] alu_operand_b_o,
    input  logic            [33:0] imd_val_q_i      [2],
    output logic            [33:0] imd_val_d_o      [2],
    output logic            [ 1:0] imd_val_we_o,
    input  logic                   multdiv_ready_id_i,
    output logic            [31:0] multdiv_result_o,
    output logic                   valid_o,
    output logic                   set_ov_o
);
  assign alu_operand_a_o = '0;
  assign alu_operand_b_o = '0;
  assign imd_val_d_o = '{default: '0};
  assign imd_val_we_o = '0;
  assign multdiv_result_o = '0;
  assign valid_o = 1'b1;
  assign set_ov_o = 1'b0;
endmodule
