// Additions and subtractions of 32 bits with a carry flag for each of two threads. The flag is
// written a cycle after the sum is made. Until then, it is forwarded to the next instruction.
module carry_chain (
  input  logic        clk,
  input  logic        reset,
  input  logic        start,
  input  logic        minus,
  input  logic        uses_flag,
  input  logic        sets_flag,
  input  logic        thread,
  input  logic [31:0] x,
  input  logic [31:0] y,
  output logic        done,
  output logic [31:0] sum,
  output logic        flag
);
  // The operands.
  logic        busy, subtract, chained, sets, who;
  logic [31:0] p, q;

  // The result, and the write to the flags that goes with it.
  logic [1:0]  flags;
  logic        writes, writer;

  logic        found, carry, left;
  logic [32:0] total;
  assign found = writes && writer == who ? flag : flags[who];
  assign carry = chained ? found ^ subtract : subtract;
  assign total = {1'b0, p} + {1'b0, subtract ? ~q : q} + {32'd0, carry};
  assign left  = sets ? total[32] ^ subtract : found;    // a borrow is the lack of a carry

  always_ff @(posedge clk) begin
    subtract <= minus;
    chained  <= uses_flag;
    sets     <= sets_flag;
    who      <= thread;
    p        <= x;
    q        <= y;
    sum      <= total[31:0];
    flag     <= left;
    writer   <= who;
    if (writes) flags[writer] <= flag;
    busy     <= start;
    done     <= busy;
    writes   <= busy && sets;
    if (reset) begin
      busy   <= 1'b0;
      done   <= 1'b0;
      writes <= 1'b0;
      flags  <= 2'b00;
    end
  end
endmodule
