//! The specification of a module in any value domain: the golden functions behind the module's
//! ports.

mod lane_sum;

use vidalu_gen::{Config, Target, Unit};
use vidalu_model::bv::{Bit, Bv, Domain};
use vidalu_model::control::{self, Field, UNIT, legal};
use vidalu_model::golden::{self, Profile, block};
use vidalu_model::isa;
use vidalu_sim::subject::{self, Signal};

pub use lane_sum::LaneSum;
pub(crate) use lane_sum::{in_rows, simd, through_port};

/// The values of ports, by their names.
pub struct Pins<'a, V> {
    /// The ports.
    pub signals: &'a [Signal],
    /// A value for each.
    pub values: &'a [V],
}

/// The golden outputs of a module for its inputs.
#[derive(Clone, Debug)]
pub struct Outcome<V> {
    /// The value of each output.
    pub outputs: Vec<V>,
    /// The value of CC.CF afterwards.
    pub flag: V,
    /// A bit that is 1 where the inputs are those of an instruction that the module has. Nothing
    /// is promised for others.
    pub promised: V,
}

/// The golden outputs of a unit, in the widest form.
struct Result<V> {
    d: Bv<64, V>,
    saturated: Bit<V>,
    flag: Bit<V>,
    promised: Bit<V>,
}

impl<V: Domain> Pins<'_, V> {
    /// Returns the low bits of an input, with zeros above; 0 if the module does not have the input.
    fn get<const W: u32>(&self, name: &str) -> Bv<W, V> {
        let pins = self.signals.iter().zip(self.values);
        match pins.into_iter().find(|(signal, _)| signal.name == name) {
            None => Bv::constant(0),
            Some((signal, value)) if signal.width < W => Bv::new(value.zext(signal.width, W)),
            Some((signal, value)) => Bv::new(value.extract(0, W, signal.width)),
        }
    }
}

/// Returns the golden outputs of `target` in a configuration. `outputs` are its data outputs, and
/// `flag` is CC.CF before. Units sum lanes in this `order`.
pub fn outcome<V: Domain>(
    target: Target,
    config: &Config,
    pins: &Pins<'_, V>,
    outputs: &[Signal],
    flag: V,
    order: LaneSum,
) -> Outcome<V> {
    let flag = Bv::new(flag);
    match target {
        Target::Block(block) => {
            let own = block::Block::ALL.into_iter().find(|own| own.name() == block.name());
            let values = own.expect("the model has every block").outputs(profile(config), pins.values);
            let promised = is_legal(block.name(), profile(config), pins);
            Outcome { outputs: values, flag: flag.value(), promised: promised.value() }
        }
        Target::Unit(unit) => {
            let Result { d, saturated, flag, promised } = unit_result(unit, config, pins, flag, order);
            let value = |signal: &Signal| match signal.name {
                "d_o" => d.value().extract(0, signal.width, 64),
                "sat_o" => saturated.value(),
                _ => flag.value(),
            };
            let is_context = pins.get::<8>("ctx_i").ult(Bv::constant(config.contexts.into()));
            Outcome {
                outputs: outputs.iter().map(value).collect(),
                flag: flag.value(),
                promised: (promised & is_context).value(),
            }
        }
    }
}

/// Returns a bit that is 1 where the inputs of a block are such as a unit gives: control inputs
/// hold codes, and the mask has both bytes of a half or neither.
fn is_legal<V: Domain>(name: &str, profile: Profile, pins: &Pins<'_, V>) -> Bit<V> {
    let codes = subject::Block::new(name, profile).expect("every block has a stimulus").codes();
    let inputs = codes.iter().zip(pins.signals.iter().zip(pins.values));
    let has_code = inputs.filter_map(|(codes, (signal, value))| {
        Some(any(codes.as_ref()?.iter().map(|&code| is(*value, signal.width, code))))
    });
    let mask = pins.get::<4>("mask_i");
    let in_pairs =
        mask.extract::<0, 1>().eq(mask.extract::<1, 1>()) & mask.extract::<2, 1>().eq(mask.extract::<3, 1>());
    let has_halves = pins.signals.iter().any(|signal| signal.name == "quad_i");
    let mask_is_legal = if has_halves { pins.get::<1>("quad_i") | in_pairs } else { Bit::constant(1) };
    all(has_code) & mask_is_legal
}

fn profile(config: &Config) -> Profile {
    match config.profile {
        vidalu_gen::Profile::Manual => Profile::Manual,
        vidalu_gen::Profile::Hardware => Profile::Hardware,
    }
}

