//! Batches: each slot and lane has the vector whose number the batch gives.

use vidalu_gen::Config;
use vidalu_sim::Batch;
use vidalu_sim::subject::of;

/// With CC.CF, a lane has vectors in a row, which are drawn for several lanes at once: numbers of
/// lanes around those that are drawn and moved together, and a last slot that is not full.
#[test]
fn every_place_has_the_vector_of_its_number() {
    let configs = ["", "contexts = 3"].map(|text| Config::from_toml(text).unwrap());
    let units = ["scalar", "carry", "video"].map(|unit| unit.parse().unwrap());
    for (unit, config) in units.into_iter().flat_map(|unit| configs.each_ref().map(|config| (unit, config))) {
        let subject = of(unit, config);
        // The memory of the batch before is reused.
        let mut batch = Batch::default();
        for (lanes, count) in [(1, 20), (3, 20), (300, 1500), (33, 199), (4, 64), (40, 361), (8, 1)] {
            batch.renew(&*subject, 7, 1000, count, lanes);
            let places = (0..batch.slots()).flat_map(|slot| (0..lanes).map(move |lane| (slot, lane)));
            let mut met: Vec<_> = places
                .filter_map(|(slot, lane)| {
                    let number = batch.index(slot, lane)?;
                    assert_eq!(
                        batch.vector(slot, lane),
                        subject.stimulus(7, number),
                        "{unit}, {lanes} lanes, {number}"
                    );
                    Some(number)
                })
                .collect();
            met.sort_unstable();
            assert_eq!(met, (1000..1000 + count).collect::<Vec<_>>(), "{unit}, {lanes} lanes");
        }
    }
}
