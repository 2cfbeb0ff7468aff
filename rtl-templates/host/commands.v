  // ==== commands =================================================================================
  localparam [3:0] Last = 4'd${ commands.last }$;
  reg [1:0] slot_q;  // the slots take turns
  reg [4:0] selector;
  reg [31:0] rs1, rs2;

  always @(*) begin
    case (step_q)
//%- for (at, selector, rs1, rs2) in commands.list %//
      ${ at }$: {selector, rs1, rs2} = {${ selector }$, ${ rs1 }$, ${ rs2 }$};
//%- endfor %//
      default: {selector, rs1, rs2} = 69'd0;
    endcase
  end

  wire [2:0] command = selector[4:2];
  wire [1:0] which   = selector[1:0];

