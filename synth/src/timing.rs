//! The clock of a netlist of cells, by OpenSTA.

use std::path::Path;

use vidalu_gen::Design;
use vidalu_sim::CosimError;
use vidalu_sim::tool::Tool;

use crate::liberty::Library;
use crate::netlist::Netlist;
use crate::recipe::MAPPED;
use crate::tools::{Limits, write};

/// The highest clock frequency with each library in MHz, and the ends of the slowest path with the
/// slowest.
pub(crate) struct Timed {
    pub(crate) clocks: Vec<f64>,
    pub(crate) from: Vec<String>,
    pub(crate) to: Vec<String>,
}

/// A period in nanoseconds that every path meets.
const PERIOD: f64 = 1000.0;

/// Finds the slowest path of the mapped netlist in each of the libraries.
pub(crate) fn time(
    timer: &Tool,
    design: &Design,
    libraries: &[&Library],
    netlist: &Netlist,
    folder: &Path,
    limits: Limits,
) -> Result<Timed, CosimError> {
    let bad = |problem: String| CosimError::from(timer.kind.bad_output(problem));
    let mut clocks = Vec::new();
    let mut slowest: Option<(f64, String, String)> = None;
    for library in libraries {
        write(&folder.join("corner.lib"), &library.text)?;
        write(&folder.join("time.tcl"), &script(design))?;
        let text = timer.run(folder, &["-exit", "-no_splash", "time.tcl"].map(str::to_owned), limits.time)?;
        let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let slack = value("vidalu slack").and_then(|slack| slack.parse::<f64>().ok());
        let period = slack.map(|slack| PERIOD - slack).filter(|period| *period > 0.0 && *period < PERIOD);
        let period = period.ok_or_else(|| bad(format!("printed no slack for {}", library.name)))?;
        clocks.push(1000.0 / period);
        if slowest.as_ref().is_none_or(|(longest, ..)| period > *longest) {
            let name = |key| value(key).unwrap_or_default().replace('\\', "");
            slowest = Some((period, name("vidalu from"), name("vidalu to")));
        }
    }
    let (_, from, to) = slowest.ok_or_else(|| bad("timed nothing".to_owned()))?;
    Ok(Timed { clocks, from: netlist.aliases(&from), to: netlist.aliases(&to) })
}

/// Returns the commands that print the slack of the slowest path, and the nets at its ends. OpenSTA
/// lists a path for each kind of check: an asynchronous reset has one of its own. A path from the
/// inverted output of a flip-flop begins at a net without a name of its own, so the other output
/// names the register.
pub(crate) fn script(design: &Design) -> String {
    let top = &design.top.name;
    let clock = design.clock().unwrap_or_default();
    let source = if clock.is_empty() { String::new() } else { format!("[get_ports {clock}]") };
    format!(
        "read_liberty corner.lib\nread_verilog {MAPPED}\nlink_design {top}\nset_cmd_units -time ns\n\
         create_clock -name clock -period {PERIOD} {source}\n\
         foreach port [all_inputs] {{\n  \
         if {{[get_full_name $port] ne \"{clock}\"}} {{ set_input_delay 0 -clock clock $port }}\n}}\n\
         set_output_delay 0 -clock clock [all_outputs]\n\
         proc net_of {{pin}} {{\n  \
         if {{[catch {{get_full_name [get_nets -of_objects $pin]}} name]}} {{ return [get_full_name $pin] }}\n  \
         return $name\n}}\n\
         proc start_of {{pin}} {{\n  \
         set name [net_of $pin]\n  \
         if {{![regexp {{^_[0-9]+_$}} $name]}} {{ return $name }}\n  \
         foreach other [get_pins [file dirname [get_full_name $pin]]/*] {{\n    \
         if {{[get_property $other direction] eq \"output\" && [net_of $other] ne $name}} {{ return [net_of $other] }}\n  \
         }}\n  \
         return $name\n}}\n\
         set path {{}}\n\
         foreach other [find_timing_paths -path_delay max] {{\n  \
         if {{$path eq {{}} || [get_property $other slack] < [get_property $path slack]}} {{ set path $other }}\n}}\n\
         puts \"vidalu slack [get_property $path slack]\"\n\
         puts \"vidalu from [start_of [get_property $path startpoint]]\"\n\
         puts \"vidalu to [net_of [get_property $path endpoint]]\"\n"
    )
}
