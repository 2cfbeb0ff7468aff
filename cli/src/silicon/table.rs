//! The report as text: disagreements, then a table of the instructions.

use std::fmt::Write;

use vidalu_silicon::campaign::Findings;

/// The largest number of disagreements that are shown; the file has more.
const SHOWN: usize = 20;

/// Returns the report as text.
pub(super) fn text(findings: &Findings) -> String {
    let mut text = String::new();
    write(&mut text, findings).expect("a string takes all text");
    text
}

fn write(text: &mut String, findings: &Findings) -> std::fmt::Result {
    for found in findings.disagreements.iter().take(SHOWN) {
        writeln!(text, "form {}, vector {}: {}", found.form, found.vector, found.ptx)?;
        writeln!(text, "  the GPU gives {}, the model {}", found.device, found.model)?;
        writeln!(text, "  {}\n", found.replay)?;
    }
    writeln!(
        text,
        "{:<10} {:>7} {:>14} {:>13}  departures from the manual",
        "", "forms", "comparisons", "disagreements"
    )?;
    for (op, tally) in &findings.instructions {
        let departures: Vec<_> = tally.departures.iter().map(|(why, count)| format!("{why}: {count}")).collect();
        let row = format!(
            "{op:<10} {:>7} {:>14} {:>13}  {}",
            tally.forms,
            tally.comparisons,
            tally.disagreements,
            departures.join("  ")
        );
        writeln!(text, "{}", row.trim_end())?;
    }
    let (done, seconds) = (findings.forms_done(), findings.time.as_secs_f64());
    writeln!(
        text,
        "\n{done} of {} forms, {} vectors in {seconds:.1} s: {:.0} million vectors a second",
        findings.forms,
        findings.vectors,
        findings.vectors as f64 / seconds / 1e6
    )?;
    let (compared, disagreed) = (findings.comparisons(), findings.disagreed());
    match disagreed {
        0 => writeln!(text, "{compared} answers were compared, and all agree"),
        _ => writeln!(text, "{compared} answers were compared, and {disagreed} disagree"),
    }
}

#[cfg(test)]
mod tests {
    use super::text;
    use std::time::Duration;
    use vidalu_silicon::Tally;
    use vidalu_silicon::campaign::Findings;

    #[test]
    fn a_row_for_each_instruction() {
        let mut findings =
            Findings { forms: 3, vectors: 4_000_000, time: Duration::from_secs(2), ..Findings::default() };
        let departures = [("E1".to_owned(), 7), ("E3,E4".to_owned(), 1)].into();
        let tally = Tally { forms: 2, comparisons: 4_000_000, disagreements: 5, departures };
        findings.instructions.insert("vadd".to_owned(), tally);
        assert_eq!(
            text(&findings),
            "             forms    comparisons disagreements  departures from the manual\n\
             vadd             2        4000000             5  E1: 7  E3,E4: 1\n\
             \n\
             2 of 3 forms, 4000000 vectors in 2.0 s: 2 million vectors a second\n\
             4000000 answers were compared, and 5 disagree\n"
        );
    }
}
