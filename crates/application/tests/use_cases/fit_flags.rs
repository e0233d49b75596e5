//! Flags on applications: how parts that come back raise them, and what admins do about them.

use autoparts_application::{
    accounts::access::{AccessDenied, Authority},
    fitment::{FitmentError, flags::FitFlag},
    ports::{
        identity::Grant,
        spreadsheets::{CodedVehicle, RefutedFit},
        store::Transaction,
        vehicles::{Lookup, LookupKind},
    },
    returns::deciding::ReturnDecision,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    audit::AuditAction,
    catalogue::listing::Listing,
    fitment::{Application, Evidence, FitEvidence, Unknown, Verdict},
    id::{PartId, UserId},
    money::Money,
    orders::LineNumber,
    returns::{Inspection, ReturnReason},
    text::ConditionWords,
    vehicles::ModelId,
};
use autoparts_testing::{
    clock::NEW_YEAR,
    samples::{application, brand, money, vehicles, years},
    test_shop::TestShop,
};
use std::time::Duration;

/// A shop with a part for $20 that is listed for Civics, an admin and a customer.
struct Scene {
    test_shop: TestShop,
    admin: UserId,
    marta: UserId,
    part: PartId,
}

fn civic() -> ModelId {
    "honda/civic".parse().unwrap()
}

impl Scene {
    async fn new() -> Self {
        let test_shop = TestShop::default();
        let (admin, marta) = (test_shop.admin().await, test_shop.customer("marta").await);
        let part = test_shop.part(1, 100, 2_000).await;
        test_shop.shop.add_vehicles(vehicles()).await.unwrap();
        let scene = Self { test_shop, admin, marta, part };
        scene.list(part, civic()).await;
        scene
    }

    async fn list(&self, part: PartId, model: ModelId) {
        let fits = [application(2016, 2020, &[])];
        let write = self.test_shop.shop.store.write(move |tx| tx.replace_applications(&part, &model, &fits).map(drop));
        write.await.unwrap();
    }

    async fn come_back(&self, times: usize) {
        for _ in 0..times {
            self.test_shop.misfit(self.marta, self.admin, self.part).await;
        }
    }

    async fn maintain(&self) {
        assert!(self.test_shop.shop.run_maintenance().await);
    }

    async fn flags(&self) -> Vec<FitFlag> {
        self.test_shop.shop.fit_flags(self.admin, None, 10).await.unwrap()
    }

    async fn evidence(&self) -> Option<FitEvidence> {
        let part = self.part;
        self.test_shop.shop.store.read(move |tx| tx.fit_evidence(&part, &civic())).await.unwrap()
    }

    async fn counted(&self) -> Evidence {
        self.evidence().await.unwrap().evidence
    }
}

#[tokio::test]
async fn the_second_misfit_raises_the_flag() {
    let scene = Scene::new().await;
    scene.come_back(1).await;
    assert_eq!((scene.flags().await, scene.counted().await), (vec![], Evidence::new(1, 1, 0)));
    scene.come_back(1).await;
    let flags = scene.flags().await;
    assert_eq!((flags.len(), flags[0].part.record.part.id, &flags[0].model.id), (1, scene.part, &civic()));
    assert_eq!((flags[0].evidence.price, flags[0].is_part_suspect), (money(2_000), false));
    let details = scene.test_shop.shop.fit_flag(scene.admin, scene.part, civic()).await.unwrap();
    let notes: Vec<_> = details.returns.iter().map(|returned| returned.note.as_ref().unwrap().to_string()).collect();
    assert_eq!(notes, ["The holes do not line up.", "The holes do not line up."]);
    assert!(!details.is_suspended);
}

/// Both pieces of a line come back in parcels of their own.
#[tokio::test]
async fn a_line_counts_once_however_many_returns_it_has() {
    let scene = Scene::new().await;
    let Scene { test_shop, admin, marta, part } = &scene;
    let order = test_shop.shipped_for_a_civic(*marta, *admin, *part, 2).await;
    for _ in 0..2 {
        let requested = test_shop.request_misfit(*marta, order).await;
        test_shop.receive(*admin, requested).await;
    }
    assert_eq!(scene.counted().await, Evidence::new(1, 1, 0));
}

