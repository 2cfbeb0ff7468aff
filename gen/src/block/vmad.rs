//! The blocks of unit `vmad` that the scalar unit does not have. A number of 66 bits uses two
//! ports, because no port has more than 64 bits.

use askama::Template;
use vidalu_model::control::vmad::SCALE;

use super::Description;
use crate::Config;
use crate::arith;
use crate::design::{Library, Page, render};
use crate::landmark::MULTIPLIER;
use crate::verilog::{Instance, Net, Port, VerilogError};

// The template reads these codes bit by bit.
const _: () = assert!(SCALE.code("none") == 0 && SCALE.code("shr7") == 1 && SCALE.code("shr15") == 2);

#[derive(Template)]
#[template(path = "vmad/multiplier.v")]
struct Multiplier<'a> {
    page: &'a Page<'a>,
    product: Net,
    instance: Instance,
}

pub(super) fn multiplier(config: &Config, library: &mut Library) -> Result<Description, VerilogError> {
    let part = arith::multiplier(config, 33, library)?;
    let product = Net::signed("product_s66", 66);
    let instance = Instance::of(&part, MULTIPLIER)
        .connect("a_i", &Net::signed("a_i", 33))
        .connect("b_i", &Net::signed("b_i", 33))
        .connect("product_o", &product)
        .finish()?;
    Ok(Description {
        manual: "PTX ISA 9.7.18.1.3, ta * tb; SEMANTICS D5 (exact)",
        ports: vec![
            Port::input("a_i", 33, "left factor").signed(),
            Port::input("b_i", 33, "right factor").signed(),
            Port::output("high_o", 34, "the product, bits 65 to 32").signed(),
            Port::output("low_o", 32, "the product, bits 31 to 0"),
        ],
        text: Box::new(move |page| render(&Multiplier { page, product, instance })),
    })
}

#[derive(Template)]
#[template(path = "vmad/scale.v")]
struct Scale<'a> {
    page: &'a Page<'a>,
}

pub(super) fn scale() -> Description {
    Description {
        manual: "PTX ISA 9.7.18.1.3, .shr7 .shr15; SEMANTICS D5 (exact)",
        ports: vec![
            Port::input("high_i", 34, "the sum, bits 65 to 32").signed(),
            Port::input("low_i", 32, "the sum, bits 31 to 0"),
            Port::input("scale_i", 2, "0 none, 1 .shr7, 2 .shr15"),
            Port::output("y_o", 34, "scaled sum; beyond 33 bits, one that saturates alike").signed(),
        ],
        text: Box::new(|page| render(&Scale { page })),
    }
}
