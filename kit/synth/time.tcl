# The slowest path of the mapped unit, by OpenSTA. The last line begins with PASS or FAIL.
set build $::env(BUILD)
set top $::env(TOP)

read_liberty $build/corner.lib
read_verilog $build/mapped.v
link_design $top
set_cmd_units -time ns
read_sdc $build/$top.sdc
report_checks -path_delay max

# A path for each kind of check: an asynchronous reset has one of its own.
set path ""
foreach other [find_timing_paths -path_delay max] {
  if {$path eq "" || [get_property $other slack] < [get_property $path slack]} { set path $other }
}
if {$path eq ""} {
  puts "FAIL: $top has no path"
} else {
  set slack [get_property $path slack]
  if {$slack < 0} {
    puts "FAIL: $top misses the clock by [format %.3f [expr -$slack]] ns"
  } else {
    puts "PASS: $top meets the clock, with [format %.3f $slack] ns left"
  }
}
