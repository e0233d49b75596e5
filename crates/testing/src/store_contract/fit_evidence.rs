//! Rules about evidence from returns.

use super::{Shared, add_order, add_part, add_user};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{customer, fit, money, order, order_of_several, part, vehicles},
};
use autoparts_application::ports::{
    books::CustomerRange,
    fit_evidence::FlaggedFits,
    fitment::Suspension,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    fitment::{Evidence, FitEvidence, Misfit, SoldFit, VerdictKind},
    id::PartId,
    orders::{LineNumber, Milestones, Order, OrderSnapshot},
    time::Timestamp,
    vehicles::ModelId,
};
use std::{collections::BTreeMap, time::Duration};

fn id(number: u64) -> PartId {
    part(number, 0).id
}

fn civic() -> ModelId {
    "honda/civic".parse().unwrap()
}

fn accord() -> ModelId {
    "honda/accord".parse().unwrap()
}

/// Vehicles, and parts 1 to 3.
async fn filled(store: &Shared) {
    for number in 1..=3 {
        add_part(store, &part(number, 5)).await;
    }
    store.write(|tx| tx.save_vehicles(&vehicles())).await.unwrap();
}

/// Evidence that is flagged, with an expected loss that grows with the sales.
fn flagged(number: u64, model: ModelId, sold_recently: u32) -> FitEvidence {
    let evidence = Evidence::new(3, 3, sold_recently);
    FitEvidence { evidence, price: money(2_000), ..FitEvidence::none(id(number), model) }
}

async fn save(store: &Shared, evidence: &FitEvidence) -> StoreResult<()> {
    let evidence = evidence.clone();
    store.write(move |tx| tx.save_fit_evidence(&evidence)).await
}

async fn found(store: &Shared, number: u64) -> Option<FitEvidence> {
    store.read(move |tx| tx.fit_evidence(&id(number), &civic())).await.unwrap()
}

async fn flags(store: &Shared, after: Option<(u64, ModelId)>, limit: u32) -> Vec<(PartId, ModelId)> {
    let after = after.map(|(number, model)| (id(number), model));
    let page = store
        .read(move |tx| tx.fit_flags(FlaggedFits::Open, after.as_ref().map(|(part, model)| (part, model)), limit))
        .await
        .unwrap();
    page.into_iter().map(|evidence| (evidence.part, evidence.model)).collect()
}

pub async fn evidence_is_found_as_it_was_saved(store: Shared) {
    filled(&store).await;
    let mut evidence = flagged(1, civic(), 7);
    save(&store, &evidence).await.unwrap();
    evidence.revision = 1;
    assert_eq!(found(&store, 1).await, Some(evidence.clone()));
    evidence.dismiss(3);
    evidence.set_sales(9, 8, NEW_YEAR.plus(Duration::from_micros(1)));
    save(&store, &evidence).await.unwrap();
    evidence.revision = 2;
    assert_eq!(found(&store, 1).await, Some(evidence.clone()));
    assert_eq!(found(&store, 2).await, None);
    save(&store, &flagged(2, accord(), 1)).await.unwrap();
    let of_parts = store.read(|tx| tx.fit_evidence_of_parts(&[id(1), id(2), id(9)], &civic())).await.unwrap();
    assert_eq!(of_parts, BTreeMap::from([(id(1), evidence)]));
    let unknown = save(&store, &flagged(9, civic(), 1)).await;
    assert!(matches!(unknown, Err(StoreError::Failed(_))), "{unknown:?}");
}

pub async fn evidence_is_saved_once_per_revision(store: Shared) {
    filled(&store).await;
    save(&store, &flagged(1, civic(), 7)).await.unwrap();
    let read = found(&store, 1).await.unwrap();
    save(&store, &read).await.unwrap();
    let late = save(&store, &read).await;
    assert!(matches!(late, Err(StoreError::Contention)), "{late:?}");
}

