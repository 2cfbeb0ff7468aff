// A bench for the texts of docs/vortex.md, with the interface of Vortex in wording of our own.
//
// The test in cli/tests/it/vortex.rs writes each text of the chapter into a file, which is included
// here where the chapter puts it. The bench has only the fields that the chapter names. It decodes
// RISC-V instructions, offers them to the ALU and prints the results. The test knows the golden
// results.

`include "VX_define.vh"

package VX_gpu_pkg;
  // The widths of the chapter: 32 bits, 4 warps of 4 threads, built with NDEBUG.
  localparam UUID_BITS = 1;
  localparam WARP_BITS = 2;
  localparam LANES     = 4;
  localparam PC_BITS   = 30;
  localparam REG_BITS  = 6;
  localparam XLEN      = 32;

  localparam [6:0] INST_EXT2 = 7'b0101011;
  localparam EX_BITS = 2;
  localparam EX_ALU  = 0;

  // ALU_TYPE_BITS and ALU_TYPE_VIDEO.
  `include "chapter_types.svh"

  typedef struct packed {
    logic [ALU_TYPE_BITS-1:0] xtype;
  } alu_args_t;

  typedef struct packed {
    alu_args_t alu;
  } op_args_t;

  // The fields that a result repeats. A macro, because the texts of docs/vortex.md name them
  // without a struct in between.
  `define REPEATED \
    logic [UUID_BITS-1:0]       uuid;  \
    logic [WARP_BITS-1:0]       wid;   \
    logic [LANES-1:0]           tmask; \
    logic [PC_BITS-1:0]         PC;    \
    logic                       wb;    \
    logic [REG_BITS-1:0]        rd;    \
    logic                       pid;   \
    logic                       sop;   \
    logic                       eop;

  typedef struct packed {
    `REPEATED
    logic [3:0]                 op_type;
    op_args_t                   op_args;
    logic [LANES-1:0][XLEN-1:0] rs1_data;
    logic [LANES-1:0][XLEN-1:0] rs2_data;
    logic [LANES-1:0][XLEN-1:0] rs3_data;
  } execute_t;

  typedef struct packed {
    `REPEATED
    logic [LANES-1:0][XLEN-1:0] data;
  } result_t;
endpackage

interface VX_execute_if import VX_gpu_pkg::*; ();
  logic     valid;
  logic     ready;
  execute_t data;

  modport master (output valid, output data, input ready);
  modport slave (input valid, input data, output ready);
endinterface

interface VX_result_if import VX_gpu_pkg::*; ();
  logic    valid;
  logic    ready;
  result_t data;

  modport master (output valid, output data, input ready);
  modport slave (input valid, input data, output ready);
endinterface

`include "chapter_unit.sv"

// The decoder: the chapter's case between the fields of RISC-V and a unit of instructions.
module decoder import VX_gpu_pkg::*; (
    input  wire  [31:0]         instr,
    output logic [EX_BITS-1:0]  ex_type,
    output logic [3:0]          op_type,
    output op_args_t            op_args,
    output logic                has_rd, has_rs1, has_rs2, has_rs3,
    output logic [REG_BITS-1:0] number_rd, number_rs1, number_rs2, number_rs3
);
  wire [1:0] funct2 = instr[26:25];
  wire [2:0] funct3 = instr[14:12];
  wire [4:0] rd  = instr[11:7];
  wire [4:0] rs1 = instr[19:15];
  wire [4:0] rs2 = instr[24:20];
  wire [4:0] rs3 = instr[31:27];

  always_comb begin
    // What no text sets is an instruction of another unit of the ALU.
    ex_type = EX_BITS'(EX_ALU);
    op_type = '0;
    op_args = '0;
    {has_rd, has_rs1, has_rs2, has_rs3} = '0;
    {number_rd, number_rs1, number_rs2, number_rs3} = '0;
    case (instr[6:0])
      `include "chapter_decode.svh"
      default: ;
    endcase
  end
endmodule

module bench import VX_gpu_pkg::*; ();
  logic clk = 1'b0;
  logic reset = 1'b1;
  always #1 clk = !clk;

  // ==== the ALU, as far as the chapter changes it ====

  // PE_COUNT and PE_IDX_VIDEO.
  `include "chapter_count.svh"

  localparam block_idx = 0;
  VX_execute_if per_block_execute_if [1] ();
  VX_execute_if pe_execute_if [PE_COUNT] ();
  VX_result_if  pe_result_if [PE_COUNT] ();

  logic [1:0] pe_select;
  always_comb begin
    pe_select = 2'd0;
    `include "chapter_select.svh"
  end

  wire [PE_COUNT-1:0] ready;
  for (genvar i = 0; i < PE_COUNT; i++) begin : g_pe
    assign pe_execute_if[i].valid = per_block_execute_if[0].valid && pe_select == 2'(i);
    assign pe_execute_if[i].data  = per_block_execute_if[0].data;
    assign ready[i] = pe_execute_if[i].ready;
    // The other units take each instruction and show nothing. They are there so that the unit must
    // ignore their instructions.
    if (i != PE_IDX_VIDEO) begin : g_other
      assign pe_execute_if[i].ready = 1'b1;
      assign pe_result_if[i].valid  = 1'b0;
      assign pe_result_if[i].data   = '0;
    end
  end
  assign per_block_execute_if[0].ready = ready[pe_select];

  `include "chapter_instance.svh"

  // ==== the instructions, one a line of a file ====

  // The fields of a line. The last three are the registers x10 to x12 of each thread, which pass
  // arguments to a function in C. Verilator 5.006 cannot read into the fields of a struct.
  bit [31:0]                instr;
  bit                       uuid, wb, pid, sop, eop;
  bit [WARP_BITS-1:0]       wid;
  bit [LANES-1:0]           tmask;
  bit [PC_BITS-1:0]         pc;
  bit [LANES-1:0][XLEN-1:0] a0, a1, a2;

  // The instruction on offer.
  typedef struct packed {
    logic [31:0]          instr;
    logic                 uuid, wb, pid, sop, eop;
    logic [WARP_BITS-1:0] wid;
    logic [LANES-1:0]     tmask;
    logic [PC_BITS-1:0]   pc;
    logic [2:0][LANES-1:0][XLEN-1:0] a;
  } offer_t;
  offer_t now;

  logic [EX_BITS-1:0]  ex_type;
  logic [3:0]          op_type;
  op_args_t            op_args;
  logic                has_rd, has_rs1, has_rs2, has_rs3;
  logic [REG_BITS-1:0] number_rd, number_rs1, number_rs2, number_rs3;
  decoder decoder (.instr(now.instr), .*);

  // A program in which another register is read is wrong, and finds a value that no result fits.
  function automatic logic [LANES-1:0][XLEN-1:0] read(input logic has, input logic [REG_BITS-1:0] number);
    case ({has, number})
      {1'b1, 6'd10}: return now.a[0];
      {1'b1, 6'd11}: return now.a[1];
      {1'b1, 6'd12}: return now.a[2];
      default:       return {LANES{32'h600df00d}};
    endcase
  endfunction

  logic     offers = 1'b0;
  execute_t given, noise;
  always_comb begin
    given = '{uuid: now.uuid, wid: now.wid, tmask: now.tmask, PC: now.pc, wb: now.wb && has_rd,
              rd: number_rd, pid: now.pid, sop: now.sop, eop: now.eop, op_type: op_type,
              op_args: op_args, rs1_data: read(has_rs1, number_rs1),
              rs2_data: read(has_rs2, number_rs2), rs3_data: read(has_rs3, number_rs3)};
  end
  assign per_block_execute_if[0].valid = offers && ex_type == EX_BITS'(EX_ALU);
  // Without an offer, the port has other values in each cycle, none of which may count.
  assign per_block_execute_if[0].data  = offers ? given : noise;
  always @(posedge clk) begin
    for (int i = 0; i < $bits(execute_t); i++) noise[i] <= 1'($urandom);
  end

  // How often a side pauses changes, so that the pipeline is full at times and empty at times.
  int cycle = 0, source_pace = 0, sink_pace = 0;
  always @(posedge clk) begin
    cycle <= cycle + 1;
    reset <= cycle < 4;
    if (cycle % 50 == 0) begin
      source_pace <= $urandom_range(3);
      sink_pace   <= $urandom_range(3);
    end
  end

  int file = 0, fields, stalls = 0, quiet = 0;
  always @(posedge clk) begin
    if (offers && !per_block_execute_if[0].ready) begin
      stalls <= stalls + 1;
    end else if (!reset) begin
      offers <= 1'b0;
      if (quiet == 0 && $urandom_range(source_pace) == 0) begin
        // Not in an initial block: Verilator 5.006 then keeps no value of it for this process.
        if (file == 0) file = $fopen("instructions.txt", "r");
        fields = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h", instr, uuid, wid, tmask, pc,
                         wb, pid, sop, eop, a0, a1, a2);
        offers <= fields == 12;
        now    <= '{instr: instr, uuid: uuid, wid: wid, tmask: tmask, pc: pc, wb: wb, pid: pid,
                    sop: sop, eop: eop, a: {a2, a1, a0}};
        if (fields != 12) quiet <= 1;
      end
      // Time for the last results, and for any that should not come.
      if (quiet > 0) quiet <= quiet + 1;
    end
    if (quiet == 200) begin
      $display("end, %0d stalls", stalls);
      $finish;
    end
    // A unit that never becomes ready must not keep the test waiting.
    if (cycle == 5000000) begin
      $display("stuck");
      $finish;
    end
  end

  // ==== the results ====

  logic takes = 1'b0;
  assign pe_result_if[PE_IDX_VIDEO].ready = takes;
  result_t result;
  assign result = pe_result_if[PE_IDX_VIDEO].data;
  always @(posedge clk) begin
    takes <= $urandom_range(sink_pace) == 0;
    if (!reset && pe_result_if[PE_IDX_VIDEO].valid && takes) begin
      $display("result %h %h %h %h %h %h %h %h %h %h", result.uuid, result.wid, result.tmask, result.PC,
               result.wb, result.rd, result.pid, result.sop, result.eop, result.data);
    end
  end
endmodule
