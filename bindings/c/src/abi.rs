//! The functions as C calls them. This file alone handles C's pointers: it turns them into slices
//! and texts, and stops every panic.
//!
//! The test `header` makes the C header from this file, including these comments.
#![allow(unsafe_code)] // Pointers of the caller, and names that the linker finds.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use vidalu_model::golden::Outcome;

use crate::golden::{self, Columns};
use crate::status::VidaluStatus;
use crate::{draw, text};

/// Version of this interface. It grows by one with every change that breaks a caller.
pub const VIDALU_ABI_VERSION: u32 = 1;

/// In place of a unit: control words are whole, with the unit's code above, as the units video and
/// lanes receive them.
pub const VIDALU_UNIT_ANY: u32 = 4;

const _: () = assert!(VIDALU_UNIT_ANY == golden::ANY);

/// Returns the `VIDALU_ABI_VERSION` of the library. Compare it with that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_abi_version() -> u32 {
    VIDALU_ABI_VERSION
}

/// Returns the version of vidalu as a static text.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("cargo's version has no 0 inside"),
    };
    VERSION.as_ptr()
}

/// Returns a sentence about a status as a static text.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_status_text(status: i32) -> *const c_char {
    let known = VidaluStatus::ALL.into_iter().find(|known| *known as i32 == status);
    known.map_or(c"unknown status", VidaluStatus::sentence).as_ptr()
}

/// Computes one instruction. `ctl` is what the unit receives at `ctl_i`, with or without the unit's
/// code above. `a`, `b` and `c` are the registers; a 32-bit instruction reads their low halves.
/// `cc` is CC.CF before the instruction, in the profile's polarity: 0, or any other value for 1.
///
/// `d` receives the register d, `cc_out` CC.CF after the instruction, and `saturated` 1 if `.sat`
/// changed the result, else 0. Each of these pointers may be null. For a word that does not encode
/// an instruction, d is 0 and CC.CF stays as it was.
///
/// # Safety
/// Each pointer is null or points to a variable that nobody else uses during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vidalu_golden(
    profile: u32,
    unit: u32,
    ctl: u64,
    a: u64,
    b: u64,
    c: u64,
    cc: u8,
    d: *mut u64,
    cc_out: *mut u8,
    saturated: *mut u8,
) -> VidaluStatus {
    guarded(|| {
        let found = golden::golden(profile, unit, ctl, [a, b, c], cc != 0);
        let outcome = match found {
            Ok(outcome) => outcome,
            Err(VidaluStatus::Illegal) => Outcome { cf: cc != 0, ..Outcome::default() },
            Err(status) => return Err(status),
        };
        // SAFETY: the caller keeps the conditions of this function.
        unsafe {
            put(d, outcome.d)?;
            put(cc_out, outcome.cf.into())?;
            put(saturated, outcome.saturated.into())?;
        }
        found.map(drop)
    })
}

/// Returns the register d of one instruction, or 0 if `vidalu_golden` would return an error.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_golden_d(profile: u32, unit: u32, ctl: u64, a: u64, b: u64, c: u64, cc: u8) -> u64 {
    outcome(profile, unit, ctl, [a, b, c], cc).d
}

/// Returns CC.CF after one instruction, or `cc` if `vidalu_golden` would return an error.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_golden_cc(profile: u32, unit: u32, ctl: u64, a: u64, b: u64, c: u64, cc: u8) -> u8 {
    outcome(profile, unit, ctl, [a, b, c], cc).cf.into()
}

/// The earlier name of `vidalu_golden_cc`.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_golden_cf(profile: u32, unit: u32, ctl: u64, a: u64, b: u64, c: u64, cc: u8) -> u8 {
    vidalu_golden_cc(profile, unit, ctl, a, b, c, cc)
}

/// Returns 1 if `.sat` changed the result of one instruction, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_golden_saturated(profile: u32, unit: u32, ctl: u64, a: u64, b: u64, c: u64, cc: u8) -> u8 {
    outcome(profile, unit, ctl, [a, b, c], cc).saturated.into()
}

