//! Users and their roles.

mod claims;
mod guests;
mod sessions;

pub(super) use guests::erase_guests;

use crate::{
    connection::{AnyConnection, MultiBackend},
    db_error::DbError,
    schema::{role_changes, user_emails, user_subjects, users},
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{accounts::UserRepository, page::Page, store_error::StoreResult};
use autoparts_domain::{
    accounts::{Profile, Role, User},
    email::Email,
    id::UserId,
};
use diesel::{dsl::sql, prelude::*, sql_types::Bool};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = users)]
struct UserRow {
    id: String,
    role: String,
    #[diesel(embed)]
    supplied: SuppliedColumns,
    joined_at: i64,
    revision: i64,
    guest: Option<String>,
}

/// What users or their identity provider supply, and may change.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = users, treat_none_as_null = true)]
struct SuppliedColumns {
    email: String,
    email_verified: bool,
    subject: Option<String>,
    account_name: Option<String>,
    profile_name: Option<String>,
    profile_address: Option<String>,
    profile_education: Option<String>,
    profile_phone: Option<String>,
    profile_linkedin: Option<String>,
}

const fn word(role: Role) -> &'static str {
    match role {
        Role::Customer => "customer",
        Role::Admin => "admin",
    }
}

fn role(word: &str) -> Option<Role> {
    match word {
        "customer" => Some(Role::Customer),
        "admin" => Some(Role::Admin),
        _ => None,
    }
}

impl SuppliedColumns {
    fn of(user: &User) -> Self {
        let profile = user.profile.as_ref();
        Self {
            email: user.email.to_string(),
            email_verified: user.email_verified,
            subject: user.subject.clone(),
            account_name: user.account_name.as_ref().map(ToString::to_string),
            profile_name: profile.map(|profile| profile.name.to_string()),
            profile_address: profile.map(|profile| profile.address.to_string()),
            profile_education: profile.map(|profile| profile.education.to_string()),
            profile_phone: profile.map(|profile| profile.phone.to_string()),
            profile_linkedin: profile.map(|profile| profile.linkedin.to_string()),
        }
    }

    /// The profile; `None` if there is none. The schema allows no partial profile.
    fn profile(&self, row: Stored<'_>) -> Result<Option<Profile>, Refused> {
        let Some(name) = row.optional_text("profile_name", self.profile_name.as_ref())? else {
            return Ok(None);
        };
        let required = |column, value: &Option<String>| row.require(column, value.clone());
        let address = required("profile_address", &self.profile_address)?;
        let education = required("profile_education", &self.profile_education)?;
        let phone = required("profile_phone", &self.profile_phone)?;
        let linkedin = required("profile_linkedin", &self.profile_linkedin)?;
        Ok(Some(Profile {
            name,
            address: row.text("profile_address", &address)?,
            education: row.text("profile_education", &education)?,
            phone: row.text("profile_phone", &phone)?,
            linkedin: row.text("profile_linkedin", &linkedin)?,
        }))
    }
}

impl UserRow {
    fn of(user: &User) -> Self {
        Self {
            id: user.id.to_string(),
            role: word(user.role).to_owned(),
            supplied: SuppliedColumns::of(user),
            joined_at: user.joined_at.micros(),
            revision: user.revision,
            guest: user.guest.then(|| guests::NEW.to_owned()),
        }
    }

    fn user(&self) -> Result<User, Refused> {
        let row = Stored::row("users", &self.id);
        Ok(User {
            id: row.text("id", &self.id)?,
            email: Email::restore(&self.supplied.email),
            email_verified: self.supplied.email_verified,
            subject: self.supplied.subject.clone(),
            account_name: row.optional_text("account_name", self.supplied.account_name.as_ref())?,
            role: row.require("role", role(&self.role))?,
            guest: self.guest.is_some(),
            profile: self.supplied.profile(row)?,
            joined_at: time(self.joined_at),
            revision: self.revision,
        })
    }
}

fn with_id(connection: &mut AnyConnection, id: String) -> Result<Option<User>, DbError> {
    let row = users::table.filter(users::id.eq(id)).select(UserRow::as_select()).first(connection).optional()?;
    Ok(row.as_ref().map(UserRow::user).transpose()?)
}

/// Reads a user. On PostgreSQL, locks the row against changes and other locks until the transaction ends; SQLite
/// serializes writes anyway. A distributed PostgreSQL can lock it too, because the query names the key of its shard.
pub(super) fn lock(connection: &mut AnyConnection, id: &UserId) -> Result<Option<User>, DbError> {
    let with_key = users::table.filter(users::id.eq(id.to_string()));
    let row = match connection {
        AnyConnection::Sqlite(connection) => with_key.select(UserRow::as_select()).get_result(connection),
        AnyConnection::Postgres(connection) => {
            with_key.select(UserRow::as_select()).for_no_key_update().get_result(connection)
        }
    };
    Ok(row.optional()?.as_ref().map(UserRow::user).transpose()?)
}

/// Erases the personal data of a member. What remains is a guest who has ordered, with the identity provider's subject.
pub(super) fn erase(connection: &mut AnyConnection, member: &User, stand_in: &Email) -> Result<(), DbError> {
    let erased =
        User { email: stand_in.clone(), email_verified: false, account_name: None, profile: None, ..member.clone() };
    let next = (
        SuppliedColumns::of(&erased),
        users::role.eq(word(Role::Customer)),
        users::guest.eq(guests::ORDERED),
        users::revision.eq(users::revision + 1),
    );
    if diesel::update(as_it_was_read(member)).set(next).execute(connection)? != 1 {
        return Err(DbError::Contention);
    }
    claims::give_up_email(connection, member)
}

