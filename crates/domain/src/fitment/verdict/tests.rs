//! The truth table, row by row, and properties that hold for any data.

use super::*;
use crate::{
    fitment::{Coverage, joined},
    vehicles::{ModelYear, Years},
};
use proptest::{collection, option, prelude::*};
use uuid::Uuid;

/// Engines of these tests; a vehicle has one of the first two, or an unknown one.
const ENGINES: [&str; 3] = ["1.5l-l4-gas", "2.0l-l4-gas", "electric"];
const CASES: u32 = 100_000;

fn condition(number: u128, about: About) -> Arc<Condition> {
    let words = format!("{} {number}", about.name()).parse().unwrap();
    Arc::new(Condition { id: Uuid::from_u128(number).into(), words, about })
}

fn with_air() -> Arc<Condition> {
    condition(1, About::Vehicle)
}

fn with_tow_package() -> Arc<Condition> {
    condition(2, About::Vehicle)
}

fn sold_in_pairs() -> Arc<Condition> {
    condition(3, About::Part)
}

fn unclassified() -> Arc<Condition> {
    condition(4, About::Unclassified)
}

fn years(from: i64, to: i64) -> Years {
    Years::new(ModelYear::new(from).unwrap(), ModelYear::new(to).unwrap()).unwrap()
}

fn application(engine: Option<&str>, conditions: impl IntoIterator<Item = Arc<Condition>>) -> Application {
    let engine = engine.map(|engine| engine.parse().unwrap());
    let conditions = conditions.into_iter().collect();
    Application { years: years(2016, 2018), engine, position: None, pieces: None, conditions }
}

fn vehicle(text: &str) -> Vehicle {
    text.parse().unwrap()
}

fn listed(applications: impl IntoIterator<Item = Application>) -> Fitment {
    Fitment { listed: true, applications: applications.into_iter().collect(), ..Fitment::default() }
}

fn alternative(engine: Option<&str>, conditions: impl IntoIterator<Item = Arc<Condition>>) -> Alternative {
    let engine = engine.map(|engine| engine.parse().unwrap());
    Alternative { engine, conditions: conditions.into_iter().collect() }
}

fn fits_if(any_of: impl IntoIterator<Item = Alternative>) -> Verdict {
    Verdict::FitsIf { any_of: any_of.into_iter().collect(), needs: Needs::new(), notes: BTreeSet::new() }
}

fn fits() -> Verdict {
    Verdict::Fits { needs: Needs::new(), notes: BTreeSet::new() }
}

const CIVIC: &str = "2018/honda/civic";
const CIVIC_2_0: &str = "2018/honda/civic/2.0l-l4-gas";

#[test]
fn row_1_suspended_parts_are_unknown_whatever_is_listed() {
    for universal in [false, true] {
        let part = Fitment { suspended: true, universal, ..listed([application(None, [])]) };
        assert_eq!(verdict(&vehicle(CIVIC), &part), Verdict::Unknown(Unknown::Suspended));
    }
}

#[test]
fn row_2_one_sure_application_is_enough() {
    let sure = [
        (CIVIC, application(None, [])),
        (CIVIC_2_0, application(None, [])),
        (CIVIC_2_0, application(Some("2.0l-l4-gas"), [])),
    ];
    for (car, application_) in sure {
        for incomplete in [false, true] {
            let others = [application(None, [with_air()]), application(None, [unclassified()])];
            let part = Fitment { incomplete, ..listed(others.into_iter().chain([application_.clone()])) };
            assert_eq!(verdict(&vehicle(car), &part), fits(), "{car}");
        }
    }
}

#[test]
fn row_2_conditions_about_the_part_change_nothing() {
    let part = listed([application(None, [sold_in_pairs()])]);
    let expected = Verdict::Fits { needs: Needs::new(), notes: [sold_in_pairs()].into() };
    assert_eq!(verdict(&vehicle(CIVIC), &part), expected);
}

