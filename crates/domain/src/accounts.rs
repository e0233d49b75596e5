//! Users: customers and admins, and their profiles.

pub mod session;

use crate::{
    email::Email,
    id::UserId,
    text::{Education, LinkedInUrl, PersonName, PhoneNumber, PostalAddress},
    time::Timestamp,
};

/// What a user may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Orders, pays, reviews.
    Customer,
    /// Runs the shop.
    Admin,
}

/// What a user enters on My Profile; either all of it or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The name shown in the shop.
    pub name: PersonName,
    /// Postal address.
    pub address: PostalAddress,
    /// Schools and degrees.
    pub education: Education,
    /// Telephone number.
    pub phone: PhoneNumber,
    /// Their LinkedIn page.
    pub linkedin: LinkedInUrl,
}

/// A user known to the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The user's id.
    pub id: UserId,
    /// Email address, unique among members.
    pub email: Email,
    /// Whether the identity provider had verified the address at the last sign-in.
    pub email_verified: bool,
    /// The user's subject at the identity provider; `None` until the first sign-in.
    pub subject: Option<String>,
    /// The name on the account at the identity provider; `None` if it has none.
    pub account_name: Option<PersonName>,
    /// The role.
    pub role: Role,
    /// Whether they order without an account: the address is then unverified and need not be unique.
    pub guest: bool,
    /// `None` until My Profile is filled in.
    pub profile: Option<Profile>,
    /// When they were first seen.
    pub joined_at: Timestamp,
    /// Number of changes to the record. A store rejects an update based on an older revision.
    pub revision: i64,
}

impl User {
    /// The name to show: from the profile, else from the account, else the part of the address before the @.
    #[must_use]
    pub fn display_name(&self) -> PersonName {
        let given = self.profile.as_ref().map(|profile| profile.name.clone()).or_else(|| self.account_name.clone());
        given.unwrap_or_else(|| {
            let local: String = self.email.as_str().chars().take_while(|c| *c != '@').take(100).collect();
            local.parse().unwrap_or_else(|_| PersonName::anonymous())
        })
    }

    /// Whether this former member has deleted the account. The remaining record keeps their orders valid.
    #[must_use]
    pub fn has_left(&self) -> bool {
        self.guest && self.subject.is_some()
    }

    /// Whether this user is an admin.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.role == Role::Admin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_display_name_comes_from_the_best_available_source() {
        let mut user = User {
            id: UserId::from(uuid::Uuid::nil()),
            email: "marta@example.com".parse().unwrap(),
            email_verified: false,
            subject: None,
            account_name: None,
            role: Role::Customer,
            guest: false,
            profile: None,
            joined_at: Timestamp::from_micros(0),
            revision: 0,
        };
        assert_eq!(user.display_name().as_str(), "marta");
        user.account_name = Some("Marta L.".parse().unwrap());
        assert_eq!(user.display_name().as_str(), "Marta L.");
        user.profile = Some(Profile {
            name: "Marta Lindqvist".parse().unwrap(),
            address: "1 Road".parse().unwrap(),
            education: "School".parse().unwrap(),
            phone: "555 0100".parse().unwrap(),
            linkedin: "https://www.linkedin.com/in/marta".parse().unwrap(),
        });
        assert_eq!(user.display_name().as_str(), "Marta Lindqvist");
    }
}
