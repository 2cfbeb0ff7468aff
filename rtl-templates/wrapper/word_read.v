  wire [31:0] word_read =
//%- for (condition, word) in commands.words %//
      (${ condition }$) ? ${ word }$ :
//%- endfor %//
      (${ commands.which }$ == 4'd0) ? last_q[31:0] : 32'd0;
