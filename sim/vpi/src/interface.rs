//! The few functions of the Verilog Procedural Interface (IEEE 1364-2005, clause 27) that are
//! needed to drive a module.
#![allow(unsafe_code, reason = "the simulator is a C program: each call is unsafe, and no other file makes one")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

// The constants of annex G of the standard.
const ARGUMENT: c_int = 89;
const CALL: c_int = 85;
const NO_DELAY: c_int = 1;
const SIZE: c_int = 4;
const TASK: c_int = 1;
const VECTOR: c_int = 9;

/// The most bits of an object that is read or set.
const WIDTH: c_int = 64;

type Handle = *mut c_void;

/// 32 bits: `value` and `unknown` are 00 for 0, 10 for 1, 01 for Z, 11 for X.
#[repr(C)]
#[derive(Clone, Copy)]
struct Word {
    value: u32,
    unknown: u32,
}

#[repr(C)]
struct Value {
    format: c_int,
    /// In C, this is a union of pointers and a double.
    words: *mut Word,
}

#[repr(C)]
struct Registration {
    kind: c_int,
    result: c_int,
    name: *const c_char,
    call: extern "C" fn(*mut c_char) -> c_int,
    compile: Option<extern "C" fn(*mut c_char) -> c_int>,
    size: Option<extern "C" fn(*mut c_char) -> c_int>,
    data: *mut c_char,
}

unsafe extern "C" {
    fn vpi_register_systf(registration: *const Registration) -> Handle;
    fn vpi_handle(kind: c_int, object: Handle) -> Handle;
    fn vpi_iterate(kind: c_int, object: Handle) -> Handle;
    fn vpi_scan(iterator: Handle) -> Handle;
    fn vpi_get(property: c_int, object: Handle) -> c_int;
    fn vpi_get_value(object: Handle, value: *mut Value);
    fn vpi_put_value(object: Handle, value: *mut Value, time: *mut c_void, flags: c_int) -> Handle;
    fn _exit(status: c_int) -> !;
}

/// A system task, which the simulator calls.
pub(crate) type Task = extern "C" fn(*mut c_char) -> c_int;

/// Registers a system task.
pub(crate) fn register(name: &'static CStr, call: Task) {
    let registration = Registration {
        kind: TASK,
        result: 0,
        name: name.as_ptr(),
        call,
        compile: None,
        size: None,
        data: ptr::null_mut(),
    };
    // SAFETY: the simulator copies the registration; the name and the function live as long as the
    // module.
    unsafe { vpi_register_systf(&raw const registration) };
}

/// A variable or net of at most 64 bits.
pub(crate) struct Object {
    handle: Handle,
    width: u32,
}

/// The value of an object. A bit that is set in `unknown` is X, or Z if the bit in `value` is 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) value: u64,
    pub(crate) unknown: u64,
}

/// Returns the arguments of the system task that is being called; `None` if one of them is wider
/// than 64 bits.
pub(crate) fn arguments() -> Option<Vec<Object>> {
    let mut objects = Vec::new();
    // SAFETY: within a call there is a handle of the call. The iterator is scanned to its end,
    // where it is freed; without arguments no iterator is made. The handles of nets and variables
    // stay valid as long as the simulation.
    unsafe {
        let iterator = vpi_iterate(ARGUMENT, vpi_handle(CALL, ptr::null_mut()));
        while !iterator.is_null() {
            let handle = vpi_scan(iterator);
            if handle.is_null() {
                break;
            }
            objects.push((handle, vpi_get(SIZE, handle)));
        }
    }
    let object = |(handle, width)| {
        let width = u32::try_from(width).ok().filter(|_| width <= WIDTH)?;
        Some(Object { handle, width })
    };
    objects.into_iter().map(object).collect()
}

impl Object {
    /// Reads the value.
    pub(crate) fn get(&self) -> Bits {
        let mut value = Value { format: VECTOR, words: ptr::null_mut() };
        // SAFETY: the handle is valid, and vectors can be asked of nets and variables.
        unsafe { vpi_get_value(self.handle, &raw mut value) };
        let word = |at: usize| match self.width as usize > 32 * at {
            // SAFETY: the simulator has set the pointer to a word for each 32 bits; they stay until
            // the next call.
            true => unsafe { *value.words.add(at) },
            false => Word { value: 0, unknown: 0 },
        };
        let (low, high) = (word(0), word(1));
        let join = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
        Bits { value: join(low.value, high.value), unknown: join(low.unknown, high.unknown) }
    }

    /// Sets the value at once. The object must be a variable.
    pub(crate) fn put(&self, bits: Bits) {
        let word = |shift: u32| Word { value: (bits.value >> shift) as u32, unknown: (bits.unknown >> shift) as u32 };
        let mut words = [word(0), word(32)];
        let mut value = Value { format: VECTOR, words: words.as_mut_ptr() };
        // SAFETY: there are as many words as the widest object has, and the simulator copies them.
        unsafe { vpi_put_value(self.handle, &raw mut value, ptr::null_mut(), NO_DELAY) };
    }
}

/// Ends the process at once, from any thread.
pub(crate) fn exit(status: c_int) -> ! {
    // SAFETY: nothing of the process is used any more, and nobody needs what it wrote.
    unsafe { _exit(status) }
}

/// The functions that the simulator calls after it has loaded the module, up to a null.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is the standard's")]
pub(crate) static vlog_startup_routines: [Option<extern "C" fn()>; 2] = [Some(crate::start), None];
