//! The functions as C calls them. This file alone speaks with C: it turns pointers into slices and texts, and lets no panic
//! out.
//!
//! The comments here are those of the header, which the test `header` makes of this file.
#![allow(unsafe_code)] // Pointers of the caller, and names that the linker finds.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use vidalu_model::golden::Outcome;

use crate::golden::{self, Columns};
use crate::status::VidaluStatus;
use crate::{draw, text};

/// Version of this interface. It grows by one with every change that breaks a caller.
pub const VIDALU_ABI_VERSION: u32 = 1;

/// In place of a unit: control words are whole, with the unit's code above, as units video and lanes receive them.
pub const VIDALU_UNIT_ANY: u32 = 4;

const _: () = assert!(VIDALU_UNIT_ANY == golden::ANY);

/// `VIDALU_ABI_VERSION` of the library, to be compared with that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_abi_version() -> u32 {
    VIDALU_ABI_VERSION
}

/// Version of vidalu, a text of the library that stays.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("cargo's version has no 0 inside"),
    };
    VERSION.as_ptr()
}

/// A sentence about a status, a text of the library that stays.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_status_text(status: i32) -> *const c_char {
    let known = VidaluStatus::ALL.into_iter().find(|known| *known as i32 == status);
    known.map_or(c"no status of this library", VidaluStatus::sentence).as_ptr()
}

/// One instruction. `ctl` is what the unit receives at `ctl_i`, with or without the unit's code above; `a b c` are the
/// registers, of which an instruction of 32 bits reads the low half; `cf` is CC.CF before, 0 or else 1, in the profile's
/// polarity. `d` gets the register d, `cf_out` CC.CF after, `saturated` 1 where `.sat` changed the result; each may be
/// null. A word that encodes no instruction gives 0, and CC.CF as it was.
///
/// # Safety
/// Each pointer is null or that of a variable which nobody else uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vidalu_golden(
    profile: u32,
    unit: u32,
    ctl: u64,
    a: u64,
    b: u64,
    c: u64,
    cf: u8,
    d: *mut u64,
    cf_out: *mut u8,
    saturated: *mut u8,
) -> VidaluStatus {
    guarded(|| {
        let found = golden::golden(profile, unit, ctl, [a, b, c], cf != 0);
        let outcome = match found {
            Ok(outcome) => outcome,
            Err(VidaluStatus::Illegal) => Outcome { cf: cf != 0, ..Outcome::default() },
            Err(status) => return Err(status),
        };
        // SAFETY: what this function demands of the caller.
        unsafe {
            put(d, outcome.d)?;
            put(cf_out, outcome.cf.into())?;
            put(saturated, outcome.saturated.into())?;
        }
        found.map(drop)
    })
}

/// The register d of one instruction alone, 0 where `vidalu_golden` would refuse.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_golden_d(profile: u32, unit: u32, ctl: u64, a: u64, b: u64, c: u64, cf: u8) -> u64 {
    outcome(profile, unit, ctl, [a, b, c], cf).d
}

/// CC.CF after one instruction alone; `cf` where `vidalu_golden` would refuse.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_golden_cf(profile: u32, unit: u32, ctl: u64, a: u64, b: u64, c: u64, cf: u8) -> u8 {
    outcome(profile, unit, ctl, [a, b, c], cf).cf.into()
}

/// 1 where `.sat` of one instruction changed its result, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_golden_saturated(profile: u32, unit: u32, ctl: u64, a: u64, b: u64, c: u64, cf: u8) -> u8 {
    outcome(profile, unit, ctl, [a, b, c], cf).saturated.into()
}

