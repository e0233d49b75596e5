//! Keeps the search index up to date with the database, and rebuilds it when necessary.

use crate::{
    ports::{
        catalogue::{ChangedPart, ListedPart},
        fitment::ListedFitment,
        generations::{Source, Touched},
        page::Page,
        part_search::{IndexBatch, IndexPosition, IndexProgress, PartDocument, SearchError},
        store::Transaction,
        store_error::StoreError,
    },
    shop::Shop,
};
use autoparts_domain::{
    catalogue::category::CategoryTree,
    fitment::{Coverage, CoveredVehicles},
    id::PartId,
    slug::BrandId,
    text::BrandName,
    time::Timestamp,
    vehicles::ModelId,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

/// Batch size of reading parts and indexing them.
const BATCH: u32 = 500;

/// Batch size while filling the index, which stores the parts of a batch sorted by category.
const FILLED_AT_ONCE: usize = 10_000;

/// Smaller batches if descriptions and vehicles exceed this many bytes, because a batch is held in memory.
const TEXT_AT_ONCE: usize = 16 * 1024 * 1024;

/// Smaller batches if the parts have more applications than this in total: each is a row with several texts.
const APPLICATIONS_AT_ONCE: u32 = 20_000;

/// Batch size of reading parts that are running low. Each has little data, and changes wait for this scan.
const LOW_AT_ONCE: u32 = 5_000;

/// How far before its position a round reads again: transactions become visible later than their timestamps, and server
/// clocks differ.
const OVERLAP: Duration = Duration::from_mins(2);

/// Average number of known changes re-read per second in the overlap. An import can change a hundred thousand parts
/// within the overlap; reading them all every second would occupy a CPU until something else changes.
const AGAIN_A_SECOND: usize = 1_000;

/// Maximum time between two re-reads of the overlap, however many changes are known. Changes that became visible late
/// are not found before then.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Time after which a round ends even if changes remain. An import may change parts faster than the index can process
/// them; stock checks and rebuild requests would then have to wait.
const LONGEST_ROUND: Duration = Duration::from_secs(10);

/// How far before the latest change every round reads, so that two concurrent changes do not have to wait for a re-read
/// of the overlap.
const A_MOMENT: Duration = Duration::from_secs(1);

/// How often to check which parts can no longer be ordered. An order changes only a part's stock, which does not count
/// as a change of the part. A part that becomes orderable again does count as a change.
const STOCK_EVERY: Duration = Duration::from_secs(30);

/// How often to read what other servers have changed. Somewhat less than a second, because callers ask twice a second.
const ELSEWHERE_EVERY: Duration = Duration::from_millis(900);

/// Why updating the index failed.
#[derive(Debug, thiserror::Error)]
pub enum IndexingError {
    /// The index failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The result of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Followed {
    /// Number of parts added to, updated in or removed from the index.
    pub parts: u64,
    /// Whether the index was filled, from the beginning or from where filling was interrupted.
    pub rebuilt: bool,
}

/// Keeps the index of one server up to date with the database. A single task owns it and calls
/// [`IndexFollower::follow`] in a loop.
pub struct IndexFollower {
    shop: Shop,
    /// The indexed revisions of parts changed since the start of the overlap, with the time of each change.
    known: BTreeMap<PartId, (i64, Timestamp)>,
    /// The latest change that was found.
    latest: Option<IndexPosition>,
    /// The last re-read of the whole overlap.
    looked_back: Option<LookBack>,
    /// The parts that the index knows cannot be ordered, and the time of the last check.
    unorderable: Option<(BTreeSet<PartId>, Timestamp)>,
    /// Whether a rebuild was requested although the index is good.
    rebuild_requested: bool,
    /// When the last round began, and this server's changes of parts by then.
    last_round: Option<(Timestamp, u64)>,
}

/// A re-read of the whole overlap.
#[derive(Clone, Copy)]
struct LookBack {
    /// When it began.
    at: Timestamp,
    /// The position of the index at that time. Changes before later positions may still become visible.
    from: Timestamp,
}

impl IndexFollower {
    /// Creates a follower without any known changes; its first round reads more than later ones.
    #[must_use]
    pub fn new(shop: Shop) -> Self {
        Self {
            shop,
            known: BTreeMap::new(),
            latest: None,
            looked_back: None,
            unorderable: None,
            rebuild_requested: false,
            last_round: None,
        }
    }

    /// Makes the next round rebuild the index while the current one remains in use.
    pub fn rebuild(&mut self) {
        self.rebuild_requested = true;
    }

    /// Whether to run a round now: this server has changed a part since the last one, another server may have, or a
    /// rebuild was requested. Free, so that a caller may ask often.
    #[must_use]
    pub fn is_due(&self) -> bool {
        let now = self.shop.now();
        let is_recent = |(at, changes): (Timestamp, u64)| {
            (at..at.plus(ELSEWHERE_EVERY)).contains(&now) && changes == self.own_changes()
        };
        self.rebuild_requested || !self.last_round.is_some_and(is_recent)
    }

    fn own_changes(&self) -> u64 {
        self.shop.store.generations().current(Source::Parts)
    }

    /// Runs one round: fills the index if necessary, and processes changes.
    pub async fn follow(&mut self) -> Result<Followed, IndexingError> {
        self.last_round = Some((self.shop.now(), self.own_changes()));
        let position = self.shop.search.position().await?;
        let building = self.shop.search.progress() != IndexProgress::Ready;
        let Some(position) = position.filter(|_| !building && !self.rebuild_requested) else {
            self.known.clear();
            (self.latest, self.looked_back) = (None, None);
            self.unorderable = None;
            let interrupted = position.filter(|_| building && !self.rebuild_requested);
            let parts = self.shop.fill_index(interrupted).await?;
            self.rebuild_requested = false;
            self.shop.found_changed(PartId::from(uuid::Uuid::nil()));
            return Ok(Followed { parts, rebuilt: true });
        };
        let parts = self.take_over_changes(position).await? + self.look_at_stock(position).await?;
        Ok(Followed { parts, rebuilt: false })
    }

    async fn take_over_changes(&mut self, position: IndexPosition) -> Result<u64, IndexingError> {
        let begun = self.shop.now();
        let before = |changed_at| IndexPosition { changed_at, part: PartId::from(uuid::Uuid::nil()) };
        // A previous owner of this index may have advanced it since its last re-read, during that re-read and in the
        // round before.
        let further_back = || position.changed_at.minus(LONGEST_PAUSE + 2 * LONGEST_ROUND);
        let from = self.looked_back.map_or_else(further_back, |last| last.from.min(position.changed_at));
        // The clock may have been set back; the index position is then in the future.
        let overlap = from.min(begun).minus(OVERLAP);
        self.known.retain(|_, (_, changed_at)| *changed_at >= overlap);
        let rereads = must_reread(self.looked_back, self.known.len(), begun);
        let latest = self.latest.filter(|_| !rereads).map(|latest| latest.min(before(begun.minus(A_MOMENT))));
        let mut after = latest.unwrap_or(before(overlap));
        let mut count = 0;
        let found_before = self.latest;
        let is_long = |now: Timestamp| now >= begun.plus(LONGEST_ROUND) || now < begun;
        let looked_back = loop {
            let changes = self.shop.store.read_one(move |tx| tx.changed_parts(after, BATCH)).await?;
            let Some(last) = changes.last().map(|change| change.position) else {
                break rereads;
            };
            let is_new = |change: &&ChangedPart| {
                let seen = (change.revision, change.position.changed_at);
                self.known.get(&change.position.part) != Some(&seen)
            };
            let new: BTreeMap<PartId, Timestamp> = changes
                .iter()
                .filter(is_new)
                .map(|change| (change.position.part, change.position.changed_at))
                .collect();
            let in_order = changes.iter().map(|change| change.position.part).filter(|part| new.contains_key(part));
            for together in self.shop.few_applications(in_order.collect()).await? {
                let Some((part, changed_at)) = together.last().and_then(|part| new.get_key_value(part)) else {
                    continue;
                };
                // If another server's clock is ahead, do not skip changes that others write in the meantime.
                let changed_at = (*changed_at).min(self.shop.now()).max(position.changed_at);
                let reached = IndexPosition { changed_at, part: *part };
                let batch = self.shop.batch(together, reached).await?;
                count += u64::try_from(batch.upserts.len() + batch.removals.len()).unwrap_or(u64::MAX);
                let applied: Vec<_> = batch.upserts.iter().map(|document| (document.id, document.orderable)).collect();
                self.apply(batch).await?;
                self.note_orderable(&applied);
            }
            for change in &changes {
                self.known.insert(change.position.part, (change.revision, change.position.changed_at));
            }
            self.latest = self.latest.max(Some(last));
            after = last;
            // A round that ends early made progress; re-reading known changes is cheap.
            if !new.is_empty() && is_long(self.shop.now()) {
                break rereads && Some(after) > found_before;
            }
        };
        if looked_back {
            self.looked_back = Some(LookBack { at: begun, from: position.changed_at });
        }
        Ok(count)
    }

    /// Applies a batch to the index.
    async fn apply(&self, batch: IndexBatch) -> Result<(), SearchError> {
        let part = batch.position.part;
        self.shop.search.apply(batch).await?;
        self.shop.found_changed(part);
        Ok(())
    }

    async fn look_at_stock(&mut self, position: IndexPosition) -> Result<u64, IndexingError> {
        let now = self.shop.now();
        let due = |at: &Timestamp| now >= at.plus(STOCK_EVERY) || now < *at;
        if self.unorderable.as_ref().is_some_and(|(_, at)| !due(at)) {
            return Ok(0);
        }
        let low = self.shop.low_parts().await?;
        let unorderable: BTreeSet<PartId> = low.iter().filter(|(_, can)| !**can).map(|(part, _)| *part).collect();
        let orderable: Vec<(PartId, bool)> = match &self.unorderable {
            Some((before, _)) => {
                let gone = unorderable.difference(before).map(|part| (*part, false));
                gone.chain(before.difference(&unorderable).map(|part| (*part, true))).collect()
            }
            // The state of the index is unknown, so send it all parts whose stock is low.
            None => low.into_iter().collect(),
        };
        let count = u64::try_from(orderable.len()).unwrap_or(u64::MAX);
        if !orderable.is_empty() {
            self.apply(IndexBatch { orderable, ..IndexBatch::at(position) }).await?;
        }
        self.unorderable = Some((unorderable, now));
        Ok(count)
    }

    /// Records which parts the index now knows to be orderable.
    fn note_orderable(&mut self, applied: &[(PartId, bool)]) {
        let Some((unorderable, _)) = &mut self.unorderable else { return };
        for (part, can_be_ordered) in applied {
            if *can_be_ordered {
                unorderable.remove(part);
            } else {
                unorderable.insert(*part);
            }
        }
    }
}

impl Shop {
    /// Invalidates cached search results.
    fn found_changed(&self, part: PartId) {
        let mut touched = Touched::default();
        touched.part(part);
        self.store.generations().raise(&touched);
    }

    /// Fills the index with the whole catalog, ordered by part id, or continues an interrupted fill. Returns the
    /// number of indexed parts.
    async fn fill_index(&self, interrupted: Option<IndexPosition>) -> Result<u64, IndexingError> {
        // Changes from now on are processed afterwards.
        let beginning = || IndexPosition { changed_at: self.now(), part: PartId::from(uuid::Uuid::nil()) };
        let mut position = interrupted.unwrap_or_else(beginning);
        if interrupted.is_none() {
            let parts = self.store.read(|tx| tx.count_parts()).await?;
            self.search.begin_rebuild(parts).await?;
        }
        let mut count = 0;
        loop {
            let batch = self.parts_after(position).await?;
            let is_last = batch.position == position;
            count += u64::try_from(batch.upserts.len()).unwrap_or(u64::MAX);
            position = batch.position;
            // Includes the last, empty batch: it records that everything was read, even for an empty catalog.
            self.search.apply(batch).await?;
            if is_last {
                break;
            }
        }
        self.search.finish_rebuild().await?;
        Ok(count)
    }

    /// Returns the parts after a position, ordered by id; an empty batch at the end.
    async fn parts_after(&self, position: IndexPosition) -> Result<IndexBatch, StoreError> {
        let mut together = IndexBatch::at(position);
        let mut text = 0;
        while together.upserts.len() + together.removals.len() < FILLED_AT_ONCE && text < TEXT_AT_ONCE {
            let page = Page { after: Some(together.position.part), limit: BATCH };
            let ids = self.store.read(move |tx| tx.part_ids(&page)).await?;
            if ids.is_empty() {
                break;
            }
            for few in self.few_applications(ids).await? {
                let Some(last) = few.last().copied() else { continue };
                let batch = self.batch(few, IndexPosition { part: last, ..position }).await?;
                text += batch.upserts.iter().map(bytes).sum::<usize>();
                together.upserts.extend(batch.upserts);
                together.removals.extend(batch.removals);
                together.position = batch.position;
                if text >= TEXT_AT_ONCE {
                    break;
                }
            }
        }
        Ok(together)
    }

    /// Groups parts in their given order so that the applications of each group can be read at once.
    async fn few_applications(&self, ids: Vec<PartId>) -> Result<Vec<Vec<PartId>>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let asked = ids.clone();
        let counts = self.store.read(move |tx| tx.fitment_counts(&asked)).await?;
        Ok(in_groups(ids, |id| counts.get(id).map_or(0, |counts| counts.listed)))
    }

    /// Builds the index batch for some parts.
    async fn batch(&self, ids: Vec<PartId>, position: IndexPosition) -> Result<IndexBatch, StoreError> {
        self.store
            .read(move |tx| {
                let tree = tx.categories()?;
                let names = brand_names(tx)?;
                let mut fitments = tx.listed_fitments(&ids)?;
                clip_to_built_years(tx, &mut fitments)?;
                let mut upserts = Vec::with_capacity(ids.len());
                let mut removals = Vec::new();
                for listed in tx.listed_parts(&ids)? {
                    if listed.record.hidden {
                        removals.push(listed.record.part.id);
                    } else {
                        let fitment = fitments.remove(&listed.record.part.id).unwrap_or_default();
                        upserts.push(document(listed, fitment, &tree, &names));
                    }
                }
                Ok(IndexBatch { upserts, removals, ..IndexBatch::at(position) })
            })
            .await
    }

    /// Returns the parts of the catalog that are running low, and whether each can be ordered. This includes every
    /// part with less stock than its minimum order.
    async fn low_parts(&self) -> Result<BTreeMap<PartId, bool>, StoreError> {
        let mut parts = BTreeMap::new();
        let mut page = Page { after: None, limit: LOW_AT_ONCE };
        loop {
            let low = self.store.read(move |tx| tx.low_stock(&page)).await?;
            let Some(last) = low.last() else { return Ok(parts) };
            page.after = Some(last.part);
            parts.extend(low.iter().map(|low| (low.part, low.can_be_ordered())));
        }
    }
}

