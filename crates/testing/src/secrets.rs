//! Predictable secrets.

use autoparts_application::ports::{
    secrets::{NoRandomness, SecretSource},
    store_error::StoreResult,
};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::{AtomicU64, Ordering},
};

/// Bytes that count up, the same in every run, and digests that show their input, if it is short.
#[derive(Debug, Default)]
pub struct TestSecrets(AtomicU64);

impl SecretSource for TestSecrets {
    fn random(&self) -> Result<[u8; 32], NoRandomness> {
        Ok(numbered_bytes(self.0.fetch_add(1, Ordering::SeqCst) + 1))
    }

    fn digest(&self, secret: &str) -> String {
        if secret.len() <= 80 && !secret.contains('\n') {
            return format!("digest of {secret}");
        }
        let mut hasher = DefaultHasher::new();
        secret.hash(&mut hasher);
        format!("digest {:016x}", hasher.finish())
    }

    fn keyed_digest(&self, text: &str) -> StoreResult<String> {
        Ok(self.digest(&format!("key|{text}")))
    }
}

/// The `number`-th bytes of [`TestSecrets`]: the digits of the number in base 32, so that coupon codes, which use five
/// bits of each byte, differ as the numbers do.
#[must_use]
pub fn numbered_bytes(number: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (byte, place) in bytes.iter_mut().zip(0..8) {
        *byte = u8::try_from(number.wrapping_shr(5 * place) % 32).unwrap_or_default();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_domain::newsletter::CouponCode;
    use std::collections::BTreeSet;

    #[test]
    fn every_secret_is_another_and_so_is_its_coupon_code() {
        let secrets = TestSecrets::default();
        let codes: BTreeSet<CouponCode> =
            (0..3_000).map(|_| CouponCode::from_random(secrets.random().unwrap())).collect();
        assert_eq!(codes.len(), 3_000);
        assert_ne!(secrets.digest("a"), secrets.digest("b"));
    }
}
