//! The VPI module through which another process drives Icarus Verilog, many cycles at a time.
//!
//! The other process holds the other end of the socket that is the simulator's stdin. Both sides
//! write 64-bit words in the machine's byte order. The module begins with [`HELLO`]. A request is
//! the number of words that follow, and then, for each cycle and each input, its value and the mask
//! of its unknown bits. The answer has the same for each cycle and each output.
//!
//! The testbench calls `$vidalu_drive` with the inputs when they must change, and `$vidalu_observe`
//! with the outputs when they are read.

mod interface;

use std::cell::RefCell;
use std::ffi::{c_char, c_int};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{self, Receiver};

use interface::{Bits, Object};

/// The first word that is sent: the simulator has loaded the module and has started.
pub const HELLO: u64 = u64::from_be_bytes(*b"vidalu 1");

/// The number of words of a value: the value and the mask of its unknown bits.
const WORDS: usize = 2;

thread_local! {
    /// The simulator has one thread, which calls the tasks.
    static LINK: RefCell<Option<Link>> = const { RefCell::new(None) };
}

/// The connection, and the progress of the simulation in the request.
struct Link {
    socket: UnixStream,
    requests: Receiver<Vec<u64>>,
    request: Vec<u64>,
    /// The number of words of the request that were driven.
    driven: usize,
    answer: Vec<u8>,
    inputs: Vec<Input>,
    outputs: Vec<Object>,
}

struct Input {
    object: Object,
    /// The value to which the input was last set, because setting it again takes time for nothing.
    last: Option<Bits>,
}

/// Called when the module is loaded.
extern "C" fn start() {
    interface::register(c"$vidalu_drive", drive);
    interface::register(c"$vidalu_observe", observe);
}

extern "C" fn drive(_: *mut c_char) -> c_int {
    LINK.with_borrow_mut(|link| link.get_or_insert_with(Link::open).drive());
    0
}

extern "C" fn observe(_: *mut c_char) -> c_int {
    LINK.with_borrow_mut(|link| link.as_mut().unwrap_or_else(|| fail("nothing was driven")).observe());
    0
}

impl Link {
    /// Connects during the first call of `$vidalu_drive`.
    fn open() -> Self {
        let socket = || std::io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from);
        let (Ok(mut socket), Ok(reader)) = (socket(), socket()) else { fail("stdin is closed") };
        let inputs = arguments().into_iter().map(|object| Input { object, last: None }).collect();
        if socket.write_all(&HELLO.to_ne_bytes()).is_err() {
            fail("stdin is not a socket that can be written");
        }
        let requests = listen(reader);
        Self { socket, requests, request: Vec::new(), driven: 0, answer: Vec::new(), inputs, outputs: Vec::new() }
    }

    /// Sets the inputs of the next cycle.
    fn drive(&mut self) {
        let words = WORDS * self.inputs.len();
        if self.driven == self.request.len() {
            self.request = self.requests.recv().unwrap_or_else(|_| fail("requests cannot be read"));
            self.driven = 0;
            if self.request.is_empty() || !self.request.len().is_multiple_of(words) {
                fail("a request is not of whole cycles");
            }
        }
        let cycle = self.request[self.driven..][..words].chunks_exact(WORDS);
        for (input, words) in self.inputs.iter_mut().zip(cycle) {
            let bits = Bits { value: words[0], unknown: words[1] };
            if input.last.replace(bits) != Some(bits) {
                input.object.put(bits);
            }
        }
        self.driven += words;
    }

    /// Reads the outputs of this cycle, and answers if it is the last of the request.
    fn observe(&mut self) {
        if self.outputs.is_empty() {
            self.outputs = arguments();
        }
        for output in &self.outputs {
            let bits = output.get();
            self.answer.extend([bits.value, bits.unknown].map(u64::to_ne_bytes).as_flattened());
        }
        if self.driven == self.request.len() {
            if self.socket.write_all(&self.answer).is_err() {
                interface::exit(0);
            }
            self.answer.clear();
        }
    }
}

/// Returns the requests, from a thread that waits for them. If the other process ends, this one
/// ends too, even if the simulated module never settles.
fn listen(mut socket: UnixStream) -> Receiver<Vec<u64>> {
    let (sender, requests) = mpsc::channel();
    std::thread::spawn(move || {
        while let Ok(request) = receive(&mut socket) {
            if sender.send(request).is_err() {
                break;
            }
        }
        interface::exit(0);
    });
    requests
}

fn receive(socket: &mut UnixStream) -> std::io::Result<Vec<u64>> {
    let mut word = [0; 8];
    socket.read_exact(&mut word)?;
    let mut bytes = vec![0; u64::from_ne_bytes(word) as usize * word.len()];
    socket.read_exact(&mut bytes)?;
    Ok(bytes.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word)).collect())
}

fn arguments() -> Vec<Object> {
    interface::arguments().filter(|objects| !objects.is_empty()).unwrap_or_else(|| fail("a pin is wider than 64 bits"))
}

/// Ends the simulator. The other process shows the message on stderr.
fn fail(problem: &str) -> ! {
    eprintln!("vidalu: {problem}");
    interface::exit(1)
}
