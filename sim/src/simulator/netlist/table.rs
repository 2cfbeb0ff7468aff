//! Truth tables of functions of three values.

/// The number of inputs of a function.
pub(super) const INPUTS: usize = 3;

/// The truth tables of the three inputs: bit `i` is the value if the inputs are the bits of `i`,
/// the first input the lowest.
pub(super) const VARIABLES: [u8; INPUTS] = [0xaa, 0xcc, 0xf0];

/// Returns the truth table of a function with the table `table` whose inputs have the tables
/// `inputs`.
pub(super) fn compose(table: u8, inputs: [u8; INPUTS]) -> u8 {
    let mut result = 0;
    for row in 0..8 {
        let index = (0..INPUTS).map(|at| (inputs[at] >> row & 1) << at).sum::<u8>();
        result |= (table >> index & 1) << row;
    }
    result
}

/// Returns the operand of an exclusive or that inverts a truth table or leaves it.
pub(super) fn inversion(is_inverted: bool) -> u8 {
    if is_inverted { 0xff } else { 0 }
}

/// Returns a function with its inputs in the order that makes the truth table smallest, so that
/// fewer different functions remain.
pub(super) fn canonical(table: u8, inputs: &[u16]) -> (u8, [u16; INPUTS]) {
    const ORDERS: [[usize; INPUTS]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let used = ORDERS.iter().filter(|order| (inputs.len()..INPUTS).all(|at| order[at] == at));
    let in_order = |order: &[usize; INPUTS]| {
        let (mut variables, mut slots) = ([0; INPUTS], [inputs.first().copied().unwrap_or(0); INPUTS]);
        for (at, old) in order.iter().enumerate() {
            variables[*old] = VARIABLES[at];
            if let Some(slot) = inputs.get(*old) {
                slots[at] = *slot;
            }
        }
        (compose(table, variables), slots)
    };
    used.map(in_order).min_by_key(|(table, _)| *table).expect("the first order is always possible")
}
