use vidalu_gen::Design;
use vidalu_gen::verilog::Module;
use vidalu_sim::Dut;
use vidalu_sim::subject::Subject;

/// The unit of a kit, in the three views from which its files are made.
pub(crate) struct KitUnit {
    pub(crate) design: Design,
    pub(crate) dut: Dut,
    pub(crate) subject: Box<dyn Subject>,
}

impl KitUnit {
    /// Returns the module that the testbench drives: the unit, or the host of its bus, which has
    /// the ports of the unit.
    pub(crate) fn driven(&self) -> &Module {
        self.design.wrapped.as_ref().map_or(&self.design.top, |wrapped| &wrapped.host.module)
    }

    /// Returns whether the unit stands behind a bus of AXI.
    pub(crate) fn has_axi(&self) -> bool {
        self.design.wrapped.as_ref().is_some_and(|wrapped| wrapped.wrapper.is_axi())
    }

    /// Returns the name of the testbench's module.
    pub(crate) fn bench(&self) -> String {
        format!("{}_tb", self.design.top.name)
    }
}
