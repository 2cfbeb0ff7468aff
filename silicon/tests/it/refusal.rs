//! The errors that end a campaign.

use miette::Diagnostic;
use vidalu_model::golden::Profile;
use vidalu_silicon::DeviceError;
use vidalu_silicon::campaign::run;
use vidalu_silicon::catalogue::Selection;

use crate::campaign::options;
use crate::model_device::{Fault, ModelDevice};

/// The message and the help of the error with which a campaign on `device` ends.
fn said(device: &ModelDevice) -> (String, String) {
    let error = run(device, &options(Selection::Sample(400), 5), &|_| ()).expect_err("the device fails");
    assert_eq!(error.fault(), vidalu_model::Fault::Tool);
    (error.to_string(), help(&error))
}

fn help(error: &dyn Diagnostic) -> String {
    error.help().expect("each error has a remedy").to_string()
}

fn faulty(fault: Fault) -> ModelDevice {
    ModelDevice { fault, ..ModelDevice::new(12_090, Profile::Ptxas) }
}

#[test]
fn a_refused_kernel_is_named_by_its_form() {
    let (said, help) = said(&faulty(Fault::Refuses("vadd4")));
    let (form, _) = said.split_once(", `vadd4.").expect("it names the form");
    assert!(form.starts_with("the compiler of the driver refuses form "), "{said}");
    assert!(help.contains("error   : Not a name of any known instruction: 'vadd4'"), "{help}");
    assert_eq!(said.lines().count(), 1);
}

#[test]
fn a_log_without_a_line_is_shown_all_the_same() {
    let (_, shown) = said(&faulty(Fault::Says("\nptxas fatal   : Memory allocation failure\n")));
    assert_eq!(shown, "the compiler says: ptxas fatal   : Memory allocation failure");
    assert_eq!(said(&faulty(Fault::Says(""))).1, "the compiler does not give a reason");
}

#[test]
fn no_memory() {
    let (said, help) = said(&faulty(Fault::OutOfMemory));
    assert_eq!(said, "the GPU has less than 1 MiB of free memory");
    assert!(help.contains("--per-form"), "{help}");
}

#[test]
fn a_driver_that_is_too_old() {
    let (said, help) = said(&ModelDevice::new(7_000, Profile::Ptxas));
    assert_eq!(said, "the driver supports CUDA 7.0, the kernels need CUDA 7.5 or later");
    assert_eq!(help, "update the NVIDIA driver");
}

#[test]
fn every_sentence_has_its_remedy() {
    let errors = [
        (DeviceError::NoDriver, "nvidia-smi"),
        (DeviceError::NoDevice, "CUDA_VISIBLE_DEVICES"),
        (DeviceError::Failed { call: "cuInit", error: "unknown error".to_owned() }, "nvidia-smi"),
    ];
    for (error, remedy) in errors {
        assert!(help(&error).contains(remedy), "{error}");
        assert_eq!(error.to_string().lines().count(), 1);
    }
}
