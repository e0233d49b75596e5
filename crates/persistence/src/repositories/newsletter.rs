//! Newsletter subscriptions and coupons. `links` has the links in newsletter emails, `redemptions` the recipients and
//! redemptions of coupons.

mod links;
mod redemptions;

use crate::{
    connection::{AnyConnection, MultiBackend},
    db_error::DbError,
    schema::{coupon_codes, coupons, subscription_emails, subscriptions},
    stored::{Refused, Stored, order_key, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    newsletter::{NewsletterLink, NewsletterRepository},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{
    email::Email,
    id::{OrderKey, SubscriptionId},
    money::Money,
    newsletter::{Coupon, CouponCode, Subscription, SubscriptionState},
    time::Timestamp,
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = subscriptions)]
struct SubscriptionRow {
    id: String,
    email: String,
    created_at: i64,
    #[diesel(embed)]
    changing: ChangingColumns,
    revision: i64,
}

/// The columns that an update saves, including `None`.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = subscriptions, treat_none_as_null = true)]
struct ChangingColumns {
    state: String,
    mailed_at: i64,
    confirmed_at: Option<i64>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = coupons)]
struct CouponRow {
    subscription_id: String,
    code: String,
    amount_cents: i64,
    issued_at: i64,
    used_at: Option<i64>,
    user_id: Option<String>,
    order_id: Option<String>,
    minimum_cents: i64,
    valid_until: Option<i64>,
}

const fn word(state: SubscriptionState) -> &'static str {
    match state {
        SubscriptionState::Waiting => "waiting",
        SubscriptionState::Confirmed => "confirmed",
        SubscriptionState::Left => "left",
    }
}

fn state(word: &str) -> Option<SubscriptionState> {
    match word {
        "waiting" => Some(SubscriptionState::Waiting),
        "confirmed" => Some(SubscriptionState::Confirmed),
        "left" => Some(SubscriptionState::Left),
        _ => None,
    }
}

impl ChangingColumns {
    fn of(subscription: &Subscription) -> Self {
        Self {
            state: word(subscription.state).to_owned(),
            mailed_at: subscription.mailed_at.micros(),
            confirmed_at: subscription.confirmed_at.map(Timestamp::micros),
        }
    }
}

impl SubscriptionRow {
    fn of(subscription: &Subscription) -> Self {
        Self {
            id: subscription.id.to_string(),
            email: subscription.email.to_string(),
            created_at: subscription.created_at.micros(),
            changing: ChangingColumns::of(subscription),
            revision: subscription.revision,
        }
    }

    fn subscription(&self, coupon: Option<&CouponRow>) -> Result<Subscription, Refused> {
        let row = Stored::row("subscriptions", &self.id);
        Ok(Subscription {
            id: row.text("id", &self.id)?,
            email: Email::restore(&self.email),
            state: row.require("state", state(&self.changing.state))?,
            created_at: time(self.created_at),
            mailed_at: time(self.changing.mailed_at),
            confirmed_at: self.changing.confirmed_at.map(time),
            coupon: coupon.map(CouponRow::coupon).transpose()?,
            revision: self.revision,
        })
    }
}

impl CouponRow {
    fn of(subscription: &SubscriptionId, coupon: &Coupon) -> Self {
        Self {
            subscription_id: subscription.to_string(),
            code: coupon.code.to_string(),
            amount_cents: coupon.amount.cents(),
            issued_at: coupon.issued_at.micros(),
            used_at: coupon.used_at.map(Timestamp::micros),
            user_id: coupon.order.map(|order| order.customer.to_string()),
            order_id: coupon.order.map(|order| order.order.to_string()),
            minimum_cents: coupon.minimum.cents(),
            valid_until: coupon.valid_until.map(Timestamp::micros),
        }
    }

    fn coupon(&self) -> Result<Coupon, Refused> {
        let row = Stored::row("coupons", &self.subscription_id);
        Ok(Coupon {
            code: row.text("code", &self.code)?,
            amount: row.require("amount_cents", Money::from_cents(self.amount_cents))?,
            minimum: row.require("minimum_cents", Money::from_cents(self.minimum_cents))?,
            issued_at: time(self.issued_at),
            valid_until: self.valid_until.map(time),
            used_at: self.used_at.map(time),
            order: self.user_id.as_ref().zip(self.order_id.as_ref()).map(used_for).transpose()?,
        })
    }
}

fn used_for((user, order): (&String, &String)) -> Result<OrderKey, Refused> {
    order_key("coupons", user, order)
}

