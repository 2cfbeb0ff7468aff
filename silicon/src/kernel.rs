//! The PTX that a GPU runs: kernels that compute the operands of their vectors and return the
//! answers of their forms.
//!
//! A kernel has up to 32 forms. Each thread computes the operands of a vector as
//! [`crate::operands`] does, computes every form on them, stores the answers and continues with the
//! vector one grid further. Word `w` of vector `i` lies at `w * count + i`.

use std::fmt::Write;

use itertools::Itertools;
use vidalu_model::draw::{GAMMA, WORDS};
use vidalu_model::isa::Instruction;

use crate::form::{Body, Form};
use crate::operands::{CONTROL_BITS, CORNERS, FLAG_BIT};

/// Forms of a kernel.
const FORMS: usize = 32;

/// Forms of a module: eight kernels.
pub(crate) const MODULE: usize = 8 * FORMS;

/// The head of a module. PTX 4.3 is the first version with 64-bit `add.cc`; drivers of CUDA 7.5 and
/// later accept it. sm_30 is the first target with the SIMD video instructions; the driver compiles
/// for the actual GPU.
const HEADER: &str = ".version 4.3\n.target sm_30\n.address_size 64\n";

/// A text that the driver compiles as a unit, and its kernels.
#[derive(Clone, Debug)]
pub struct Module<'a> {
    /// The PTX.
    pub text: String,
    /// The kernels of the module.
    pub kernels: Vec<Kernel<'a>>,
}

/// A kernel and its forms.
#[derive(Clone, Debug)]
pub struct Kernel<'a> {
    /// The name of its entry.
    pub name: String,
    /// The forms of the kernel, in the order of their answers.
    pub forms: &'a [Form],
}

impl Kernel<'_> {
    /// Words of 32 bits that it returns for a vector.
    pub fn words(&self) -> usize {
        self.forms.iter().map(Form::words).sum()
    }
}

/// The modules of `forms`, in order, each written when it is asked for.
pub fn modules(forms: &[Form]) -> impl Iterator<Item = Module<'_>> + Send {
    forms.chunks(MODULE).map(module)
}

/// The module of these forms, at least one.
pub(crate) fn module(forms: &[Form]) -> Module<'_> {
    let kernel = |forms: &'_ [Form]| format!("forms_{}", forms[0].number);
    let kernels: Vec<_> = forms.chunks(FORMS).map(|forms| Kernel { name: kernel(forms), forms }).collect();
    let mut text = format!("{HEADER}\n{}\n", corners());
    for kernel in &kernels {
        write_kernel(&mut text, kernel).expect("a string takes all text");
    }
    Module { text, kernels }
}

impl<'a> Module<'a> {
    /// Returns the form at a line of the text, counted from 1: the form of the last comment before
    /// it.
    pub fn form_at(&self, line: usize) -> Option<&'a Form> {
        let before = self.text.lines().take(line).collect_vec();
        let number = before.iter().rev().find_map(|line| line.strip_prefix(COMMENT)?.split(':').next())?;
        let number: u32 = number.parse().ok()?;
        self.kernels.iter().flat_map(|kernel| kernel.forms).find(|form| form.number == number)
    }
}

/// The comment before the number of a form in the text.
const COMMENT: &str = "  // form ";

fn corners() -> String {
    let values = CORNERS.iter().map(|corner| format!("{corner:#010x}")).join(", ");
    format!(".const .align 4 .b32 corners[{}] = {{{values}}};\n", CORNERS.len())
}

