//! Claims: which user has an email address or a subject of the identity provider. A claim is written after the user's
//! own row, whose revision decides between concurrent changes.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    schema::{user_emails, user_subjects, users},
};
use autoparts_domain::{accounts::User, email::Email, id::UserId};
use diesel::prelude::*;

/// Claims an address for a user; a duplicate if another user has it.
pub(super) fn email(connection: &mut AnyConnection, email: &Email, user: UserId) -> Result<(), DbError> {
    let claim = (user_emails::email.eq(email.as_str()), user_emails::user_id.eq(user.to_string()));
    diesel::insert_into(user_emails::table).values(claim).execute(connection)?;
    Ok(())
}

/// Claims a subject for a user; a duplicate if another user has it. Takes over a claim that the other user's row does
/// not confirm, because the previous release changed only that row.
pub(super) fn subject(connection: &mut AnyConnection, subject: &str, user: UserId) -> Result<(), DbError> {
    let of_subject = user_subjects::table.filter(user_subjects::subject.eq(subject));
    let claimed: Option<String> = of_subject.select(user_subjects::user_id).first(connection).optional()?;
    let Some(holder) = claimed else {
        let claim = (user_subjects::subject.eq(subject), user_subjects::user_id.eq(user.to_string()));
        diesel::insert_into(user_subjects::table).values(claim).execute(connection)?;
        return Ok(());
    };
    if holder == user.to_string() {
        return Ok(());
    }
    let of_holder = users::table.filter(users::id.eq(holder.clone()));
    let kept: Option<Option<String>> = of_holder.select(users::subject).first(connection).optional()?;
    if kept.flatten().as_deref() == Some(subject) {
        return Err(DbError::Duplicate);
    }
    let stale = of_subject.filter(user_subjects::user_id.eq(holder));
    let taken = diesel::update(stale).set(user_subjects::user_id.eq(user.to_string())).execute(connection)?;
    if taken == 1 { Ok(()) } else { Err(DbError::Contention) }
}

/// Releases the claim of a user's address.
pub(super) fn give_up_email(connection: &mut AnyConnection, user: &User) -> Result<(), DbError> {
    let claim = user_emails::table.filter(user_emails::email.eq(user.email.as_str()));
    diesel::delete(claim.filter(user_emails::user_id.eq(user.id.to_string()))).execute(connection)?;
    Ok(())
}

/// Moves the claims of a user whose row has just been saved.
pub(super) fn move_along(connection: &mut AnyConnection, before: &User, after: &User) -> Result<(), DbError> {
    let id = before.id.to_string();
    if before.email != after.email || after.guest {
        give_up_email(connection, before)?;
    }
    if before.email != after.email && !after.guest {
        email(connection, &after.email, before.id)?;
    }
    if let Some(former) = before.subject.as_ref().filter(|_| before.subject != after.subject) {
        let old = user_subjects::table.filter(user_subjects::subject.eq(former));
        diesel::delete(old.filter(user_subjects::user_id.eq(id))).execute(connection)?;
    }
    after.subject.as_ref().map_or(Ok(()), |now| subject(connection, now, before.id))
}
