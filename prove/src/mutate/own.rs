//! The faults that yosys does not draw: those that a person makes.

use std::collections::{BTreeMap, HashMap, HashSet};

use vidalu_sim::gates::words::{Bit, Cell, Words};

use super::fault::{Change, Exchange, Mutation, binary, is_set};
use super::names::{Names, noun, place};
use crate::report::Fault;

/// Returns all of these faults in a module.
pub(super) fn faults(words: &Words) -> Vec<Mutation> {
    let (names, order) = (Names::new(words), Order::new(words));
    let registers: HashSet<_> = words.cells.values().filter_map(|cell| cell.connections.get("Q")).collect();
    let mut faults = Vec::new();
    for (name, cell) in &words.cells {
        let changes = swaps(cell)
            .chain(signs(cell))
            .chain(sums(cell))
            .chain(selectors(name, words, &names, &order))
            .chain(late(cell))
            .chain(stalls(cell, &registers, &names));
        let exchanges = exchanges(cell).map(|(fault, exchange, change)| (fault, Some(exchange), change));
        let changes = changes.map(|(fault, change)| (fault, None, change));
        faults.extend(exchanges.chain(changes).map(|(fault, exchange, change)| Mutation {
            fault: Fault { place: place(cell), wire: names.output(cell), fault },
            exchange,
            cell: name.clone(),
            change,
        }));
    }
    faults
}

type Named = (String, Change);

/// Returns the faults that exchange one word of the text.
fn exchanges(cell: &Cell) -> impl Iterator<Item = (String, Exchange, Change)> {
    let named = |(exchange, change): (Exchange, Change)| (exchange.to_string(), exchange, change);
    bounds(cell).chain(operators(cell)).map(named)
}

/// Changes the type of a cell.
fn kind(cell: &Cell, kind: &str) -> Change {
    Change::Cell { kind: kind.into(), parameters: BTreeMap::new(), connections: BTreeMap::new() }.of(cell)
}

