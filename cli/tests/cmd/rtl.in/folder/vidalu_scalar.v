module vidalu_scalar;
endmodule