/// The orders among these that used a coupon.
pub(super) fn coupons_of_orders(connection: &mut AnyConnection, ids: &[String]) -> Result<Vec<OrderKey>, DbError> {
    let rows: Vec<(Option<String>, Option<String>)> = coupons::table
        .filter(coupons::order_id.eq_any(ids))
        .select((coupons::user_id, coupons::order_id))
        .load(connection)?;
    let keys = rows.iter().filter_map(|(user, order)| user.as_ref().zip(order.as_ref())).map(used_for);
    Ok(keys.collect::<Result<_, _>>()?)
}

type Found = (SubscriptionRow, Option<CouponRow>);

fn subscription((row, coupon): &Found) -> Result<Subscription, Refused> {
    row.subscription(coupon.as_ref())
}

impl SqlTransaction<'_> {
    /// The key of the coupon with this code.
    fn coupon_owner(&mut self, code: &CouponCode) -> StoreResult<Option<String>> {
        let claim = coupon_codes::table.filter(coupon_codes::code.eq(code.as_str()));
        self.query(|connection| Ok(claim.select(coupon_codes::subscription_id).first(connection).optional()?))
    }

    fn subscription_row(&mut self, id: String) -> StoreResult<Option<Subscription>> {
        self.query(|connection| {
            let found: Option<Found> = subscriptions::table
                .left_join(coupons::table)
                .filter(subscriptions::id.eq(id))
                .select((SubscriptionRow::as_select(), Option::<CouponRow>::as_select()))
                .first(connection)
                .optional()?;
            Ok(found.as_ref().map(subscription).transpose()?)
        })
    }
}