/// Changes connections of a cell.
fn connected(cell: &Cell, connections: impl IntoIterator<Item = (&'static str, Vec<Bit>)>) -> Change {
    let connections = connections.into_iter().map(|(pin, bits)| (pin.to_owned(), bits)).collect();
    Change::Cell { kind: cell.kind.clone(), parameters: BTreeMap::new(), connections }.of(cell)
}

impl Change {
    /// Adds the widths of the new connections to the parameters.
    fn of(mut self, cell: &Cell) -> Self {
        if let Self::Cell { parameters, connections, .. } = &mut self {
            for (pin, bits) in connections {
                let name = format!("{pin}_WIDTH");
                if cell.parameters.contains_key(&name) {
                    parameters.insert(name, binary(bits.len()));
                }
            }
        }
        self
    }
}

/// A bound, or another constant, that is off by one.
fn bounds(cell: &Cell) -> impl Iterator<Item = (Exchange, Change)> {
    let is_number = matches!(noun(&cell.kind), "sum" | "difference" | "comparison" | "shift" | "choice");
    let pins = ["A", "B"].into_iter().filter(move |_| is_number);
    pins.filter_map(|pin| Some((pin, constant(cell.connections.get(pin)?)?))).flat_map(|(pin, value)| {
        let width = cell.connections[pin].len();
        let all = if width == 128 { u128::MAX } else { (1 << width) - 1 };
        [value.wrapping_add(1) & all, value.wrapping_sub(1) & all].map(|other| {
            let bits = (0..width).map(|bit| Bit::Constant((other >> bit & 1).to_string())).collect();
            (Exchange::Number { own: value, other }, connected(cell, [(pin, bits)]))
        })
    })
}

/// Returns the value of a pin that is a constant of more than one bit.
fn constant(bits: &[Bit]) -> Option<u128> {
    let digit = |bit: &Bit| match bit {
        Bit::Constant(digit) => digit.parse::<u128>().ok(),
        Bit::Net(_) => None,
    };
    let is_wide = bits.len() > 1 && bits.len() <= 128;
    bits.iter().rev().try_fold(0, |value, bit| Some(value << 1 | digit(bit)?)).filter(|_| is_wide)
}

/// One operator in place of another.
fn operators(cell: &Cell) -> impl Iterator<Item = (Exchange, Change)> {
    let others: &[(&'static str, &'static str, &str)] = match cell.kind.as_str() {
        "$lt" => &[("<", "<=", "$le"), ("<", ">", "$gt")],
        "$le" => &[("<=", "<", "$lt"), ("<=", ">=", "$ge")],
        "$gt" => &[(">", ">=", "$ge"), (">", "<", "$lt")],
        "$ge" => &[(">=", ">", "$gt"), (">=", "<=", "$le")],
        "$eq" => &[("==", ">=", "$ge"), ("==", "<=", "$le")],
        "$ne" => &[("!=", ">", "$gt"), ("!=", "<", "$lt")],
        "$add" => &[("+", "-", "$sub"), ("+", "^", "$xor"), ("+", "|", "$or")],
        "$sub" => &[("-", "+", "$add")],
        "$logic_and" => &[("&&", "||", "$logic_or")],
        "$logic_or" => &[("||", "&&", "$logic_and")],
        "$and" => &[("&", "|", "$or"), ("&", "^", "$xor")],
        "$or" => &[("|", "&", "$and"), ("|", "^", "$xor")],
        "$xor" => &[("^", "|", "$or"), ("^", "&", "$and")],
        "$xnor" => &[("~^", "&", "$and")],
        "$reduce_and" => &[("reduction &", "|", "$reduce_or"), ("reduction &", "^", "$reduce_xor")],
        "$reduce_or" | "$reduce_bool" => &[("reduction |", "&", "$reduce_and"), ("reduction |", "^", "$reduce_xor")],
        "$reduce_xor" => &[("reduction ^", "|", "$reduce_or")],
        "$sshr" => &[(">>>", ">>", "$shr"), (">>>", "<<", "$shl")],
        "$shr" => &[(">>", ">>>", "$sshr"), (">>", "<<", "$shl")],
        "$shl" | "$sshl" => &[("<<", ">>", "$shr")],
        _ => &[],
    };
    others.iter().map(|&(own, other, name)| (Exchange::Operator { own, other }, kind(cell, name)))
}

/// Swapped operands, and a missing operand.
fn swaps(cell: &Cell) -> impl Iterator<Item = Named> {
    let is_ordered = matches!(cell.kind.as_str(), "$sub" | "$lt" | "$le" | "$gt" | "$ge" | "$mux");
    let pins = ["A", "B"].map(|pin| cell.connections.get(pin).cloned().unwrap_or_default());
    let has_both = pins.iter().all(|bits| !bits.is_empty());
    let [a, b] = pins.clone();
    let swap =
        (is_ordered && has_both).then(|| ("has its operands swapped".into(), connected(cell, [("A", b), ("B", a)])));
    let is_sum = matches!(cell.kind.as_str(), "$add" | "$sub" | "$mul");
    let missing = ["A", "B"].into_iter().zip(pins).filter(move |_| is_sum && has_both).map(|(pin, bits)| {
        let zeros = bits.iter().map(|_| Bit::Constant("0".into())).collect();
        let which = if pin == "A" { "first" } else { "second" };
        (format!("lacks its {which} operand"), connected(cell, [(pin, zeros)]))
    });
    swap.into_iter().chain(missing)
}

/// A wrong sign: the type of a comparison, product or shift, or the sign bits of another operand.
fn signs(cell: &Cell) -> impl Iterator<Item = Named> {
    let reads_sign = matches!(cell.kind.as_str(), "$lt" | "$le" | "$gt" | "$ge" | "$mul" | "$sshr");
    let is_signed = is_set(cell, "A_SIGNED");
    let other = reads_sign.then(|| {
        let sign = binary(usize::from(!is_signed));
        let mut change = kind(cell, &cell.kind);
        if let Change::Cell { parameters, .. } = &mut change {
            parameters.extend(["A_SIGNED", "B_SIGNED"].map(|name| (name.to_owned(), sign.clone())));
        }
        (format!("is {} in place of {}", sign_name(!is_signed), sign_name(is_signed)), change)
    });
    let pins = ["A", "B"].into_iter().filter_map(|pin| {
        let bits = cell.connections.get(pin)?;
        let last = bits.last().filter(|last| matches!(last, Bit::Net(_)))?;
        let repeated = bits.iter().rev().take_while(|bit| *bit == last).count();
        if repeated < 2 || repeated == bits.len() {
            return None;
        }
        let own = bits.len() - repeated + 1;
        let zeros =
            bits.iter().enumerate().map(|(at, bit)| if at < own { bit.clone() } else { Bit::Constant("0".into()) });
        let which = if pin == "A" { "first" } else { "second" };
        Some((format!("has its {which} operand extended without the sign"), connected(cell, [(pin, zeros.collect())])))
    });
    other.into_iter().chain(pins)
}

fn sign_name(is_signed: bool) -> &'static str {
    if is_signed { "signed" } else { "unsigned" }
}

