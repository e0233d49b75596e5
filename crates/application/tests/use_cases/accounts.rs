//! Accounts: signing in, registration, roles, sessions.

mod guests;
mod personal_data;
mod registration;
mod roles;
mod sessions;
mod sign_in;