/// Computes many independent instructions. The arguments are columns of `count` elements, with the
/// meaning that they have for `vidalu_golden`. If `cc` is null, every instruction finds CC.CF 0.
/// `cc_out`, `saturated` and `legal` may be null.
///
/// `legal` receives 1 for each word that encodes an instruction, else 0. If any word does not, the
/// result is `VIDALU_STATUS_ILLEGAL`, and all other instructions are computed.
///
/// # Safety
/// Each pointer is null or points to `count` elements. Nobody else uses the outputs during the
/// call, and an output overlaps no other column.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vidalu_golden_batch(
    profile: u32,
    unit: u32,
    count: u64,
    ctl: *const u64,
    a: *const u64,
    b: *const u64,
    c: *const u64,
    cc: *const u8,
    d: *mut u64,
    cc_out: *mut u8,
    saturated: *mut u8,
    legal: *mut u8,
) -> VidaluStatus {
    guarded(|| {
        // SAFETY: the caller keeps the conditions of this function.
        let columns = unsafe {
            Columns {
                ctl: column(ctl, count)?,
                registers: [column(a, count)?, column(b, count)?, column(c, count)?],
                cf: optional(cc, count)?,
                d: column_mut(d, count)?,
                others: [optional_mut(cc_out, count)?, optional_mut(saturated, count)?, optional_mut(legal, count)?],
            }
        };
        golden::many(profile, unit, columns)
    })
}

/// Returns 1 if `ctl` encodes an instruction of the unit, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn vidalu_is_legal(unit: u32, ctl: u64) -> u8 {
    let is_legal = || golden::unit(unit).and_then(|unit| golden::instruction(unit, ctl)).is_ok();
    catch_unwind(is_legal).unwrap_or(false).into()
}

/// Draws legal vectors, biased to corner cases: `count` elements, from number `first` on, of the
/// sequence of `seed`, which has 2^63. `vidalu cosim` and `vidalu vectors` use the same vectors for
/// the unit. Registers that no instruction of the unit reads are 0.
///
/// # Safety
/// Each pointer points to `count` elements that nobody else uses during the call. The columns do
/// not overlap.
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
        // SAFETY: the caller keeps the conditions of this function.
        let mut columns =
            unsafe { [column_mut(ctl, count)?, column_mut(a, count)?, column_mut(b, count)?, column_mut(c, count)?] };
        draw::draw(golden::unit(unit)?, seed, first, &mut columns)
    })
}

/// Assembles the text `ptx`, which holds one PTX instruction, into a control word with the unit's
/// code. The registers and constants of the text are not part of the word.
///
/// If the text is rejected, the result is `VIDALU_STATUS_REFUSED`. Then `message` receives the
/// reason, at most `size` bytes with the 0 at the end, and `begin` and `end` receive the range of
/// the wrong bytes in `ptx`. `message` may be null if `size` is 0; `begin` and `end` may be null.
///
/// # Safety
/// `ptx` ends with a 0, and `message` points to `size` bytes. The other pointers are null or point
/// to variables. Nobody else uses the outputs during the call.
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
        // SAFETY: the caller keeps the conditions of this function.
        let text = unsafe { CStr::from_ptr(ptx) };
        let found = match text.to_str() {
            Ok(text) => text::assemble(text),
            Err(error) => {
                let at = error.valid_up_to();
                Err(text::Refusal { message: "not UTF-8: this byte is invalid".to_owned(), place: at..at + 1 })
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
                    // A truncated message is still useful.
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

/// Writes the PTX line of a control word to `text`, at most `size` bytes with the 0 at the end.
/// `VIDALU_TEXT_SIZE` bytes hold every line.
///
/// # Safety
/// `text` points to `size` bytes that nobody else uses during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vidalu_disassemble(unit: u32, ctl: u64, text: *mut c_char, size: u64) -> VidaluStatus {
    guarded(|| {
        let line = text::disassemble(unit, ctl)?;
        // SAFETY: the caller keeps the conditions of this function.
        unsafe { put_text(text, size, &line) }
    })
}

/// The size of a buffer, in bytes, for any PTX line of `vidalu_disassemble` with the 0 at the end,
/// and for nearly every message.
pub const VIDALU_TEXT_SIZE: u32 = 256;

fn guarded(run: impl FnOnce() -> Result<(), VidaluStatus>) -> VidaluStatus {
    // A panic could leave only the caller's memory half written, and that holds plain numbers.
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => VidaluStatus::Ok,
        Ok(Err(status)) => status,
        Err(_) => VidaluStatus::Fault,
    }
}

