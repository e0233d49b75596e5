//! The shop's own access tokens: short-lived, signed and verified with one fixed algorithm and replaceable keys.

use crate::{
    clock_skew::{self, LEEWAY},
    key_ring::KeyRing,
    signing_keys::{ACCESS, SigningKeyError, SigningKeys},
};
use autoparts_application::ports::identity::{AccessTokens, Grant, Token, TokenError};
use autoparts_domain::time::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

/// Lifetime of a token, in seconds.
const LIFETIME: i64 = 15 * 60;

const ISSUER: &str = "autoparts";
const AUDIENCE: &str = "autoparts-api";

/// The type of the token (RFC 9068), so that no other token signed with the same key is accepted as one.
const KIND: &str = "at+jwt";

const MIN_KEY: usize = 32;
const MAX_TOKEN: usize = 2048;

/// Access tokens signed with HMAC-SHA256, with the shop's keys as last read.
#[derive(Default)]
pub struct HmacAccessTokens {
    keys: RwLock<Option<Arc<KeyRing<AccessKey>>>>,
}

struct AccessKey {
    name: String,
    encoding: EncodingKey,
    decoding: DecodingKey,
}

impl AccessKey {
    fn new(name: String, key: &[u8]) -> Self {
        Self { name, encoding: EncodingKey::from_secret(key), decoding: DecodingKey::from_secret(key) }
    }
}

/// No key has been read since the server started.
#[derive(Debug, thiserror::Error)]
#[error("the keys for access tokens have not been read")]
struct NoKeys;

/// The key is shorter than 32 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the key for access tokens must have at least {MIN_KEY} bytes")]
pub struct KeyTooShort;

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: String,
    /// The session.
    sid: String,
    iat: i64,
    exp: i64,
}

impl HmacAccessTokens {
    /// Creates tokens with a single key of at least 32 bytes.
    pub fn new(key: &[u8]) -> Result<Self, KeyTooShort> {
        if key.len() < MIN_KEY {
            return Err(KeyTooShort);
        }
        let key = AccessKey::new(ACCESS.to_owned(), key);
        Ok(Self { keys: RwLock::new(Some(Arc::new(KeyRing::new(vec![(Timestamp::from_micros(0), key)])))) })
    }

    /// Reads the shop's keys, which may have been replaced; creates the first one. Until this has succeeded once, no
    /// token can be issued or verified.
    pub async fn read_keys(&self, keys: &SigningKeys) -> Result<(), SigningKeyError> {
        let read = keys.access_keys().await?;
        let read = read.into_iter().map(|(made_at, name, key)| (made_at, AccessKey::new(name, &key)));
        let ring = Arc::new(KeyRing::new(read.collect()));
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Some(ring);
        Ok(())
    }

    fn keys(&self) -> Result<Arc<KeyRing<AccessKey>>, TokenError> {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        keys.clone().ok_or_else(|| TokenError::Unavailable(Box::new(NoKeys)))
    }
}

impl fmt::Debug for HmacAccessTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HmacAccessTokens(…)")
    }
}

