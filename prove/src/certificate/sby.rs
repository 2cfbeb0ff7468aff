//! The claim about a block for SymbiYosys: the text next to the golden model, which yosys reads
//! as AIGER.

use itertools::Itertools;
use vidalu_gen::Target;
use vidalu_model::bv::Domain;
use vidalu_sim::gates::{Aig, Lit};
use vidalu_sim::subject::Signal;

use crate::claim::Implementation;
use crate::engine::aiger;
use crate::spec::{self, LaneSum, Pins};
use crate::term::{Formula, Term, blast};
use crate::word::Word;

/// Returns the job for SymbiYosys, the golden model, and the module that asserts the claim.
/// Returns `None` for units, which are too large in this form, and for products.
pub(super) fn files(module: &Implementation) -> Option<[(String, Vec<u8>); 3]> {
    let is_block = matches!(module.target, Target::Block(_)) && module.dut.clock.is_none();
    let golden = is_block.then(|| golden(module)).flatten()?;
    let top = &module.dut.top;
    Some([
        (format!("{top}.sby"), job(module).into_bytes()),
        (format!("{top}_golden.aig"), golden),
        (format!("{top}_check.sv"), check(module).into_bytes()),
    ])
}

/// Returns the golden model in AIGER: the outputs of the block, and whether they are promised.
/// Returns `None` if it multiplies.
fn golden(module: &Implementation) -> Option<Vec<u8>> {
    let (signals, outputs) = (module.subject.inputs(), module.subject.outputs());
    let (formula, outcome) = Formula::with_open_products(|| {
        let values: Vec<_> = signals.iter().map(|signal| Term::input(signal.width)).collect();
        let pins = Pins { signals, values: &values };
        spec::outcome(module.target, &module.config, &pins, outputs, Term::constant(1, 0), LaneSum::OntoC)
    });
    formula.products().is_empty().then_some(())?;
    let mut aig = Aig::default();
    let inputs = signals.iter().map(|signal| (0..signal.width).map(|_| aig.leaf()).collect());
    let inputs: Vec<Word> = inputs.collect();
    let words = blast(&formula, &mut aig, &inputs);
    let shown = outcome.outputs.iter().chain([&outcome.promised]).flat_map(|term| &words[term.index()]);
    let mut golden = aiger(&aig, &inputs.concat(), &shown.copied().collect::<Vec<Lit>>());
    let names = bits(signals).enumerate().map(|(at, [name, _])| format!("i{at} {name}\n"));
    let shown = bits(outputs).map(|[name, _]| name).chain([PROMISED.to_owned()]);
    let names = names.chain(shown.enumerate().map(|(at, name)| format!("o{at} {name}\n")));
    golden.extend(names.flat_map(String::into_bytes));
    Some(golden)
}

/// The output of the golden model that says whether the others are promised.
const PROMISED: &str = "promised";

/// Returns the names of the bits of vectors: the port of the golden model, and the bit in the text.
fn bits(signals: &[Signal]) -> impl Iterator<Item = [String; 2]> {
    let bits = signals.iter().flat_map(|signal| (0..signal.width).map(|bit| (signal.name, bit)));
    bits.map(|(name, bit)| [format!("{name}_{bit}"), format!("{name}[{bit}]")])
}

fn job(module: &Implementation) -> String {
    let paths = module.dut.files.iter().map(|(path, _)| path.as_str()).collect_vec();
    let compiled = paths.iter().filter(|path| [".v", ".sv"].iter().any(|ending| path.ends_with(ending)));
    // SymbiYosys puts all files into one folder.
    let sources = compiled.map(|path| format!("read -sv {}", path.rsplit('/').next().unwrap_or(path))).join("\n");
    let (top, paths) = (&module.dut.top, paths.join("\n"));
    format!(
        "# The block has no registers, so one step covers everything.\n[options]\nmode bmc\ndepth 1\n\n[engines]\nsmtbmc z3\n\n\
         [script]\n{sources}\nread_aiger -module_name golden {top}_golden.aig\nread -formal {top}_check.sv\n\
         prep -top check\n\n[files]\n{paths}\n{top}_golden.aig\n{top}_check.sv\n"
    )
}

/// Returns a module that asserts that the outputs of the block and of the golden model are equal.
fn check(module: &Implementation) -> String {
    let (signals, outputs) = (module.subject.inputs(), module.subject.outputs());
    let ports = signals.iter().map(|signal| format!("  input [{}:0] {}", signal.width - 1, signal.name)).join(",\n");
    let wire = |Signal { name, width }: &Signal| format!("  wire [{0}:0] {name}, golden_{name};\n", width - 1);
    let wires = outputs.iter().map(wire).format("");
    let own = signals.iter().chain(outputs).map(|Signal { name, .. }| format!(".{name}({name})")).format(", ");
    let read = bits(signals).map(|[port, bit]| format!(".{port}({bit})"));
    let shown = bits(outputs).map(|[port, bit]| format!(".{port}(golden_{bit})"));
    let golden = read.chain(shown).format(", ");
    let equal = outputs.iter().map(|Signal { name, .. }| format!("    assert ({name} == golden_{name});\n")).format("");
    let top = &module.dut.top;
    format!(
        "module check (\n{ports}\n);\n{wires}  wire {PROMISED};\n  {top} block ({own});\n  \
         golden golden (.{PROMISED}({PROMISED}), {golden});\n  \
         always @* if ({PROMISED}) begin\n{equal}  end\nendmodule\n"
    )
}
