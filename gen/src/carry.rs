//! The carry-flag unit: one multiplier and one adder for all widths, with CC.CF at the adder.

mod behavioral;
mod interface;
mod product;
mod steps;

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::Field;
use vidalu_model::control::carry::{FORMAT, HI, OP, READ_FLAG, SIGNED, WIDE, WRITE_FLAG};

use self::interface::{Needs, facts, module};
use self::product::ProductText;
use crate::arith;
use crate::decode::{self, field_net};
use crate::design::{Library, Top};
use crate::header::capitalised;
use crate::pipeline::{Pipeline, Process, Timing};
use crate::unit::{Decoded, Frame, put};
use crate::verilog::{Condition, Declaration, Expr, Instance, Module, Net, VerilogError};
use crate::{Block, Config, Style, Unit, block};

/// The text of a unit that multiplies in one cycle, or not at all.
#[derive(Template)]
#[template(path = "carry.v")]
struct Text {
    unit: Frame,
    decoded: Vec<Declaration>,
    /// Width of the operands: 32 or 64 bits.
    width: u32,
    /// Whether some products have factors of 64 bits.
    wide_product: bool,
    a: String,
    b: String,
    addend: Option<Declaration>,
    product: Option<ProductText>,
    add: Option<AddText>,
}

/// The stage of the adder.
struct AddText {
    flags: FlagText,
    sum: Net,
    instance: Instance,
    after: Option<String>,
}

/// The register of CC.CF, a bit a context.
const FLAGS: &str = "cf_q";

/// The flag CC.CF in the stage of the adder.
struct FlagText {
    /// The declaration of the register of all flags.
    register: Declaration,
    /// The flag of the instruction's context.
    flag: String,
    /// The net that says whether the instruction writes the flag.
    write_flag: String,
    /// The process that writes the flag.
    process: String,
}

/// Builds the modules of the unit and the unit itself.
pub(crate) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    let needs = Needs::of(config);
    if config.style == Style::Behavioral {
        return behavioral::build(config, needs, library);
    }
    let adder = if needs.adds() { Some(block::carry_adder(config, needs.wide, library)?) } else { None };
    let module = module(config)?;
    let multiplier = if needs.multiplies() { Some(arith::multiplier(config, needs.factor(), library)?) } else { None };
    let accumulator = if needs.steps { steps::adder(config, library)? } else { None };
    let parts = Modules { multiplier: multiplier.as_ref(), accumulator: accumulator.as_ref(), adder: adder.as_ref() };
    let pipeline = Pipeline::new(Timing::of(Unit::Carry, config), &needs.stages(config));
    Builder::new(config, needs, pipeline).build(module, parts, library)
}

/// The modules that the unit instantiates, if it needs them.
#[derive(Clone, Copy)]
struct Modules<'a> {
    multiplier: Option<&'a Module>,
    /// The adder of the products of halves; `None` for `+`.
    accumulator: Option<&'a Module>,
    adder: Option<&'a Module>,
}

/// Builds the text stage by stage.
struct Builder<'a> {
    config: &'a Config,
    needs: Needs,
    pipeline: Pipeline<'a>,
    /// The operations whose codes the text names.
    named: Vec<&'static str>,
    // The nets that carry these signals in the current stage; `None` if no instruction needs them
    control: Net,
    a: Net,
    b: Net,
    c: Option<Net>,
    context: Option<Net>,
    /// The number of the step.
    step: Option<Net>,
    wide: Option<Net>,
    hi: Option<Net>,
    is_product: Option<Net>,
    subtract: Option<Net>,
    read_flag: Option<Net>,
    write_flag: Option<Net>,
}

impl<'a> Builder<'a> {
    fn new(config: &'a Config, needs: Needs, pipeline: Pipeline<'a>) -> Self {
        let operand = |name| Net::new(name, needs.width());
        Self {
            config,
            needs,
            pipeline,
            named: Vec::new(),
            control: Net::new("ctl_i", FORMAT.width()),
            a: operand("a_i"),
            b: operand("b_i"),
            c: needs.mad.then(|| operand("c_i")),
            context: (needs.adds() && needs.context_bits > 0).then(|| Net::new("ctx_i", needs.context_bits)),
            step: needs.steps.then(|| Net::new("step", 2)),
            wide: needs.wide.then(|| field_net(&WIDE)),
            hi: needs.multiplies().then(|| field_net(&HI)),
            is_product: None,
            subtract: None,
            read_flag: needs.reads.then(|| field_net(&READ_FLAG)),
            write_flag: needs.adds().then(|| field_net(&WRITE_FLAG)),
        }
    }

