//! People: customers and admins, and what they tell about themselves.

pub mod session;

use crate::{
    email::Email,
    id::UserId,
    text::{Education, LinkedInUrl, PersonName, PhoneNumber, PostalAddress},
    time::Timestamp,
};

/// What a person may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Orders, pays, reviews.
    Customer,
    /// Runs the shop.
    Admin,
}

/// What a person tells about themselves on My Profile; all of it, or nothing yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// Their name, as it shall appear in the shop.
    pub name: PersonName,
    /// Where they live.
    pub address: PostalAddress,
    /// What they learned.
    pub education: Education,
    /// How to call them.
    pub phone: PhoneNumber,
    /// Their LinkedIn page.
    pub linkedin: LinkedInUrl,
}

/// A person known to the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Their id here.
    pub id: UserId,
    /// Their address, unique among members.
    pub email: Email,
    /// Whether the identity provider vouched for the address when they last signed in.
    pub email_verified: bool,
    /// The identity provider's name for them; `None` until they first sign in.
    pub subject: Option<String>,
    /// The name of the account they sign in with; `None` when it has none.
    pub account_name: Option<PersonName>,
    /// What they may do.
    pub role: Role,
    /// Whether they order without an account: then nobody vouches for the address, and others may have it too.
    pub guest: bool,
    /// `None` until they fill in My Profile.
    pub profile: Option<Profile>,
    /// When they were first seen.
    pub joined_at: Timestamp,
    /// How often the record was changed: a store refuses a change that was made to an older one.
    pub revision: i64,
}

impl User {
    /// The name to show: the profile's, else the account's, else the part of the address
    /// before the @.
    #[must_use]
    pub fn display_name(&self) -> PersonName {
        let given = self.profile.as_ref().map(|profile| profile.name.clone()).or_else(|| self.account_name.clone());
        given.unwrap_or_else(|| {
            let local: String = self.email.as_str().chars().take_while(|c| *c != '@').take(100).collect();
            local.parse().unwrap_or_else(|_| PersonName::anonymous())
        })
    }

    /// Whether they were a member and have deleted their account: what is left stands for them in orders.
    #[must_use]
    pub fn has_left(&self) -> bool {
        self.guest && self.subject.is_some()
    }

    /// Whether this person runs the shop.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.role == Role::Admin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shown_name_comes_from_the_best_source_there_is() {
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
