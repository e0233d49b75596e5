//! Reading orders: one order, a user's orders, and searches by admins.

use crate::{
    accounts::access,
    orders::{
        lookup,
        ordering_error::{OrderingError, OrderingResult},
    },
    ports::{
        orders::{OrderCounts, OrderFilter, Person},
        page::Page,
        store::Transaction,
    },
    shop::Shop,
};
use autoparts_domain::{
    email::Email,
    id::{OrderId, UserId},
    orders::{Order, OrderNumber, Worklist},
    payments::Refund,
    text::{OrderWords, PhoneNumber, PostalCode},
    time::Timestamp,
};

/// An admin's search. The default matches all orders.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrderSearch {
    /// An order's number or id, the email address or phone number of its customer, or the postal code of its
    /// destination. Must match as a whole.
    pub words: Option<OrderWords>,
    /// Orders on this list.
    pub list: Option<Worklist>,
    /// Orders placed at this moment or later.
    pub from: Option<Timestamp>,
    /// Orders placed before this moment.
    pub before: Option<Timestamp>,
}

impl Shop {
    /// Returns the orders that match an admin's search, newest first.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn orders(&self, caller: UserId, search: OrderSearch, page: Page<OrderId>) -> OrderingResult<Vec<Order>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                found(tx, &search, &page)
            })
            .await
    }

    /// Returns the number of orders in total and on each list; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn order_counts(&self, caller: UserId) -> OrderingResult<OrderCounts> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.order_counts()?)
            })
            .await
    }

    /// Returns a user's orders, newest first; for that user and admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn orders_of(&self, caller: UserId, email: Email, page: Page<OrderId>) -> OrderingResult<Vec<Order>> {
        self.store
            .read(move |tx| match access::require_self_or_admin(tx, &caller, &email)? {
                Some(person) => Ok(tx.orders_of(&person.id, &page)?),
                None => Ok(Vec::new()),
            })
            .await
    }

    /// Returns one order with its refunds, oldest first; for its owner and admins.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn order_with_refunds(&self, caller: UserId, id: OrderId) -> OrderingResult<(Order, Vec<Refund>)> {
        self.store
            .read(move |tx| {
                let order = shown(tx, &caller, &id)?;
                let refunds = tx.refunds(&order.key())?;
                Ok((order, refunds))
            })
            .await
    }
}

/// Returns an order that the caller may see: their own, or any order for admins.
pub(crate) fn shown(tx: &mut dyn Transaction, caller: &UserId, id: &OrderId) -> OrderingResult<Order> {
    let person = access::require_user(tx, caller)?;
    let order = lookup::find(tx, id)?.ok_or(OrderingError::NoSuchOrder)?;
    let theirs = order.snapshot().customer == person.id;
    if theirs || person.is_admin() { Ok(order) } else { Err(OrderingError::NoSuchOrder.into()) }
}

/// Resolves the words of a search. A number or an id matches one order; anything else matches all orders of a customer
/// or a postal code.
fn found(tx: &mut dyn Transaction, search: &OrderSearch, page: &Page<OrderId>) -> OrderingResult<Vec<Order>> {
    let OrderSearch { words, list, from, before } = search;
    let mut filter = OrderFilter { list: *list, from: *from, before: *before, person: None };
    let Some(words) = words.as_ref().map(OrderWords::as_str) else {
        return Ok(tx.orders(&filter, page)?);
    };
    if let Some(order) = named(tx, words)? {
        let placed_at = order.snapshot().placed_at;
        let is_wanted = page.after.is_none()
            && list.is_none_or(|list| list.has(&order))
            && from.is_none_or(|from| placed_at >= from)
            && before.is_none_or(|before| placed_at < before);
        return Ok(if is_wanted { vec![order] } else { Vec::new() });
    }
    filter.person = person(tx, words)?;
    if filter.person.is_none() {
        return Ok(Vec::new());
    }
    Ok(tx.orders(&filter, page)?)
}

/// Resolves the words to a customer or a place. Digits may be a phone number or a postal code: they count as a phone
/// number if any order has it.
fn person(tx: &mut dyn Transaction, words: &str) -> OrderingResult<Option<Person>> {
    if let Ok(email) = words.parse() {
        return Ok(Some(Person::Email(email)));
    }
    let code = words.parse().ok().map(|code: PostalCode| Person::PostalCode(code.key()));
    let Ok(phone) = words.parse::<PhoneNumber>() else { return Ok(code) };
    let phone = Some(Person::Phone(phone.digits()));
    let by_phone = OrderFilter { person: phone.clone(), ..OrderFilter::default() };
    let is_phone = code.is_none() || !tx.orders(&by_phone, &Page { limit: 1, ..Page::first() })?.is_empty();
    Ok(if is_phone { phone } else { code })
}

/// Finds an order by its number or id.
fn named(tx: &mut dyn Transaction, words: &str) -> OrderingResult<Option<Order>> {
    if let Ok(id) = words.parse() {
        return Ok(lookup::find(tx, &id)?);
    }
    let Ok(number) = words.parse::<OrderNumber>() else { return Ok(None) };
    Ok(lookup::find_by_number(tx, &number)?)
}
