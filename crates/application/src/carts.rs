//! The carts of members: each is its owner's alone, not an admin's either.
//!
//! A cart holds no prices and reserves nothing, and its parts need not exist: `orders::quoting` says what it comes to.

use crate::{
    accounts::access::{self, AccessDenied},
    ports::{store::Transaction, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{carts::Cart, email::Email, id::UserId, time::Timestamp};

/// Why a cart could not be shown or saved.
#[derive(Debug, thiserror::Error)]
pub enum CartError {
    /// It was saved elsewhere since the revision that was sent.
    #[error("Your cart was changed meanwhile, perhaps on another device.")]
    ChangedMeanwhile,
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// A person's cart, for the person; empty with revision 0 when none is saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn cart(&self, caller: UserId, email: Email) -> Result<Cart, CartError> {
        self.store
            .read(move |tx| {
                let owner = access::require_self::<CartError>(tx, &caller, &email)?;
                Ok(tx.cart(&owner.id)?.unwrap_or_default())
            })
            .await
    }

    /// Puts the lines of `cart` in place of those of a person's cart, for the person; its revision is the one that
    /// they were made from. The cart as it is saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_cart(&self, caller: UserId, email: Email, cart: Cart) -> Result<Cart, CartError> {
        let now = self.now();
        self.store.write(move |tx| save(tx, &caller, &email, &cart, now)).await
    }
}

fn save(
    tx: &mut dyn Transaction,
    caller: &UserId,
    email: &Email,
    cart: &Cart,
    now: Timestamp,
) -> Result<Cart, CartError> {
    let owner = access::require_self::<CartError>(tx, caller, email)?;
    let saved = tx.cart(&owner.id)?.unwrap_or_default();
    if saved.revision != cart.revision {
        return Err(CartError::ChangedMeanwhile);
    }
    tx.save_cart(&owner.id, cart.revision, &cart.lines, now)?;
    Ok(Cart { revision: cart.revision + 1, lines: cart.lines.clone() })
}
