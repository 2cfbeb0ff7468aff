//! A device that interprets the kernels' PTX and takes video and carry instructions from the golden
//! model; faults can be put into it.
//!
//! It knows the kernels' text alone: what the kernel writer gets wrong, it gets wrong too, and the
//! campaign sees it.

use std::collections::HashMap;

use vidalu_model::golden::{self, Profile};
use vidalu_model::ptx::{Operand, Register, Scope, Statement, parse};
use vidalu_silicon::{About, Device, DeviceError, Job, Loaded};

/// Threads of the one block: with more vectors each thread computes several.
const THREADS: u64 = 3;

/// The address at which the table of corners lies.
const CORNERS: u64 = 0x1000;

/// A fault of the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Nothing,
    /// The statement of this text, with its registers, has a bit of its result turned over.
    WrongBit(String, u32),
    /// The compiler does not know this opcode.
    Refuses(&'static str),
    /// The compiler refuses everything and says only this.
    Says(&'static str),
    /// No memory is left for the answers.
    OutOfMemory,
}

pub(crate) struct ModelDevice {
    pub(crate) about: About,
    /// The profile by which it answers.
    pub(crate) profile: Profile,
    pub(crate) fault: Fault,
}

impl ModelDevice {
    /// A device of capability 9.0 with a compiler of this version, which answers by `profile`.
    pub(crate) fn new(compiler: u32, profile: Profile) -> Self {
        let about = About {
            name: "model".to_owned(),
            capability: (9, 0),
            memory: 1 << 30,
            driver: Some("1.2.3".to_owned()),
            compiler,
        };
        Self { about, profile, fault: Fault::Nothing }
    }
}

impl Device for ModelDevice {
    fn about(&self) -> &About {
        &self.about
    }

    fn load(&self, text: &str) -> Result<Box<dyn Loaded + '_>, DeviceError> {
        match self.fault {
            Fault::Refuses(opcode) => {
                let line = text.lines().position(|line| line.trim_start().starts_with(opcode));
                if let Some(line) = line {
                    let line = line + 1;
                    let log = format!(
                        "ptxas application ptx input, line {line}; error   : Not a name of any known instruction: \
                         '{opcode}'\nptxas fatal   : Ptx assembly aborted due to errors\n"
                    );
                    return Err(DeviceError::Refused(log));
                }
            }
            Fault::Says(log) => return Err(DeviceError::Refused(log.to_owned())),
            _ => {}
        }
        let table = text.lines().find(|line| line.starts_with(".const")).expect("the corners are there");
        let (_, values) = table.split_once('{').expect("they have values");
        let values = values.trim_end_matches("};").split(", ");
        let corners = values.map(|value| number(value).expect("values are numbers") as u32).collect();
        let kernels = text.split(".visible .entry ").skip(1).map(|entry| {
            let (name, rest) = entry.split_once('(').expect("an entry has parameters");
            let (_, body) = rest.split_once('{').expect("an entry has a body");
            let (body, _) = body.split_once('}').expect("a body ends");
            (name.to_owned(), Kernel::read(body))
        });
        Ok(Box::new(Module { device: self, corners, kernels: kernels.collect() }))
    }
}

struct Module<'a> {
    device: &'a ModelDevice,
    corners: Vec<u32>,
    kernels: HashMap<String, Kernel>,
}

impl Loaded for Module<'_> {
    fn run(&mut self, kernel: &str, job: Job, out: &mut [u32]) -> Result<(), DeviceError> {
        if self.device.fault == Fault::OutOfMemory {
            return Err(DeviceError::OutOfMemory { bytes: size_of_val(out) as u64 });
        }
        out.fill(0xdead_beef);
        for thread in 0..THREADS {
            let parameters = HashMap::from([
                (format!("[{kernel}_key]"), job.key),
                (format!("[{kernel}_first]"), job.first),
                (format!("[{kernel}_count]"), u64::from(job.count)),
                (format!("[{kernel}_out]"), 0),
            ]);
            let registers = HashMap::from([
                ("%ctaid.x".to_owned(), 0),
                ("%ntid.x".to_owned(), THREADS),
                ("%nctaid.x".to_owned(), 1),
                ("%tid.x".to_owned(), thread),
                ("corners".to_owned(), CORNERS),
            ]);
            Thread { module: &*self, parameters, registers, cf: false, out: &mut *out }.run(&self.kernels[kernel]);
        }
        Ok(())
    }
}

