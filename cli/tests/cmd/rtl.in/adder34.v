module adder34;
endmodule