fn outcome(profile: u32, unit: u32, ctl: u64, registers: [u64; 3], cc: u8) -> Outcome {
    let computed = catch_unwind(|| golden::golden(profile, unit, ctl, registers, cc != 0));
    computed.ok().and_then(Result::ok).unwrap_or(Outcome { cf: cc != 0, ..Outcome::default() })
}

/// Checks the address of `count` elements, which may be null if `count` is 0; returns the count.
fn address<T>(pointer: *const T, count: u64) -> Result<usize, VidaluStatus> {
    let count = usize::try_from(count).ok().filter(|count| *count <= isize::MAX as usize / size_of::<T>());
    let count = count.ok_or(VidaluStatus::BadCount)?;
    if count > 0 && (pointer.is_null() || !pointer.is_aligned()) { Err(VidaluStatus::BadPointer) } else { Ok(count) }
}

/// # Safety
/// `pointer` is null or points to `count` elements that nobody writes during `'a`.
unsafe fn column<'a, T>(pointer: *const T, count: u64) -> Result<&'a [T], VidaluStatus> {
    match address(pointer, count)? {
        0 => Ok(&[]),
        // SAFETY: the caller keeps the conditions of this function; the address is checked.
        count => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}

/// Returns an output, which C need not initialise.
///
/// # Safety
/// `pointer` is null or points to `count` elements that nobody else reads or writes during `'a`.
unsafe fn column_mut<'a, T>(pointer: *mut T, count: u64) -> Result<&'a mut [MaybeUninit<T>], VidaluStatus> {
    match address(pointer, count)? {
        0 => Ok(&mut []),
        // SAFETY: the caller keeps the conditions of this function; the address is checked.
        count => Ok(unsafe { std::slice::from_raw_parts_mut(pointer.cast(), count) }),
    }
}

/// # Safety
/// As [`column`].
unsafe fn optional<'a, T>(pointer: *const T, count: u64) -> Result<Option<&'a [T]>, VidaluStatus> {
    // SAFETY: the caller keeps the conditions of this function.
    if pointer.is_null() { Ok(None) } else { unsafe { column(pointer, count).map(Some) } }
}

/// # Safety
/// As [`column_mut`].
unsafe fn optional_mut<'a, T>(pointer: *mut T, count: u64) -> Result<Option<&'a mut [MaybeUninit<T>]>, VidaluStatus> {
    // SAFETY: the caller keeps the conditions of this function.
    if pointer.is_null() { Ok(None) } else { unsafe { column_mut(pointer, count).map(Some) } }
}

/// # Safety
/// `to` is null or points to a variable that nobody else uses.
unsafe fn put<T>(to: *mut T, value: T) -> Result<(), VidaluStatus> {
    if to.is_null() {
        return Ok(());
    }
    address(to, 1)?;
    // SAFETY: the caller keeps the conditions of this function; the address is checked.
    unsafe { ptr::write(to, value) };
    Ok(())
}

/// Writes as many whole characters of `line` as fit, and a 0 at the end.
///
/// # Safety
/// `to` points to `size` bytes that nobody else uses.
unsafe fn put_text(to: *mut c_char, size: u64, line: &str) -> Result<(), VidaluStatus> {
    // SAFETY: the caller keeps the conditions of this function.
    let to = unsafe { column_mut(to.cast::<u8>(), size)? };
    let Some(room) = to.len().checked_sub(1) else { return Err(VidaluStatus::Truncated) };
    let kept = line.floor_char_boundary(room);
    to[..kept].write_copy_of_slice(&line.as_bytes()[..kept]);
    to[kept].write(0);
    if kept == line.len() { Ok(()) } else { Err(VidaluStatus::Truncated) }
}