/// The statements of a kernel, and where its labels stand.
struct Kernel {
    steps: Vec<Step>,
    labels: HashMap<String, usize>,
}

enum Step {
    /// An instruction of vidalu, and its text.
    Vidalu(Statement, String),
    /// Any other: guard, opcode, operands.
    Other(Option<String>, String, Vec<String>),
}

impl Kernel {
    fn read(body: &str) -> Self {
        let lines = || body.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
        let declarations: String = lines().filter(|line| line.starts_with(".reg")).collect();
        let mut scope = Scope::from_decls(&declarations).expect("the declarations are well-formed");
        let (mut steps, mut labels) = (Vec::new(), HashMap::new());
        for line in lines().filter(|line| !line.starts_with(".reg")) {
            if let Some(label) = line.strip_suffix(':') {
                labels.insert(label.to_owned(), steps.len());
                continue;
            }
            let text = line.strip_suffix(';').unwrap_or_else(|| panic!("{line} lacks its semicolon"));
            let (guard, plain) = match text.strip_prefix('@').and_then(|text| text.split_once(' ')) {
                Some((guard, plain)) => (Some(guard.to_owned()), plain),
                None => (None, text),
            };
            let (opcode, operands) = plain.split_once(' ').unwrap_or((plain, ""));
            if is_other(opcode) {
                let operands: Vec<_> = operands.split(", ").map(str::to_owned).collect();
                for operand in &operands {
                    let name = operand.trim_matches(['[', ']']);
                    let known = scope.kind(name).is_some()
                        || operand.starts_with('%')
                        || number(operand).is_some()
                        || opcode.starts_with("ld.param")
                        || matches!(opcode, "bra" | "ret")
                        || name == "corners";
                    assert!(known, "{line}: {operand} is not declared");
                }
                steps.push(Step::Other(guard, opcode.to_owned(), operands));
            } else {
                let parsed = parse(text, &mut scope).unwrap_or_else(|error| panic!("{line}: {error}"));
                assert!(parsed.warnings.is_empty(), "{line}: {:?}", parsed.warnings);
                steps.push(Step::Vidalu(parsed.statement, text.to_owned()));
            }
        }
        Self { steps, labels }
    }
}

/// Returns whether the opcode is a plain instruction.
fn is_other(opcode: &str) -> bool {
    let plain = ["ld", "st", "cvt", "cvta", "mov", "shr", "shl", "xor", "and", "or", "setp", "selp", "bra", "ret"];
    let sums = ["add.u32", "add.u64", "sub.u32", "mul.wide.u32"];
    plain.contains(&opcode.split('.').next().unwrap_or(opcode)) || sums.contains(&opcode)
}

/// A decimal or hexadecimal number.
fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

struct Thread<'a> {
    module: &'a Module<'a>,
    parameters: HashMap<String, u64>,
    registers: HashMap<String, u64>,
    cf: bool,
    out: &'a mut [u32],
}

