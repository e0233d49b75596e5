//! Who gets the newsletter, and the coupons. The links in its mails are in `links`.

mod links;

use crate::{
    connection::MultiBackend,
    db_error::DbError,
    schema::{coupon_codes, coupons, subscription_emails, subscriptions},
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    newsletter::{NewsletterLink, NewsletterRepository},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{
    email::Email,
    id::SubscriptionId,
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

/// What an update saves. `None` is written too.
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
        }
    }

    fn coupon(&self) -> Result<Coupon, Refused> {
        let row = Stored::row("coupons", &self.subscription_id);
        Ok(Coupon {
            code: row.text("code", &self.code)?,
            amount: row.require("amount_cents", Money::from_cents(self.amount_cents))?,
            issued_at: time(self.issued_at),
            used_at: self.used_at.map(time),
        })
    }
}

type Found = (SubscriptionRow, Option<CouponRow>);

fn subscription((row, coupon): &Found) -> Result<Subscription, Refused> {
    row.subscription(coupon.as_ref())
}

impl SqlTransaction<'_> {
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

    /// Through the claim, which is the index on addresses.
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