    fn build(mut self, module: Module, parts: Modules<'_>, library: &mut Library) -> Result<Top, VerilogError> {
        let entry = self.enter();
        let decoded = self.decode();
        let (a, b, step) = (self.a.name.clone(), self.b.name.clone(), product::name(&self.step));
        let mut addend = self.b.clone();
        let (width, wide_product) = (self.needs.width(), self.needs.wide_product);
        let Some(multiplier) = parts.multiplier else {
            let augend = self.a.clone();
            let (add, unit) = self.finish(&module, entry, parts.adder, &augend, &addend)?;
            let text = Text { unit, decoded, width, wide_product, a, b, addend: None, product: None, add };
            return Ok(put(library, module, &text, self.pipeline.landmarks()));
        };
        let choice = self.addend();
        addend.name = "addend".to_owned();
        if self.needs.steps {
            let (product, augend) = self.product_in_steps(multiplier, parts.accumulator, &mut addend)?;
            let (add, unit) = self.finish(&module, entry, parts.adder, &augend, &addend)?;
            let text = steps::Text { unit, decoded, step, a, b, addend: choice, product, add };
            return Ok(put(library, module, &text, self.pipeline.landmarks()));
        }
        let (product, augend) = self.product(multiplier, &mut addend)?;
        let (add, unit) = self.finish(&module, entry, parts.adder, &augend, &addend)?;
        let text = Text { unit, decoded, width, wide_product, a, b, addend: choice, product: Some(product), add };
        Ok(put(library, module, &text, self.pipeline.landmarks()))
    }

    /// Returns the text before the first stage.
    fn enter(&mut self) -> String {
        let steps = self.steps();
        let mut inputs = vec![&mut self.control];
        inputs.extend(&mut self.context);
        inputs.extend([&mut self.a, &mut self.b]);
        inputs.extend(&mut self.c);
        match &mut self.step {
            Some(step) => self.pipeline.enter_in_steps(inputs, step, steps),
            None => self.pipeline.enter(inputs),
        }
    }

    /// Returns the stage of the adder, if the unit has one, and the frame of the text.
    fn finish(
        &mut self,
        module: &Module,
        entry: String,
        adder: Option<&Module>,
        augend: &Net,
        addend: &Net,
    ) -> Result<(Option<AddText>, Frame), VerilogError> {
        let mut results = [Net::new("sum", self.needs.width()), Net::new("flag_left", 1)];
        let Some(adder) = adder else { return Ok((None, self.frame(module, entry, &[("d_o", &augend.name)]))) };
        let add = self.add(adder, augend, addend, &mut results)?;
        let [sum, flag] = results;
        Ok((Some(add), self.frame(module, entry, &[("d_o", &sum.name), ("cf_o", &flag.name)])))
    }

    fn frame(&self, module: &Module, entry: String, outputs: &[(&str, &str)]) -> Frame {
        let decoded = Decoded { fields: self.fields(), unused_fields: self.unused_fields(), opcodes: self.codes() };
        let facts = facts(self.config, &self.pipeline);
        Frame::new((Unit::Carry, self.config), module, (entry, &self.pipeline), &facts, decoded, outputs)
    }

    // ---- decode ----

    /// Returns whether an instruction of the unit reads this field.
    fn reads(&self, field: &Field) -> bool {
        match field.name {
            name if name == SIGNED.name || name == HI.name => self.needs.multiplies(),
            name if name == WIDE.name => self.needs.wide,
            name if name == OP.name => !self.named.is_empty(),
            name if name == READ_FLAG.name => self.needs.reads,
            _ => self.needs.adds(),
        }
    }

    fn fields(&self) -> Vec<String> {
        decode::fields(&FORMAT, &self.control, |field| self.reads(field))
    }

