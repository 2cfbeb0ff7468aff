//! The wires of a machine: their bits among the gates, when they show the value of an instruction,
//! and which of them show the same value.

use std::collections::{BTreeMap, HashMap};

use vidalu_engine::{Gates as Graph, Wire};
use vidalu_gen::Design;
use vidalu_gen::landmark::unregistered;
use vidalu_sim::Dut;
use vidalu_sim::gates::{Gates, Lit, Node};

use crate::modules::Text;

/// The numbers of the nodes of a graph: the leaves come first.
struct Numbers(Vec<u32>);

impl Numbers {
    fn new(gates: &Gates) -> Self {
        let nodes = gates.aig.nodes();
        let is_leaf = |node: &usize| matches!(nodes[*node], Node::Leaf);
        let order = (0..nodes.len()).filter(is_leaf).chain((0..nodes.len()).filter(|node| !is_leaf(node)));
        let mut numbers = vec![0; nodes.len()];
        for (number, node) in (0..).zip(order) {
            numbers[node] = number;
        }
        Self(numbers)
    }

    fn literal(&self, lit: Lit) -> u32 {
        self.0[lit.node()] << 1 | u32::from(lit.is_inverted())
    }
}

/// Returns the graph in the form that the engine evaluates.
pub(crate) fn graph(gates: &Gates) -> Graph {
    let numbers = Numbers::new(gates);
    let nodes = gates.aig.nodes();
    let ands = nodes.iter().filter_map(|node| match node {
        Node::Leaf => None,
        Node::And(a, b) => Some((numbers.literal(*a), numbers.literal(*b))),
    });
    let leaf = |lit: &Lit| numbers.0[lit.node()];
    Graph {
        leaves: nodes.iter().skip(1).filter(|node| matches!(node, Node::Leaf)).count() as u32,
        ands: ands.collect(),
        inputs: gates.inputs.iter().map(|(name, bits)| (name.clone(), bits.iter().map(leaf).collect())).collect(),
        registers: gates.registers.iter().map(|it| (leaf(&it.state), numbers.literal(it.next))).collect(),
    }
}

/// Returns the wires by their paths.
pub(crate) fn wires(text: &Text<'_>, design: &Design, dut: &Dut, gates: &Gates) -> BTreeMap<String, Wire> {
    let numbers = Numbers::new(gates);
    let rows = Rows::new(gates, design, dut);
    // The nets inside functions have names that yosys made.
    let named = gates.inputs.iter().chain(&gates.outputs).filter(|(path, _)| !path.contains('$'));
    let mut wires: BTreeMap<_, _> = named
        .map(|(path, bits)| {
            let wire =
                Wire { bits: bits.iter().map(|bit| numbers.literal(*bit)).collect(), row: rows.of(bits), same: None };
            (path.clone(), wire)
        })
        .collect();
    let widths: BTreeMap<_, _> = wires.iter().map(|(path, wire)| (path.clone(), wire.bits.len())).collect();
    let mut groups = Groups::default();
    for (a, b) in connections(text, &dut.top).into_iter().chain(copies(design, &widths)) {
        if widths.contains_key(&a) && widths.get(&a) == widths.get(&b) {
            groups.join(&a, &b);
        }
    }
    for (path, wire) in &mut wires {
        wire.same = Some(groups.of(path)).filter(|group| group != path);
    }
    wires
}

/// The number of rows of registers between the inputs and each node.
struct Rows {
    /// From the inputs that carry an instruction.
    data: Vec<u32>,
    /// From the inputs that say whether there is one, for nodes that no instruction reaches.
    control: Vec<u32>,
}

/// The row of a node that nothing reaches.
const NONE: u32 = u32::MAX;

impl Rows {
    fn new(gates: &Gates, design: &Design, dut: &Dut) -> Self {
        let is_control = |name: &str| matches!(name, "ce_i" | "flush_i" | "valid_i" | "ready_i");
        let is_reset = |name: &str| dut.reset.as_ref().is_some_and(|(port, _)| port == name);
        // State that stays from one instruction to the next is in the stage that reads it.
        let mut state = HashMap::new();
        let landmarks = &design.landmarks;
        let flags = landmarks.flags.iter().map(|flags| (&flags.register, flags.stage));
        for (register, row) in flags.chain(landmarks.step.iter().map(|step| (step, 0))) {
            let bits = (0..register.width).map(|bit| format!("{}[{bit}]", register.path));
            let places = bits.chain([register.path.clone()]).filter_map(|name| gates.places.get(&name));
            state.extend(places.map(|place| (gates.registers[*place].state.node(), row)));
        }
        let from = |is: &dyn Fn(&str) -> bool| {
            let sources = gates.inputs.iter().filter(|(name, _)| is(name)).flat_map(|(_, bits)| bits);
            levels(gates, &sources.map(|bit| (bit.node(), 0)).chain(state.clone()).collect())
        };
        Self { data: from(&|name| !is_control(name) && !is_reset(name)), control: from(&|name| name == "valid_i") }
    }