#[tokio::test]
async fn a_return_counts_once() {
    let scene = Scene::new().await;
    let received = scene.test_shop.misfit(scene.marta, scene.admin, scene.part).await;
    let inspection = Inspection { restocked: 1, damaged: 0, refused: 0 };
    let found = [(LineNumber::new(1).unwrap(), inspection)].into();
    let again = ReturnDecision::Receive { found, reason: None, answer: None };
    let caller = Authority::new(scene.admin, None);
    assert!(scene.test_shop.shop.decide_return(caller, received.returned.id, again).await.is_err());
    assert_eq!(scene.counted().await.misfits(), 1);
}

#[tokio::test]
async fn a_misfit_that_the_inspection_disproves_is_no_evidence() {
    let scene = Scene::new().await;
    let Scene { test_shop, admin, marta, part } = &scene;
    let order = test_shop.shipped_for_a_civic(*marta, *admin, *part, 1).await;
    let requested = test_shop.request_misfit(*marta, order).await;
    let found = [(LineNumber::new(1).unwrap(), Inspection { restocked: 1, damaged: 0, refused: 0 })].into();
    let received = ReturnDecision::Receive {
        found,
        reason: Some(ReturnReason::NotNeeded),
        answer: Some("It fits a Civic.".parse().unwrap()),
    };
    test_shop.shop.decide_return(Authority::new(*admin, None), requested.returned.id, received).await.unwrap();
    assert_eq!(scene.evidence().await, None);
}

#[tokio::test]
async fn returns_for_other_reasons_are_no_evidence() {
    let scene = Scene::new().await;
    scene.test_shop.requested_return(scene.marta, scene.admin, scene.part).await;
    assert_eq!(scene.evidence().await, None);
}

#[tokio::test]
async fn sales_are_counted_at_once_for_new_evidence_and_then_once_a_day() {
    let scene = Scene::new().await;
    let day = Duration::from_hours(24);
    scene.come_back(2).await;
    scene.maintain().await;
    assert_eq!(scene.counted().await, Evidence::new(2, 2, 2));
    assert!(scene.flags().await[0].evidence.expected_loss() > Money::ZERO);
    scene.come_back(1).await;
    scene.maintain().await;
    assert_eq!(scene.counted().await, Evidence::new(3, 3, 2), "not again on the same day");
    scene.test_shop.clock.advance(day);
    scene.maintain().await;
    assert_eq!(scene.counted().await, Evidence::new(3, 3, 3));
    scene.test_shop.clock.advance(day * 100);
    scene.maintain().await;
    assert_eq!(scene.counted().await, Evidence::new(3, 3, 0), "none in the last 90 days");
}

#[tokio::test]
async fn a_suspended_application_is_no_longer_listed() {
    let scene = Scene::new().await;
    scene.come_back(2).await;
    let shop = &scene.test_shop.shop;
    let reason = "2 of 2 came back.".parse().unwrap();
    shop.suspend_fit(scene.admin, scene.part, civic(), reason).await.unwrap();
    assert_eq!(scene.flags().await, []);
    let details = shop.fit_flag(scene.admin, scene.part, civic()).await.unwrap();
    assert!(details.is_suspended);
    let fits = shop.fits("2018/honda/civic".parse().unwrap(), vec![scene.part]).await.unwrap();
    assert_eq!(fits.verdicts[&scene.part], Verdict::Unknown(Unknown::Suspended));
}

#[tokio::test]
async fn a_dismissed_flag_returns_with_the_next_misfit() {
    let scene = Scene::new().await;
    let shop = &scene.test_shop.shop;
    scene.come_back(1).await;
    assert!(!shop.dismiss_fit_flag(scene.admin, scene.part, civic(), 2).await.unwrap(), "not flagged");
    scene.come_back(1).await;
    assert!(shop.dismiss_fit_flag(scene.admin, scene.part, civic(), 2).await.unwrap());
    assert!(!shop.dismiss_fit_flag(scene.admin, scene.part, civic(), 2).await.unwrap());
    assert_eq!(scene.flags().await, []);
    scene.maintain().await;
    assert_eq!(scene.flags().await, []);
    let entry = scene.test_shop.audit_log().await.pop().unwrap();
    assert_eq!(entry.action, AuditAction::DismissFitFlag);
    let detail = format!("{}, honda/civic\ncame back: none → 2 of 2", scene.part);
    assert_eq!(entry.detail.as_deref(), Some(detail.as_str()));
    scene.come_back(1).await;
    assert_eq!(scene.flags().await.len(), 1);
}

