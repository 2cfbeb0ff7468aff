"""A board in place of a real one: answers the requests of ask.py from its own vectors, and runs it.

board.py ASK VECTORS WRONG: the answer to request number WRONG has one bit wrong. Ends as ask.py does.
"""

import csv
import os
import pty
import subprocess
import sys
import threading
import tty


def answer(line, vectors, wrong):
    for number, vector in enumerate(vectors):
        request = b""
        while len(request) < 30:
            request += os.read(line, 30 - len(request))
        expected = [(6, "ctl"), (8, "a"), (8, "b"), (8, "c")]
        assert request == b"".join(int(vector[name], 0).to_bytes(size, "little") for size, name in expected)
        result = int(vector["d"], 0) ^ (number == wrong)
        os.write(line, result.to_bytes(8, "little") + bytes([int(vector["cc_out"])]))


ask, path, wrong = sys.argv[1:]
with open(path, newline="") as file:
    vectors = list(csv.DictReader(row for row in file if not row.startswith("#")))
host, board = pty.openpty()
tty.setraw(host)
threading.Thread(target=answer, args=(host, vectors, int(wrong)), daemon=True).start()
sys.exit(subprocess.run([sys.executable, ask, os.ttyname(board), path]).returncode)
