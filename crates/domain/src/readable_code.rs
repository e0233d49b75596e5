//! Codes for reading aloud: two groups of four unambiguous characters, 40 random bits.

/// 32 characters, without 0, 1, I and O.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const GROUP: usize = 4;
const CHARS: usize = 2 * GROUP;

/// Creates a code such as `7KQD-M2XW` from random bytes.
pub(crate) fn from_random(bytes: [u8; 32]) -> String {
    let mut code = String::with_capacity(CHARS + 1);
    for (place, byte) in bytes.into_iter().take(CHARS).enumerate() {
        if place == GROUP {
            code.push('-');
        }
        // 256 is a multiple of 32, so all characters are equally likely.
        code.extend(ALPHABET.get(usize::from(byte) % ALPHABET.len()).copied().map(char::from));
    }
    code
}

/// Whether a text is two groups of such characters, in upper case.
pub(crate) fn is_code(text: &str) -> bool {
    let is_group = |group: &str| group.len() == GROUP && group.bytes().all(|byte| ALPHABET.contains(&byte));
    text.split_once('-').is_some_and(|(first, second)| is_group(first) && is_group(second))
}

/// Defines a type of codes with this prefix.
macro_rules! readable_codes {
    ($($(#[$doc:meta])* $name:ident, $prefix:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            const PREFIX: &str = $prefix;

            /// Creates a code from random bytes.
            #[must_use]
            pub fn from_random(bytes: [u8; 32]) -> Self {
                Self(format!("{}-{}", Self::PREFIX, $crate::readable_code::from_random(bytes)))
            }

            /// The code in its standard notation.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::validation::ValidationError;

            /// Accepts lower case, other separators, a missing prefix, and pasted characters such as non-breaking
            /// hyphens.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let text = $crate::normalization::plain_characters(text);
                let text = text.trim();
                let rest = match text.get(..Self::PREFIX.len()) {
                    Some(prefix) if prefix.eq_ignore_ascii_case(Self::PREFIX) => text.get(Self::PREFIX.len()..),
                    _ => None,
                };
                // A code may itself start with the letters of a prefix.
                let code = rest
                    .and_then($crate::readable_code::typed)
                    .or_else(|| $crate::readable_code::typed(text))
                    .ok_or($crate::validation::ValidationError::NotAnId)?;
                Ok(Self(format!("{}-{code}", Self::PREFIX)))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )* };
}
pub(crate) use readable_codes;

/// Parses a code as typed: in any case, with or without spaces and hyphens; `None` if it is not a code.
pub(crate) fn typed(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().filter(|c| !matches!(c, ' ' | '-')).map(|c| c.to_ascii_uppercase()).collect();
    let (first, second) = chars.split_at_checked(GROUP)?;
    let code = [first, &['-'], second].concat().into_iter().collect::<String>();
    is_code(&code).then_some(code)
}