#[tokio::test]
async fn a_part_that_is_flagged_for_three_models_is_suspect_itself() {
    let scene = Scene::new().await;
    scene.come_back(2).await;
    for model in ["honda/accord", "ford/f-150"] {
        assert!(!scene.flags().await[0].is_part_suspect);
        let mut evidence = FitEvidence::none(scene.part, model.parse().unwrap());
        for _ in 0..2 {
            evidence.add_misfit(money(2_000));
        }
        scene.test_shop.shop.store.write(move |tx| tx.save_fit_evidence(&evidence)).await.unwrap();
    }
    assert!(scene.flags().await.iter().all(|flag| flag.is_part_suspect));
}

#[tokio::test]
async fn the_notes_of_a_deleted_account_are_no_longer_shown() {
    let scene = Scene::new().await;
    let shop = &scene.test_shop.shop;
    scene.come_back(2).await;
    let session = Grant { user: scene.marta, session: scene.marta.uuid().into() };
    shop.delete_account(session, "marta@example.com".parse().unwrap()).await.unwrap();
    let details = shop.fit_flag(scene.admin, scene.part, civic()).await.unwrap();
    assert_eq!(details.returns.iter().map(|returned| returned.note.as_ref()).collect::<Vec<_>>(), [None, None]);
}

#[tokio::test]
async fn a_misfit_that_the_admin_had_not_seen_keeps_the_flag() {
    let scene = Scene::new().await;
    scene.come_back(3).await;
    assert!(scene.test_shop.shop.dismiss_fit_flag(scene.admin, scene.part, civic(), 2).await.unwrap());
    assert_eq!(scene.flags().await.len(), 1, "the third was received after the page was loaded");
}

#[tokio::test]
async fn a_corrected_application_starts_without_evidence() {
    let scene = Scene::new().await;
    let Scene { test_shop, admin, marta, part } = &scene;
    let (shop, day) = (&test_shop.shop, Duration::from_hours(24));
    scene.come_back(2).await;
    let late = test_shop.requested_misfit(*marta, *admin, *part).await;
    test_shop.clock.advance(day);
    let Application { years, engine, position, pieces, .. } = application(2017, 2020, &[]);
    let corrected: Application<ConditionWords> =
        Application { years, engine, position, pieces, conditions: [].into_iter().collect() };
    let revision = shop.edit_fitment(*admin, *part, 1, civic(), vec![corrected.clone()]).await.unwrap();
    assert_eq!((scene.flags().await, scene.evidence().await), (vec![], None));
    test_shop.receive(*admin, late).await;
    assert_eq!(scene.evidence().await, None, "sold before the correction");
    test_shop.clock.advance(day);
    scene.come_back(1).await;
    scene.maintain().await;
    assert_eq!(scene.counted().await, Evidence::new(1, 1, 1), "only what was sold since");
    let details = shop.fit_flag(*admin, *part, civic()).await.unwrap();
    assert_eq!(details.returns.len(), 1);
    let revision = shop.edit_fitment(*admin, *part, revision, civic(), vec![corrected.clone()]).await.unwrap();
    assert_eq!(scene.counted().await, Evidence::new(1, 1, 1), "saved unchanged");
    let Application { years, .. } = application(2021, 2021, &[]);
    let next_year = Application { years, ..corrected.clone() };
    shop.edit_fitment(*admin, *part, revision, civic(), vec![corrected, next_year]).await.unwrap();
    assert_eq!(scene.counted().await, Evidence::new(1, 1, 1), "extended by a model year");
}

#[tokio::test]
async fn a_copied_fitment_starts_without_evidence_where_it_differs() {
    let scene = Scene::new().await;
    let source = scene.test_shop.part(1, 5, 100).await;
    let copy = async |revision| scene.test_shop.shop.copy_fitment(scene.admin, scene.part, revision, source).await;
    scene.list(source, civic()).await;
    scene.come_back(2).await;
    copy(1).await.unwrap();
    assert_eq!(scene.flags().await.len(), 1, "the same applications");
    let (model, other) = (civic(), [application(2017, 2020, &[])]);
    let write = scene.test_shop.shop.store.write(move |tx| tx.replace_applications(&source, &model, &other).map(drop));
    write.await.unwrap();
    copy(2).await.unwrap();
    assert_eq!(scene.evidence().await, None);
}

