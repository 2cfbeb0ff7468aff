# Tells abc what drives the inputs of the module: the smallest inverter or buffer of the library.
# Without it, abc takes a register for a source of any strength, and gives its readers no buffers.

function value(line) {
  sub(/^[^:]*:[ \t]*"?/, "", line)
  sub(/"?[ \t]*;.*/, "", line)
  return line
}

!inside && /^[ \t]*cell[ \t]*\(/ {
  inside = 1
  depth = inputs = outputs = area = keeps = 0
  name = $0
  sub(/^[ \t]*cell[ \t]*\([ \t]*"?/, "", name)
  sub(/"?[ \t]*\).*/, "", name)
}

inside {
  if (depth == 1 && $0 ~ /^[ \t]*area[ \t]*:/) area = value($0) + 0
  if ($0 ~ /direction[ \t]*:[ \t]*"?input/) inputs++
  if ($0 ~ /direction[ \t]*:[ \t]*"?output/) outputs++
  if ($0 ~ /^[ \t]*(ff|latch|ff_bank|latch_bank|statetable)[ \t]*\(/) keeps = 1
  if ($0 ~ /dont_use[ \t]*:[ \t]*"?true/) keeps = 1
  line = $0
  opened = gsub(/{/, "", line)
  closed = gsub(/}/, "", line)
  depth += opened - closed
  if (depth == 0 && closed > 0) {
    inside = 0
    if (inputs == 1 && outputs == 1 && !keeps && area > 0 && (!driver || area < least)) {
      driver = name
      least = area
    }
  }
}

END { if (driver) print "set_driving_cell " driver }
