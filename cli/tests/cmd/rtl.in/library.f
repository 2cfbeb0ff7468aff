-y lib
adder.v
