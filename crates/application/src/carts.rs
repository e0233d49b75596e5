//! Carts of members. Only the owner can access one, not even an admin.
//!
//! A cart holds no prices and reserves no stock, and its parts need not exist. `orders::quoting` computes its total.

use crate::{
    accounts::access,
    ports::store::Transaction,
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{carts::Cart, email::Email, id::UserId, time::Timestamp};

/// Errors of reading or saving a cart.
#[derive(Debug, thiserror::Error)]
pub enum CartError {
    /// The cart was saved elsewhere since the revision that was sent.
    #[error("Your cart was changed on another device or in another tab.")]
    ChangedMeanwhile,
}

impl Refusal for CartError {}

/// The result of a use case that can fail with [`CartError`].
pub type CartResult<T> = Result<T, UseCaseError<CartError>>;

impl Shop {
    /// Returns a member's cart to that member; empty with revision 0 if none is saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn cart(&self, caller: UserId, email: Email) -> CartResult<Cart> {
        self.store
            .read(move |tx| {
                let owner = access::require_self(tx, &caller, &email)?;
                Ok(tx.cart(&owner.id)?.unwrap_or_default())
            })
            .await
    }

    /// Replaces the lines of a member's cart with those of `cart`, on behalf of that member. `cart.revision` is the
    /// revision that the edit was based on. Returns the cart as saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_cart(&self, caller: UserId, email: Email, cart: Cart) -> CartResult<Cart> {
        let now = self.now();
        self.store.write(move |tx| save(tx, &caller, &email, &cart, now)).await
    }
}

fn save(tx: &mut dyn Transaction, caller: &UserId, email: &Email, cart: &Cart, now: Timestamp) -> CartResult<Cart> {
    let owner = access::require_self(tx, caller, email)?;
    let saved = tx.cart(&owner.id)?.unwrap_or_default();
    if saved.revision != cart.revision {
        return Err(CartError::ChangedMeanwhile.into());
    }
    tx.save_cart(&owner.id, cart.revision, &cart.lines, now)?;
    Ok(Cart { revision: cart.revision + 1, lines: cart.lines.clone() })
}
