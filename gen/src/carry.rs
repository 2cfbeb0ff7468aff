//! The carry-flag unit: one multiplier and one adder for all widths, and CC.CF directly at the adder.

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
use crate::design::{Built, Library, Top, render};
use crate::header::{capitalised, header};
use crate::landmark::Landmarks;
use crate::pipeline::{Pipeline, Process, Timing, register};
use crate::verilog::{Expr, Instance, Module, Net, VerilogError};
use crate::{Block, Config, Style, Target, Unit, block};

#[derive(Template)]
#[template(path = "carry.v")]
struct Text {
    header: String,
    module: Module,
    enter: String,
    fields: Vec<String>,
    unused_fields: Option<String>,
    codes: Vec<String>,
    decoded: Vec<String>,
    product: Option<ProductText>,
    add: Option<AddText>,
    outputs: String,
    leave: String,
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

/// CC.CF.
struct FlagText {
    /// The declaration of the register of all flags.
    register: String,
    /// The flag of the instruction's context.
    flag: String,
    /// Whether the instruction writes it.
    write_flag: String,
    /// What does.
    process: String,
}

/// The unit's block and the unit itself.
pub(crate) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    let needs = Needs::of(config);
    if config.style == Style::Behavioral {
        return behavioral::build(config, needs, library);
    }
    let adder = if needs.adds() { Some(block::carry_adder(config, needs.wide, library)?) } else { None };
    let module = module(config)?;
    let multiplier = if needs.multiplies() { Some(arith::multiplier(config, needs.factor(), library)?) } else { None };
    let accumulator = if needs.steps { steps::adder(config, library)? } else { None };
    let parts = Parts { multiplier: multiplier.as_ref(), accumulator: accumulator.as_ref(), adder: adder.as_ref() };
    let pipeline = Pipeline::new(Timing::of(Unit::Carry, config), &needs.stages(config));
    let (text, landmarks) = Builder::new(config, needs, pipeline).text(&module, parts)?;
    Ok(Top { module: library.add(Built { module, text: render(&text) }), landmarks })
}

/// The modules that the unit is made of, where it has them.
#[derive(Clone, Copy)]
struct Parts<'a> {
    multiplier: Option<&'a Module>,
    /// Of the products of a product; `+` has none.
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
    // The nets that carry these signals in the stage in hand; `None` where no instruction of the unit needs one.
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