/// A lost carry: into every eighth bit, its neighbors, and the highest bit.
fn sums(cell: &Cell) -> impl Iterator<Item = Named> {
    let width = if cell.kind == "$add" { cell.connections["Y"].len() } else { 0 };
    let places = (1..width).filter(move |at| matches!(at % 8, 7 | 0 | 1) || at + 1 == width);
    places.map(|at| (format!("loses the carry into bit {at}"), Change::LostCarry(at)))
}

/// A multiplexer with the selector of another multiplexer in the same file.
fn selectors(name: &str, words: &Words, names: &Names, order: &Order<'_>) -> impl Iterator<Item = Named> {
    let cell = &words.cells[name];
    let file = |cell: &Cell| place(cell).split(':').next().map(str::to_owned);
    let chosen = cell.connections.get("S").filter(|_| cell.kind == "$mux");
    let others = chosen.into_iter().flat_map(move |own| {
        let own_file = file(cell);
        let others = words.cells.values().filter(move |other| other.kind == "$mux" && file(other) == own_file);
        let others = others.filter_map(|other| other.connections.get("S")).filter(move |other| *other != own);
        others.collect::<HashSet<_>>()
    });
    let mut others: Vec<_> = others.filter(|other| order.precedes(other, name)).collect();
    others.sort();
    others.into_iter().take(2).map(|other| {
        let wire = names.word(other).unwrap_or_else(|| "another selector".into());
        (format!("is chosen by {wire}"), connected(cell, [("S", other.clone())]))
    })
}

/// A register that shows its value a cycle late.
fn late(cell: &Cell) -> impl Iterator<Item = Named> {
    (noun(&cell.kind) == "register").then(|| ("is a cycle late".to_owned(), Change::Late)).into_iter()
}

/// A missing stall: a register that takes a new value where it must hold the old one.
fn stalls(cell: &Cell, registers: &HashSet<&Vec<Bit>>, names: &Names) -> impl Iterator<Item = Named> + use<> {
    let holds = |pin: &str| cell.kind == "$mux" && registers.contains(&cell.connections[pin]);
    let pins = [("A", "B"), ("B", "A")].into_iter().find(|(held, _)| holds(held));
    let fault = pins.map(|(held, new)| {
        let name = names.word(&cell.connections[held]).unwrap_or_else(|| "the register".into());
        let always = Bit::Constant(u8::from(new == "B").to_string());
        (format!("{name} does not hold its value"), connected(cell, [("S", vec![always])]))
    });
    fault.into_iter()
}

/// An order in which cells, without registers, can be computed. Faults follow it, so no two of
/// them form a loop.
struct Order<'a> {
    /// The cell that drives each net.
    drivers: HashMap<u32, &'a str>,
    places: HashMap<&'a str, usize>,
}

impl<'a> Order<'a> {
    fn new(words: &'a Words) -> Self {
        let mut drivers = HashMap::new();
        for (name, cell) in words.cells.iter().filter(|(_, cell)| noun(&cell.kind) != "register") {
            drivers.extend(nets(cell, "output").map(|net| (net, name.as_str())));
        }
        let mut order = Self { drivers, places: HashMap::new() };
        for name in words.cells.keys() {
            order.visit(words, name);
        }
        order
    }

    /// Gives a cell its place after the cells that it reads. Datapaths are shallow enough for
    /// recursion.
    fn visit(&mut self, words: &'a Words, name: &'a str) {
        if self.places.contains_key(name) {
            return;
        }
        let before: Vec<_> =
            nets(&words.cells[name], "input").filter_map(|net| self.drivers.get(&net).copied()).collect();
        before.into_iter().for_each(|driver| self.visit(words, driver));
        let place = self.places.len();
        self.places.insert(name, place);
    }

    /// Returns whether `bits` are known before a cell is computed.
    fn precedes(&self, bits: &[Bit], name: &str) -> bool {
        let drivers = bits.iter().filter_map(|bit| if let Bit::Net(net) = bit { self.drivers.get(net) } else { None });
        drivers.into_iter().all(|driver| self.places[driver] < self.places[name])
    }
}

/// Returns the nets at the pins of a cell with this direction.
fn nets<'a>(cell: &'a Cell, direction: &'a str) -> impl Iterator<Item = u32> + 'a {
    let pins = cell.connections.iter().filter(move |(pin, _)| cell.port_directions[*pin] == direction);
    pins.flat_map(|(_, bits)| bits).filter_map(|bit| if let Bit::Net(net) = bit { Some(*net) } else { None })
}