/// Groups parts in their given order. A group of several parts never exceeds the limit of applications per read.
fn in_groups(ids: Vec<PartId>, listed: impl Fn(&PartId) -> u32) -> Vec<Vec<PartId>> {
    let mut groups = Vec::<Vec<PartId>>::new();
    let mut applications = 0_u32;
    for id in ids {
        applications = applications.saturating_add(listed(&id));
        match groups.last_mut() {
            Some(group) if applications <= APPLICATIONS_AT_ONCE => group.push(id),
            _ => {
                applications = listed(&id);
                groups.push(vec![id]);
            }
        }
    }
    groups
}

/// Removes years in which the models were not built, so that searches find no vehicle that never existed.
fn clip_to_built_years(
    tx: &mut dyn Transaction,
    fitments: &mut BTreeMap<PartId, ListedFitment>,
) -> Result<(), StoreError> {
    let all = || fitments.values().flat_map(|fitment| &fitment.applications);
    let models: BTreeSet<ModelId> = all().map(|(model, _)| model.clone()).collect();
    if models.is_empty() {
        return Ok(());
    }
    let built = tx.built_years(&Vec::from_iter(models))?;
    for fitment in fitments.values_mut() {
        fitment.applications.retain_mut(|(model, application)| {
            let years = built.within(model, application.years);
            application.years = years.unwrap_or(application.years);
            years.is_some()
        });
    }
    Ok(())
}