#[test]
fn row_3_each_application_lists_all_of_its_conditions() {
    let part = listed([
        application(None, [with_air(), with_tow_package()]),
        application(Some("2.0l-l4-gas"), [with_air(), unclassified()]),
    ]);
    let expected = fits_if([alternative(None, [with_air(), with_tow_package()])]);
    assert_eq!(verdict(&vehicle(CIVIC_2_0), &part), expected);
    assert_eq!(verdict(&vehicle(CIVIC), &part), expected, "an unreadable application is no alternative");
}

#[test]
fn row_3_applications_with_superfluous_conditions_are_omitted() {
    let part = listed([
        application(None, [with_air()]),
        application(None, [with_air(), with_tow_package()]),
        application(Some("2.0l-l4-gas"), [with_air()]),
    ]);
    assert_eq!(verdict(&vehicle(CIVIC), &part), fits_if([alternative(None, [with_air()])]));
}

#[test]
fn row_4_an_unknown_engine_is_a_condition() {
    let part = listed([application(Some("2.0l-l4-gas"), []), application(Some("1.5l-l4-gas"), [with_air()])]);
    let expected = [alternative(Some("2.0l-l4-gas"), []), alternative(Some("1.5l-l4-gas"), [with_air()])];
    assert_eq!(verdict(&vehicle(CIVIC), &part), fits_if(expected));
    assert_eq!(verdict(&vehicle(CIVIC_2_0), &part), fits());
}

#[test]
fn row_5_the_verdict_is_unknown_when_no_application_is_readable() {
    let part = listed([application(None, [unclassified()]), application(None, [with_air(), unclassified()])]);
    for universal in [false, true] {
        let part = Fitment { universal, ..part.clone() };
        assert_eq!(verdict(&vehicle(CIVIC), &part), Verdict::Unknown(Unknown::Unclassified));
    }
}

#[test]
fn rows_6_to_9_without_an_application_for_the_vehicle() {
    let for_others = || {
        vec![application(Some("1.5l-l4-gas"), []), Application { years: years(2010, 2015), ..application(None, []) }]
    };
    for applications in [Vec::new(), for_others()] {
        for (universal, listed, incomplete, expected) in [
            (true, false, false, Verdict::Universal),
            (true, true, false, Verdict::Universal),
            (true, true, true, Verdict::Universal),
            (true, false, true, Verdict::Universal),
            (false, true, false, Verdict::DoesNotFit),
            (false, true, true, Verdict::Unknown(Unknown::Unclassified)),
            (false, false, true, Verdict::Unknown(Unknown::Unclassified)),
            (false, false, false, Verdict::Unknown(Unknown::NoData)),
        ] {
            let applications = applications.clone();
            let part = Fitment { universal, listed, incomplete, suspended: false, applications };
            assert_eq!(verdict(&vehicle(CIVIC_2_0), &part), expected, "{part:?}");
        }
    }
}

#[test]
fn year_ranges_are_inclusive() {
    let part = listed([application(None, [])]);
    for (year, fits) in [(2015, false), (2016, true), (2018, true), (2019, false)] {
        let found = verdict(&vehicle(&format!("{year}/honda/civic")), &part);
        assert_eq!(matches!(found, Verdict::Fits { .. }), fits, "{year}");
    }
}

#[test]
fn pieces_are_given_per_position_unless_applications_disagree() {
    let at = |position: &str, pieces| Application {
        position: Some(position.parse().unwrap()),
        pieces: PiecesNeeded::new(pieces).ok(),
        ..application(None, [])
    };
    let conditional = Application { pieces: PiecesNeeded::new(9).ok(), ..application(None, [with_air()]) };
    let part = listed([at("Front", 2), at("Rear", 1), at("Rear", 2), conditional.clone()]);
    let needs = |position: Option<&str>, pieces| {
        Needs::from([(position.map(|position| position.parse().unwrap()), PiecesNeeded::new(pieces).unwrap())])
    };
    let expected = Verdict::Fits { needs: needs(Some("Front"), 2), notes: BTreeSet::new() };
    assert_eq!(
        verdict(&vehicle(CIVIC), &part),
        expected,
        "a conditional one does not count if there are unconditional ones"
    );
    let found = verdict(&vehicle(CIVIC), &listed([conditional]));
    assert!(matches!(found, Verdict::FitsIf { needs: found, .. } if found == needs(None, 9)));
}