/// Many instructions, each alone, in columns of `count` elements that mean what they mean to `vidalu_golden`. `cf` may be
/// null, where all find 0; `cf_out`, `saturated` and `legal` may be null. `legal` gets 1 where the word encodes an
/// instruction, else 0; if there is one that does not, the answer is `VIDALU_STATUS_ILLEGAL`, and all others are computed.
///
/// # Safety
/// Each pointer is null or that of `count` elements; nobody else uses outputs meanwhile, and no two columns overlap of which
/// one is an output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vidalu_golden_batch(
    profile: u32,
    unit: u32,
    count: u64,
    ctl: *const u64,
    a: *const u64,
    b: *const u64,
    c: *const u64,
    cf: *const u8,
    d: *mut u64,
    cf_out: *mut u8,
    saturated: *mut u8,
    legal: *mut u8,
) -> VidaluStatus {
    guarded(|| {
        // SAFETY: what this function demands of the caller.
        let columns = unsafe {
            Columns {
                ctl: column(ctl, count)?,
                registers: [column(a, count)?, column(b, count)?, column(c, count)?],
                cf: optional(cf, count)?,
                d: column_mut(d, count)?,
                others: [optional_mut(cf_out, count)?, optional_mut(saturated, count)?, optional_mut(legal, count)?],
            }
        };
        golden::many(profile, unit, columns)
    })
}

/// 1 if `ctl` encodes an instruction of the unit, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_is_legal(unit: u32, ctl: u64) -> u8 {
    let is_legal = || golden::unit(unit).and_then(|unit| golden::instruction(unit, ctl)).is_ok();
    catch_unwind(is_legal).unwrap_or(false).into()
}

/// Legal vectors: the elements `first ..` of the 2^63 of the sequence that `seed` names, biased to corners, as `vidalu cosim` and
/// `vidalu vectors` drive them into the unit. Registers that no instruction of the unit reads are 0.
///
/// # Safety
/// Each pointer is that of `count` elements which nobody else uses meanwhile; they do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vidalu_draw(
    unit: u32,
    seed: u64,
    first: u64,
    count: u64,
    ctl: *mut u64,
    a: *mut u64,
    b: *mut u64,
    c: *mut u64,
) -> VidaluStatus {
    guarded(|| {
        // SAFETY: what this function demands of the caller.
        let mut columns =
            unsafe { [column_mut(ctl, count)?, column_mut(a, count)?, column_mut(b, count)?, column_mut(c, count)?] };
        draw::draw(golden::unit(unit)?, seed, first, &mut columns)
    })
}

/// The control word of the one PTX instruction in the text `ptx`, with its unit's code; the registers and constants are
/// not part of it. A text that is refused gives `VIDALU_STATUS_REFUSED`: then `message` gets the reason, `size` bytes of it
/// at most with the 0 at its end, and `begin` and `end` the bytes of `ptx` that are wrong. `message` may be null if `size`
/// is 0; `begin` and `end` may be null.
///
/// # Safety
/// `ptx` ends with a 0; `message` is that of `size` bytes; the other pointers are null or those of variables. Nobody else
/// uses the outputs meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vidalu_assemble(
    ptx: *const c_char,
    word: *mut u64,
    message: *mut c_char,
    size: u64,
    begin: *mut u64,
    end: *mut u64,
) -> VidaluStatus {
    guarded(|| {
        if ptx.is_null() {
            return Err(VidaluStatus::BadPointer);
        }
        // SAFETY: what this function demands of the caller.
        let text = unsafe { CStr::from_ptr(ptx) };
        let found = match text.to_str() {
            Ok(text) => text::assemble(text),
            Err(error) => {
                let at = error.valid_up_to();
                Err(text::Refusal { message: "this byte is no UTF-8".to_owned(), place: at..at + 1 })
            }
        };
        match found {
            // SAFETY: as before.
            Ok(found) => unsafe { put(word, found) },
            Err(refusal) => {
                // SAFETY: as before.
                unsafe {
                    put(begin, refusal.place.start as u64)?;
                    put(end, refusal.place.end as u64)?;
                    // A message that is cut is one still.
                    put_text(message, size, &refusal.message).or_else(|status| match status {
                        VidaluStatus::Truncated => Ok(()),
                        other => Err(other),
                    })?;
                }
                Err(VidaluStatus::Refused)
            }
        }
    })
}

/// The PTX line of a control word: `text` gets it, `size` bytes of it at most with the 0 at its end. `VIDALU_TEXT_SIZE`
/// bytes hold every line.
///
/// # Safety
/// `text` is that of `size` bytes which nobody else uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vidalu_disassemble(unit: u32, ctl: u64, text: *mut c_char, size: u64) -> VidaluStatus {
    guarded(|| {
        let line = text::disassemble(unit, ctl)?;
        // SAFETY: what this function demands of the caller.
        unsafe { put_text(text, size, &line) }
    })
}

