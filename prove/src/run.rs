//! A run: proves all claims about some modules.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use itertools::Itertools;
use rayon::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelExtend, ParallelIterator,
};
use vidalu_gen::{Config, Target, Wrapper};
use vidalu_sim::tool::YOSYS;
use vidalu_sim::{CosimError, Dut, ToolError, in_full};

use crate::bus::{WrapperGates, wrapper_claims};
use crate::certificate::{Certificate, names};
use crate::claim::{self, Claim, Implementation, Obligation};
use crate::confirm::{after_setting, confirm, offered};
use crate::engine::{Answer, Decision, Engine, Engines};
use crate::error::ProveError;
use crate::problem::Problem;
use crate::report::{Counterexample, EngineVersion, Proof, ProveReport, Verdict};
use crate::simulate::{self, Assignment};

/// The usual number of cycles after a reset in which hardware that vidalu did not write is
/// compared.
pub const CYCLES: u64 = 8;

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// The units and blocks, each with a configuration.
    pub modules: Vec<(Target, Config)>,
    /// The time limit for a problem, and for any other step of a tool.
    pub limit: Duration,
    /// The number of problems that are solved at the same time; at least 1.
    pub jobs: usize,
    /// The number of cycles after a reset in which hardware that vidalu did not write is compared
    /// with the generated hardware, if a claim about all states is open; 0 for no comparison.
    pub cycles: u64,
    /// Whether to prove the blocks too that the golden model replaces in the claims about a unit.
    /// If not, somebody else must have proven them.
    pub blocks: bool,
    /// The folder for a certificate, if one is wanted. It must be new or empty.
    pub certificate: Option<PathBuf>,
}

/// A function that is called for every claim as soon as it is decided.
pub type Watch<'a> = dyn Fn(&Proof) + Sync + 'a;

/// Generates the modules and proves their claims.
///
/// # Errors
/// If the configuration is refused, or a tool fails and no claim is refuted. The report of a
/// refuted claim has the errors as text.
pub fn prove(options: &ProveOptions, engines: &Engines, watch: &Watch<'_>) -> Result<ProveReport, ProveError> {
    let generate = |(target, config): &(Target, Config)| {
        let (dut, _) = Dut::with_subject(*target, config)?;
        Ok((*target, config.clone(), dut))
    };
    let modules = options.modules.iter().map(generate).collect::<Result<Vec<_>, ProveError>>()?;
    prove_modules(options, modules, engines, watch)
}

/// Proves the claims about modules whose text is given, as [`prove`] does after it has generated
/// them.
///
/// # Errors
/// As for [`prove`].
pub fn prove_modules(
    options: &ProveOptions,
    modules: Vec<(Target, Config, Dut)>,
    engines: &Engines,
    watch: &Watch<'_>,
) -> Result<ProveReport, ProveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).build();
    let pool =
        pool.map_err(|error| CosimError::usage(format!("cannot start threads: {error}"), "ask for fewer jobs"))?;
    let certificate = options.certificate.as_deref().map(|place| Certificate::new(place, options.limit)).transpose()?;
    let job = Job { options, engines, watch, certificate: certificate.as_ref(), errors: Mutex::default() };
    let folders = names(modules.iter().map(|(target, ..)| target.name()));
    let proofs = pool.install(|| {
        let modules = modules.into_par_iter().zip(folders);
        let of_each = modules.map(|((target, config, dut), folder)| job.prove(target, &config, dut, &folder));
        of_each.collect::<Vec<_>>()
    });
    let mut report = job.report(proofs.concat())?;
    let complete = certificate.filter(|_| report.errors.is_empty());
    match complete.map(|certificate| certificate.finish(&report)).transpose() {
        Ok(written) => report.certificate = written,
        Err(error) if report.is_refuted() => report.errors.push(in_full(&error)),
        Err(error) => return Err(error.into()),
    }
    Ok(report)
}

/// Proves the claims about the wrappers of units. The units inside have claims of their own,
/// which this does not prove.
///
/// # Errors
/// As for [`prove`].
pub fn prove_wrapped(
    wrapper: Wrapper,
    options: &ProveOptions,
    engines: &Engines,
    watch: &Watch<'_>,
) -> Result<ProveReport, ProveError> {
    let (yosys, limit) = (YOSYS.find()?, options.limit);
    let job = Job { options, engines, watch, certificate: None, errors: Mutex::default() };
    let load = |target, config| {
        let Target::Unit(unit) = target else {
            let problem = format!("{target} is a block, and a bus carries instructions");
            return Err(CosimError::usage(problem, "name a unit").into());
        };
        let scratch = vidalu_sim::scratch()?;
        let module = WrapperGates::load(wrapper, unit, config, &yosys, scratch.path(), limit)?;
        Ok::<_, ProveError>((wrapper.module_name(unit), module))
    };
    let mut proofs = Vec::new();
    for (target, config) in &options.modules {
        let Some((name, module)) = job.kept(load(*target, config)) else { continue };
        let of = Of { subject: name.into(), config: &module.dut.config, unit: None, is_bounded: false };
        let claims = wrapper_claims(&module);
        proofs.par_extend(claims.par_iter().filter_map(|claim| job.claim(&of, claim, String::new())));
    }
    job.report(proofs)
}

