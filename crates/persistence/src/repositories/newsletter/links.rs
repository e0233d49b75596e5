//! The links in the newsletter's emails, by the digest of their token.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    schema::newsletter_links,
    stored::{Refused, Stored, time},
};
use autoparts_application::ports::newsletter::{LinkPurpose, NewsletterLink};
use autoparts_domain::{id::SubscriptionId, time::Timestamp};
use diesel::prelude::*;

const CONFIRM: &str = "confirm";
const LEAVE: &str = "leave";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = newsletter_links)]
struct LinkRow {
    digest: String,
    subscription_id: String,
    purpose: String,
    ends_at: Option<i64>,
}

impl LinkRow {
    fn of(link: &NewsletterLink) -> Self {
        let (purpose, ends_at) = match link.purpose {
            LinkPurpose::Confirm { until } => (CONFIRM, Some(until.micros())),
            LinkPurpose::Leave => (LEAVE, None),
        };
        Self {
            digest: link.digest.clone(),
            subscription_id: link.subscription.to_string(),
            purpose: purpose.to_owned(),
            ends_at,
        }
    }

    fn link(self) -> Result<NewsletterLink, Refused> {
        let row = Stored::row("newsletter_links", &self.subscription_id);
        let purpose = match (self.purpose.as_str(), self.ends_at) {
            (CONFIRM, Some(until)) => Some(LinkPurpose::Confirm { until: time(until) }),
            (LEAVE, None) => Some(LinkPurpose::Leave),
            _ => None,
        };
        Ok(NewsletterLink {
            subscription: row.text("subscription_id", &self.subscription_id)?,
            purpose: row.require("purpose", purpose)?,
            digest: self.digest,
        })
    }
}

pub(super) fn find(connection: &mut AnyConnection, digest: &str) -> Result<Option<NewsletterLink>, DbError> {
    let row: Option<LinkRow> = newsletter_links::table
        .filter(newsletter_links::digest.eq(digest))
        .select(LinkRow::as_select())
        .first(connection)
        .optional()?;
    Ok(row.map(LinkRow::link).transpose()?)
}

pub(super) fn insert(connection: &mut AnyConnection, link: &NewsletterLink) -> Result<(), DbError> {
    diesel::insert_into(newsletter_links::table).values(LinkRow::of(link)).execute(connection)?;
    Ok(())
}

/// Unsubscribe links never expire, so none of them is deleted here.
pub(super) fn delete_ended(
    connection: &mut AnyConnection,
    ended_before: Timestamp,
    limit: u32,
) -> Result<usize, DbError> {
    let first: Vec<Option<i64>> = newsletter_links::table
        .filter(newsletter_links::ends_at.le(ended_before.micros()))
        .select(newsletter_links::ends_at)
        .order(newsletter_links::ends_at.asc())
        .limit(limit.into())
        .load(connection)?;
    let Some(Some(last)) = first.last() else { return Ok(0) };
    let ended = newsletter_links::table.filter(newsletter_links::ends_at.le(*last));
    Ok(diesel::delete(ended).execute(connection)?)
}

pub(super) fn delete_confirming(connection: &mut AnyConnection, subscription: &SubscriptionId) -> Result<(), DbError> {
    let confirming = newsletter_links::table
        .filter(newsletter_links::subscription_id.eq(subscription.to_string()))
        .filter(newsletter_links::purpose.eq(CONFIRM));
    diesel::delete(confirming).execute(connection)?;
    Ok(())
}
