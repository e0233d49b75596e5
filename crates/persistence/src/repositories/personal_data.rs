//! The personal data of one member. Each statement uses the key of its table, which begins with the owner.

use super::{
    accounts, feedback::FeedbackRow, member_documents::erase_documents, outbox::erase_mails, retention::erase_orders,
    returns::erase_notes, reviews::ReviewRow, withdrawals,
};
use crate::{
    db_error::DbError,
    schema::{feedback, newsletter_links, orders, reviews, stock_alert_links, subscription_emails, subscriptions},
    stored::Refused,
    transaction::SqlTransaction,
};
use autoparts_application::ports::{personal_data::PersonalDataRepository, store_error::StoreResult};
use autoparts_domain::{accounts::User, email::Email, feedback::Feedback, id::UserId, reviews::Review};
use diesel::{
    dsl::{exists, select},
    prelude::*,
    sql_query, sql_types,
};

impl PersonalDataRepository for SqlTransaction<'_> {
    fn reviews_of(&mut self, author: &UserId) -> StoreResult<Vec<Review>> {
        let theirs = reviews::table.filter(reviews::user_id.eq(author.to_string()));
        let newest_first = theirs.order(reviews::day.desc()).select(ReviewRow::as_select());
        self.query(|connection| {
            let rows: Vec<ReviewRow> = newest_first.load(connection)?;
            Ok(rows.iter().map(ReviewRow::review).collect::<Result<_, Refused>>()?)
        })
    }

    fn owes(&mut self, customer: &UserId) -> StoreResult<bool> {
        let owed = orders::table
            .filter(orders::user_id.eq(customer.to_string()))
            .filter(orders::transaction_id.is_null())
            .filter(orders::state.ne("cancelled"));
        self.query(|connection| Ok(select(exists(owed)).get_result(connection)?))
    }

    fn feedback_of(&mut self, email: &Email) -> StoreResult<Vec<Feedback>> {
        let theirs = feedback::table.filter(feedback::email.eq(email.as_str()));
        let newest_first = theirs.order(feedback::id.desc()).select(FeedbackRow::as_select());
        self.query(|connection| {
            let rows: Vec<FeedbackRow> = newest_first.load(connection)?;
            Ok(rows.iter().map(FeedbackRow::feedback).collect::<Result<_, Refused>>()?)
        })
    }

    fn erase_messages_from(&mut self, email: &Email) -> StoreResult<()> {
        let sent = feedback::table.filter(feedback::email.eq(email.as_str()));
        let links = stock_alert_links::table.filter(stock_alert_links::email.eq(email.as_str()));
        self.execute(|connection| {
            diesel::delete(sent).execute(connection)?;
            withdrawals::delete_unmatched(connection, email)?;
            diesel::delete(links).execute(connection)?;
            Ok(())
        })
    }

    fn erase_member(&mut self, member: &User, stand_in: &Email) -> StoreResult<()> {
        self.touched.review();
        let id = member.id.to_string();
        let cancelled = concat!(erase_orders!(), " WHERE user_id = $1 AND state = 'cancelled'");
        self.execute(|connection| {
            accounts::erase(connection, member, stand_in)?;
            erase_documents(connection, &id)?;
            diesel::delete(reviews::table.filter(reviews::user_id.eq(&id))).execute(connection)?;
            erase_mails(connection, &id)?;
            erase_notes(connection, &id)?;
            withdrawals::erase_person(connection, &id, stand_in)?;
            sql_query(cancelled).bind::<sql_types::Text, _>(&id).execute(connection)?;
            Ok(())
        })
    }

    fn erase_subscription_of(&mut self, email: &Email, stand_in: &Email) -> StoreResult<()> {
        let claim = subscription_emails::table.filter(subscription_emails::email.eq(email.as_str()));
        let stand_in = stand_in.to_string();
        self.execute(|connection| {
            let claimed: Option<String> =
                claim.select(subscription_emails::subscription_id).first(connection).optional()?;
            let Some(id) = claimed else { return Ok(()) };
            let erased = (
                subscriptions::email.eq(&stand_in),
                subscriptions::state.eq("left"),
                subscriptions::revision.eq(subscriptions::revision + 1),
            );
            let theirs = subscriptions::table.filter(subscriptions::id.eq(&id));
            if diesel::update(theirs).set(erased).execute(connection)? != 1 {
                return Err(DbError::Contention);
            }
            // The placeholder is never looked up, so its claim is deleted. Claims are never moved, because their key
            // determines the node that stores them.
            diesel::delete(claim).execute(connection)?;
            let links = newsletter_links::table.filter(newsletter_links::subscription_id.eq(&id));
            diesel::delete(links).execute(connection)?;
            erase_mails(connection, &id)?;
            Ok(())
        })
    }
}
