//! The library of a module, loaded into this process.

#![allow(unsafe_code, reason = "the library speaks C: each call is unsafe, and no other file of this crate makes one")]

use std::ffi::{CStr, CString, c_char};
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;

use libloading::Library;

use crate::drive::{Drive, Seen};

/// A model inside a library; only the library knows its contents.
#[repr(C)]
struct Opaque {
    _private: [u8; 0],
}

type Open = unsafe extern "C" fn() -> *mut Opaque;
type Begin = unsafe extern "C" fn(*mut Opaque) -> *const c_char;
type Close = unsafe extern "C" fn(*mut Opaque);
type RunCycles =
    unsafe extern "C" fn(*mut Opaque, usize, *const *const u64, *const *const u64, *const *mut u64) -> *const c_char;
type Wave = unsafe extern "C" fn(*mut Opaque, *const c_char, u64) -> *const c_char;

/// The functions of a loaded library. It stays loaded until the program ends, because C++ has
/// thread-local data that outlive the last use.
#[derive(Debug)]
struct Functions {
    open: Open,
    begin: Begin,
    close: Close,
    run: RunCycles,
    wave: Wave,
}

/// The numbers of pins and lanes for which a library was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PinCounts {
    /// The number of control inputs.
    pub(super) control: usize,
    /// The number of data inputs.
    pub(super) data: usize,
    /// The number of outputs.
    pub(super) seen: usize,
    /// The number of copies of the module.
    pub(super) lanes: usize,
}

/// A model in a library, in its initial state or as the last run left it.
#[derive(Debug)]
pub(super) struct LoadedModel {
    functions: Arc<Functions>,
    model: NonNull<Opaque>,
    pins: PinCounts,
}

// SAFETY: a model has a context of its own and is used by one thread at a time, as `run` takes it
// exclusively.
unsafe impl Send for LoadedModel {}

impl LoadedModel {
    /// Loads the library at `path`, which was built from `tb/shim.cpp` for these pins, and creates
    /// a model.
    ///
    /// # Errors
    /// If the library cannot be loaded, or the module does not reach its initial state.
    pub(super) fn load(path: &Path, pins: PinCounts) -> Result<Self, String> {
        // SAFETY: the library was compiled from the shim with no code that runs when it is loaded
        // but the runtime's own constructors, and its functions have these types.
        let functions = unsafe {
            let library = Library::new(path).map_err(|error| error.to_string())?;
            let functions = (|| {
                Ok(Functions {
                    open: *library.get::<Open>(b"vidalu_open\0")?,
                    begin: *library.get::<Begin>(b"vidalu_begin\0")?,
                    close: *library.get::<Close>(b"vidalu_close\0")?,
                    run: *library.get::<RunCycles>(b"vidalu_run\0")?,
                    wave: *library.get::<Wave>(b"vidalu_wave\0")?,
                })
            })();
            std::mem::forget(library);
            functions.map_err(|error: libloading::Error| error.to_string())?
        };
        Self::open(Arc::new(functions), pins)
    }

    /// Creates another model of the same library, in its initial state.
    pub(super) fn another(&self) -> Result<Self, String> {
        Self::open(Arc::clone(&self.functions), self.pins)
    }

    fn open(functions: Arc<Functions>, pins: PinCounts) -> Result<Self, String> {
        // SAFETY: the function takes nothing.
        let model = NonNull::new(unsafe { (functions.open)() }).ok_or("the library gave no model")?;
        let loaded = Self { functions, model, pins };
        // SAFETY: the model is alive.
        unsafe { message((loaded.functions.begin)(loaded.model.as_ptr())) }?;
        Ok(loaded)
    }

    /// The number of copies of the module.
    pub(super) fn lanes(&self) -> usize {
        self.pins.lanes
    }

    /// Drives the cycles of `drive`, and writes the outputs to `seen`.
    ///
    /// # Errors
    /// If the simulation fails.
    ///
    /// # Panics
    /// If `drive` does not have a column for each pin.
    pub(super) fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), String> {
        let PinCounts { control, data, seen: outputs, lanes } = self.pins;
        let all = drive.cycles * lanes;
        seen.prepare(outputs, all, false);
        assert!(has(&drive.control, control, drive.cycles), "a value a cycle for each pin of control");
        assert!(has(&drive.data, data, all), "a value a cycle and lane for each data input");
        let (control, data) = (reads(&drive.control), reads(&drive.data));
        let writes: Vec<_> = seen.values.iter_mut().map(|column| column.as_mut_ptr()).collect();
        // SAFETY: the model is alive, the columns are as long as the library reads and writes,
        // which was checked above.
        unsafe {
            message((self.functions.run)(
                self.model.as_ptr(),
                drive.cycles,
                control.as_ptr(),
                data.as_ptr(),
                writes.as_ptr(),
            ))
        }
    }

    /// Starts a VCD of the cycles from the given one on, counted from the first cycle of this
    /// model. With `None`, ends the VCD.
    ///
    /// # Errors
    /// If the file cannot be written or the model was built without waves.
    pub(super) fn wave(&mut self, wave: Option<(&Path, u64)>) -> Result<(), String> {
        let path = wave.map(|(path, _)| CString::new(path.as_os_str().as_encoded_bytes()));
        let path = path.transpose().map_err(|error| error.to_string())?;
        let from = wave.map_or(0, |(_, from)| from);
        let text = path.as_ref().map_or(std::ptr::null(), |path| path.as_ptr());
        // SAFETY: the model is alive, and the path ends with a zero or is null.
        unsafe { message((self.functions.wave)(self.model.as_ptr(), text, from)) }
    }
}

impl Drop for LoadedModel {
    fn drop(&mut self) {
        // SAFETY: the model is alive and nobody uses it after this.
        unsafe { (self.functions.close)(self.model.as_ptr()) }
    }
}

/// Returns whether there are `count` columns of `length` values.
fn has<T: AsRef<[u64]>>(columns: &[T], count: usize, length: usize) -> bool {
    columns.len() == count && columns.iter().all(|column| column.as_ref().len() == length)
}

fn reads<T: AsRef<[u64]>>(columns: &[T]) -> Vec<*const u64> {
    columns.iter().map(|column| column.as_ref().as_ptr()).collect()
}

/// Returns the message of a function of the library as an error, if it gave one.
///
/// # Safety
/// `text` is null or a text that ends with a zero and lives for the time of the call.
unsafe fn message(text: *const c_char) -> Result<(), String> {
    if text.is_null() {
        return Ok(());
    }
    // SAFETY: as the caller promises.
    Err(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}
