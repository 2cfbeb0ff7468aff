//! Structural multipliers at their full width: a chain of lemmas about the modules and the named
//! nets of their text.
//!
//! Each row is what the architecture says, and the rows add up to the product and the addend. Every
//! step of the reduction keeps the sum of its numbers. Every module takes the numbers that another
//! has made. The last adder adds.

mod reduce;
mod rows;
mod wiring;

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use vidalu_gen::landmark::{MultiplierModules, REDUCE_LAST, ROWS};
use vidalu_gen::{Config, Landmarks, Plan};
use vidalu_sim::gates::{Gates, Lit, Synthesis, gates};
use vidalu_sim::tool::Tool;
use vidalu_sim::{CosimError, Dut};

use self::rows::Rows;
use super::statement::Claim;
use crate::engine::aiger_with_names;
use crate::frames::{Frames, Named};
use crate::problem::Problem;
use crate::word::sum;

pub(super) use self::wiring::{reductions, taken};

/// A structural multiplier of the design.
pub(crate) struct Multiplier {
    /// The name without the prefix and the architecture, such as `mul33`.
    name: String,
    /// The width of the factors in bits, which is odd.
    width: usize,
    plan: Plan,
    /// The rows that the architecture has.
    wanted: Rows,
    rows: Gates,
    /// The modules that reduce the rows, with their nets as outputs.
    reduce: Vec<Gates>,
    /// The module that contains all of these, which are cut out of it. A unit with registers
    /// between them does not have this module.
    whole: Option<Gates>,
}

/// Returns the file that contains a module, if any.
pub(super) fn source<'a>(dut: &'a Dut, module: &str) -> Option<&'a (String, String)> {
    dut.files.iter().find(|(_, text)| text.contains(&format!("module {module} (")))
}

/// Returns the names of the modules that are cut out of a design: its multipliers where they
/// stand in one piece, and their pieces.
pub(super) fn cuts(landmarks: &Landmarks) -> Vec<String> {
    landmarks.multipliers.iter().flat_map(names).collect()
}

/// Returns the names of a multiplier's module and of its pieces.
pub(super) fn names(modules: &MultiplierModules) -> Vec<String> {
    modules.whole.iter().cloned().chain(pieces(modules)).collect()
}

/// The modules that a structural multiplier is made of.
fn pieces(modules: &MultiplierModules) -> Vec<String> {
    modules.rows.iter().chain(&modules.reduce).cloned().collect()
}

/// Makes the gates of the structural multipliers of a design.
///
/// # Errors
/// If yosys fails.
pub(super) fn load(
    config: &Config,
    landmarks: &Landmarks,
    dut: &Dut,
    yosys: &Tool,
    scratch: &Path,
    limit: Duration,
) -> Result<Vec<Multiplier>, CosimError> {
    let module = |name: &String, cuts: &[String], exposed: &[&str]| {
        let mut own = Dut { top: name.clone(), clock: None, reset: None, ..dut.clone() };
        if cuts.is_empty() {
            own.files = source(dut, name).cloned().into_iter().collect();
        }
        gates(yosys, Synthesis { dut: &own, cuts, exposed, scratch, limit })
    };
    let mut multipliers = Vec::new();
    for modules in &landmarks.multipliers {
        let width = modules.width as usize;
        let plan = Plan::of(config, modules.width);
        let (Some(rows), Some(plan)) = (&modules.rows, plan) else { continue };
        multipliers.push(Multiplier {
            name: format!("mul{width}"),
            width,
            plan,
            wanted: Rows::of(config.multiplier, width),
            rows: module(rows, &[], &[])?,
            reduce: modules.reduce.iter().map(|name| module(name, &[], &reduce::NETS)).collect::<Result<_, _>>()?,
            whole: modules.whole.as_ref().map(|name| module(name, &pieces(modules), &[])).transpose()?,
        });
    }
    Ok(multipliers)
}

/// The claim about the connections between the modules of a multiplier, with a case for each
/// module.
pub(super) fn transport(name: &str, cases: Vec<(String, Problem)>) -> Claim {
    Claim::of_cases(name, "every module of the multiplier takes what another has made", cases)
}

impl Multiplier {
    /// Returns the gates of all modules of the multiplier.
    pub(super) fn gates(&self) -> impl Iterator<Item = &Gates> {
        [&self.rows].into_iter().chain(&self.reduce).chain(&self.whole)
    }

    /// The name without the prefix and the architecture, such as `mul33`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns what another program needs to check the rows and the reduction, as files with
    /// their names: the plan as JSON, and the gates of each module as AIGER.
    pub(crate) fn files(&self) -> Vec<(String, Vec<u8>)> {
        let rows: Vec<_> = self.plan.rows.iter().map(|row| json!({ "name": row.name, "lo": row.lo })).collect();
        let steps = reduce::documents(&self.plan);
        let plan = json!({ "width": self.width, "rows": rows, "steps": steps, "reductions": self.reduce.len() });
        let reduce = self.reduce.iter().enumerate();
        let reduce = reduce.map(|(index, gates)| (format!("reduce_{}.aig", index + 1), aiger_with_names(gates)));
        let own = [
            ("plan.json".to_owned(), format!("{plan:#}\n").into_bytes()),
            ("rows.aig".to_owned(), aiger_with_names(&self.rows)),
        ];
        own.into_iter().chain(reduce).collect()
    }

