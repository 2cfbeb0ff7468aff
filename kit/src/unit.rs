use vidalu_gen::Design;
use vidalu_sim::Dut;
use vidalu_sim::subject::Subject;

/// The unit of a kit, in the three views from which its files are made.
pub(crate) struct KitUnit {
    pub(crate) design: Design,
    pub(crate) dut: Dut,
    pub(crate) subject: Box<dyn Subject>,
}

impl KitUnit {
    /// Returns the name of the testbench's module.
    pub(crate) fn bench(&self) -> String {
        format!("{}_tb", self.design.top.name)
    }
}