pub async fn misfits_are_found_by_part_and_model_latest_first(store: Shared) {
    filled(&store).await;
    let misfit = |number, model, returned, line| Misfit {
        part: id(number),
        model,
        returned: numbered(returned).into(),
        line: LineNumber::new(line).unwrap(),
    };
    let all = [
        misfit(1, civic(), 10, 1),
        misfit(1, civic(), 10, 2),
        misfit(1, civic(), 11, 1),
        misfit(1, accord(), 12, 1),
        misfit(2, civic(), 13, 1),
    ];
    let inserted = all.clone();
    store.write(move |tx| inserted.iter().try_for_each(|misfit| tx.insert_misfit(misfit))).await.unwrap();
    let theirs = |limit| {
        let store = store.clone();
        async move { store.read(move |tx| tx.misfits(&id(1), &civic(), limit)).await.unwrap() }
    };
    let [first, second, third, ..] = all;
    assert_eq!(theirs(9).await, [third.clone(), second.clone(), first.clone()]);
    assert_eq!(theirs(1).await, [third]);
    let again = store.write(move |tx| tx.insert_misfit(&first)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
}

pub async fn flags_come_by_expected_loss_without_suspended_ones(store: Shared) {
    filled(&store).await;
    let harmless = FitEvidence { evidence: Evidence::new(1, 9, 900), ..flagged(2, accord(), 0) };
    let dismissed = FitEvidence { dismissed: 3, ..flagged(3, accord(), 900) };
    for evidence in [
        flagged(1, civic(), 5),
        flagged(1, accord(), 5),
        flagged(2, civic(), 9),
        flagged(3, civic(), 5),
        harmless,
        dismissed,
    ] {
        save(&store, &evidence).await.unwrap();
    }
    let all = [(id(2), civic()), (id(1), accord()), (id(1), civic()), (id(3), civic())];
    assert_eq!(flags(&store, None, 9).await, all);
    assert_eq!(flags(&store, None, 2).await, all[..2]);
    assert_eq!(flags(&store, Some((1, accord())), 9).await, all[2..]);
    assert_eq!(flags(&store, Some((9, accord())), 9).await, []);

    let suspension = Suspension { part: id(1), model: accord(), reason: "Came back".parse().unwrap(), since: NEW_YEAR };
    store.write(move |tx| tx.suspend_fit(&suspension)).await.unwrap();
    assert_eq!(flags(&store, None, 2).await, [(id(2), civic()), (id(1), civic())]);
    let both = store.read(|tx| tx.fit_flags(FlaggedFits::All, Some((&id(2), &civic())), 2)).await.unwrap();
    let both: Vec<_> = both.into_iter().map(|evidence| (evidence.part, evidence.model)).collect();
    assert_eq!(both, all[1..3]);
    let models = store.read(|tx| tx.flagged_models(&[id(1), id(2), id(9)])).await.unwrap();
    assert_eq!(models, BTreeMap::from([(id(1), 2), (id(2), 1)]), "suspended or not");
}

pub async fn the_least_recently_counted_evidence_comes_first(store: Shared) {
    filled(&store).await;
    let at = |hours| NEW_YEAR.plus(Duration::from_hours(hours));
    for (number, counted_at) in [(1, Some(at(2))), (2, None), (3, Some(at(1)))] {
        save(&store, &FitEvidence { counted_at, ..flagged(number, civic(), 1) }).await.unwrap();
    }
    let due = |before: Timestamp, limit| {
        let store = store.clone();
        async move {
            let due = store.read(move |tx| tx.fit_evidence_counted_before(before, limit)).await.unwrap();
            due.into_iter().map(|evidence| evidence.part).collect::<Vec<_>>()
        }
    };
    assert_eq!(due(at(3), 9).await, [id(2), id(3), id(1)]);
    assert_eq!(due(at(3), 2).await, [id(2), id(3)]);
    assert_eq!(due(at(2), 9).await, [id(2), id(3)], "before");
}

pub async fn shipped_lines_with_an_application_are_found_by_customer(store: Shared) {
    filled(&store).await;
    for number in [1, 2] {
        add_user(&store, &customer(number)).await;
    }
    let parts = [part(1, 5), part(2, 5)];
    let shipped = |order: Order| {
        let milestones = Milestones { shipped_at: Some(NEW_YEAR), ..Milestones::default() };
        order.with_milestones(milestones)
    };
    // Four pieces of part 2 that fit, and three of part 1 that fit under conditions.
    let several = |number, owner| {
        let order = order_of_several(number, &customer(owner), &parts);
        let placed_at = NEW_YEAR.plus(Duration::from_hours(number));
        Order::restore(OrderSnapshot { placed_at, ..order.snapshot().clone() }, order.state().clone(), 0)
    };
    add_order(&store, &shipped(several(1, 1))).await;
    add_order(&store, &shipped(several(2, 2))).await;
    add_order(&store, &several(3, 1)).await;
    for (number, verdict) in (4..).zip([VerdictKind::DoesNotFit, VerdictKind::Universal, VerdictKind::Unknown]) {
        let plain = order(number, &customer(1), &parts[0]);
        let lines = plain.snapshot().lines.clone().with_fits([Some(fit(verdict))]);
        let snapshot = OrderSnapshot { lines, ..plain.snapshot().clone() };
        add_order(&store, &shipped(Order::restore(snapshot, plain.state().clone(), 0))).await;
    }
    let sold = async |after, last, parts: &[u64]| {
        let range = CustomerRange { after, last };
        let parts: Vec<PartId> = parts.iter().map(|number| id(*number)).collect();
        let mut sold = store.read(move |tx| tx.sold_fits(&range, &parts)).await.unwrap();
        sold.sort_by_key(|sold| (sold.placed_at, sold.part));
        sold
    };
    let of_order = |number| {
        let placed_at = several(number, number).snapshot().placed_at;
        [(1, 3), (2, 4)].map(|(part, pieces)| SoldFit { part: id(part), model: civic(), placed_at, pieces })
    };
    let (first, second) = (customer(1).id, customer(2).id);
    assert_eq!(sold(None, None, &[1, 2]).await, [of_order(1), of_order(2)].concat());
    assert_eq!(sold(None, Some(first), &[1, 2]).await, of_order(1));
    assert_eq!(sold(Some(first), Some(second), &[2]).await, of_order(2)[1..]);
    assert_eq!(sold(Some(second), None, &[1, 2]).await, []);
    assert_eq!(sold(None, None, &[3]).await, []);
}

pub async fn changed_applications_have_no_evidence(store: Shared) {
    filled(&store).await;
    let (first, second) = (NEW_YEAR, NEW_YEAR.plus(Duration::from_micros(1)));
    let misfit =
        |model| Misfit { part: id(1), model, returned: numbered(10).into(), line: LineNumber::new(1).unwrap() };
    for evidence in [flagged(1, civic(), 7), flagged(1, accord(), 7), flagged(2, civic(), 7)] {
        save(&store, &evidence).await.unwrap();
    }
    store
        .write(move |tx| [civic(), accord()].into_iter().try_for_each(|model| tx.insert_misfit(&misfit(model))))
        .await
        .unwrap();
    store.write(move |tx| tx.restart_fit_evidence(&id(1), &[civic()], first)).await.unwrap();
    assert_eq!(flags(&store, None, 9).await, [(id(1), accord()), (id(2), civic())]);
    let misfits = async |model| store.read(move |tx| tx.misfits(&id(1), &model, 9)).await.unwrap().len();
    assert_eq!((misfits(civic()).await, misfits(accord()).await), (0, 1));
    store.write(move |tx| tx.restart_fit_evidence(&id(1), &[civic(), accord()], second)).await.unwrap();
    store.write(move |tx| tx.restart_fit_evidence(&id(2), &[accord()], first)).await.unwrap();
    let changes = store.read(|tx| tx.application_changes(&[id(1), id(2), id(3)], &[civic()])).await.unwrap();
    assert_eq!(changes, [((id(1), civic()), second)].into());
}