#[tokio::test]
async fn only_admins_see_and_dismiss_flags() {
    let scene = Scene::new().await;
    let shop = &scene.test_shop.shop;
    let marta = scene.marta;
    for refused in [
        shop.fit_flags(marta, None, 1).await.map(drop),
        shop.fit_flag(marta, scene.part, civic()).await.map(drop),
        shop.dismiss_fit_flag(marta, scene.part, civic(), 2).await.map(drop),
    ] {
        assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "{refused:?}");
    }
    let unknown = shop.fit_flag(scene.admin, scene.part, civic()).await;
    assert!(matches!(unknown, Err(Refused(FitmentError::NoEvidence))), "{unknown:?}");
}

#[tokio::test]
async fn the_report_for_suppliers_has_suspended_applications_too() {
    let scene = Scene::new().await;
    scene.come_back(2).await;
    let shop = &scene.test_shop.shop;
    let report = async |brand: Option<&str>| {
        let brand = brand.map(|brand| brand.parse().unwrap());
        let rows = shop.fit_report(scene.admin, brand).await.unwrap();
        rows.into_iter().map(|row| (row.part.record.part.id, row.evidence, row.is_suspended)).collect::<Vec<_>>()
    };
    let evidence = scene.counted().await;
    assert_eq!(report(None).await, [(scene.part, evidence, false)]);
    assert_eq!(report(Some("halden")).await, [], "the part has no brand");
    let (part, reason) = (scene.part, "Came back".parse().unwrap());
    shop.suspend_fit(scene.admin, part, civic(), reason).await.unwrap();
    assert_eq!(report(None).await, [(scene.part, evidence, true)]);
    let refused = shop.fit_report(scene.marta, None).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "{refused:?}");
}

impl Scene {
    async fn map(&self, kind: LookupKind, code: &str, value: &str) {
        let (scheme, code) = ("aces".parse().unwrap(), code.parse().unwrap());
        let lookup = Lookup { scheme, kind, code, value: value.to_owned() };
        self.test_shop.shop.save_lookups(self.admin, vec![lookup]).await.unwrap();
    }

    async fn suspend(&self) {
        let reason = "Came back".parse().unwrap();
        self.test_shop.shop.suspend_fit(self.admin, self.part, civic(), reason).await.unwrap();
    }

    /// The refuted applications, and the number of those without codes.
    async fn refuted(&self) -> (Vec<RefutedFit>, u64) {
        let shop = &self.test_shop.shop;
        let (codes, _) = shop.begin_refuted(self.admin, None).await.unwrap();
        let page = shop.refuted_page(self.admin, None, codes, None).await.unwrap();
        (page.fits, page.left_out)
    }

    async fn refuted_vehicles(&self) -> Vec<CodedVehicle> {
        self.refuted().await.0.into_iter().map(|fit| fit.vehicle).collect()
    }

    /// The part is HB-1 of Halden.
    async fn name_the_part(&self) {
        let part = self.part;
        let named = move |tx: &mut dyn Transaction| {
            tx.insert_brand(&brand("halden"))?;
            let (brand, number) = ("halden".parse().ok(), "HB-1".parse().ok());
            tx.save_listing(&part, &Listing { brand, number, ..Listing::default() })
        };
        self.test_shop.shop.store.write(named).await.unwrap();
    }
}

#[tokio::test]
async fn refuted_applications_are_those_that_an_admin_has_suspended() {
    let scene = Scene::new().await;
    scene.name_the_part().await;
    for (kind, code, value) in [
        (LookupKind::Brand, "ZZZA", "halden"),
        (LookupKind::Make, "59", "honda"),
        (LookupKind::Model, "700", "honda/civic"),
        (LookupKind::Position, "22", "Front"),
    ] {
        scene.map(kind, code, value).await;
    }
    scene.suspend().await;
    assert_eq!(scene.refuted().await, (vec![], 0), "nothing has come back");
    scene.test_shop.shop.end_suspension(scene.admin, scene.part, civic()).await.unwrap();
    scene.come_back(2).await;
    assert_eq!(scene.refuted().await, (vec![], 0), "no admin has decided yet");
    scene.suspend().await;
    let (fits, left_out) = scene.refuted().await;
    assert_eq!((fits.len(), left_out), (1, 0));
    let code = |code: &str| code.parse().unwrap();
    assert_eq!((&fits[0].brand, fits[0].number.as_str()), (&code("ZZZA"), "HB-1"));
    assert_eq!((&fits[0].position, &fits[0].engine), (&Some(code("22")), &None));
    let models = CodedVehicle::Models { years: years(2016, 2020), make: code("59"), model: code("700") };
    assert_eq!(fits[0].vehicle, models);

    for year in 2016..2020 {
        scene.map(LookupKind::BaseVehicle, &format!("9{year}"), &format!("{year}/honda/civic")).await;
    }
    assert_eq!(scene.refuted_vehicles().await, [models], "the code of 2020 is missing");
    scene.map(LookupKind::BaseVehicle, "92020", "2020/honda/civic").await;
    let of_years = (2016..=2020).map(|year| CodedVehicle::BaseVehicle(code(&format!("9{year}"))));
    assert_eq!(scene.refuted_vehicles().await, of_years.collect::<Vec<_>>());
}