    /// Returns the row of a wire; 0 for one that nothing reaches.
    fn of(&self, bits: &[Lit]) -> u32 {
        let most = |levels: &[u32]| bits.iter().map(|bit| levels[bit.node()]).filter(|&row| row != NONE).max();
        most(&self.data).or_else(|| most(&self.control)).unwrap_or(0)
    }
}

/// Returns the fewest registers between the sources and each node. The sources keep their levels.
fn levels(gates: &Gates, sources: &HashMap<usize, u32>) -> Vec<u32> {
    let nodes = gates.aig.nodes();
    let mut levels = vec![NONE; nodes.len()];
    sources.iter().for_each(|(&node, &level)| levels[node] = level);
    loop {
        for (node, kind) in nodes.iter().enumerate() {
            if let Node::And(a, b) = kind {
                levels[node] = levels[a.node()].min(levels[b.node()]);
            }
        }
        let mut is_done = true;
        for register in &gates.registers {
            let (state, next) = (register.state.node(), levels[register.next.node()].saturating_add(1));
            if !sources.contains_key(&state) && next < levels[state] {
                levels[state] = next;
                is_done = false;
            }
        }
        if is_done {
            return levels;
        }
    }
}

/// Returns the pairs of wires that a text connects: a port and the net at it, or both sides of a
/// plain assignment. An assignment in other text can be a fault.
fn connections(text: &Text<'_>, top: &str) -> Vec<(String, String)> {
    let texts: HashMap<_, _> = text.texts().map(|(name, _, text)| (name, text)).collect();
    let own = [(String::new(), top)].into_iter();
    let all = own.chain(text.instances().iter().map(|(path, module)| (format!("{path}."), module.as_str())));
    let mut pairs = Vec::new();
    for (front, module) in all {
        let mut instance = None;
        for line in texts.get(module).into_iter().flat_map(|text| text.lines()) {
            let line = line.split("//").next().unwrap_or_default().trim();
            if let Some((port, net)) = connection(line) {
                let ends = |instance| (format!("{front}{instance}.{port}"), format!("{front}{net}"));
                pairs.extend(instance.map(ends));
            } else if let Some((a, b)) = assignment(line).filter(|_| !text.is_foreign()) {
                pairs.push((format!("{front}{a}"), format!("{front}{b}")));
            } else if let Some(name) = line.split_whitespace().find(|word| word.starts_with("u_")) {
                instance = Some(name.trim_end_matches('('));
            }
        }
    }
    pairs
}

/// Reads `.port (net)`.
fn connection(line: &str) -> Option<(&str, &str)> {
    let (port, net) = line.strip_prefix('.')?.split_once('(')?;
    let net = net.trim_end_matches(',').strip_suffix(')')?.trim();
    is_name(net).then_some((port.trim(), net))
}

/// Reads `assign a = b;` or `wire [3:0] a = b;`.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let (left, right) = line.strip_suffix(';')?.split_once(" = ")?;
    let name = left.split_whitespace().last()?;
    let right = right.trim();
    (matches!(left.split_whitespace().next()?, "assign" | "wire" | "logic") && is_name(name) && is_name(right))
        .then_some((name, right))
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Returns the pairs of a registered copy and the signal that it copies. State has no copies.
fn copies(design: &Design, wires: &BTreeMap<String, usize>) -> Vec<(String, String)> {
    let landmarks = &design.landmarks;
    let state = landmarks.flags.iter().map(|flags| &flags.register).chain(&landmarks.step);
    let state: Vec<_> = state.map(|register| register.path.as_str()).collect();
    let original = |path: &String| {
        let (front, name) = path.rsplit_once('.').map_or(("", path.as_str()), |(front, name)| (front, name));
        let stem = Some(unregistered(name)).filter(|stem| *stem != name && !state.contains(&path.as_str()))?;
        let dot = if front.is_empty() { "" } else { "." };
        let signals = ["", "_in", "_i"].map(|end| format!("{front}{dot}{stem}{end}"));
        signals.into_iter().find(|signal| wires.contains_key(signal)).map(|signal| (signal, path.clone()))
    };
    wires.keys().filter_map(original).collect()
}

/// Groups of paths.
#[derive(Default)]
struct Groups(HashMap<String, String>);

impl Groups {
    /// Returns the path that stands for the group of another.
    fn of(&self, path: &str) -> String {
        let mut path = path;
        while let Some(next) = self.0.get(path) {
            path = next;
        }
        path.to_owned()
    }

    fn join(&mut self, a: &str, b: &str) {
        let (a, b) = (self.of(a), self.of(b));
        if a != b {
            self.0.insert(b, a);
        }
    }
}
