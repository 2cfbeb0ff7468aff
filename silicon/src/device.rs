//! The interface between a campaign and the device that runs the kernels: an NVIDIA GPU, or in the
//! tests an interpreter.

use crate::error::DeviceError;

/// Something that compiles PTX and runs its kernels, from several threads at once.
pub trait Device: Sync {
    /// Returns the properties of the device.
    fn about(&self) -> &About;

    /// Compiles a module.
    ///
    /// # Errors
    /// [`DeviceError::Refused`] if the compiler refuses the text, or another if the device fails.
    fn load(&self, text: &str) -> Result<Box<dyn Loaded + '_>, DeviceError>;
}

/// A module on the device.
pub trait Loaded {
    /// Runs a kernel of the module and waits for its answers: word `w` of vector `job.first + i`
    /// lands in `out[w * job.count + i]`, so that `out` is as long as the count times the kernel's
    /// words.
    ///
    /// # Errors
    /// If the device has no memory for the answers, or fails.
    fn run(&mut self, kernel: &str, job: Job, out: &mut [u32]) -> Result<(), DeviceError>;
}

/// Which vectors a kernel computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The key of the sequence; see [`crate::operands::key`].
    pub key: u64,
    /// The first vector.
    pub first: u64,
    /// How many.
    pub count: u32,
}

/// The properties of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name.
    pub name: String,
    /// The compute capability: 9, 0 for sm_90.
    pub capability: (u32, u32),
    /// Total memory in bytes.
    pub memory: u64,
    /// The release of the driver, if the system reports it.
    pub driver: Option<String>,
    /// The CUDA version of the driver and of its compiler: 12090 for 12.9.
    pub compiler: u32,
}
