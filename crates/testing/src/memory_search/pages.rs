//! Sort orders and pages of results.

use autoparts_application::ports::part_search::{PartDocument, SearchError};
use autoparts_domain::{
    catalogue::search::{NameKey, SearchCursor, SearchQuery, Sort},
    id::PartId,
};
use std::cmp::{Ordering, Reverse};

/// Compares two parts in a sort order.
fn compare(sort: Sort, (left_score, left): &(u32, &PartDocument), (score, right): &(u32, &PartDocument)) -> Ordering {
    let by_value = match sort {
        Sort::Relevance => score.cmp(left_score),
        Sort::Newest => return right.id.cmp(&left.id),
        Sort::Name => NameKey::of(&left.title).cmp(&NameKey::of(&right.title)),
        Sort::PriceUp => left.price.cmp(&right.price),
        Sort::PriceDown => right.price.cmp(&left.price),
    };
    by_value.then(left.id.cmp(&right.id))
}

/// Whether a part comes after the end of the previous page.
fn is_behind(part: &PartDocument, cursor: &SearchCursor) -> bool {
    match cursor {
        SearchCursor::Relevance(..) => true,
        SearchCursor::Newest(id) => part.id < *id,
        SearchCursor::Name(key, id) => (&NameKey::of(&part.title), part.id) > (key, *id),
        SearchCursor::PriceUp(price, id) => (part.price, part.id) > (*price, *id),
        SearchCursor::PriceDown(price, id) => (Reverse(part.price), part.id) > (Reverse(*price), *id),
    }
}

fn size(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A page of the parts, and the cursor of the next one.
pub(super) fn page(
    parts: &mut Vec<(u32, &PartDocument)>,
    query: &SearchQuery,
) -> Result<(Vec<PartId>, Option<SearchCursor>), SearchError> {
    let order = query.order();
    let limit = query.limit.min(SearchQuery::MAX_LIMIT);
    parts.sort_by(|left, right| compare(order, left, right));
    if let Some(after) = &query.after {
        parts.retain(|(_, part)| is_behind(part, after));
    }
    if order == Sort::Relevance {
        if matches!(query.after, Some(SearchCursor::Relevance(SearchQuery::MAX_RELEVANT.., _))) {
            return Err(SearchError::TooFar);
        }
        let listed: Vec<PartId> = parts.iter().map(|(_, part)| part.id).collect();
        let from = SearchCursor::begins_at(query.after.as_ref(), &listed);
        let to = from.saturating_add(size(limit)).min(size(SearchQuery::MAX_RELEVANT));
        let page: Vec<PartId> = listed.iter().take(to).skip(from).copied().collect();
        let place = u32::try_from(to).unwrap_or(u32::MAX);
        let next = (listed.len() > to).then(|| SearchCursor::relevance(place, &page));
        return Ok((page, next));
    }
    let page: Vec<_> = parts.iter().take(size(limit)).map(|(_, part)| *part).collect();
    let last = page.last().filter(|_| parts.len() > page.len());
    let next = last.map(|last| match order {
        Sort::Relevance | Sort::Newest => SearchCursor::Newest(last.id),
        Sort::Name => SearchCursor::Name(NameKey::of(&last.title), last.id),
        Sort::PriceUp => SearchCursor::PriceUp(last.price, last.id),
        Sort::PriceDown => SearchCursor::PriceDown(last.price, last.id),
    });
    Ok((page.iter().map(|part| part.id).collect(), next))
}
