//! The report as text.

use std::fmt::Write;

use vidalu_synth::{Chosen, Row, SynthReport};

/// A column: its heading, and the text of a row in it, if the row has one.
type Column = (&'static str, fn(&Row) -> Option<String>);

/// The columns between the configuration and the slowest stage. A column without a text is left
/// out.
const COLUMNS: [Column; 12] = [
    ("recipe", |row| row.recipe.map(|recipe| recipe.name().to_owned())),
    ("logic cells", |row| row.carries.map(|_| format!("{:.0}", row.area))),
    ("tables", |row| row.tables.map(|tables| tables.to_string())),
    ("µm²", |row| row.tables.is_none().then(|| format!("{:.0}", row.area))),
    ("carries", |row| row.carries.map(|carries| carries.to_string())),
    ("flip-flops", |row| Some(row.flip_flops.to_string())),
    ("DSPs", |row| row.dsps.map(|dsps| dsps.to_string())),
    ("levels", |row| row.levels.map(|levels| levels.to_string())),
    ("ps", |row| row.delay_ps.map(|delay| format!("{delay:.0}"))),
    ("MHz", |row| row.mhz.map(|mhz| format!("{mhz:.1}"))),
    ("spread", |row| row.spread().map(|(low, high)| format!("{low:.1}-{high:.1}"))),
    ("slowest corner", |row| row.slowest_corner().map(|corner| corner.file.clone())),
];

/// Returns a line for each row, and what was chosen.
pub(super) fn text(report: &SynthReport) -> String {
    let mut lines = vec![vec!["unit".to_owned(), "configuration".to_owned()]];
    lines.extend(report.rows.iter().map(|row| vec![unit(row), configuration(row)]));
    for (heading, text) in COLUMNS {
        let texts: Vec<_> = report.rows.iter().map(text).collect();
        if texts.iter().any(Option::is_some) {
            lines[0].push(heading.to_owned());
            for (line, text) in lines[1..].iter_mut().zip(texts) {
                line.push(text.unwrap_or_else(|| "-".to_owned()));
            }
        }
    }
    lines[0].push("slowest stage".to_owned());
    for (line, row) in lines[1..].iter_mut().zip(&report.rows) {
        line.push(row.note.clone().unwrap_or_else(|| stage(row)));
    }
    let mut text = format!("{}: {}\n\n", report.target, report.tools.join("; "));
    text += &aligned(&lines);
    for chosen in report.chosen.iter().flatten() {
        text += &choice(report, chosen);
    }
    text
}

fn unit(row: &Row) -> String {
    row.wrapper.map_or_else(|| row.unit.to_owned(), |wrapper| format!("{} behind {wrapper}", row.unit))
}

fn configuration(row: &Row) -> String {
    if row.config.is_empty() { "default".to_owned() } else { row.config.clone() }
}

fn stage(row: &Row) -> String {
    format!("{}: {} -> {}", row.slowest_stage, row.path.from, row.path.to)
}

/// Aligns the first two columns and the last to the left, and numbers to the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let last = lines[0].len() - 1;
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..last).map(width).collect();
    let mut text = String::new();
    for line in lines {
        for (at, (word, width)) in line.iter().zip(&widths).enumerate() {
            let _ = match at {
                0 | 1 => write!(text, "{word:<width$}  "),
                _ => write!(text, "{word:>width$}  "),
            };
        }
        let _ = writeln!(text, "{}", line[last]);
    }
    text
}

/// Returns the line about the smallest configuration of a unit, or about what stands in its way.
fn choice(report: &SynthReport, chosen: &Chosen) -> String {
    let (unit, clock) = (chosen.unit, report.frequency.unwrap_or_default());
    let of_unit = report.rows.iter().filter(|row| row.unit == unit).count();
    let row = &report.rows[chosen.row];
    let Some(config) = &chosen.config else {
        let best = match row.mhz {
            Some(mhz) if of_unit == 1 => format!("it has {mhz:.1} MHz"),
            Some(mhz) => format!("the fastest has {mhz:.1} MHz"),
            None => format!("none was routed, and the fewest levels are {}", row.levels.unwrap_or_default()),
        };
        let failed = match of_unit {
            1 => format!("the only configuration does not meet {clock} MHz"),
            _ => format!("none of {of_unit} configurations meets {clock} MHz"),
        };
        return format!("\n{unit}: {failed}; {best} ({})\n  the slowest stage is {}\n", configuration(row), stage(row));
    };
    let mhz = row.mhz.unwrap_or_default();
    let bus = row.wrapper.map_or_else(String::new, |wrapper| format!(" --wrapper {wrapper}"));
    let flags = if config.is_empty() { String::new() } else { format!(" {config}") };
    let named = format!(" ({})", configuration(row));
    let which = match of_unit {
        1 => format!("the only configuration meets {clock} MHz: it"),
        _ => format!("of {of_unit} configurations, the smallest that meets {clock} MHz"),
    };
    format!(
        "\n{unit}: {which} has {mhz:.1} MHz{named}\n\
         next: vidalu gen --unit {unit}{bus}{flags} --out rtl\n"
    )
}