/// Bytes that hold every PTX line of `vidalu_disassemble`, with the 0 at its end, and nearly every message.
pub const VIDALU_TEXT_SIZE: u32 = 256;

fn guarded(run: impl FnOnce() -> Result<(), VidaluStatus>) -> VidaluStatus {
    // What a panic would leave half done is the caller's memory, which holds numbers alone.
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => VidaluStatus::Ok,
        Ok(Err(status)) => status,
        Err(_) => VidaluStatus::Fault,
    }
}

fn outcome(profile: u32, unit: u32, ctl: u64, registers: [u64; 3], cf: u8) -> Outcome {
    let computed = catch_unwind(|| golden::golden(profile, unit, ctl, registers, cf != 0));
    computed.ok().and_then(Result::ok).unwrap_or(Outcome { cf: cf != 0, ..Outcome::default() })
}

/// The address of `count` elements, which may be null if there are none.
fn address<T>(pointer: *const T, count: u64) -> Result<usize, VidaluStatus> {
    let count = usize::try_from(count).ok().filter(|count| *count <= isize::MAX as usize / size_of::<T>());
    let count = count.ok_or(VidaluStatus::BadCount)?;
    if count > 0 && (pointer.is_null() || !pointer.is_aligned()) { Err(VidaluStatus::BadPointer) } else { Ok(count) }
}

/// # Safety
/// `pointer` is null or that of `count` elements that nobody writes during `'a`.
unsafe fn column<'a, T>(pointer: *const T, count: u64) -> Result<&'a [T], VidaluStatus> {
    match address(pointer, count)? {
        0 => Ok(&[]),
        // SAFETY: what this function demands; the address is checked.
        count => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}

/// # Safety
/// `pointer` is null or that of `count` elements that nobody else reads or writes during `'a`.
unsafe fn column_mut<'a, T>(pointer: *mut T, count: u64) -> Result<&'a mut [T], VidaluStatus> {
    match address(pointer, count)? {
        0 => Ok(&mut []),
        // SAFETY: what this function demands; the address is checked.
        count => Ok(unsafe { std::slice::from_raw_parts_mut(pointer, count) }),
    }
}

/// # Safety
/// As [`column`].
unsafe fn optional<'a, T>(pointer: *const T, count: u64) -> Result<Option<&'a [T]>, VidaluStatus> {
    // SAFETY: what this function demands.
    if pointer.is_null() { Ok(None) } else { unsafe { column(pointer, count).map(Some) } }
}

/// # Safety
/// As [`column_mut`].
unsafe fn optional_mut<'a, T>(pointer: *mut T, count: u64) -> Result<Option<&'a mut [T]>, VidaluStatus> {
    // SAFETY: what this function demands.
    if pointer.is_null() { Ok(None) } else { unsafe { column_mut(pointer, count).map(Some) } }
}

/// # Safety
/// `to` is null or that of a variable that nobody else uses.
unsafe fn put<T>(to: *mut T, value: T) -> Result<(), VidaluStatus> {
    if to.is_null() {
        return Ok(());
    }
    address(to, 1)?;
    // SAFETY: what this function demands; the address is checked.
    unsafe { ptr::write(to, value) };
    Ok(())
}

/// Writes what fits of `line`, in whole characters, and a 0 behind.
///
/// # Safety
/// `to` is that of `size` bytes that nobody else uses.
unsafe fn put_text(to: *mut c_char, size: u64, line: &str) -> Result<(), VidaluStatus> {
    // SAFETY: what this function demands.
    let to = unsafe { column_mut(to.cast::<u8>(), size)? };
    let Some(room) = to.len().checked_sub(1) else { return Err(VidaluStatus::Truncated) };
    let kept = line.floor_char_boundary(room);
    to[..kept].copy_from_slice(&line.as_bytes()[..kept]);
    to[kept] = 0;
    if kept == line.len() { Ok(()) } else { Err(VidaluStatus::Truncated) }
}