    /// The claims that the multiplier multiplies.
    pub(super) fn claims(&self) -> Vec<Claim> {
        let named = |what: &str| format!("{what} of {}", self.name);
        let rows = self.wanted.problems(&self.plan, Frames::new(&self.rows, &[])).into_iter();
        let rows = rows.zip(&self.plan.rows).map(|(problem, row)| (row.name.replace('_', " "), problem)).collect();
        let mut identity = self.wanted.identity();
        reduce::once(&self.plan, &mut identity, self.width);
        let reduction = reduce::problems(&self.plan, &self.reduce, self.width);
        let mut claims = vec![
            Claim::of_cases(&named("rows"), "each row is its digit of one factor times the other, biased", rows),
            Claim::whole(&named("identity"), "the rows add up to the product and the addend", identity),
            Claim::of_cases(&named("reduction"), "every step keeps the sum of its numbers", reduction),
        ];
        if let Some(whole) = &self.whole {
            let (transport, adder) = self.whole(whole);
            claims.push(self::transport(&named("transport"), transport));
            let says = "the product is the sum of the two numbers that are left";
            claims.push(Claim::whole(&named("adder"), says, adder));
        }
        claims
    }

    /// The problems about the module that contains all pieces: the numbers that each piece takes,
    /// and the last addition.
    fn whole(&self, gates: &Gates) -> (Vec<(String, Problem)>, Problem) {
        let mut frames = Frames::new(gates, &[]);
        let frame = frames.step(&Named::new());
        let seen = |name: &str| frame.output(name).or(frame.input(name)).expect("the module has its pieces").clone();
        let mut factors = Problem::new(frames.aig.clone(), frames.inputs.clone());
        for pin in ["a_i", "b_i"] {
            factors.claim(pin, seen(pin), seen(&format!("{ROWS}.{pin}")));
        }
        factors.claim("addend_i", vec![Lit::FALSE; self.width], seen(&format!("{ROWS}.addend_i")));
        let mut transport = vec![(ROWS.to_owned(), factors)];
        let mut before = vec![(ROWS.to_owned(), 0)];
        let cycles = [frame.clone()];
        for piece in reductions(&frame.outputs, ROWS) {
            let mut problem = Problem::new(frames.aig.clone(), frames.inputs.clone());
            taken(&mut problem, &cycles, &before, (&piece, 0));
            transport.push((piece.clone(), problem));
            before.push((piece, 0));
        }
        let [left, right] = ["sum", "carry"].map(|number| seen(&format!("{REDUCE_LAST}.{number}_o")));
        let expected = sum(&mut frames.aig, &left, &right, Lit::FALSE).0;
        let mut adder = Problem::new(frames.aig, frames.inputs);
        adder.claim("product_o", expected, seen("product_o"));
        (transport, adder)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use itertools::Itertools;
    use vidalu_gen::{Adder, Block, Choice, Config, Multiplier, Piece, Plan, Target, generate};
    use vidalu_sim::Dut;
    use vidalu_sim::subject;
    use vidalu_sim::tool::YOSYS;

    use super::load;
    use crate::engine::{Answer, Engines};
    use vidalu_testkit::found;

    const LIMIT: Duration = Duration::from_secs(100);

    /// Returns the obligations that do not hold for a multiplier in which the first `from` of the
    /// line with `mark` became `to`; `None` if a tool is missing.
    fn failures(architecture: Multiplier, fault: [&str; 3]) -> Option<Vec<String>> {
        failures_by(architecture, fault, |_| ())
    }

    /// Returns the same by a plan that was changed.
    fn failures_by(
        architecture: Multiplier,
        [mark, from, to]: [&str; 3],
        change: fn(&mut Plan),
    ) -> Option<Vec<String>> {
        let (yosys, engines) = found(YOSYS.find().and_then(|yosys| Ok((yosys, Engines::find()?))))?;
        let config = Config { multiplier: architecture, adder: Adder::Sklansky, ..Config::default() };
        let target = Target::Block(Block::Multiplier);
        let mut dut = Dut::generate(target, &config, &*subject::of(target, &config)).unwrap();
        let mut faults = 0;
        for (_, text) in &mut dut.files {
            let lines = text.lines().map(|line| {
                let is_it = line.contains(mark) && line.contains(from);
                faults += usize::from(is_it);
                if is_it { line.replacen(from, to, 1) } else { line.to_owned() }
            });
            *text = lines.map(|line| line + "\n").collect();
        }
        assert_eq!(faults, 1, "there is one line {mark}");
        let scratch = tempfile::tempdir().unwrap();
        let landmarks = generate(target, &config).unwrap().landmarks;
        let mut multipliers = load(&config, &landmarks, &dut, &yosys, scratch.path(), LIMIT).unwrap();
        assert_eq!(multipliers.len(), 1);
        change(&mut multipliers[0].plan);
        let claims = multipliers[0].claims();
        let parts = claims.iter().flat_map(|claim| claim.obligations.iter().map(move |part| (claim, part)));
        let fails = parts.filter_map(|(claim, part)| {
            match engines.decide(&part.problem, scratch.path(), LIMIT).unwrap().answer {
                Answer::Holds => None,
                Answer::Fails(_) => Some(format!("{} {}", claim.name, part.case).trim().to_owned()),
                Answer::Unknown => panic!("{} {}: unknown", claim.name, part.case),
            }
        });
        Some(fails.collect())
    }

    #[test]
    fn every_architecture_multiplies() {
        for &architecture in Multiplier::ALL.iter().filter(|&&own| own != Multiplier::Star) {
            let none = failures(architecture, ["assign product_o", "=", "="]);
            assert!(none.is_none_or(|fails| fails.is_empty()), "{architecture:?}");
        }
    }

    #[test]
    fn a_fault_fails_the_lemma_of_its_place_and_no_other() {
        let faults = [
            (Multiplier::Array, ["wire [32:0] product_7 =", "&", "|"], "rows of mul33 row 7"),
            (Multiplier::Booth4, ["wire two_3 =", "~one_3", "one_3"], "rows of mul33 row 3"),
            (Multiplier::Booth4, ["assign row_17_o =", "sign & ~one", "sign & one"], "rows of mul33 row 17"),
            (Multiplier::Booth4, ["wire [65:0] carry_4_0 =", "half_4_0 &", "half_4_0 |"], "reduction of mul33 sum_4_0"),
            (Multiplier::Booth4Dadda, ["wire [65:0] sum_2_1 =", "^", "|"], "reduction of mul33 sum_2_1"),
            (Multiplier::Booth4Counters, ["wire [65:0] twos_1_1_2 =", "&", "|"], "reduction of mul33 sum_1_2"),
            (Multiplier::Booth4Counters, ["wire [65:0] fours_2_0 =", "2'd2", "2'd1"], "reduction of mul33 sum_2_0"),
            (
                Multiplier::Booth4Counters,
                ["wire [65:0] bits_1_6 =", "row_6_i[34:10]", "row_6_i[33:9]"],
                "reduction of mul33 bits_1_0",
            ),
            // A one that is left out.
            (Multiplier::Booth4Counters, ["assign row_5_o =", "1'b0", "b_i[0]"], "rows of mul33 row 5"),
            (Multiplier::Booth4Dadda, [".row_3_i ", "(row_3)", "(row_4)"], "transport of mul33 u_reduce_1"),
            (Multiplier::Booth4Dadda, [".carry_i ", "1'd0", "1'd1"], "adder of mul33"),
        ];
        for (architecture, fault, lemma) in faults {
            let fails = failures(architecture, fault);
            assert!(fails.is_none_or(|fails| fails == [lemma]), "{}", fault.iter().join(" "));
        }
    }

    /// Returns the arrangement before the first stage, and its piece `row_6_i[34:10]`.
    fn first(plan: &mut Plan) -> (&mut Vec<Piece>, &mut Piece) {
        let arrangement = plan.stages[0].arrangement.as_mut().expect("counters have one");
        let pieces = arrangement.made.iter_mut().flat_map(|made| &mut made.pieces);
        let piece = pieces.max_by_key(|piece| if piece.of.as_deref() == Some("row_6") { piece.width } else { 0 });
        (&mut arrangement.dropped, piece.expect("there are pieces"))
    }

    /// A bit that is left out although it can be 1, one with two places, and one in another column.
    #[test]
    fn a_wrong_plan_fails() {
        type Change = fn(&mut Plan);
        let whole = ["assign product_o", "=", "="];
        let changes: [(Change, [&str; 2]); 3] = [
            (
                |plan| {
                    let (dropped, piece) = first(plan);
                    dropped.push(piece.clone());
                    piece.of = None;
                },
                ["rows of mul33 row 6", "reduction of mul33 bits_1_0"],
            ),
            (|plan| first(plan).1.of = Some("row_7".to_owned()), ["identity of mul33", "reduction of mul33 bits_1_0"]),
            (|plan| first(plan).1.lo += 1, ["identity of mul33", "reduction of mul33 bits_1_0"]),
        ];
        for (change, lemmas) in changes {
            let fails = failures_by(Multiplier::Booth4Counters, whole, change);
            assert!(fails.as_ref().is_none_or(|fails| fails == &lemmas), "{fails:?}, not {lemmas:?}");
        }
    }
}