impl Thread<'_> {
    fn run(mut self, kernel: &Kernel) {
        let mut at = 0;
        while at < kernel.steps.len() {
            let step = &kernel.steps[at];
            at += 1;
            match step {
                Step::Vidalu(statement, text) => self.vidalu(statement, text),
                Step::Other(guard, opcode, operands) => {
                    if guard.as_ref().is_some_and(|guard| self.value(guard) == 0) {
                        continue;
                    }
                    match opcode.as_str() {
                        "bra" => at = kernel.labels[&operands[0]],
                        "ret" => return,
                        _ => self.other(opcode, operands),
                    }
                }
            }
        }
    }

    fn value(&self, operand: &str) -> u64 {
        let read = || self.registers.get(operand).copied().unwrap_or_else(|| panic!("{operand} is read unwritten"));
        number(operand).unwrap_or_else(read)
    }

    fn read(&self, operand: &Operand) -> u64 {
        match operand {
            Operand::Register(register) => self.value(register.name()),
            Operand::Constant(value) => *value,
        }
    }

    fn write(&mut self, register: &Register, value: u64) {
        self.registers.insert(register.name().to_owned(), value);
    }

    fn vidalu(&mut self, statement: &Statement, text: &str) {
        let c = statement.c().map_or(0, |c| self.read(c));
        let (a, b) = (self.read(statement.a()), self.read(statement.b()));
        let operands = golden::Operands { a, b, c, cf: self.cf };
        let outcome = golden::evaluate(statement.instruction(), operands, self.module.device.profile);
        self.cf = outcome.cf;
        let wrong = match &self.module.device.fault {
            Fault::WrongBit(faulty, bit) if faulty == text => 1 << bit,
            _ => 0,
        };
        self.write(statement.d(), outcome.d ^ wrong);
    }

    fn other(&mut self, opcode: &str, operands: &[String]) {
        let short = opcode.ends_with("32") && opcode != "cvt.u64.u32" && opcode != "mul.wide.u32";
        let cut = |value: u64| if short { value & 0xffff_ffff } else { value };
        let d = &operands[0];
        match opcode {
            "st.global.u32" => {
                let address = self.value(d.trim_matches(['[', ']']));
                assert_eq!(address % 4, 0);
                let place = &mut self.out[address as usize / 4];
                assert_eq!(*place, 0xdead_beef, "an answer is stored twice");
                *place = self.registers[&operands[1]] as u32;
                return;
            }
            "ld.param.u64" | "ld.param.u32" => {
                let value = self.parameters[&operands[1]];
                self.registers.insert(d.clone(), value);
                return;
            }
            "ld.const.u32" => {
                let address = self.value(operands[1].trim_matches(['[', ']']));
                let value = self.module.corners[(address - CORNERS) as usize / 4];
                self.registers.insert(d.clone(), u64::from(value));
                return;
            }
            _ => {}
        }
        let values: Vec<_> = operands[1..].iter().map(|operand| cut(self.value(operand))).collect();
        let value = match (opcode, values.as_slice()) {
            ("mov.u32" | "mov.u64" | "cvt.u64.u32" | "cvt.u32.u64" | "cvta.to.global.u64", [x]) => {
                if opcode.starts_with("cvt.u") { x & 0xffff_ffff } else { *x }
            }
            ("add.u32" | "add.u64", [x, y]) => x.wrapping_add(*y),
            ("sub.u32", [x, y]) => x.wrapping_sub(*y),
            ("mul.wide.u32", [x, y]) => x.wrapping_mul(*y),
            ("shr.u32" | "shr.u64", [x, y]) => x >> y,
            ("shl.b64", [x, y]) => x << y,
            ("xor.b64", [x, y]) => x ^ y,
            ("or.b64", [x, y]) => x | y,
            ("and.b32", [x, y]) => x & y,
            ("setp.ge.u32", [x, y]) => u64::from(x >= y),
            ("setp.eq.u32", [x, y]) => u64::from(x == y),
            ("setp.ne.u32", [x, y]) => u64::from(x != y),
            ("selp.b32", [x, y, p]) => {
                if *p != 0 {
                    *x
                } else {
                    *y
                }
            }
            _ => panic!("the interpreter does not know {opcode} of {operands:?}"),
        };
        self.registers.insert(d.clone(), cut(value));
    }
}
