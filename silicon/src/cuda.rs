//! An NVIDIA GPU through the CUDA driver, which is loaded when it is asked for: nothing of CUDA is
//! needed to build or run the rest.
#![allow(unsafe_code, reason = "the driver is a C library: each call is unsafe, and no other file makes one")]

use std::ffi::{CString, c_int, c_uint, c_void};
use std::ptr;

use cudarc::driver::result::{self, DriverError, ctx, device, module, primary_ctx, stream};
use cudarc::driver::sys::{self, CUdevice_attribute_enum as Attribute, CUjit_option_enum as Jit, CUresult};

use crate::device::{About, Device, Job, Loaded};
use crate::error::DeviceError;

/// Threads of a block.
const THREADS: u32 = 256;

/// Most blocks of a kernel; each thread computes several vectors.
const BLOCKS: u32 = 4096;

/// The first GPU that the driver has.
pub struct Gpu {
    about: About,
    context: sys::CUcontext,
}

// SAFETY: a context may be used by any thread that makes it its current one, which every call here
// does first; the driver's own locks order the calls.
unsafe impl Sync for Gpu {}

impl Gpu {
    /// Opens it.
    ///
    /// # Errors
    /// If there is no driver or no device, or if the driver fails.
    pub fn open() -> Result<Self, DeviceError> {
        // SAFETY: the library is opened by its name and closed again; its initialisers are those of
        // the driver.
        if !unsafe { sys::is_culib_present() } {
            return Err(DeviceError::NoDriver);
        }
        check("cuInit", result::init())?;
        let mut compiler: c_int = 0;
        // SAFETY: the pointer is to an integer that lives through the call.
        check("cuDriverGetVersion", unsafe { sys::cuDriverGetVersion(&raw mut compiler) }.result())?;
        let compiler = compiler.unsigned_abs();
        if check("cuDeviceGetCount", device::get_count())? == 0 {
            return Err(DeviceError::NoDevice);
        }
        let handle = check("cuDeviceGet", device::get(0))?;
        let name = check("cuDeviceGetName", device::get_name(handle))?;
        let attribute = |which| {
            // SAFETY: the device is the one that was just got.
            let value = check("cuDeviceGetAttribute", unsafe { device::get_attribute(handle, which) })?;
            Ok(value.unsigned_abs())
        };
        let major = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        // SAFETY: likewise.
        let memory = check("cuDeviceTotalMem", unsafe { device::total_mem(handle) })? as u64;
        // SAFETY: likewise. The context lasts as long as the process.
        let context = check("cuDevicePrimaryCtxRetain", unsafe { primary_ctx::retain(handle) })?;
        let about = About { name, capability: (major, minor), memory, driver: driver_release(), compiler };
        Ok(Self { about, context })
    }

    /// Makes the device that of this thread.
    fn enter(&self) -> Result<(), DeviceError> {
        // SAFETY: the context was retained and is never released.
        check("cuCtxSetCurrent", unsafe { ctx::set_current(self.context) })
    }
}

/// The release of the kernel's driver, if Linux reports it: `NVRM version: NVIDIA UNIX … Kernel
/// Module  550.54.15  …`.
fn driver_release() -> Option<String> {
    let text = std::fs::read_to_string("/proc/driver/nvidia/version").ok()?;
    let is_release = |word: &&str| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit());
    text.lines().next()?.split_whitespace().find(is_release).map(str::to_owned)
}

impl Device for Gpu {
    fn about(&self) -> &About {
        &self.about
    }

    fn load(&self, text: &str) -> Result<Box<dyn Loaded + '_>, DeviceError> {
        self.enter()?;
        let image = CString::new(text).expect("PTX has no zero byte");
        let mut log = vec![0_u8; 8192];
        let mut options = [Jit::CU_JIT_ERROR_LOG_BUFFER, Jit::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        let mut values = [log.as_mut_ptr().cast::<c_void>(), ptr::without_provenance_mut(log.len())];
        let mut handle = ptr::null_mut();
        // SAFETY: the text ends with a zero; options and values have two entries each, the log as
        // many bytes as it says, and all live through the call.
        let loaded = unsafe {
            sys::cuModuleLoadDataEx(
                &raw mut handle,
                image.as_ptr().cast(),
                options.len() as c_uint,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        let said: Vec<u8> = log.into_iter().take_while(|&byte| byte != 0).collect();
        if !said.is_empty() && loaded != CUresult::CUDA_SUCCESS {
            return Err(DeviceError::Refused(String::from_utf8_lossy(&said).into_owned()));
        }
        check_memory("cuModuleLoadDataEx", text.len(), loaded.result())?;
        let stream = check("cuStreamCreate", stream::create(stream::StreamKind::NonBlocking));
        let mut loaded = LoadedModule { gpu: self, handle, stream: ptr::null_mut(), answers: 0, bytes: 0 };
        loaded.stream = stream?;
        Ok(Box::new(loaded))
    }
}

/// A module, with a stream and a place for answers of its own, so that modules run side by side.
struct LoadedModule<'a> {
    gpu: &'a Gpu,
    handle: sys::CUmodule,
    stream: sys::CUstream,
    answers: sys::CUdeviceptr,
    /// Size of the place for answers.
    bytes: usize,
}

impl LoadedModule<'_> {
    /// Makes the place for answers large enough.
    fn reserve(&mut self, bytes: usize) -> Result<(), DeviceError> {
        if bytes <= self.bytes {
            return Ok(());
        }
        self.free()?;
        // SAFETY: the context is current.
        self.answers = check_memory("cuMemAlloc", bytes, unsafe { result::malloc_sync(bytes) })?;
        self.bytes = bytes;
        Ok(())
    }

