"""Reads descriptions of registers as PeakRDL does, and prints a line of JSON for each.

read_rdl.py FILE...: descriptions in SystemRDL (.rdl) or IP-XACT (.xml). Beside a description in
SystemRDL, this writes PeakRDL's header for C, with .peakrdl.h in the place of .rdl. A warning is an
error.
"""

import json
import sys
from pathlib import Path

from peakrdl_cheader.exporter import CHeaderExporter
from peakrdl_ipxact import IPXACTImporter
from systemrdl import RDLCompiler
from systemrdl.messages import MessagePrinter
from systemrdl.node import RegNode
from systemrdl.rdltypes import OnWriteType


class Strict(MessagePrinter):
    def print_message(self, severity, text, src_ref):
        super().print_message(severity, text, src_ref)
        sys.exit(1)


def field(node):
    reset = node.get_property("reset")
    access = node.get_property("sw").name
    clears = node.get_property("onwrite") is OnWriteType.woclr
    place = {"lo": node.low, "width": node.width}
    return {"name": node.inst_name, **place, "access": access, "clears": clears, "reset": reset}


def registers(path):
    compiler = RDLCompiler(message_printer=Strict())
    if path.suffix == ".rdl":
        compiler.compile_file(str(path))
    else:
        IPXACTImporter(compiler).import_file(str(path))
    top = compiler.elaborate().top
    if path.suffix == ".rdl":
        CHeaderExporter().export(top, str(path.with_suffix(".peakrdl.h")))
    # In the map of an IP-XACT component, the registers are in an address block.
    for register in (node for node in top.descendants() if isinstance(node, RegNode)):
        fields = [field(node) for node in register.fields()]
        yield {"name": register.inst_name, "address": register.absolute_address, "fields": fields}


for argument in sys.argv[1:]:
    print(json.dumps(list(registers(Path(argument)))))
