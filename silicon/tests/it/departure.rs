//! Departures against the conformance data, whose `why` names them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use vidalu_model::golden::Profile;
use vidalu_model::ptx::{Scope, parse};
use vidalu_silicon::departure;
use vidalu_silicon::{Body, Form};

/// The conditions of a form name every departure that the data show for it. A form may meet the
/// conditions of E1 and of E2 to E5 while a vector of it shows only one of them.
#[test]
fn conditions_name_what_the_data_names() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/vectors.jsonl.gz");
    let lines = BufReader::new(GzDecoder::new(File::open(path).expect("the data is here"))).lines();
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for line in lines {
        let case: serde_json::Value = serde_json::from_str(&line.expect("the data is whole")).expect("it is JSON");
        let Some(why) = case["why"].as_str() else { continue };
        let ptx = case["ptx"].as_str().expect("it is text");
        let statement = parse(ptx, &mut Scope::conformance()).expect("it is legal").statement;
        let form = Form { number: 0, body: Body::Video(*statement.instruction()) };
        let mut named = departure::of(&form, Profile::Ptxas);
        if departure::has_e1(&form, Profile::Ptxas) {
            named.insert(0, "E1");
        }
        for departure in why.split(',') {
            assert!(named.contains(&departure), "{ptx}: {why}, not {named:?}");
            *met.entry(departure.to_owned()).or_default() += 1;
        }
        // Nothing more is named than E1 to E5 together, where a vector shows one of them.
        assert!(named.len() <= 2, "{ptx}: {named:?}");
    }
    assert_eq!(met.keys().collect::<Vec<_>>(), ["E1", "E2", "E3", "E4", "E5", "E6", "E7"]);
}
