//! Campaigns on a device that answers from the golden model.

mod answers;
mod campaign;
mod catalogue;
mod departure;
mod model_device;
mod refusal;