fn write_kernel(text: &mut String, kernel: &Kernel<'_>) -> std::fmt::Result {
    let name = &kernel.name;
    write!(
        text,
        "
.visible .entry {name}(
  .param .u64 {name}_key,
  .param .u64 {name}_first,
  .param .u32 {name}_count,
  .param .u64 {name}_out
)
{{
  .reg .b32 r<20>;
  .reg .b64 rd<20>;
  .reg .pred p<4>;
  .reg .b32 i, grid, count, block, corner, step, mode, field, half<6>;
  .reg .b64 key, first, out, plane, at, state, word, w<4>, t, u;

  ld.param.u64 key, [{name}_key];
  ld.param.u64 first, [{name}_first];
  ld.param.u32 count, [{name}_count];
  ld.param.u64 out, [{name}_out];
  cvta.to.global.u64 out, out;
  mul.wide.u32 plane, count, 4;
  mov.u32 i, %ctaid.x;
  mov.u32 block, %ntid.x;
  mul.lo.u32 i, i, block;
  mov.u32 grid, %nctaid.x;
  mul.lo.u32 grid, grid, block;
  mov.u32 block, %tid.x;
  add.u32 i, i, block;
NEXT:
  setp.ge.u32 p0, i, count;
  @p0 bra DONE;

  // the four words of vector first + i
  cvt.u64.u32 t, i;
  add.u64 t, first, t;
  mul.lo.u64 t, t, {vector:#x};
  add.u64 state, key, t;
",
        vector = GAMMA.wrapping_mul(WORDS)
    )?;
    for word in 0..4 {
        writeln!(
            text,
            "  add.u64 state, state, {GAMMA:#x};
  shr.u64 t, state, 30;
  xor.b64 word, state, t;
  mul.lo.u64 word, word, 0xbf58476d1ce4e5b9;
  shr.u64 t, word, 27;
  xor.b64 word, word, t;
  mul.lo.u64 word, word, 0x94d049bb133111eb;
  shr.u64 t, word, 31;
  xor.b64 w{word}, word, t;"
        )?;
    }
    writeln!(text, "\n  // the halves of a, b and c")?;
    // Only 64-bit instructions use the high halves.
    let wide = kernel.forms.iter().any(|form| matches!(form.body, Body::Chain(_)));
    for half in 0..if wide { 6 } else { 3 } {
        write_half(text, half)?;
    }
    for operand in 0..3 {
        writeln!(text, "  mov.u32 r{}, half{operand};", operand + 2)?;
        if wide {
            writeln!(text, "  cvt.u64.u32 t, half{operand};\n  cvt.u64.u32 u, half{};", operand + 3)?;
            writeln!(text, "  shl.b64 u, u, 32;\n  or.b64 rd{}, u, t;", operand + 2)?;
        }
    }
    writeln!(text, "  shr.u64 t, w3, {FLAG_BIT};\n  cvt.u32.u64 r5, t;\n  and.b32 r5, r5, 1;\n")?;
    writeln!(text, "  cvt.u64.u32 t, i;\n  shl.b64 t, t, 2;\n  add.u64 at, out, t;")?;
    for form in kernel.forms {
        write_form(text, form)?;
    }
    writeln!(text, "\n  add.u32 i, i, grid;\n  bra NEXT;\nDONE:\n  ret;\n}}")
}

/// A half of an operand, by ten bits of the control word, `w3`.
fn write_half(text: &mut String, half: u32) -> std::fmt::Result {
    let operand = half % 3;
    if half < 3 {
        writeln!(text, "  cvt.u32.u64 half{half}, w{operand};")?;
    } else {
        writeln!(text, "  shr.u64 t, w{operand}, 32;\n  cvt.u32.u64 half{half}, t;")?;
    }
    writeln!(
        text,
        "  shr.u64 t, w3, {};
  cvt.u32.u64 field, t;
  and.b32 step, field, 31;
  mul.wide.u32 t, step, 4;
  mov.u64 u, corners;
  add.u64 u, u, t;
  ld.const.u32 corner, [u];",
        half * CONTROL_BITS
    )?;
    if operand > 0 {
        writeln!(
            text,
            "  and.b32 mode, field, 896;
  setp.eq.u32 p1, mode, 896;
  selp.b32 corner, half{}, corner, p1;",
            half - 1
        )?;
    }
    writeln!(
        text,
        "  shr.u32 step, field, 5;
  and.b32 step, step, 3;
  sub.u32 step, step, 2;
  and.b32 mode, field, 256;
  setp.ne.u32 p2, mode, 0;
  selp.b32 step, step, 0, p2;
  add.u32 corner, corner, step;
  and.b32 mode, field, 512;
  setp.ne.u32 p3, mode, 0;
  selp.b32 half{half}, corner, half{half}, p3;"
    )
}

/// The statements of a form, and a store for each of its answers.
fn write_form(text: &mut String, form: &Form) -> std::fmt::Result {
    let statements = form.statements();
    let shown = match &form.body {
        Body::Video(instruction) => instruction.to_string(),
        Body::Chain(links) => links.iter().map(|link| Instruction::Carry(link.carry)).join("; "),
    };
    writeln!(text, "\n{COMMENT}{}: {shown}", form.number)?;
    for statement in &statements {
        writeln!(text, "  {statement};")?;
    }
    for answer in form.answers() {
        let register = answer.register.name();
        if answer.register.width() == 64 {
            writeln!(text, "  cvt.u32.u64 r0, {register};\n  st.global.u32 [at], r0;\n  add.u64 at, at, plane;")?;
            writeln!(text, "  shr.u64 t, {register}, 32;\n  cvt.u32.u64 r0, t;")?;
            writeln!(text, "  st.global.u32 [at], r0;\n  add.u64 at, at, plane;")?;
        } else {
            writeln!(text, "  st.global.u32 [at], {register};\n  add.u64 at, at, plane;")?;
        }
    }
    Ok(())
}
