# Leaves out the cells with several outputs that are no flip-flops or latches, such as full adders:
# abc would take each of their outputs for a gate of its own.

function flush() {
  if (outputs < 2 || keeps) printf "%s", cell
  cell = ""
}

!inside && /^[ \t]*cell[ \t]*\(/ { inside = 1; depth = outputs = keeps = 0 }

inside {
  cell = cell $0 "\n"
  if ($0 ~ /direction[ \t]*:[ \t]*"?output/) outputs++
  if ($0 ~ /^[ \t]*(ff|latch|ff_bank|latch_bank|statetable)[ \t]*\(/) keeps = 1
  line = $0
  opened = gsub(/{/, "", line)
  closed = gsub(/}/, "", line)
  depth += opened - closed
  if (depth == 0 && closed > 0) {
    flush()
    inside = 0
  }
  next
}

{ print }
