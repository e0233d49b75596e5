//! ID tokens of the embedded provider, and the public half of the key that signs them.

use crate::{
    id_token::{self, Claims},
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
    errors::Result,
    jwk::{Jwk, JwkSet, PublicKeyUse, ThumbprintHash},
};
use serde_json::json;
use std::error::Error;

/// How long an ID token lasts, in seconds.
pub(super) const LIFETIME: i64 = 3600;

/// Signs ID tokens.
pub(crate) struct Issuer {
    project_id: String,
    key_name: String,
    private: EncodingKey,
    public: DecodingKey,
    jwks: JwkSet,
}

impl Issuer {
    /// With an RSA key, PKCS#8 in PEM.
    pub(crate) fn new(project_id: &str, pem: &str) -> Result<Self> {
        let private = EncodingKey::from_rsa_pem(pem.as_bytes())?;
        let mut jwk = Jwk::from_encoding_key(&private, Algorithm::RS256)?;
        let key_name = jwk.thumbprint(ThumbprintHash::SHA256)?;
        jwk.common.key_id = Some(key_name.clone());
        jwk.common.public_key_use = Some(PublicKeyUse::Signature);
        Ok(Self {
            project_id: project_id.to_owned(),
            key_name,
            private,
            public: DecodingKey::from_jwk(&jwk)?,
            jwks: JwkSet { keys: vec![jwk] },
        })
    }

    pub(crate) fn jwks(&self) -> &JwkSet {
        &self.jwks
    }

    /// An ID token for an account, of the sign-in that a refresh token belongs to.
    pub(super) fn issue(&self, account: &Account, sign_in: &RefreshToken, now: Timestamp) -> Result<String> {
        let mut header = Header::new(Algorithm::RS256);
        header.kid = Some(self.key_name.clone());
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
        encode(&header, &claims, &self.private)
    }

    /// Reads one of our own tokens.
    pub(super) fn read(&self, token: &str, now: Timestamp) -> std::result::Result<Claims, TokenError> {
        if id_token::key_name(token)? != self.key_name {
            return Err(TokenError::Invalid("signed with a key that is not ours"));
        }
        id_token::check(token, &self.public, &self.project_id, now)
    }
}

#[async_trait]
impl KeySource for Issuer {
    async fn key(
        &self,
        name: &str,
        _now: Timestamp,
    ) -> std::result::Result<Option<DecodingKey>, Box<dyn Error + Send + Sync>> {
        Ok((name == self.key_name).then(|| self.public.clone()))
    }
}