fn any_engine() -> impl Strategy<Value = Option<EngineId>> {
    option::of(prop::sample::select(&ENGINES[..]).prop_map(|engine| engine.parse().unwrap()))
}

fn any_application() -> impl Strategy<Value = Application> {
    let dictionary = vec![with_air(), with_tow_package(), sold_in_pairs(), unclassified()];
    let conditions = prop_oneof![
        3 => Just(BTreeSet::new()),
        2 => collection::btree_set(prop::sample::select(dictionary), 0..3),
    ];
    let position = option::of(prop::sample::select(&["Front", "Rear"][..]).prop_map(|at| at.parse().unwrap()));
    let pieces = option::of((1..3_i64).prop_map(|pieces| PiecesNeeded::new(pieces).unwrap()));
    (2010..2016_i64, 0..4_i64, any_engine(), position, pieces, conditions).prop_map(
        |(from, more, engine, position, pieces, conditions)| Application {
            years: years(from, from + more),
            engine,
            position,
            pieces,
            conditions,
        },
    )
}

fn any_fitment() -> impl Strategy<Value = Fitment> {
    let applications = collection::vec(any_application(), 0..5);
    (any::<[bool; 3]>(), any::<bool>(), applications).prop_map(|(flags, listed_elsewhere, applications)| {
        let [universal, incomplete, unlucky] = flags;
        let listed = listed_elsewhere || !applications.is_empty();
        Fitment { universal, listed, incomplete, suspended: unlucky && incomplete, applications }
    })
}

fn any_vehicle() -> impl Strategy<Value = Vehicle> {
    (2009..2020_i64, any_engine())
        .prop_map(|(year, engine)| Vehicle { engine, ..vehicle(&format!("{year}/honda/civic")) })
}

/// The same applications, split into single years.
fn year_by_year(part: &Fitment) -> Fitment {
    let single = |application: &Application| {
        let application = application.clone();
        let years = application.years.iter().map(Years::one);
        years.map(move |years| Application { years, ..application.clone() }).collect::<Vec<_>>()
    };
    Fitment { applications: part.applications.iter().flat_map(single).collect(), ..part.clone() }
}