fn unit_result<V: Domain>(unit: Unit, config: &Config, pins: &Pins<'_, V>, flag: Bit<V>, order: LaneSum) -> Result<V> {
    let kind = match unit {
        Unit::Scalar => isa::Unit::Scalar,
        Unit::Simd => isa::Unit::Simd,
        Unit::Vmad => isa::Unit::Vmad,
        Unit::Carry => isa::Unit::Carry,
        Unit::Lanes => return choose(&[isa::Unit::Scalar, isa::Unit::Simd], config, pins, flag, order),
        Unit::Video => return choose(&isa::Unit::ALL, config, pins, flag, order),
    };
    instruction(kind, config, pins, flag, order)
}

/// Returns the outputs of several units, of which the control word selects one.
fn choose<V: Domain>(
    units: &[isa::Unit],
    config: &Config,
    pins: &Pins<'_, V>,
    flag: Bit<V>,
    order: LaneSum,
) -> Result<V> {
    let word = pins.get::<{ control::WIDTH }>("ctl_i");
    let code = word.extract::<{ UNIT.lo }, { UNIT.width }>();
    let nothing = Result { d: Bv::constant(0), saturated: Bit::constant(0), flag, promised: Bit::constant(0) };
    let mut chosen = units.iter().fold(nothing, |others, &unit| {
        let is_own = code.is(UNIT.code(unit.name()));
        let own = instruction(unit, config, pins, flag, order);
        Result {
            d: is_own.mux(own.d, others.d),
            saturated: is_own.mux(own.saturated, others.saturated),
            flag: is_own.mux(own.flag, others.flag),
            promised: is_own.mux(own.promised, others.promised),
        }
    });
    chosen.promised = chosen.promised & legal::word(word);
    chosen
}

/// Returns the outputs of one unit.
fn instruction<V: Domain>(
    unit: isa::Unit,
    config: &Config,
    pins: &Pins<'_, V>,
    flag: Bit<V>,
    order: LaneSum,
) -> Result<V> {
    let [a, b, c] = ["a_i", "b_i", "c_i"].map(|name| pins.get::<64>(name));
    let [a32, b32, c32] = [a, b, c].map(Bv::low::<32>);
    let profile = profile(config);
    let (video, promised) = match unit {
        isa::Unit::Scalar => {
            let ctl = pins.get("ctl_i");
            let kept = config.unit_ops(Unit::Scalar).map(|op| holds(ctl, &control::scalar::OP, op.code_name()));
            (golden::scalar(profile, ctl, a32, b32, c32, &mut ()), any(kept) & legal::scalar(ctl))
        }
        isa::Unit::Vmad => {
            let ctl = pins.get("ctl_i");
            let kept = config.unit_ops(Unit::Vmad).map(|_| Bit::constant(1));
            (golden::vmad(profile, ctl, a32, b32, c32, &mut ()), any(kept) & legal::vmad(ctl))
        }
        isa::Unit::Simd => {
            let ctl = pins.get("ctl_i");
            let kept = config.unit_ops(Unit::Simd).map(|op| {
                let lanes = if op.lanes() == 4 { "four" } else { "two" };
                holds(ctl, &control::simd::OP, op.code_name()) & holds(ctl, &control::simd::QUAD, lanes)
            });
            (simd(order, ctl, a32, b32, c32), any(kept) & legal::simd(ctl))
        }
        isa::Unit::Carry => {
            let ctl = pins.get("ctl_i");
            let carried = golden::carry(profile, ctl, a, b, c, flag, &mut ());
            let words = (0..1 << control::carry::WIDTH).filter(|word| {
                let instruction = control::decode(UNIT.put(UNIT.code("carry")) | word);
                instruction.is_ok_and(|instruction| subject::has(config, &instruction))
            });
            let promised = any(words.map(|word| ctl.is(word)));
            return Result { d: carried.d, saturated: Bit::constant(0), flag: carried.cf, promised };
        }
    };
    Result { d: video.d.zext(), saturated: video.saturated, flag, promised }
}

/// Returns a bit that is 1 where a field of a control word holds the code with this name.
fn holds<const W: u32, V: Domain>(ctl: Bv<W, V>, field: &Field, name: &str) -> Bit<V> {
    let code = field.code(name);
    let value = ctl.value().extract(field.lo, field.width, W);
    is(value, field.width, code)
}

/// Returns a bit that is 1 where a vector of `width` bits is `code`.
fn is<V: Domain>(value: V, width: u32, code: u64) -> Bit<V> {
    Bit::new(value.eq(V::constant(width, code.into()), width))
}

fn all<V: Domain>(bits: impl Iterator<Item = Bit<V>>) -> Bit<V> {
    bits.fold(Bit::constant(1), |all, bit| all & bit)
}

fn any<V: Domain>(bits: impl Iterator<Item = Bit<V>>) -> Bit<V> {
    bits.fold(Bit::constant(0), |any, bit| any | bit)
}