impl NewsletterRepository for SqlTransaction<'_> {
    fn subscription(&mut self, id: &SubscriptionId) -> StoreResult<Option<Subscription>> {
        self.subscription_row(id.to_string())
    }

    /// Looks the address up in the claim table, which serves as its index.
    fn subscription_by_email(&mut self, email: &Email) -> StoreResult<Option<Subscription>> {
        let claim = subscription_emails::table.filter(subscription_emails::email.eq(email.as_str()));
        let claimed: Option<String> = self.query(|connection| {
            Ok(claim.select(subscription_emails::subscription_id).first(connection).optional()?)
        })?;
        claimed.map_or(Ok(None), |id| self.subscription_row(id))
    }

    fn subscriptions(&mut self, page: &Page<SubscriptionId>) -> StoreResult<Vec<Subscription>> {
        self.query(|connection| {
            let mut query = subscriptions::table
                .left_join(coupons::table)
                .select((SubscriptionRow::as_select(), Option::<CouponRow>::as_select()))
                .order(subscriptions::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(subscriptions::id.lt(after.to_string()));
            }
            let rows: Vec<Found> = query.load(connection)?;
            Ok(rows.iter().map(subscription).collect::<Result<_, _>>()?)
        })
    }

    fn insert_subscription(&mut self, subscription: &Subscription) -> StoreResult<()> {
        let row = SubscriptionRow::of(subscription);
        let claim =
            (subscription_emails::email.eq(row.email.clone()), subscription_emails::subscription_id.eq(row.id.clone()));
        self.execute(|connection| {
            diesel::insert_into(subscription_emails::table).values(claim).execute(connection)?;
            diesel::insert_into(subscriptions::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn update_subscription(&mut self, subscription: &Subscription) -> StoreResult<()> {
        let as_it_was_read = subscriptions::table
            .filter(subscriptions::id.eq(subscription.id.to_string()))
            .filter(subscriptions::revision.eq(subscription.revision));
        let changing = ChangingColumns::of(subscription);
        self.execute(|connection| {
            let saved = diesel::update(as_it_was_read)
                .set((changing, subscriptions::revision.eq(subscriptions::revision + 1)))
                .execute(connection)?;
            if saved == 1 { Ok(()) } else { Err(DbError::Contention) }
        })
    }

    fn coupon_code_taken(&mut self, code: &CouponCode) -> StoreResult<bool> {
        let with_code = coupon_codes::table.filter(coupon_codes::code.eq(code.as_str()));
        self.query(|connection| Ok(select(exists(with_code)).get_result(connection)?))
    }

    fn insert_coupon(&mut self, subscription: &SubscriptionId, coupon: &Coupon) -> StoreResult<()> {
        let row = CouponRow::of(subscription, coupon);
        let claim =
            (coupon_codes::code.eq(row.code.clone()), coupon_codes::subscription_id.eq(row.subscription_id.clone()));
        self.execute(|connection| {
            diesel::insert_into(coupon_codes::table).values(claim).execute(connection)?;
            diesel::insert_into(coupons::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    /// Looks the code up in the claim table, which serves as its index.
    fn coupon(&mut self, code: &CouponCode) -> StoreResult<Option<Coupon>> {
        let Some(subscription) = self.coupon_owner(code)? else { return Ok(None) };
        let found = coupons::table.filter(coupons::subscription_id.eq(subscription)).select(CouponRow::as_select());
        self.query(|connection| {
            let row: Option<CouponRow> = found.first(connection).optional()?;
            Ok(row.as_ref().map(CouponRow::coupon).transpose()?)
        })
    }

    fn redeem_coupon(&mut self, code: &CouponCode, order: &OrderKey, at: Timestamp) -> StoreResult<bool> {
        let Some(subscription) = self.coupon_owner(code)? else { return Ok(false) };
        let unused =
            coupons::table.filter(coupons::subscription_id.eq(subscription)).filter(coupons::used_at.is_null());
        let used = (
            coupons::used_at.eq(Some(at.micros())),
            coupons::user_id.eq(Some(order.customer.to_string())),
            coupons::order_id.eq(Some(order.order.to_string())),
        );
        self.execute(|connection| Ok(diesel::update(unused).set(used).execute(connection)? == 1))
    }

    fn free_coupon(&mut self, order: &OrderKey) -> StoreResult<bool> {
        let of_order = coupons::table
            .filter(coupons::order_id.eq(order.order.to_string()))
            .filter(coupons::user_id.eq(order.customer.to_string()));
        let unused = (
            coupons::used_at.eq(None::<i64>),
            coupons::user_id.eq(None::<String>),
            coupons::order_id.eq(None::<String>),
        );
        self.execute(|connection| Ok(diesel::update(of_order).set(unused).execute(connection)? == 1))
    }

    fn has_received_coupon(&mut self, recipient: &str) -> StoreResult<bool> {
        self.query(|connection| redemptions::has_received(connection, recipient))
    }

    fn note_coupon_recipient(
        &mut self,
        subscription: &SubscriptionId,
        recipient: &str,
        at: Timestamp,
    ) -> StoreResult<bool> {
        self.execute(|connection| redemptions::note_recipient(connection, subscription, recipient, at))
    }

    fn coupons_without_recipient(&mut self, limit: u32) -> StoreResult<Vec<Subscription>> {
        self.query(|connection| {
            let rows: Vec<Found> = subscriptions::table
                .inner_join(coupons::table)
                .filter(coupons::recipient.is_null())
                .select((SubscriptionRow::as_select(), CouponRow::as_select()))
                .limit(limit.into())
                .load::<(SubscriptionRow, CouponRow)>(connection)?
                .into_iter()
                .map(|(subscription, coupon)| (subscription, Some(coupon)))
                .collect();
            Ok(rows.iter().map(subscription).collect::<Result<_, _>>()?)
        })
    }

    fn redemption(&mut self, digest: &str) -> StoreResult<Option<OrderKey>> {
        self.query(|connection| redemptions::find(connection, digest))
    }

    fn claim_redemption(&mut self, digest: &str, order: &OrderKey) -> StoreResult<bool> {
        self.execute(|connection| redemptions::claim(connection, digest, order))
    }

    fn release_redemption(&mut self, digest: &str, order: &OrderKey) -> StoreResult<()> {
        self.execute(|connection| redemptions::release(connection, Some(digest), order))
    }

    fn release_redemptions(&mut self, order: &OrderKey) -> StoreResult<()> {
        self.execute(|connection| redemptions::release(connection, None, order))
    }

    fn newsletter_link(&mut self, digest: &str) -> StoreResult<Option<NewsletterLink>> {
        self.query(|connection| links::find(connection, digest))
    }

    fn insert_newsletter_link(&mut self, link: &NewsletterLink) -> StoreResult<()> {
        self.execute(|connection| links::insert(connection, link))
    }

    fn delete_confirm_links(&mut self, subscription: &SubscriptionId) -> StoreResult<()> {
        self.execute(|connection| links::delete_confirming(connection, subscription))
    }

    fn delete_ended_confirm_links(&mut self, ended_before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.execute(|connection| links::delete_ended(connection, ended_before, limit))
    }
}
