//! The embedded provider's ID tokens, and the public halves of its signing keys.

use crate::{
    id_token::{self, Claims},
    key_ring::KeyRing,
    key_source::KeySource,
};
use async_trait::async_trait;
use autoparts_application::ports::{
    identity::TokenError,
    identity_accounts::{Account, RefreshToken},
};
use autoparts_domain::time::Timestamp;
use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey, Header, encode,
    errors::{ErrorKind, Result},
    jwk::{Jwk, JwkSet, PublicKeyUse, ThumbprintHash},
};
use serde_json::json;
use std::{
    error::Error,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

/// Lifetime of an ID token, in seconds.
pub(super) const LIFETIME: i64 = 3600;

const LASTS: Duration = Duration::from_secs(LIFETIME.unsigned_abs());

/// Signs ID tokens with the provider's keys as last read.
pub(crate) struct Issuer {
    project_id: String,
    keys: RwLock<Arc<KeyRing<IdentityKey>>>,
}

struct IdentityKey {
    name: String,
    private: EncodingKey,
    public: DecodingKey,
    jwk: Jwk,
}

impl IdentityKey {
    fn new(pem: &str) -> Result<Self> {
        let private = EncodingKey::from_rsa_pem(pem.as_bytes())?;
        let mut jwk = Jwk::from_encoding_key(&private, Algorithm::RS256)?;
        let name = jwk.thumbprint(ThumbprintHash::SHA256)?;
        jwk.common.key_id = Some(name.clone());
        jwk.common.public_key_use = Some(PublicKeyUse::Signature);
        Ok(Self { name, private, public: DecodingKey::from_jwk(&jwk)?, jwk })
    }
}

impl Issuer {
    /// Takes RSA keys, PKCS#8 in PEM, oldest first.
    pub(crate) fn new(project_id: &str, pems: &[(Timestamp, String)]) -> Result<Self> {
        Ok(Self { project_id: project_id.to_owned(), keys: RwLock::new(Arc::new(ring(pems)?)) })
    }

    /// Replaces the keys.
    pub(super) fn replace_keys(&self, pems: &[(Timestamp, String)]) -> Result<()> {
        let ring = Arc::new(ring(pems)?);
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = ring;
        Ok(())
    }

    fn keys(&self) -> Arc<KeyRing<IdentityKey>> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The public halves of the keys whose tokens are, or will be, accepted.
    pub(crate) fn jwks(&self, now: Timestamp) -> JwkSet {
        JwkSet { keys: self.keys().believed(now, LASTS).map(|key| key.jwk.clone()).collect() }
    }

    /// Issues an ID token for an account, within the sign-in of a refresh token.
    pub(super) fn issue(&self, account: &Account, sign_in: &RefreshToken, now: Timestamp) -> Result<String> {
        let keys = self.keys();
        let key = keys.signing(now).ok_or(ErrorKind::InvalidKeyFormat)?;
        let mut header = Header::new(Algorithm::RS256);
        header.kid = Some(key.name.clone());
        let id = account.id.to_string();
        let mut identities = json!({"email": [account.email.as_str()]});
        if let (Some(subject), Some(identities)) = (&account.google_subject, identities.as_object_mut()) {
            identities.insert("google.com".to_owned(), json!([subject]));
        }
        let claims = Claims {
            iss: id_token::issuer(&self.project_id),
            aud: self.project_id.clone(),
            sub: id.clone(),
            iat: now.seconds(),
            exp: now.seconds().saturating_add(LIFETIME),
            auth_time: sign_in.started_at.seconds(),
            user_id: Some(id),
            email: Some(account.email.to_string()),
            email_verified: account.email_verified,
            name: account.name.as_ref().map(ToString::to_string),
            firebase: json!({"identities": identities, "sign_in_provider": sign_in.provider}),
            sid: Some(sign_in.family.clone()),
        };
        encode(&header, &claims, &key.private)
    }

    /// Verifies one of our own tokens.
    pub(super) fn read(&self, token: &str, now: Timestamp) -> std::result::Result<Claims, TokenError> {
        let name = id_token::key_name(token)?;
        let public = self.public_key(&name, now).ok_or(TokenError::Invalid("signed with a key that is not ours"))?;
        id_token::check(token, &public, &self.project_id, now)
    }

    fn public_key(&self, name: &str, now: Timestamp) -> Option<DecodingKey> {
        self.keys().believed(now, LASTS).find(|key| key.name == name).map(|key| key.public.clone())
    }
}

#[async_trait]
impl KeySource for Issuer {
    async fn key(
        &self,
        name: &str,
        now: Timestamp,
    ) -> std::result::Result<Option<DecodingKey>, Box<dyn Error + Send + Sync>> {
        Ok(self.public_key(name, now))
    }
}

fn ring(pems: &[(Timestamp, String)]) -> Result<KeyRing<IdentityKey>> {
    let keys = pems.iter().map(|(made_at, pem)| Ok((*made_at, IdentityKey::new(pem)?)));
    Ok(KeyRing::new(keys.collect::<Result<Vec<_>>>()?))
}
