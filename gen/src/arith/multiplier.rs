//! Multipliers: rows, their reduction to two numbers, and the adder of these.

use askama::Template;

use super::reduce::{Reduction, nets, reduce};
use super::rows::{Term, rows};
use super::{Page, adder, identifier, put, sum_of};
use crate::design::{Library, render};
use crate::landmark::{REDUCE, REDUCE_LAST, ROWS};
use crate::verilog::{Expr, Instance, Module, Net, Port, VerilogError};
use crate::{Choice, Config, Multiplier};

/// The modules of a structural multiplier, without the last adder. They leave two numbers whose sum
/// is `a * b + addend`, modulo 2^(2 `width`). All three are signed and have `width` bits, an odd
/// number. The module that instantiates them can put pipeline registers between them.
pub(crate) struct Multiply {
    width: u32,
    rows: Module,
    terms: Vec<Term>,
    parts: Vec<Reduction>,
}

/// The numbers that are still to be added, and the nets that carry them in the current stage.
#[derive(Default)]
pub(crate) struct Live {
    numbers: Vec<(String, Net)>,
}

/// An instance with the nets that it drives.
pub(crate) struct Step {
    pub(crate) nets: Vec<Net>,
    pub(crate) instance: Instance,
}

impl Multiply {
    /// The greatest number of modules that reduce the rows.
    pub(crate) const MAX_PARTS: usize = super::reduce::MAX_PARTS;

    /// Returns the modules in the configured architecture, or `None` for `*`.
    pub(crate) fn new(config: &Config, width: u32, library: &mut Library) -> Result<Option<Self>, VerilogError> {
        if config.multiplier == Multiplier::Star {
            return Ok(None);
        }
        let architecture = identifier(config.multiplier.name());
        let (rows, terms) = rows(config, (&architecture, width), library)?;
        let name = format!("mul{width}");
        let parts = reduce(config, (&architecture, &name, 2 * width), &terms, library)?;
        let modules = library.multiplier(width);
        modules.rows = Some(rows.name.clone());
        modules.reduce = parts.iter().map(|part| part.module.name.clone()).collect();
        Ok(Some(Self { width, rows, terms, parts }))
    }

    /// Returns the number of modules that reduce the rows.
    pub(crate) fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Returns the number of carry-save stages in each module that reduces the rows.
    pub(crate) fn stages(&self) -> impl Iterator<Item = u32> + '_ {
        self.parts.iter().map(|part| part.compressing)
    }

    /// Instantiates the rows, which are live afterwards.
    pub(crate) fn rows(&self, [a, b, addend]: [impl Into<Expr>; 3], live: &mut Live) -> Result<Step, VerilogError> {
        let instance = Instance::of(&self.rows, ROWS).connect("a_i", a).connect("b_i", b).connect("addend_i", addend);
        live.drive(instance, self.terms.iter().map(|term| term.net.clone()).collect())
    }

    /// Instantiates part `index` of the reduction. The last part leaves the numbers `sum` and
    /// `carry`.
    pub(crate) fn reduce(&self, index: usize, live: &mut Live) -> Result<Step, VerilogError> {
        let part = &self.parts[index];
        let is_last = index + 1 == self.parts.len();
        let name = if is_last { REDUCE_LAST.to_owned() } else { format!("{REDUCE}{}", index + 1) };
        let mut instance = Instance::of(&part.module, &name);
        for taken in &part.takes {
            instance = instance.connect(&format!("{taken}_i"), &live.take(taken));
        }
        live.drive(instance, nets(&part.gives, 2 * self.width).collect())
    }
}

impl Live {
    /// Adds a number, which is named after its net.
    pub(crate) fn add(&mut self, net: Net) {
        self.numbers.push((net.name.clone(), net));
    }

    /// Returns the nets, for a row of pipeline registers.
    pub(crate) fn nets_mut(&mut self) -> impl Iterator<Item = &mut Net> {
        self.numbers.iter_mut().map(|(_, net)| net)
    }

    /// Removes a number and returns its net.
    pub(crate) fn take(&mut self, name: &str) -> Net {
        let at = self.numbers.iter().position(|(other, _)| other == name);
        self.numbers.remove(at.expect("the stages take what the stages before them have left")).1
    }

    /// Finishes an instance that drives `nets`. Each net is connected to the output of the same
    /// name.
    fn drive(&mut self, mut instance: crate::verilog::Instantiation<'_>, nets: Vec<Net>) -> Result<Step, VerilogError> {
        for net in &nets {
            instance = instance.connect(&format!("{}_o", net.name), net);
            self.add(net.clone());
        }
        Ok(Step { nets, instance: instance.finish()? })
    }
}

#[derive(Template)]
#[template(path = "arith/multiplier.v")]
struct Text<'a> {
    page: &'a Page<'a>,
    width: u32,
    steps: Vec<Step>,
    adder: Option<Instance>,
}

/// Returns a multiplier in the configured architecture, including `*`. It multiplies `a_i` and
/// `b_i`, which are signed and have `width` bits, an odd number, to the signed `product_o` of twice
/// as many bits. A width of n + 1 bits serves operands of n bits, signed or not.
pub(crate) fn multiplier(config: &Config, width: u32, library: &mut Library) -> Result<Module, VerilogError> {
    let mut live = Live::default();
    let mut steps = Vec::new();
    let mut last = None;
    if let Some(multiply) = Multiply::new(config, width, library)? {
        let (a, b) = (Net::signed("a_i", width), Net::signed("b_i", width));
        steps.push(multiply.rows([(&a).into(), (&b).into(), Expr::constant(width, 0).as_signed()], &mut live)?);
        for part in 0..multiply.parts() {
            steps.push(multiply.reduce(part, &mut live)?);
        }
        if let Some(adder) = adder(config, 2 * width, library)? {
            let terms = [Expr::from(&live.take("sum")), Expr::from(&live.take("carry")), Expr::constant(1, 0)];
            let sums = [&Net::new("product", 2 * width), &Net::new("unused_carry", 1)];
            last = Some(sum_of((&adder, "u_adder"), terms, sums)?);
        }
    }
    let (name, how) = match config.multiplier {
        Multiplier::Star => (format!("mul{width}"), "left to the synthesis tool"),
        other => (format!("mul{width}_{}", identifier(other.name())), "structural"),
    };
    let doc = format!("multiplier of {width} x {width} bits, signed, {how}");
    let ports = vec![
        Port::input("a_i", width, "left factor").signed(),
        Port::input("b_i", width, "right factor").signed(),
        Port::output("product_o", 2 * width, "the product").signed(),
    ];
    let module = put(config, library, (&name, &doc), ports, |page| render(&Text { page, width, steps, adder: last }))?;
    library.multiplier(width).whole = Some(module.name.clone());
    Ok(module)
}
