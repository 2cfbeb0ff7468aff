//! The engine as WebAssembly. `explore/page/src/wasm.js` calls these functions.
//!
//! A text passes through a buffer: the page asks for room, writes the text there and calls
//! [`start`] or [`answer`]. The answer takes the place of the request.
#![expect(unsafe_code, reason = "a function that JavaScript calls has a name that the linker keeps")]

use std::cell::{OnceCell, RefCell};

use vidalu_engine::Machines;

thread_local! {
    /// The text that was sent last.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static MACHINES: OnceCell<Machines> = const { OnceCell::new() };
}

/// Returns the place of a text of `length` bytes, which the page writes next.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        *text = vec![0; length];
        text.as_mut_ptr()
    })
}

/// Returns the place of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// Reads the data of the machines, once.
///
/// # Panics
/// If the text is not the data that `vidalu explore` wrote.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    let machines = TEXT.with_borrow(|text| Machines::read(&String::from_utf8_lossy(text)));
    MACHINES.with(|cell| cell.set(machines.expect("vidalu wrote the data")).expect("the page starts once"));
}

/// Answers the request, and returns the length of the answer in bytes.
///
/// # Panics
/// If the engine has not started.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let request = TEXT.take();
    let answer = MACHINES.with(|machines| {
        vidalu_engine::answer(machines.get().expect("the page started the engine"), &String::from_utf8_lossy(&request))
    });
    let length = answer.len();
    TEXT.set(answer.into_bytes());
    length
}
