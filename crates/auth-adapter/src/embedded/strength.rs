//! Easily guessed passwords: common ones, and those that contain the user's address, or its part before the @, or are
//! contained in it.

use super::refusal::Refusal;
use autoparts_domain::email::Email;

/// The most frequent passwords of six or more characters in lists of stolen passwords, in lowercase.
const COMMON: &str = include_str!("common_passwords.txt");

/// Minimum length of the part before the @ for it to make a password that contains it easy to guess.
const SHORTEST_NAME: usize = 4;

/// Refuses a new password that is easy to guess.
pub(super) fn check_strength(password: &str, email: &Email) -> Result<(), Refusal> {
    let password = password.to_lowercase();
    let weak = |why: &str| Err(Refusal::saying("PASSWORD_DOES_NOT_MEET_REQUIREMENTS", why));
    if COMMON.lines().any(|common| common == password) || is_one_character(&password) {
        return weak("Many people use this password, so it is the first to be guessed. Please choose another one");
    }
    let name = email.as_str().split('@').next().unwrap_or_default();
    let holds_name = name.chars().count() >= SHORTEST_NAME && password.contains(name);
    if holds_name || password == name || email.as_str().contains(&password) {
        return weak("A password with your email address in it is easy to guess. Please choose another one");
    }
    Ok(())
}

fn is_one_character(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| characters.all(|other| other == first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::password::MIN_CHARACTERS;

    fn is_taken(password: &str) -> bool {
        check_strength(password, &"marta.lind@example.com".parse().unwrap()).is_ok()
    }

    #[test]
    fn common_and_own_address_passwords_are_refused() {
        for guessed in [
            "123456",
            "password",
            "PassWord1",
            "qwertyuiop",
            "zzzzzzzz",
            "marta.lind@example.com",
            "marta.lind",
            "Marta.Lind2026",
            "example.com",
        ] {
            assert!(!is_taken(guessed), "{guessed}");
        }
        for fine in ["secret-1", "garage-2", "lindenbaum", "correct horse"] {
            assert!(is_taken(fine), "{fine}");
        }
        let short = "ann@example.com".parse().unwrap();
        assert!(check_strength("annapurna-8091", &short).is_ok(), "three letters are in many a word");
    }

    #[test]
    fn the_list_has_what_could_be_chosen_and_nothing_else() {
        for common in COMMON.lines() {
            assert!(common.chars().count() >= MIN_CHARACTERS && common == common.to_lowercase(), "{common}");
        }
        assert!(COMMON.lines().count() > 200);
    }
}
