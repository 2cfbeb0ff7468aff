//! The report as text: mismatches, coverage, and a table with the verdict.

use std::collections::BTreeSet;
use std::fmt::Write;

use vidalu_sim::GroupSummary;
use vidalu_sim::report::CosimReport;

/// Returns the report as text, with or without the coverage.
pub(super) fn text(report: &CosimReport, with_coverage: bool) -> String {
    let mut text = String::new();
    write(&mut text, report, with_coverage).expect("a string takes all text");
    text
}

fn write(text: &mut String, report: &CosimReport, with_coverage: bool) -> std::fmt::Result {
    for mismatch in report.units.iter().flat_map(|unit| &unit.failures) {
        writeln!(text, "{mismatch}\n")?;
    }
    // All simulators get the same vectors, so the coverage of the first one is that of all.
    let mut told = BTreeSet::new();
    for unit in &report.units {
        if with_coverage && told.insert(&unit.unit) && !unit.coverage.is_empty() {
            let only = if unit.forms.is_empty() { "" } else { ", only of the forms " };
            writeln!(text, "coverage of {}{only}{}", unit.unit, unit.forms.join(", "))?;
            for group in &unit.coverage {
                coverage(text, group)?;
            }
            writeln!(text)?;
        }
    }
    let width = report.units.iter().map(|unit| unit.unit.len()).max().unwrap_or(0).max(10);
    writeln!(
        text,
        "{:<width$} {:<10} {:>10} {:>10} {:>10}  {:>8} {:>8}",
        "unit", "simulator", "cycles", "checked", "mismatches", "build", "run"
    )?;
    for unit in &report.units {
        writeln!(
            text,
            "{:<width$} {:<10} {:>10} {:>10} {:>10}  {:>6.1} s {:>6.1} s",
            unit.unit,
            unit.sim,
            unit.cycles,
            unit.checked,
            unit.mismatches,
            unit.build_time.as_secs_f64(),
            unit.run_time.as_secs_f64()
        )?;
    }
    if let Some(wave) = &report.wave {
        let path = wave.path.display();
        writeln!(text, "\nwave of {} in {}, cycles {} to {}: {path}", wave.unit, wave.sim, wave.from, wave.to)?;
        if let Some(viewers) = &wave.viewers {
            writeln!(text, "  gtkwave {}", viewers.gtkwave.display())?;
            writeln!(text, "  surfer --command-file {}", viewers.surfer.display())?;
        }
    }
    if let Some(share) = report.shard {
        writeln!(text, "\nshard {} of {}, of {} vectors", share.index, share.of, share.vectors)?;
    }
    if let Some(shards) = report.shards {
        writeln!(text, "\n{shards} shards; cycles are counted from the start of each")?;
    }
    let verdict = match (report.passed(), report.interrupted) {
        (false, _) => "the hardware and the model differ",
        (true, false) => "every output agrees in every cycle",
        (true, true) => "interrupted; every output agrees in every cycle until then",
    };
    writeln!(text, "\n{verdict}")
}

/// The largest number of missed cases that are listed per table; `--format json` lists more.
const NAMED: usize = 3;

fn coverage(text: &mut String, group: &GroupSummary) -> std::fmt::Result {
    writeln!(text, "  {:<43} {:>6} of {}", group.name, group.hit, group.bins)?;
    for hole in group.holes.iter().take(NAMED) {
        writeln!(text, "    not met: {hole}")?;
    }
    let unnamed = group.bins - group.hit - group.holes.len().min(NAMED);
    if unnamed > 0 {
        writeln!(text, "    and {unnamed} more")?;
    }
    Ok(())
}