/// The row, if it has not changed since it was read.
#[diesel::dsl::auto_type(no_type_alias)]
fn as_it_was_read(user: &User) -> _ {
    let (id, revision): (String, i64) = (user.id.to_string(), user.revision);
    users::table.filter(users::id.eq(id)).filter(users::revision.eq(revision))
}

impl UserRepository for SqlTransaction<'_> {
    fn user(&mut self, id: &UserId) -> StoreResult<Option<User>> {
        let id = id.to_string();
        self.query(|connection| with_id(connection, id))
    }

    /// Looks the address up in the claim table, which serves as its index.
    fn user_by_email(&mut self, email: &Email) -> StoreResult<Option<User>> {
        let claim = user_emails::table.filter(user_emails::email.eq(email.as_str()));
        self.query(|connection| {
            let claimed: Option<String> = claim.select(user_emails::user_id).first(connection).optional()?;
            claimed.map_or(Ok(None), |id| with_id(connection, id))
        })
    }

    /// Looks the subject up in the claim table. The previous release changes subjects without updating claims, so a
    /// claim counts only if the user's row confirms it.
    fn user_by_subject(&mut self, subject: &str) -> StoreResult<Option<User>> {
        let claim = user_subjects::table.filter(user_subjects::subject.eq(subject));
        self.query(|connection| {
            let claimed: Option<String> = claim.select(user_subjects::user_id).first(connection).optional()?;
            let user = claimed.map_or(Ok(None), |id| with_id(connection, id))?;
            Ok(user.filter(|user| user.subject.as_deref() == Some(subject)))
        })
    }

    fn email_addresses(&mut self, ids: &BTreeSet<UserId>) -> StoreResult<BTreeMap<UserId, Email>> {
        if ids.is_empty() {
            return Ok(BTreeMap::new());
        }
        let wanted: Vec<String> = ids.iter().map(ToString::to_string).collect();
        self.query(|connection| {
            let known = users::table.filter(users::id.eq_any(wanted)).select((users::id, users::email));
            let rows: Vec<(String, String)> = known.load(connection)?;
            let address = |(id, email): &(String, String)| {
                Ok::<_, Refused>((Stored::row("users", id).text("id", id)?, Email::restore(email)))
            };
            Ok(rows.iter().map(address).collect::<Result<_, _>>()?)
        })
    }

    fn users(&mut self, page: &Page<UserId>) -> StoreResult<Vec<User>> {
        self.query(|connection| {
            let mut query = users::table
                .filter(users::guest.is_null())
                .select(UserRow::as_select())
                .order(users::id.asc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(users::id.gt(after.to_string()));
            }
            let rows: Vec<UserRow> = query.load(connection)?;
            Ok(rows.iter().map(UserRow::user).collect::<Result<_, _>>()?)
        })
    }

    fn insert_user(&mut self, user: &User) -> StoreResult<()> {
        self.execute(|connection| {
            if !user.guest {
                claims::email(connection, &user.email, user.id)?;
            }
            if let Some(subject) = &user.subject {
                claims::subject(connection, subject, user.id)?;
            }
            diesel::insert_into(users::table).values(UserRow::of(user)).execute(connection)?;
            Ok(())
        })
    }

    fn update_user(&mut self, before: &User, after: &User) -> StoreResult<()> {
        self.execute(|connection| {
            let next = (SuppliedColumns::of(after), users::revision.eq(users::revision + 1));
            let saved = diesel::update(as_it_was_read(before)).set(next).execute(connection)?;
            if saved != 1 {
                return Err(DbError::Contention);
            }
            if before.guest != after.guest {
                let row = users::table.filter(users::id.eq(after.id.to_string()));
                let guest = after.guest;
                diesel::update(row).set(users::guest.eq(guest.then_some(guests::ORDERED))).execute(connection)?;
            }
            claims::move_along(connection, before, after)
        })
    }

    /// Locks a shared row: a second transaction waits here until the first has committed, and then counts the admins
    /// again.
    fn lock_roles(&mut self) -> StoreResult<()> {
        self.execute(|connection| {
            let locked = diesel::update(role_changes::table)
                .set(role_changes::counted.eq(role_changes::counted + 1))
                .execute(connection)?;
            match locked {
                1 => Ok(()),
                _ => Err(DbError::failed("role_changes: the one row is missing")),
            }
        })
    }

    /// The condition is spelled as in the index, or SQLite would not use it.
    fn admin_count(&mut self) -> StoreResult<i64> {
        self.query(|connection| {
            let admins = users::table.filter(sql::<Bool>("role = 'admin'"));
            Ok(admins.count().get_result(connection)?)
        })
    }

    fn set_role(&mut self, user: &User, role: Role) -> StoreResult<()> {
        self.execute(|connection| {
            let next = (users::role.eq(word(role)), users::revision.eq(users::revision + 1));
            let saved = diesel::update(as_it_was_read(user)).set(next).execute(connection)?;
            if saved == 1 { Ok(()) } else { Err(DbError::Contention) }
        })
    }
}
