//! The model's answers for the vectors of a kernel, form by form.

use vidalu_model::batch::{self, VideoInputs};
use vidalu_model::control;
use vidalu_model::golden::Profile;
use vidalu_model::isa::Instruction;

use crate::form::{Body, Form, Link, chain};
use crate::operands::Operands;

/// The operands of a run of vectors, laid out for the batched model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vectors {
    pub(crate) operands: Vec<Operands>,
    low: [Vec<u32>; 3],
}

impl Vectors {
    /// The vectors `first` to `first + count - 1` of the sequence of `key`.
    pub(crate) fn new(key: u64, first: u64, count: u32) -> Self {
        let operands: Vec<_> = (first..first + u64::from(count)).map(|index| Operands::new(key, index)).collect();
        let low = [0, 1, 2].map(|at| operands.iter().map(|operands| operands.abc[at] as u32).collect());
        Self { operands, low }
    }

    pub(crate) fn len(&self) -> usize {
        self.operands.len()
    }
}

/// The model's answers for one form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// As the device returns them: word `w` of vector `i` at `w * count + i`.
    pub(crate) words: Vec<u32>,
    ctl: Vec<u64>,
    saturated: Vec<u8>,
}

impl Answers {
    /// Computes them, into the memory of the last call.
    pub(crate) fn compute(&mut self, form: &Form, profile: Profile, vectors: &Vectors) {
        self.words.clear();
        self.words.resize(form.words() * vectors.len(), 0);
        match &form.body {
            Body::Video(instruction) => self.video(instruction, profile, vectors),
            Body::Chain(links) => self.chain(links, profile, vectors),
        }
    }

    fn video(&mut self, instruction: &Instruction, profile: Profile, vectors: &Vectors) {
        self.ctl.clear();
        self.ctl.resize(vectors.len(), control::encode(instruction));
        self.saturated.resize(vectors.len(), 0);
        let [a, b, c] = &vectors.low;
        let inputs = VideoInputs { ctl: &self.ctl, a, b, c };
        batch::video(instruction.unit(), profile, inputs, &mut self.words, &mut self.saturated);
    }

    fn chain(&mut self, links: &[Link], profile: Profile, vectors: &Vectors) {
        // The flag has 32 bits, as the register into which it is read.
        let widths: Vec<_> = links.iter().map(|link| link.carry.ty.width()).chain([32]).collect();
        let count = vectors.len();
        let mut answers = Vec::new();
        for (index, operands) in vectors.operands.iter().enumerate() {
            chain(links, operands, profile, &mut answers);
            let mut place = index;
            for (answer, width) in answers.iter().zip(&widths) {
                self.words[place] = *answer as u32;
                place += count;
                if *width == 64 {
                    self.words[place] = (answer >> 32) as u32;
                    place += count;
                }
            }
        }
    }
}