/// The net of a field in the stage of the decode.
fn field_net(field: &Field) -> Net {
    // `signed` is a word of Verilog.
    Net::new(if field.name == SIGNED.name { "is_signed" } else { field.name }, field.width)
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

    fn text(mut self, module: &Module, parts: Parts<'_>) -> Result<(Text, Landmarks), VerilogError> {
        let steps = self.steps();
        let mut inputs = vec![&mut self.control];
        inputs.extend(&mut self.context);
        inputs.extend([&mut self.a, &mut self.b]);
        inputs.extend(&mut self.c);
        let enter = match &mut self.step {
            Some(step) => self.pipeline.enter_in_steps(inputs, step, steps),
            None => self.pipeline.enter(inputs),
        };
        let decoded = self.decode();
        let mut addend = self.b.clone();
        let (product, augend) = match parts.multiplier {
            Some(multiplier) => {
                let (text, augend) = self.product(multiplier, parts.accumulator, &mut addend)?;
                (Some(text), augend)
            }
            None => (None, self.a.clone()),
        };
        let (add, outputs) = match parts.adder {
            Some(adder) => {
                let mut results = [Net::new("sum", self.needs.width()), Net::new("flag_left", 1)];
                let text = self.add(adder, &augend, &addend, &mut results)?;
                let [sum, flag] = results;
                (Some(text), format!("  assign d_o  = {};\n  assign cf_o = {};", sum.name, flag.name))
            }
            None => (None, format!("  assign d_o = {};", augend.name)),
        };
        let purpose = Target::Unit(Unit::Carry).doc();
        let text = Text {
            header: header(&module.name, purpose, &facts(self.config, &self.pipeline), self.config),
            module: module.clone(),
            enter,
            fields: self.fields(),
            unused_fields: self.unused_fields(),
            codes: self.codes(),
            decoded,
            product,
            add,
            outputs,
            leave: self.pipeline.leave(),
        };
        Ok((text, self.pipeline.landmarks()))
    }

    // ---- decode ----

    /// Whether one of the unit's instructions reads this field.
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
        let read = FORMAT.fields.iter().filter(|field| self.reads(field));
        read.map(|field| {
            let net = field_net(field);
            let source = format!("{};", self.control.slice(field.hi(), field.lo));
            format!("{:5} {:10} = {source:13}  // {}", net.range(), net.name, field.doc)
        })
        .collect()
    }

    fn unused_fields(&self) -> Option<String> {
        let unused: Vec<_> = FORMAT.fields.iter().filter(|field| !self.reads(field)).collect();
        let width: u32 = unused.iter().map(|field| field.width).sum();
        let slices = unused.iter().rev().map(|field| self.control.slice(field.hi(), field.lo)).join(", ");
        let net = Net::new("unused_fields", width);
        (!unused.is_empty()).then(|| format!("{} {{{slices}}};", declared(&net)))
    }

    fn codes(&self) -> Vec<String> {
        let named = self.named.iter().sorted_unstable_by_key(|name| OP.code(name)).dedup();
        named.map(|name| format!("localparam [1:0] {} = 2'd{};", parameter(name), OP.code(name))).collect()
    }

    /// The operations of the unit.
    fn operations(&self) -> Vec<&'static str> {
        let Needs { add, sub, mad, mul, .. } = self.needs;
        let all = [(add, "add"), (sub, "sub"), (mad, "mad"), (mul, "mul")];
        all.into_iter().filter_map(|(wanted, name)| wanted.then_some(name)).collect()
    }

    /// A condition that holds for these operations; `None` if all of the unit's are among them, or none.
    fn is_one_of(&mut self, wanted: &[&str]) -> Option<String> {
        let (inside, outside): (Vec<_>, Vec<_>) = self.operations().into_iter().partition(|op| wanted.contains(op));
        if inside.is_empty() || outside.is_empty() {
            return None;
        }
        self.named.extend(&inside);
        Some(inside.into_iter().map(|op| format!("(op == {})", parameter(op))).join(" || "))
    }

    fn decode(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(condition) = self.is_one_of(&["mad", "mul"]) {
            lines.push(format!("wire is_product = {condition};"));
            self.is_product = Some(Net::new("is_product", 1));
        }
        if let Some(condition) = self.is_one_of(&["sub"]) {
            lines.push(format!("wire subtract   = {condition};"));
            self.subtract = Some(Net::new("subtract", 1));
        }
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

    /// CC.CF in the stage in hand, where `flag_new` is what an instruction makes of it.
    fn flags(&mut self) -> FlagText {
        let write_flag = self.write_flag.as_ref().expect("a unit that adds writes the flag").name.clone();
        let flags = Net::new(FLAGS, self.config.contexts.into());
        self.pipeline.mark_flags(&flags);
        let flag = match &self.context {
            Some(context) => format!("{}[{}]", flags.name, context.name),
            None => flags.name.clone(),
        };
        let zero = Expr::constant(flags.width, 0);
        let fires = Some(format!("{} && {write_flag}", self.pipeline.fires()));
        let process = Process::new(self.config)
            .reset(self.config, vec![format!("{} <= {zero};", flags.name)])
            .when(fires, vec![format!("{flag} <= flag_new;")])
            .to_string();
        FlagText { register: flags.to_string().replacen("wire", register(self.config), 1), flag, write_flag, process }
    }
}

/// `wire [63:0] half =`
fn declared(net: &Net) -> String {
    net.to_string().replace(';', " =")
}

/// The name of an operation's code in the text.
fn parameter(op: &str) -> String {
    format!("Op{}", capitalised(op))
}