/// Whether this application alone makes the part fit the vehicle unconditionally.
fn says_it_fits(vehicle: &Vehicle, application: &Application) -> bool {
    let the_year = (application.years.from()..=application.years.to()).contains(&vehicle.year);
    let the_engine = application.engine.as_ref().is_none_or(|asked| vehicle.engine.as_ref() == Some(asked));
    the_year && the_engine && application.conditions.iter().all(|condition| condition.about == About::Part)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(CASES) })]

    #[test]
    fn a_part_fits_exactly_when_an_application_says_so(car in any_vehicle(), part in any_fitment()) {
        let says = !part.suspended && part.applications.iter().any(|application| says_it_fits(&car, application));
        let found = matches!(verdict(&car, &part), Verdict::Fits { .. });
        prop_assert_eq!(found, says);
    }

    #[test]
    fn neither_order_nor_the_way_years_are_written_matters(car in any_vehicle(), part in any_fitment()) {
        let found = verdict(&car, &part);
        let reversed = part.applications.iter().rev().cloned().collect();
        prop_assert_eq!(&verdict(&car, &Fitment { applications: reversed, ..part.clone() }), &found);
        prop_assert_eq!(&verdict(&car, &year_by_year(&part)), &found);
        let applications = joined(year_by_year(&part).applications);
        prop_assert_eq!(&verdict(&car, &Fitment { applications, ..part }), &found);
    }

    #[test]
    fn knowing_the_engine_never_makes_a_part_fit_that_did_not(car in any_vehicle(), part in any_fitment()) {
        let unknown = verdict(&Vehicle { engine: None, ..car.clone() }, &part);
        if unknown == Verdict::DoesNotFit {
            prop_assert_eq!(verdict(&car, &part), Verdict::DoesNotFit);
        }
        if matches!(unknown, Verdict::Fits { .. }) {
            let still = matches!(verdict(&car, &part), Verdict::Fits { .. });
            prop_assert!(still, "nor does it take a fit away");
        }
    }

    #[test]
    fn the_verdict_is_unknown_without_data(car in any_vehicle()) {
        prop_assert_eq!(verdict(&car, &Fitment::default()), Verdict::Unknown(Unknown::NoData));
    }

    #[test]
    fn without_applications_a_part_never_fits(car in any_vehicle(), part in any_fitment()) {
        let without = Fitment { applications: Vec::new(), ..part };
        let found = verdict(&car, &without);
        let fits = matches!(found, Verdict::Fits { .. } | Verdict::FitsIf { .. });
        prop_assert!(!fits, "{:?}", found);
    }

    /// A search for a vehicle finds exactly the parts whose verdict does not warn.
    #[test]
    fn a_part_is_listed_under_the_vehicles_that_it_may_fit(car in any_vehicle(), part in any_fitment()) {
        let model = || vehicle(CIVIC).model;
        let applications: Vec<_> = part.applications.iter().map(|application| (model(), application.clone())).collect();
        let coverage = Coverage::of(part.universal, &applications, part.suspended.then(model));
        let found = verdict(&car, &part);
        let may_fit = matches!(found, Verdict::Fits { .. } | Verdict::FitsIf { .. } | Verdict::Universal);
        prop_assert_eq!(coverage.includes(&car), may_fit, "{:?}", found);
        let other = Vehicle { model: "honda/jazz".parse().unwrap(), ..car };
        prop_assert_eq!(coverage.includes(&other), part.universal);
    }
}

proptest! {
    // Each case checks several hundred vehicles.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(CASES / 20) })]

    /// Losing a condition, a year or an engine would change the verdict.
    #[test]
    fn every_field_of_an_application_affects_the_verdict(application in any_application()) {
        let cars = || {
            let engine = |engine: Option<&str>| engine.map(|engine| engine.parse().unwrap());
            let engines = ENGINES.iter().copied().map(Some).chain([None]);
            let year = |year: i64| vehicle(&format!("{year}/honda/civic"));
            let with = move |text| (2009..2020).map(move |at| Vehicle { engine: engine(text), ..year(at) });
            engines.flat_map(with).collect::<Vec<_>>()
        };
        let verdicts_of = |application: &Application| {
            cars().iter().map(|car| verdict(car, &listed([application.clone()]))).collect::<Vec<_>>()
        };
        let mut lost = Vec::new();
        if !application.conditions.iter().any(|condition| condition.about == About::Unclassified) {
            for condition in &application.conditions {
                let mut fewer = application.clone();
                fewer.conditions.remove(condition);
                lost.push(fewer);
            }
            if application.engine.is_some() {
                lost.push(Application { engine: None, ..application.clone() });
            }
        }
        let from = application.years.from().year();
        let to = application.years.to().year();
        lost.push(Application { years: years(from, to + 1), ..application.clone() });
        if from < to {
            lost.push(Application { years: years(from + 1, to), ..application.clone() });
        }
        let whole = verdicts_of(&application);
        for fewer in lost {
            prop_assert_ne!(&verdicts_of(&fewer), &whole);
        }
    }
}
