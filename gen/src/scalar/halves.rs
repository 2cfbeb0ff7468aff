//! The block `shifter` in two modules, for a unit with registers between them.

use askama::Template;

use super::primary;
use crate::Config;
use crate::block::{SHIFTER_MANUAL, shifter_ports};
use crate::design::{Library, Page, put_combinational, render};
use crate::verilog::{Declaration, Expr, Instance, Net, Port, VerilogError};

/// The signals from the first half to the second.
pub(super) struct Coarse {
    /// The value, with its filling above it.
    pub(super) value: Net,
    all_out: Net,
    lowest: Net,
}

impl Coarse {
    fn new() -> Self {
        Self { value: Net::signed("coarse_s35", 35), all_out: Net::new("all_out", 1), lowest: Net::new("lowest", 2) }
    }

    /// Returns the value without its filling.
    pub(super) fn value_alone(&self) -> Expr {
        self.value.slice(33, 0)
    }

    /// Returns the value and the other nets.
    pub(super) fn nets_mut(&mut self) -> (&mut Net, [&mut Net; 2]) {
        (&mut self.value, [&mut self.all_out, &mut self.lowest])
    }
}

/// The first half, in the stage `order`.
#[derive(Template)]
#[template(path = "scalar/first_half_of_shift.v")]
pub(super) struct FirstHalf {
    /// The controls, unless an earlier stage decides them.
    turn: Option<[Declaration; 2]>,
    nets: [Net; 3],
    instance: Instance,
}

/// The second half, beside the adder.
#[derive(Template)]
#[template(path = "scalar/second_half_of_shift.v")]
pub(super) struct SecondHalf {
    shifted: Net,
    instance: Instance,
}

#[derive(Template)]
#[template(path = "scalar/coarse_shift.v")]
struct CoarseShift<'a> {
    page: &'a Page<'a>,
}

/// The controls of the first half: whether the operand is turned for a left shift, and by how many
/// multiples of four it is shifted.
#[derive(Clone)]
pub(super) struct Turn {
    pub(super) turns: Net,
    pub(super) fours: Net,
}

impl Turn {
    pub(super) fn new() -> Self {
        Self { turns: Net::new("turns", 1), fours: Net::new("fours", 3) }
    }

    /// Returns their declarations. `b` is the amount.
    pub(super) fn declarations(&self, b: &Net, [is_shift, right]: [&Net; 2]) -> [Declaration; 2] {
        [
            Declaration::wire(self.turns.clone(), format!("{} && !{}", is_shift.name, right.name)),
            Declaration::wire(self.fours.clone(), format!("{} & {{3{{{}}}}}", b.slice(4, 2), is_shift.name)),
        ]
    }
}

/// Returns the first half for these operands, which shifts by multiples of four. `decided` are its
/// controls if an earlier stage decides them.
pub(super) fn first_half(
    (config, library): (&Config, &mut Library),
    [a, b, wrap]: [&Net; 3],
    [is_shift, right]: [&Net; 2],
    decided: Option<&Turn>,
) -> Result<(FirstHalf, Coarse), VerilogError> {
    let own = Turn::new();
    let turn = decided.is_none().then(|| own.declarations(b, [is_shift, right]));
    let Turn { turns, fours } = decided.unwrap_or(&own);
    let mut ports = shifter_ports();
    ports.retain(|port| !["amount_i", "y_o"].contains(&port.name.as_str()));
    ports.extend([
        Port::input("turns_i", 1, "shift to the left"),
        Port::input("fours_i", 3, "number of bits, divided by four"),
        Port::input("above_i", 27, "the bits of the amount from bit 5 on"),
        Port::input("shift_i", 1, "1: shift; 0: keep the value"),
        Port::output("y_o", 35, "the value, in reverse order for a left shift, below its filling").signed(),
        Port::output("all_out_o", 1, "no bit of the word is left"),
        Port::output("lowest_o", 2, "the bits that a left shift by 32 moves above the word"),
    ]);
    let doc = "the first half of a shifter: by multiples of four bits";
    let text = |page: &Page<'_>| render(&CoarseShift { page });
    let module = put_combinational(config, library, ("coarse_shift", doc, SHIFTER_MANUAL), ports, text)?;
    let coarse = Coarse::new();
    let instance = Instance::of(&module, "u_coarse_shift")
        .connect("x_i", a)
        .connect("turns_i", turns)
        .connect("fours_i", fours)
        .connect("above_i", b.slice(31, 5))
        .connect("wrap_i", wrap)
        .connect("right_i", right)
        .connect("shift_i", is_shift)
        .connect("y_o", &coarse.value)
        .connect("all_out_o", &coarse.all_out)
        .connect("lowest_o", &coarse.lowest)
        .finish()?;
    let nets = [&coarse.value, &coarse.all_out, &coarse.lowest].map(Clone::clone);
    Ok((FirstHalf { turn, nets, instance }, coarse))
}

#[derive(Template)]
#[template(path = "scalar/fine_shift.v")]
struct FineShift<'a> {
    page: &'a Page<'a>,
}

/// Returns the second half, which shifts by at most three bits.
pub(super) fn second_half(
    (config, library): (&Config, &mut Library),
    coarse: &Coarse,
    [b, right]: [&Net; 2],
) -> Result<SecondHalf, VerilogError> {
    let mut ports = vec![
        Port::input("x_i", 35, "the value, shifted by a multiple of four, below its filling").signed(),
        Port::input("amount_i", 2, "number of bits"),
        Port::input("all_out_i", 1, "no bit of the word is left"),
        Port::input("lowest_i", 2, "the bits that a left shift by 32 moves above the word"),
    ];
    ports.extend(shifter_ports().into_iter().filter(|port| ["right_i", "y_o"].contains(&port.name.as_str())));
    let doc = "the second half of a shifter: by up to three bits";
    let text = |page: &Page<'_>| render(&FineShift { page });
    let module = put_combinational(config, library, ("fine_shift", doc, SHIFTER_MANUAL), ports, text)?;
    let shifted = primary::shifted();
    let instance = Instance::of(&module, "u_fine_shift")
        .connect("x_i", &coarse.value)
        .connect("amount_i", b.slice(1, 0))
        .connect("all_out_i", &coarse.all_out)
        .connect("lowest_i", &coarse.lowest)
        .connect("right_i", right)
        .connect("y_o", &shifted)
        .finish()?;
    Ok(SecondHalf { shifted, instance })
}