#[tokio::test]
async fn a_part_that_fits_shows_its_track_record_from_twenty_sales_on() {
    let mut scene = Scene::new().await;
    scene.come_back(1).await;
    let sold = async |lines| {
        let mut known = scene.evidence().await.unwrap();
        known.set_sales(lines, 0, NEW_YEAR);
        scene.test_shop.shop.store.write(move |tx| tx.save_fit_evidence(&known)).await.unwrap();
    };
    let shown = async |scene: &Scene, vehicle: &str| {
        let fits = scene.test_shop.shop.fits(vehicle.parse().unwrap(), vec![scene.part]).await.unwrap();
        fits.track_records.get(&scene.part).map(|known| (known.sold(), known.misfits()))
    };
    sold(19).await;
    assert_eq!(shown(&scene, "2018/honda/civic").await, None);
    sold(20).await;
    assert_eq!(shown(&scene, "2018/honda/civic").await, Some((20, 1)));
    assert_eq!(shown(&scene, "2021/honda/civic").await, None, "it does not fit");
    assert_eq!(shown(&scene, "2018/honda/accord").await, None);
    scene.suspend().await;
    assert_eq!(shown(&scene, "2018/honda/civic").await, None);
    scene.test_shop.shop.end_suspension(scene.admin, scene.part, civic()).await.unwrap();
    scene.test_shop.shop.rules.fit_track_record = false;
    assert_eq!(shown(&scene, "2018/honda/civic").await, None);
}

#[tokio::test]
async fn refuted_applications_without_codes_are_left_out_and_counted() {
    let scene = Scene::new().await;
    scene.come_back(2).await;
    scene.suspend().await;
    assert_eq!(scene.refuted().await, (vec![], 1), "the part has no brand");
    scene.name_the_part().await;
    scene.map(LookupKind::Brand, "ZZZA", "halden").await;
    scene.map(LookupKind::Make, "59", "honda").await;
    assert_eq!(scene.refuted().await, (vec![], 1), "the model has no code");
    scene.map(LookupKind::Model, "700", "honda/civic").await;
    assert_eq!(scene.refuted().await, (vec![], 1), "the position has no code");
    scene.map(LookupKind::Position, "22", "Front").await;
    assert_eq!(scene.refuted().await.1, 0);
    scene.map(LookupKind::Position, "23", "Front").await;
    assert_eq!(scene.refuted().await, (vec![], 1), "either code could be the supplier's");
}

#[tokio::test]
async fn refuted_applications_are_of_one_brand_if_asked_for() {
    let scene = Scene::new().await;
    scene.name_the_part().await;
    scene.map(LookupKind::Brand, "ZZZA", "halden").await;
    scene.come_back(2).await;
    scene.suspend().await;
    let shop = &scene.test_shop.shop;
    for (brand, code, left_out) in [(Some("halden"), Some("ZZZA"), 1), (Some("other"), None, 0), (None, None, 1)] {
        let brand = brand.map(|brand| brand.parse().unwrap());
        let (codes, head) = shop.begin_refuted(scene.admin, brand.clone()).await.unwrap();
        assert_eq!(head.brand.map(|brand| brand.to_string()).as_deref(), code);
        let page = shop.refuted_page(scene.admin, brand, codes, None).await.unwrap();
        assert_eq!((page.left_out, page.next), (left_out, None));
    }
    let refused = shop.begin_refuted(scene.marta, None).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
    let (codes, _) = shop.begin_refuted(scene.admin, None).await.unwrap();
    let refused = shop.refuted_page(scene.marta, None, codes, None).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
}
