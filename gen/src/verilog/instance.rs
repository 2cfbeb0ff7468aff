//! Instances, checked port by port.

use std::fmt;

use super::{Direction, Expr, Module, VerilogError};

/// An instance whose ports are being connected.
#[derive(Debug)]
pub struct Instantiation<'m> {
    module: &'m Module,
    name: String,
    connections: Vec<Option<Expr>>,
    error: Option<VerilogError>,
}

/// An instance of a module with all ports connected. It is displayed as the instantiation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The module's name.
    pub module: String,
    /// The instance's name.
    pub name: String,
    connections: Vec<(String, String)>,
}

impl Instance {
    /// Begins an instance of `module`.
    pub fn of<'m>(module: &'m Module, name: &str) -> Instantiation<'m> {
        Instantiation { module, name: name.to_owned(), connections: vec![None; module.ports.len()], error: None }
    }
}

impl Instantiation<'_> {
    /// Connects `port`. [`Instantiation::finish`] reports the first mistake.
    pub fn connect(mut self, port: &str, to: impl Into<Expr>) -> Self {
        if let Err(error) = self.try_connect(port, to.into()) {
            self.error.get_or_insert(error);
        }
        self
    }

    fn try_connect(&mut self, port: &str, to: Expr) -> Result<(), VerilogError> {
        let instance = || self.name.clone();
        let Some(index) = self.module.ports.iter().position(|candidate| candidate.name == port) else {
            let module = self.module.name.clone();
            return Err(VerilogError::UnknownPort { instance: instance(), module, port: port.to_owned() });
        };
        let declared = &self.module.ports[index];
        let (port, connection) = (port.to_owned(), to.text.clone());
        if self.connections[index].is_some() {
            return Err(VerilogError::ConnectedTwice { instance: instance(), port });
        }
        if to.width != declared.width {
            let (expected, found) = (declared.width, to.width);
            return Err(VerilogError::Width { instance: instance(), port, expected, connection, found });
        }
        if to.signed != declared.signed {
            return Err(VerilogError::Signedness { instance: instance(), port, connection });
        }
        if declared.direction == Direction::Output && !to.drivable {
            return Err(VerilogError::NotDrivable { instance: instance(), port, connection });
        }
        self.connections[index] = Some(to);
        Ok(())
    }

    /// Returns the finished instance.
    ///
    /// # Errors
    /// Fails with the first mistake: an unknown port, a width or a signedness that differs, an
    /// output that does not drive a net, or a port that is connected twice or not at all.
    pub fn finish(self) -> Result<Instance, VerilogError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut connections = Vec::new();
        for (port, connection) in self.module.ports.iter().zip(self.connections) {
            let Some(connection) = connection else {
                return Err(VerilogError::Unconnected { instance: self.name, port: port.name.clone() });
            };
            connections.push((port.name.clone(), connection.text));
        }
        Ok(Instance { module: self.module.name.clone(), name: self.name, connections })
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.connections.iter().map(|(port, _)| port.len()).max().unwrap_or(0);
        writeln!(f, "{} {} (", self.module, self.name)?;
        for (index, (port, connection)) in self.connections.iter().enumerate() {
            let comma = if index + 1 == self.connections.len() { "" } else { "," };
            writeln!(f, "    .{port:width$} ({connection}){comma}")?;
        }
        write!(f, "  );")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verilog::{Net, Port};

    fn inverter() -> Module {
        let ports = vec![Port::input("x_i", 8, "in"), Port::output("y_o", 8, "out")];
        Module::new("inverter", "inverts", ports).unwrap()
    }

    fn strings(values: [&str; 2]) -> [String; 2] {
        values.map(str::to_owned)
    }

    #[test]
    fn a_complete_instance_is_written_with_named_ports() {
        let (module, x, y) = (inverter(), Net::new("x", 8), Net::new("y", 16));
        let instance = Instance::of(&module, "u_inv").connect("x_i", &x).connect("y_o", y.slice(15, 8)).finish();
        assert_eq!(instance.unwrap().to_string(), "inverter u_inv (\n    .x_i (x),\n    .y_o (y[15:8])\n  );");
    }

    #[test]
    fn a_wrong_width_is_an_error() {
        let module = inverter();
        let error = Instance::of(&module, "u_inv").connect("x_i", &Net::new("x", 7)).finish().unwrap_err();
        let [instance, port] = strings(["u_inv", "x_i"]);
        assert_eq!(error, VerilogError::Width { instance, port, expected: 8, connection: "x".into(), found: 7 });
    }

    #[test]
    fn an_unknown_port_is_an_error() {
        let module = inverter();
        let error = Instance::of(&module, "u_inv").connect("z_i", &Net::new("x", 8)).finish().unwrap_err();
        let [instance, port] = strings(["u_inv", "z_i"]);
        assert_eq!(error, VerilogError::UnknownPort { instance, module: "inverter".into(), port });
    }

    #[test]
    fn an_open_port_is_an_error() {
        let module = inverter();
        let error = Instance::of(&module, "u_inv").connect("x_i", &Net::new("x", 8)).finish().unwrap_err();
        let [instance, port] = strings(["u_inv", "y_o"]);
        assert_eq!(error, VerilogError::Unconnected { instance, port });
    }

    #[test]
    fn a_port_connected_twice_is_an_error() {
        let (module, x) = (inverter(), Net::new("x", 8));
        let error = Instance::of(&module, "u_inv").connect("x_i", &x).connect("x_i", &x).finish().unwrap_err();
        let [instance, port] = strings(["u_inv", "x_i"]);
        assert_eq!(error, VerilogError::ConnectedTwice { instance, port });
    }

    #[test]
    fn an_output_into_a_constant_is_an_error() {
        let module = inverter();
        let error = Instance::of(&module, "u_inv").connect("y_o", Expr::constant(8, 0)).finish().unwrap_err();
        let [instance, port] = strings(["u_inv", "y_o"]);
        assert_eq!(error, VerilogError::NotDrivable { instance, port, connection: "8'd0".into() });
    }

    #[test]
    fn a_signed_net_needs_a_signed_port() {
        let module = inverter();
        let error = Instance::of(&module, "u_inv").connect("x_i", &Net::signed("x", 8)).finish().unwrap_err();
        let [instance, port] = strings(["u_inv", "x_i"]);
        assert_eq!(error, VerilogError::Signedness { instance, port, connection: "x".into() });
    }
}