/// The subject of a claim.
struct Of<'a> {
    subject: Cow<'static, str>,
    config: &'a str,
    /// The unit or block in which Icarus confirms a counterexample.
    unit: Option<&'a Implementation>,
    /// Whether the problems of the claim are the first cycles after a reset, so that the claim is
    /// proven up to a bound only.
    is_bounded: bool,
}

struct Job<'a> {
    options: &'a ProveOptions,
    engines: &'a Engines,
    watch: &'a Watch<'a>,
    certificate: Option<&'a Certificate>,
    /// The errors so far. They must not hide a claim that is refuted.
    errors: Mutex<Vec<ProveError>>,
}

impl Job<'_> {
    /// Returns the result, or keeps its error for the report.
    fn kept<T>(&self, result: Result<T, impl Into<ProveError>>) -> Option<T> {
        let keep = |error| self.errors.lock().unwrap_or_else(PoisonError::into_inner).push(error);
        result.map_err(|error| keep(error.into())).ok()
    }

    /// Returns the report, or an error if no claim is refuted or the user stopped the program.
    fn report(self, proofs: Vec<Proof>) -> Result<ProveReport, ProveError> {
        let version =
            |engine: &dyn Engine| EngineVersion { name: engine.name().into(), version: engine.version().to_owned() };
        let mut errors = self.errors.into_inner().unwrap_or_else(PoisonError::into_inner);
        errors.sort_by_key(|error| !error.is_interrupt());
        let report = ProveReport {
            format_version: 1,
            version: env!("CARGO_PKG_VERSION").into(),
            engines: self.engines.each().map(version).collect(),
            proofs,
            errors: errors.iter().map(|error| in_full(error)).sorted().dedup().collect(),
            certificate: None,
        };
        match errors.into_iter().next() {
            Some(error) if error.is_interrupt() || !report.is_refuted() => Err(error),
            _ => Ok(report),
        }
    }

    /// Returns a module and its claims, with those about the blocks that are replaced in it.
    fn load(&self, target: Target, config: &Config, dut: Dut) -> Result<(Implementation, Vec<Claim>), ProveError> {
        let (yosys, limit) = (YOSYS.find()?, self.options.limit);
        let scratch = vidalu_sim::scratch()?;
        let module = claim::from_text(target, config, dut, &yosys, scratch.path(), limit)?;
        let mut claims = claim::claims(&module);
        for block in module.blocks().filter(|_| self.options.blocks) {
            let scratch = vidalu_sim::scratch()?;
            let alone = module.block(block, &yosys, scratch.path(), limit)?;
            let says = "the block computes what the golden model computes, which replaces it in the other claims";
            let renamed = |claim| Claim { name: block.name().to_owned(), says, ..claim };
            claims.extend(claim::claims(&alone).into_iter().map(renamed));
        }
        Ok((module, claims))
    }

    /// Proves all claims about a module, and about the blocks that are replaced in it. `folder`
    /// is the module's folder in the certificate.
    fn prove(&self, target: Target, config: &Config, dut: Dut, folder: &str) -> Vec<Proof> {
        let Some((module, claims)) = self.kept(self.load(target, config, dut)) else { return Vec::new() };
        if let Some(certificate) = self.certificate {
            self.kept(certificate.module(folder, &module));
        }
        let folders = names(claims.iter().map(|claim| claim.name.as_str()));
        let claims = claims.par_iter().zip(folders);
        let (subject, config) = (module.subject.name().into(), module.dut.config.as_str());
        let of = Of { subject, config, unit: Some(&module), is_bounded: false };
        let proofs = claims.filter_map(|(claim, own)| self.claim(&of, claim, format!("{folder}/{own}")));
        let mut proofs: Vec<_> = proofs.collect();
        let is_open = proofs.is_empty() || proofs.iter().any(|proof| proof.verdict == Verdict::Undecided);
        let is_refuted = proofs.iter().any(|proof| proof.verdict == Verdict::Refuted);
        let has_bound = module.dut.is_foreign && module.dut.reset.is_some() && self.options.cycles > 0;
        if has_bound && is_open && !is_refuted {
            let bounded = self.bounded(&Of { is_bounded: true, ..of }, &module);
            let Some(bounded) = self.kept(bounded) else { return proofs };
            if bounded.verdict == Verdict::Bounded {
                for proof in proofs.iter_mut().filter(|proof| proof.verdict == Verdict::Undecided) {
                    (proof.verdict, proof.cycles) = (Verdict::Bounded, bounded.cycles);
                }
            }
            proofs.push(bounded);
        }
        proofs
    }

    /// Compares a module with the generated one in the first cycles after a reset, up to the first
    /// cycle that no engine decides in time.
    fn bounded(&self, of: &Of<'_>, module: &Implementation) -> Result<Proof, ProveError> {
        let yosys = &YOSYS.find()?;
        let (reference, _) = Dut::with_subject(module.target, &module.config)?;
        let scratch = vidalu_sim::scratch()?;
        let own = claim::uncut(&module.dut, yosys, scratch.path(), self.options.limit)?;
        let reference = claim::uncut(&reference, yosys, scratch.path(), self.options.limit)?;
        let mut claim = claim::from_reset(module, [&own, &reference], self.options.cycles as usize);
        let mut found = Vec::new();
        for own in &claim.obligations {
            let decision = self.obligation(own)?;
            // Before the first result can be shown, a bound says nothing.
            if decision.answer == Answer::Unknown && found.len() > module.latency() {
                break;
            }
            let holds = decision.answer == Answer::Holds;
            found.push(decision);
            if !holds {
                break;
            }
        }
        claim.obligations.truncate(found.len());
        Ok(self.concluded(of, &claim, &found, None))
    }

    /// Decides a claim. Returns `None` if there is no verdict because of an error.
    fn claim(&self, of: &Of<'_>, claim: &Claim, folder: String) -> Option<Proof> {
        self.kept(claim.check(&of.subject))?;
        let found: Vec<_> = claim.obligations.par_iter().map(|own| self.kept(self.obligation(own))).collect();
        let is_refuted = found.iter().flatten().any(|found| matches!(found.answer, Answer::Fails(_)));
        if !is_refuted && found.iter().any(Option::is_none) {
            return None;
        }
        let open = Decision { answer: Answer::Unknown, engine: "", seconds: 0.0 };
        let found: Vec<_> = found.into_iter().map(|found| found.unwrap_or_else(|| open.clone())).collect();
        if found.iter().all(|found| found.answer == Answer::Holds) && !self.kept(self.is_about_something(claim))? {
            let (subject, claim) = (of.subject.clone().into(), claim.name.clone());
            return self.kept(Err(ProveError::EmptyClaim { subject, claim }));
        }
        if let Some(certificate) = self.certificate {
            self.kept(certificate.claim(&folder, &claim.obligations, &found));
        }
        Some(self.concluded(of, claim, &found, self.certificate.map(|_| folder)))
    }

    /// Returns whether the conditions of some problem of a claim can be met, or no engine knows.
    /// The problems are those that the engines were given.
    fn is_about_something(&self, claim: &Claim) -> Result<bool, ToolError> {
        for own in claim.obligations.iter().filter(|own| !own.problem.is_void()) {
            let scratch = vidalu_sim::scratch()?;
            if self.engines.can_be_met(own.solved(), scratch.path(), self.options.limit)? != Some(false) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the verdict about a claim from the decisions on its problems.
    fn concluded(&self, of: &Of<'_>, claim: &Claim, found: &[Decision], folder: Option<String>) -> Proof {
        let (verdict, at) = verdict_of_all(claim.obligations.len(), found);
        let failed = at.filter(|_| verdict == Verdict::Refuted);
        let verdict = if of.is_bounded && verdict == Verdict::Proven { Verdict::Bounded } else { verdict };
        let counterexample = match failed.map(|at| (&claim.obligations[at].problem, &found[at].answer)) {
            Some((problem, Answer::Fails(Some(values)))) => Some(self.counterexample(of.unit, problem, values)),
            _ => None,
        };
        let engines: BTreeSet<_> = found.iter().map(|found| found.engine).filter(|name| !name.is_empty()).collect();
        // The claims begin in any state. One that hardware of other registers cannot reach shows no
        // fault, and one that a simulation from reset does not show may be such a state.
        let is_confirmed = counterexample.as_ref().is_none_or(|found| found.mismatch.is_some());
        let is_known = is_confirmed || of.unit.is_none_or(Implementation::has_names);
        let verdict = if is_known { verdict } else { Verdict::Undecided };
        let proof = Proof {
            subject: of.subject.clone(),
            config: of.config.to_owned(),
            claim: claim.name.clone(),
            says: claim.says.into(),
            verdict,
            engine: engines.iter().join(", "),
            seconds: found.iter().map(|found| found.seconds).sum(),
            folder,
            problems: claim.obligations.len(),
            cycles: (verdict == Verdict::Bounded).then_some(found.len()),
            case: at.map(|at| claim.obligations[at].case.clone()).filter(|case| !case.is_empty()),
            counterexample,
        };
        (self.watch)(&proof);
        proof
    }

    /// Decides an obligation, in its easier form if it has any.
    fn obligation(&self, own: &Obligation) -> Result<Decision, ToolError> {
        let scratch = vidalu_sim::scratch()?;
        let decision = self.engines.decide(own.solved(), scratch.path(), self.options.limit)?;
        let answer = match (decision.answer, &own.easier) {
            (Answer::Fails(Some(values)), Some(easier)) => {
                Answer::Fails(Some(simulate::unfolded(&own.problem, &values, easier.folded_onto)))
            }
            (answer, _) => answer,
        };
        Ok(Decision { answer, ..decision })
    }

    /// Returns a counterexample, which Icarus confirms if it can.
    fn counterexample(
        &self,
        module: Option<&Implementation>,
        problem: &Problem,
        values: &Assignment,
    ) -> Counterexample {
        let words = simulate::inputs(problem, values);
        let shown = problem.inputs().iter().zip(&words).map(|((name, _), value)| (name.clone(), format!("{value:#x}")));
        let shown = shown.collect();
        let Some(module) = module else { return Counterexample { values: shown, mismatch: None } };
        // The golden model reads the data inputs of the module and CC.CF.
        let read = simulate::formula_inputs(problem, values);
        let count = module.subject.inputs().len();
        let vectors = match read.get(count) {
            Some(&flag) => {
                let inputs = read[..count].iter().map(|&value| value as u64).collect();
                after_setting(module.target, &*module.subject, inputs, flag == 1)
            }
            None => {
                let values = problem.inputs().iter().zip(&words).map(|((name, _), &value)| (name.as_str(), value));
                offered(&module.config, &*module.subject, &values.collect::<Vec<_>>())
            }
        };
        let confirmed = confirm(module.target, &module.config, &module.dut, vectors, self.options.limit);
        Counterexample { values: shown, mismatch: self.kept(confirmed).flatten() }
    }
}

/// Returns the verdict about a claim of `count` problems, and the place of the problem that decided
/// it. Only a claim with problems, each of which is decided and holds, is proven.
fn verdict_of_all(count: usize, found: &[Decision]) -> (Verdict, Option<usize>) {
    let place = |is_it: fn(&Answer) -> bool| found.iter().position(|found| is_it(&found.answer));
    let failed = place(|answer| matches!(answer, Answer::Fails(_)));
    match (failed, place(|answer| *answer == Answer::Unknown)) {
        (Some(at), _) => (Verdict::Refuted, Some(at)),
        (None, Some(at)) => (Verdict::Undecided, Some(at)),
        (None, None) if count == 0 || found.len() != count => (Verdict::Undecided, None),
        (None, None) => (Verdict::Proven, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neither the first problem nor the last speaks for all, and a skipped one is not proven.
    #[test]
    fn a_claim_is_proven_only_if_each_of_its_problems_is() {
        let verdict = |count, answers: &[Answer]| {
            let decision = |answer: &Answer| Decision { answer: answer.clone(), engine: "abc", seconds: 0.0 };
            verdict_of_all(count, &answers.iter().map(decision).collect::<Vec<_>>())
        };
        use Answer::{Fails, Holds, Unknown};
        assert_eq!(verdict(2, &[Holds, Holds]), (Verdict::Proven, None));
        assert_eq!(verdict(2, &[Holds, Unknown]), (Verdict::Undecided, Some(1)));
        assert_eq!(verdict(2, &[Unknown, Holds]), (Verdict::Undecided, Some(0)));
        assert_eq!(verdict(3, &[Unknown, Holds, Fails(None)]), (Verdict::Refuted, Some(2)));
        assert_eq!(verdict(2, &[Fails(None), Holds]), (Verdict::Refuted, Some(0)));
        assert_eq!(verdict(2, &[Holds]), (Verdict::Undecided, None));
        assert_eq!(verdict(0, &[]), (Verdict::Undecided, None));
    }
}
