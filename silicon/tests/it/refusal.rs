//! What is said when there is no comparison.

use vidalu_model::golden::Profile;
use vidalu_silicon::campaign::run;
use vidalu_silicon::catalogue::Selection;
use vidalu_silicon::device::DeviceError;

use crate::campaign::options;
use crate::model_device::{Fault, ModelDevice};

fn said(device: &ModelDevice) -> String {
    run(device, &options(Selection::Sample(400), 5), &|_| ()).expect_err("the device fails").to_string()
}

fn faulty(fault: Fault) -> ModelDevice {
    ModelDevice { fault, ..ModelDevice::new(12_090, Profile::Ptxas) }
}

#[test]
fn a_refused_kernel_is_named_by_its_form() {
    let said = said(&faulty(Fault::Refuses("vadd4")));
    let (form, log) = said.split_once(", vadd4.").expect("it names the form");
    assert!(form.starts_with("the compiler of the driver refuses form "), "{said}");
    assert!(log.contains("error   : Not a name of any known instruction: 'vadd4'"), "{said}");
    assert_eq!(said.lines().count(), 1);
}

#[test]
fn a_log_without_a_line_is_shown_all_the_same() {
    let shown = said(&faulty(Fault::Says("\nptxas fatal   : Memory allocation failure\n")));
    assert!(shown.ends_with(": ptxas fatal   : Memory allocation failure"), "{shown}");
    assert!(said(&faulty(Fault::Says(""))).ends_with(": it does not say why"));
}

#[test]
fn no_memory() {
    let said = said(&faulty(Fault::OutOfMemory));
    assert!(said.starts_with("the GPU has no 1 MiB of memory left: "), "{said}");
    assert!(said.contains("--per-form"), "{said}");
}

#[test]
fn a_driver_that_is_too_old() {
    let said = said(&ModelDevice::new(7_000, Profile::Ptxas));
    assert_eq!(said, "the driver is of CUDA 7.0; the kernels need one of CUDA 7.5 or later: update the NVIDIA driver");
}

#[test]
fn every_sentence_has_its_remedy() {
    let errors = [
        (DeviceError::NoDriver, "nvidia-smi"),
        (DeviceError::NoDevice, "CUDA_VISIBLE_DEVICES"),
        (DeviceError::Failed { call: "cuInit", error: "unknown error".to_owned() }, "nvidia-smi"),
    ];
    for (error, remedy) in errors {
        let said = error.to_string();
        assert!(said.contains(remedy) && said.lines().count() == 1, "{said}");
    }
}