fn brand_names(tx: &mut dyn Transaction) -> Result<BTreeMap<BrandId, BrandName>, StoreError> {
    Ok(tx.brands()?.into_iter().map(|brand| (brand.id, brand.name)).collect())
}

/// Estimates the memory used by a part's text and the vehicles it fits.
fn bytes(part: &PartDocument) -> usize {
    // Make, model and engine are separately allocated strings.
    let covered = size_of::<CoveredVehicles>().saturating_add(96);
    part.description.as_str().len().saturating_add(part.coverage.fits().len().saturating_mul(covered))
}

fn document(
    listed: ListedPart,
    fitment: ListedFitment,
    tree: &CategoryTree,
    names: &BTreeMap<BrandId, BrandName>,
) -> PartDocument {
    let ListedPart { record, listing } = listed;
    let part = &record.part;
    let details = record.part.details.clone();
    let path = listing.category.as_ref().map(|id| tree.path(id)).unwrap_or_default();
    let own = listing.number.into_iter();
    PartDocument {
        id: part.id,
        revision: record.revision,
        title: details.title,
        description: details.description,
        brand: listing.brand.and_then(|id| names.get(&id).cloned().map(|name| (id, name))),
        categories: path.into_iter().map(|category| (category.id.clone(), category.name.clone())).collect(),
        condition: listing.condition,
        price: details.price.amount(),
        attributes: listing.attributes,
        numbers: own.chain(listing.numbers.into_iter().map(|other| other.number)).collect(),
        coverage: Coverage::of(listing.universal, &fitment.applications, fitment.suspended),
        orderable: part.can_be_ordered(),
    }
}

