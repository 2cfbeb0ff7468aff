  wire [31:0] word_read = (${ commands.which }$ == 2'd0) ? last_q[31:0]
//%- if inside.is_wide() %//
                        : (${ commands.which }$ == 2'd1) ? last_q[63:32]
//%- endif %//
//%- if let Some(flags) = inside.flags_word() %//
                        : (${ commands.which }$ == 2'd2) ? ${ flags }$
//%- endif %//
                        : (${ commands.which }$ == 2'd3) ? 32'h${ inside.hex_id() }$
                        : 32'd0;