    fn free(&mut self) -> Result<(), DeviceError> {
        if std::mem::take(&mut self.bytes) == 0 {
            return Ok(());
        }
        // SAFETY: the memory was allocated, is freed once, and no kernel runs: `run` waits for its
        // own.
        check("cuMemFree", unsafe { result::free_sync(self.answers) })
    }
}

impl Loaded for LoadedModule<'_> {
    fn run(&mut self, kernel: &str, job: Job, out: &mut [u32]) -> Result<(), DeviceError> {
        self.gpu.enter()?;
        self.reserve(size_of_val(out))?;
        let name = CString::new(kernel).expect("names have no zero byte");
        // SAFETY: the module is loaded.
        let function = check("cuModuleGetFunction", unsafe { module::get_function(self.handle, name) })?;
        let Job { mut key, mut first, mut count } = job;
        let mut answers = self.answers;
        let mut parameters: [*mut c_void; 4] =
            [(&raw mut key).cast(), (&raw mut first).cast(), (&raw mut count).cast(), (&raw mut answers).cast()];
        let grid = (count.div_ceil(THREADS).min(BLOCKS), 1, 1);
        // SAFETY: the parameters have the types and the order of the kernel's, see `crate::kernel`;
        // it writes `out.len()` words, for which the place was reserved. All live until the stream
        // is synchronised.
        unsafe {
            let launched = result::launch_kernel(function, grid, (THREADS, 1, 1), 0, self.stream, &mut parameters);
            check("cuLaunchKernel", launched)?;
            check("cuMemcpyDtoHAsync", result::memcpy_dtoh_async(out, self.answers, self.stream))?;
            check("cuStreamSynchronize", stream::synchronize(self.stream))
        }
    }
}

impl Drop for LoadedModule<'_> {
    fn drop(&mut self) {
        // A failure here follows an earlier failure, and the process ends soon.
        let _ = self.gpu.enter();
        let _ = self.free();
        // SAFETY: both were made by `load` and are given back once; nothing runs on the stream.
        unsafe {
            if !self.stream.is_null() {
                let _ = stream::destroy(self.stream);
            }
            let _ = module::unload(self.handle);
        }
    }
}

/// The result of a call of the driver, without memory in play.
fn check<T>(call: &'static str, result: Result<T, DriverError>) -> Result<T, DeviceError> {
    check_memory(call, 0, result)
}

/// The result of a call that asks for `bytes` of memory.
fn check_memory<T>(call: &'static str, bytes: usize, result: Result<T, DriverError>) -> Result<T, DeviceError> {
    result.map_err(|error| match error.0 {
        CUresult::CUDA_ERROR_NO_DEVICE => DeviceError::NoDevice,
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => DeviceError::OutOfMemory { bytes: bytes as u64 },
        code => {
            let said = error.error_string().map(|text| text.to_string_lossy().into_owned());
            DeviceError::Failed { call, error: said.unwrap_or_else(|_| format!("error {}", code as u32)) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{CUresult, DeviceError, DriverError, check_memory};

    #[test]
    fn what_the_driver_lacks_is_told_apart() {
        let error = |code| check_memory("cuMemAlloc", 5, Err::<(), _>(DriverError(code))).unwrap_err();
        assert_eq!(error(CUresult::CUDA_ERROR_NO_DEVICE), DeviceError::NoDevice);
        assert_eq!(error(CUresult::CUDA_ERROR_OUT_OF_MEMORY), DeviceError::OutOfMemory { bytes: 5 });
    }
}