/// Returns whether it is time to re-read the whole overlap, and not only new changes.
fn must_reread(last: Option<LookBack>, known: usize, now: Timestamp) -> bool {
    let seconds = u64::try_from(known / AGAIN_A_SECOND).unwrap_or(u64::MAX);
    let pause = Duration::from_secs(seconds).min(LONGEST_PAUSE);
    last.is_none_or(|last| now >= last.at.plus(pause) || now < last.at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_changes_are_searched_at_least_every_half_minute() {
        let now = Timestamp::from_micros(0);
        let last = Some(LookBack { at: now, from: now });
        assert!(!must_reread(last, 100_000, now.plus(Duration::from_secs(29))));
        assert!(must_reread(last, 100_000, now.plus(Duration::from_secs(30))));
    }

    #[test]
    fn parts_with_many_applications_are_read_in_small_batches_in_order() {
        let ids: Vec<PartId> = (1..=6).map(|id| uuid::Uuid::from_u128(id).into()).collect();
        let most = APPLICATIONS_AT_ONCE;
        let listed = [10, most - 10, 1, most + 5, 0, 7];
        let position = |id: &PartId| ids.iter().position(|other| other == id).unwrap();
        let groups = in_groups(ids.clone(), |id| listed[position(id)]);
        let groups: Vec<Vec<usize>> = groups.iter().map(|group| group.iter().map(position).collect()).collect();
        assert_eq!(groups, [vec![0, 1], vec![2], vec![3], vec![4, 5]]);
        assert!(in_groups(Vec::new(), |_| 0).is_empty());
    }
}