    fn unused_fields(&self) -> Option<Declaration> {
        let unused: Vec<_> = FORMAT.fields.iter().filter(|field| !self.reads(field)).collect();
        let width: u32 = unused.iter().map(|field| field.width).sum();
        let slices = unused.iter().rev().map(|field| self.control.slice(field.hi(), field.lo)).join(", ");
        (width > 0).then(|| Declaration::wire(Net::new("unused_fields", width), format!("{{{slices}}}")))
    }

    fn codes(&self) -> Vec<String> {
        let named = self.named.iter().sorted_unstable_by_key(|name| OP.code(name)).dedup();
        named.map(|name| format!("localparam [1:0] {} = 2'd{};", parameter(name), OP.code(name))).collect()
    }

    /// Returns the operations of the unit.
    fn operations(&self) -> Vec<&'static str> {
        let Needs { add, sub, mad, mul, .. } = self.needs;
        let all = [(add, "add"), (sub, "sub"), (mad, "mad"), (mul, "mul")];
        all.into_iter().filter_map(|(wanted, name)| wanted.then_some(name)).collect()
    }

    /// Returns the condition that the instruction is one of these operations.
    fn is_one_of(&mut self, wanted: &[&'static str]) -> Condition {
        let (inside, outside): (Vec<_>, Vec<_>) = self.operations().into_iter().partition(|op| wanted.contains(op));
        if inside.is_empty() {
            return Condition::Never;
        }
        if outside.is_empty() {
            return Condition::Always;
        }
        self.named.extend(&inside);
        Condition::If(inside.into_iter().map(|op| format!("(op == {})", parameter(op))).join(" || "))
    }

    fn decode(&mut self) -> Vec<Declaration> {
        let mut lines = Vec::new();
        let mut line = |name: &str, condition: Condition| {
            let net = Net::new(name, 1);
            lines.push(Declaration::wire(net.clone(), condition.expression()?));
            Some(net)
        };
        let is_product = self.is_one_of(&["mad", "mul"]);
        let subtract = self.is_one_of(&["sub"]);
        self.is_product = line("is_product", is_product);
        self.subtract = line("subtract", subtract);
        lines
    }

    // ---- add ----

    fn add(
        &mut self,
        adder: &Module,
        augend: &Net,
        addend: &Net,
        results: &mut [Net; 2],
    ) -> Result<AddText, VerilogError> {
        let [sum, flag_left] = results;
        let bit = |net: &Option<Net>, otherwise: bool| {
            net.as_ref().map_or_else(|| Expr::constant(1, otherwise.into()), Expr::from)
        };
        let mut instance = Instance::of(adder, &Block::CarryAdder.instance())
            .connect("a_i", augend)
            .connect("b_i", addend)
            .connect("subtract_i", bit(&self.subtract, self.needs.sub))
            .connect("read_flag_i", bit(&self.read_flag, false))
            .connect("flag_i", &Net::new("flag", 1))
            .connect("d_o", &*sum)
            .connect("flag_o", &Net::new("flag_new", 1));
        if let Some(wide) = &self.wide {
            instance = instance.connect("wide_i", wide);
        }
        let flags = self.flags();
        let text = AddText { flags, sum: sum.clone(), instance: instance.finish()?, after: None };
        let after = self.pipeline.cut("add", vec![sum, flag_left]);
        Ok(AddText { after, ..text })
    }

    /// Returns the text for CC.CF in the current stage. `flag_new` is its new value.
    fn flags(&mut self) -> FlagText {
        let write_flag = self.write_flag.as_ref().expect("a unit that adds writes the flag").name.clone();
        let flags = Net::new(FLAGS, self.config.contexts.into());
        self.pipeline.mark_flags(&flags);
        let flag = match &self.context {
            Some(context) => format!("{}[{}]", flags.name, context.name),
            None => flags.name.clone(),
        };
        let zero = Expr::constant(flags.width, 0);
        let fires = self.pipeline.fires().and(&write_flag).expression();
        let process = Process::new(self.config)
            .reset(self.config, vec![format!("{} <= {zero};", flags.name)])
            .when(fires, vec![format!("{flag} <= flag_new;")])
            .to_string();
        FlagText { register: Declaration::register(flags, self.config.language), flag, write_flag, process }
    }
}

/// Returns the name of an operation's code in the text.
fn parameter(op: &str) -> String {
    format!("Op{}", capitalised(op))
}
