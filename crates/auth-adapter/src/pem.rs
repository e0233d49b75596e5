//! PEM, as far as we write it.

use base64::{Engine, engine::general_purpose::STANDARD};

/// A PKCS#8 key.
pub(crate) fn private_key(der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let mut pem = String::from("-----BEGIN PRIVATE KEY-----\n");
    for (place, character) in text.chars().enumerate() {
        if place > 0 && place % 64 == 0 {
            pem.push('\n');
        }
        pem.push(character);
    }
    pem.push_str("\n-----END PRIVATE KEY-----\n");
    pem
}
