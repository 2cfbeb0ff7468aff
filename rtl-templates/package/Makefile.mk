# SPDX-License-Identifier: 0BSD
# ${ terms }$
#
# make lint     both linters
# make synth    size of ${ top }$ in generic cells
# None of them writes a file.

TOP := ${ top }$

.PHONY: all lint lint-verilator lint-icarus synth

all: lint

lint: lint-verilator lint-icarus

lint-verilator:
	verilator --lint-only -Wall --top-module $(TOP) -f filelist.f

lint-icarus:
	iverilog -g2005 -Wall -t null -s $(TOP) -f filelist.f

synth:
	yosys -q -p "read_verilog ${ sources }$; synth -flatten -top $(TOP); tee -a /dev/stdout stat"