impl AccessTokens for HmacAccessTokens {
    fn issue(&self, grant: &Grant, now: Timestamp) -> Result<Token, TokenError> {
        let keys = self.keys()?;
        let key = keys.signing(now).ok_or_else(|| TokenError::Unavailable(Box::new(NoKeys)))?;
        let mut header = Header::new(Algorithm::HS256);
        header.typ = Some(KIND.to_owned());
        header.kid = Some(key.name.clone());
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: grant.user.to_string(),
            sid: grant.session.to_string(),
            iat: now.seconds(),
            exp: now.seconds().saturating_add(LIFETIME),
        };
        let token = encode(&header, &claims, &key.encoding);
        token.map(Token::new).map_err(|error| TokenError::Unavailable(error.into()))
    }

    fn verify(&self, token: &Token, now: Timestamp) -> Result<Grant, TokenError> {
        let token = token.reveal();
        if token.len() > MAX_TOKEN || token.split('.').count() != 3 {
            return Err(TokenError::Invalid("not a token"));
        }
        let header = decode_header(token).map_err(|_| TokenError::Invalid("unreadable header"))?;
        if header.alg != Algorithm::HS256 || header.typ.as_deref() != Some(KIND) || header.crit.is_some() {
            return Err(TokenError::Invalid("another kind of token"));
        }
        // Earlier releases had a single key and did not name it.
        let named = header.kid.as_deref().unwrap_or(ACCESS);
        let keys = self.keys()?;
        let lasts = Duration::from_secs(LIFETIME.unsigned_abs());
        let key = keys.believed(now, lasts).find(|key| key.name == named);
        let key = key.ok_or(TokenError::Invalid("signed with another key"))?;
        let mut signature_only = Validation::new(Algorithm::HS256);
        signature_only.required_spec_claims.clear();
        signature_only.validate_exp = false;
        signature_only.validate_aud = false;
        let claims = decode::<Claims>(token, &key.decoding, &signature_only)
            .map_err(|_| TokenError::Invalid("the signature or a claim is wrong"))?
            .claims;
        let moment = now;
        let now = now.seconds();
        let rules = [
            (claims.iss == ISSUER, "of another issuer"),
            (claims.aud == AUDIENCE, "for another audience"),
            // Only the issue time may be in the future; the expiry gets no leeway, so the lifetime is still 15 minutes.
            (claims.iat <= now.saturating_add(LEEWAY), clock_skew::FROM_THE_FUTURE),
            (claims.exp > now, "expired"),
            (claims.exp.saturating_sub(claims.iat) <= LIFETIME, "lasts too long"),
        ];
        if let Some((_, why)) = rules.into_iter().find(|(holds, _)| !holds) {
            clock_skew::tell(why, claims.iat, moment);
            return Err(TokenError::Invalid(why));
        }
        let (Ok(user), Ok(session)) = (claims.sub.parse(), claims.sid.parse()) else {
            return Err(TokenError::Invalid("without a user or a session"));
        };
        Ok(Grant { user, session })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::time::Duration;

    const KEY: [u8; 32] = [7; 32];
    const NOW: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);

    fn grant() -> Grant {
        Grant {
            user: "018f0000-0000-7000-8000-000000000001".parse().unwrap(),
            session: "018f0000-0000-7000-8000-000000000002".parse().unwrap(),
        }
    }

    fn tokens() -> HmacAccessTokens {
        HmacAccessTokens::new(&KEY).unwrap()
    }

    fn claims() -> Value {
        let now = NOW.seconds();
        let Grant { user, session } = grant();
        let sub = user.to_string();
        let sid = session.to_string();
        json!({"iss": "autoparts", "aud": "autoparts-api", "sub": sub, "sid": sid, "iat": now, "exp": now + 900})
    }

    fn forged(claims: &Value, typ: Option<&str>, algorithm: Algorithm, key: &[u8]) -> Token {
        let mut header = Header::new(algorithm);
        header.typ = typ.map(str::to_owned);
        Token::new(encode(&header, claims, &EncodingKey::from_secret(key)).unwrap())
    }

    fn refused(token: &Token) -> bool {
        matches!(tokens().verify(token, NOW), Err(TokenError::Invalid(_)))
    }

    #[test]
    fn a_token_lets_its_person_act_for_a_quarter_of_an_hour() {
        let token = tokens().issue(&grant(), NOW).unwrap();
        assert_eq!(tokens().verify(&token, NOW).unwrap(), grant());
        let last = NOW.plus(Duration::from_secs(899));
        assert_eq!(tokens().verify(&token, last).unwrap(), grant());
        let over = NOW.plus(Duration::from_mins(15));
        assert!(matches!(tokens().verify(&token, over), Err(TokenError::Invalid("expired"))));
    }

    #[test]
    fn a_genuine_looking_token_passes_so_the_forgeries_fail_for_their_own_reason() {
        let genuine = forged(&claims(), Some("at+jwt"), Algorithm::HS256, &KEY);
        assert!(!refused(&genuine));
    }

    #[test]
    fn forged_tokens_are_refused() {
        let now = NOW.seconds();
        for (name, value) in [
            ("iss", json!("https://securetoken.google.com/x")),
            ("aud", json!("else")),
            ("aud", json!(["autoparts-api"])),
            ("sub", json!("")),
            ("sub", json!("admin")),
            ("sid", json!("")),
            ("sid", Value::Null),
            ("iat", json!(now + 3000)),
            ("exp", json!(now)),
            ("exp", json!(now + 901)),
            ("exp", json!("never")),
            ("exp", Value::Null),
        ] {
            let mut claims = claims();
            claims[name] = value;
            assert!(refused(&forged(&claims, Some("at+jwt"), Algorithm::HS256, &KEY)), "{claims}");
        }
        assert!(refused(&forged(&claims(), Some("JWT"), Algorithm::HS256, &KEY)));
        assert!(refused(&forged(&claims(), None, Algorithm::HS256, &KEY)));
        assert!(refused(&forged(&claims(), Some("at+jwt"), Algorithm::HS512, &KEY)));
        assert!(refused(&forged(&claims(), Some("at+jwt"), Algorithm::HS256, &[8; 32])));
    }

    #[test]
    fn text_that_is_no_token_is_refused() {
        let genuine = tokens().issue(&grant(), NOW).unwrap();
        let text = genuine.reveal();
        let unsigned = text.rsplit_once('.').unwrap().0;
        for text in [
            String::new(),
            "..".to_owned(),
            "a.b.c".to_owned(),
            unsigned.to_owned(),
            format!("{unsigned}."),
            format!("{text}.x"),
            format!("{text}AAAA"),
            "x".repeat(5000),
        ] {
            assert!(refused(&Token::new(text.clone())), "{text}");
        }
    }

    #[test]
    fn short_keys_are_refused() {
        assert_eq!(HmacAccessTokens::new(&[7; 31]).unwrap_err(), KeyTooShort);
    }
}
