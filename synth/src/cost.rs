//! What a module costs before it is placed.

use std::path::Path;

use serde::{Deserialize, Serialize};
use vidalu_gen::Design;
use vidalu_sim::tool::YOSYS;
use vidalu_sim::{CosimError, cache, write_sources};

use crate::liberty::Library;
use crate::netlist::Netlist;
use crate::recipe::{self, ABC, ABC_LOG, AROUND, CELLS, NETLIST, Recipe, STAT};
use crate::target::Technology;
use crate::timing;
use crate::tools::{FORM, Limits, Tools, read, write};

/// The cost of a module before it is placed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cost {
    /// The area: in µm² in the cells of a library, in logic cells of a device, or else in tables.
    pub(crate) area: f64,
    pub(crate) tables: Option<u64>,
    pub(crate) carries: Option<u64>,
    pub(crate) dsps: Option<u64>,
    pub(crate) flip_flops: u64,
    pub(crate) levels: Option<u32>,
    /// The longest delay of the gates between registers, without the registers.
    pub(crate) delay_ps: Option<f64>,
    /// The clock in each corner in MHz, by OpenSTA.
    pub(crate) clocks: Vec<f64>,
    /// The names of the nets where the longest path begins and ends.
    pub(crate) from: Vec<String>,
    pub(crate) to: Vec<String>,
}

/// Synthesizes a module.
pub(crate) fn cost(
    technology: &Technology,
    tools: &Tools,
    design: &Design,
    (recipe, corners): (Recipe, &[Library]),
    limits: Limits,
) -> Result<Cost, CosimError> {
    let files = crate::sources(design);
    let top = &design.top.name;
    let script = recipe::yosys(technology, &files, top);
    let abc = recipe::abc(technology, recipe).unwrap_or_default();
    let versions = tools.versions().join("\n");
    let mut key = vec!["cost", FORM, &versions, &script, &abc];
    key.extend(files.iter().flat_map(|(path, text)| [path.as_str(), text]));
    let libraries = technology.libraries(corners);
    key.extend(libraries.iter().map(|library| library.text.as_str()));
    let timing = tools.timer.as_ref().map(|_| timing::script(design));
    key.extend(timing.as_deref());
    let make = || -> Result<String, CosimError> {
        let scratch = vidalu_sim::scratch()?;
        let folder = scratch.path();
        write_sources(&files, folder)?;
        write(&folder.join(ABC), &abc)?;
        write(&folder.join("synth.ys"), &script)?;
        if let Some(library) = libraries.first() {
            write(&folder.join(CELLS), &library.mappable())?;
            write(&folder.join(AROUND), &recipe::around(library))?;
        }
        let path = folder.join(NETLIST);
        tools.yosys.make(folder, &["-q", "-s", "synth.ys"].map(str::to_owned), limits.time, &path)?;
        let bad = |problem: String| CosimError::from(YOSYS.bad_output(problem));
        let netlist = Netlist::read(&read(&path)?, top).map_err(bad)?;
        let cost = match libraries.first() {
            None => of_tables(technology, &netlist).map_err(bad)?,
            Some(library) => {
                let mut cost = of_cells(library, &netlist, folder).map_err(bad)?;
                if let Some(timer) = &tools.timer {
                    let timed = timing::time(timer, design, &libraries, &netlist, folder, limits)?;
                    (cost.from, cost.to) = (timed.from, timed.to);
                    cost.clocks = timed.clocks;
                }
                cost
            }
        };
        Ok(serde_json::to_string(&cost).expect("it is plain data"))
    };
    let text = cache::text("synthesis", &key, |text| serde_json::from_str::<Cost>(text).is_ok(), make)?;
    Ok(serde_json::from_str(&text).expect("it was checked"))
}

/// Returns the cost in the cells of an FPGA. The problem follows "but".
fn of_tables(technology: &Technology, netlist: &Netlist) -> Result<Cost, String> {
    let counts = netlist.counts()?;
    let longest = netlist.longest()?;
    let (levels, from, to) = match longest {
        Some(longest) => (longest.levels, longest.from, longest.to),
        None => return Err("its netlist has no outputs".to_owned()),
    };
    let has_more = technology.is_device();
    Ok(Cost {
        area: if has_more { counts.logic_cells } else { counts.tables } as f64,
        tables: Some(counts.tables),
        carries: has_more.then_some(counts.carries),
        dsps: has_more.then_some(counts.dsps),
        flip_flops: counts.flip_flops,
        levels: Some(levels),
        delay_ps: None,
        clocks: Vec::new(),
        from,
        to,
    })
}

/// Returns the cost in the cells of a library, by what yosys and abc printed. The problem follows
/// "but".
fn of_cells(library: &Library, netlist: &Netlist, folder: &Path) -> Result<Cost, String> {
    let log = |name: &str| read(&folder.join(name)).map_err(|_| format!("wrote no {name}"));
    let (abc, stat) = (log(ABC_LOG)?, log(STAT)?);
    let area =
        stat.lines().filter(|line| line.contains("Chip area")).find_map(|line| line.rsplit(' ').next()?.parse().ok());
    let area = area.filter(|area: &f64| *area > 0.0).ok_or("printed no area")?;
    // A yosys in WebAssembly loses what its abc prints, and abc is not called without gates.
    let is_silent = !abc.contains("ABC: ");
    let path = abc.lines().filter(|line| line.contains("Path ") && line.contains(" A =")).count() as u32;
    let line = abc.lines().rfind(|line| line.contains("Delay ="));
    let delay = line.and_then(|line| line.split("Delay =").nth(1)?.split_whitespace().next()?.parse().ok());
    if delay.is_none() && !is_silent {
        return Err("abc printed no delay".to_owned());
    }
    let ends = abc.lines().rfind(|line| line.contains("Start-point"));
    // Start-point = pi77 (\tmp_s34_q [33]).  End-point = po57 (\d_o [0]).
    let end = |word: &str| {
        let name = ends?.split(word).nth(1)?.split('(').nth(1)?.split(')').next()?;
        Some(name.trim_start_matches('\\').replace(" [", "["))
    };
    let names = |word: &str| end(word).map_or_else(Vec::new, |name| netlist.aliases(&name));
    let is_flip_flop = |kind: &str| library.cells.iter().any(|cell| cell.is_flip_flop && cell.name == kind);
    Ok(Cost {
        area,
        tables: None,
        carries: None,
        dsps: None,
        flip_flops: netlist.count(is_flip_flop),
        // The first line of a path is the input.
        levels: (!is_silent).then(|| path.saturating_sub(1)),
        delay_ps: delay,
        clocks: Vec::new(),
        from: names("Start-point"),
        to: names("End-point"),
    })
}
