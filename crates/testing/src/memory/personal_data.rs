//! A member's personal data.

use super::{MemoryTransaction, accounts::unchanged, outbox::erase_mails, retention};
use autoparts_application::ports::{personal_data::PersonalDataRepository, store_error::StoreResult};
use autoparts_domain::{
    accounts::{Role, User},
    email::Email,
    feedback::Feedback,
    id::UserId,
    newsletter::SubscriptionState,
    orders::{Order, OrderState},
    reviews::Review,
    withdrawals::Statement,
};

impl PersonalDataRepository for MemoryTransaction {
    fn reviews_of(&mut self, author: &UserId) -> StoreResult<Vec<Review>> {
        self.query(|tables| {
            let theirs = tables.reviews.values().filter(|review| review.author == *author);
            let mut theirs: Vec<Review> = theirs.cloned().collect();
            theirs.sort_by_key(|review| std::cmp::Reverse(review.written_at));
            Ok(theirs)
        })
    }

    fn owes(&mut self, customer: &UserId) -> StoreResult<bool> {
        self.query(|tables| {
            let open = |order: &Order| matches!(order.state(), OrderState::Pending(_) | OrderState::Shipped(None));
            let mut theirs = tables.orders.values().filter(|order| order.snapshot().customer == *customer);
            Ok(theirs.any(open))
        })
    }

    fn feedback_of(&mut self, email: &Email) -> StoreResult<Vec<Feedback>> {
        self.query(|tables| {
            let theirs = tables.feedback.values().rev().filter(|feedback| feedback.email.as_ref() == Some(email));
            Ok(theirs.cloned().collect())
        })
    }

    fn erase_messages_from(&mut self, email: &Email) -> StoreResult<()> {
        self.change(|tables| {
            tables.feedback.retain(|_, feedback| feedback.email.as_ref() != Some(email));
            tables.withdrawals.retain(|_, sent| sent.order.is_some() || sent.statement.email != *email);
            tables.stock_alert_links.retain(|_, link| link.email != *email);
            Ok(())
        })
    }

    fn erase_member(&mut self, member: &User, stand_in: &Email) -> StoreResult<()> {
        self.touched.review();
        self.change(|tables| {
            let stored = unchanged(tables, member)?;
            *stored = User {
                email: stand_in.clone(),
                email_verified: false,
                account_name: None,
                role: Role::Customer,
                guest: true,
                profile: None,
                revision: member.revision + 1,
                ..stored.clone()
            };
            tables.user_emails.remove(&member.email);
            tables.member_documents.retain(|(owner, _), _| *owner != member.id);
            tables.reviews.retain(|(author, _), _| *author != member.id);
            erase_mails(tables, &member.id);
            let returns = tables.returns.values_mut().filter(|returned| returned.order.customer == member.id);
            returns.for_each(|returned| returned.note = None);
            for withdrawal in tables.withdrawals.values_mut() {
                if withdrawal.order.is_some_and(|order| order.customer == member.id) {
                    let order = withdrawal.statement.order.clone();
                    withdrawal.statement = Statement { order, email: stand_in.clone(), name: None, parts: None };
                }
            }
            let cancelled = tables.orders.values_mut().filter(|order| order.is_cancelled());
            cancelled.filter(|order| order.snapshot().customer == member.id).for_each(retention::erase_person);
            Ok(())
        })
    }

    fn erase_subscription_of(&mut self, email: &Email, stand_in: &Email) -> StoreResult<()> {
        self.change(|tables| {
            let Some(id) = tables.subscription_emails.remove(email) else { return Ok(()) };
            if let Some(subscription) = tables.subscriptions.get_mut(&id) {
                subscription.email = stand_in.clone();
                subscription.state = SubscriptionState::Left;
                subscription.revision += 1;
            }
            tables.newsletter_links.retain(|_, link| link.subscription != id);
            let owner = UserId::from(id.uuid());
            erase_mails(tables, &owner);
            Ok(())
        })
    }
}
