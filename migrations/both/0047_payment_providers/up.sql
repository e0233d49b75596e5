-- The provider that collects the money of an attempt. Attempts of earlier releases, also those that the previous release
-- adds during an upgrade, were made at Stripe or at the sandbox, which has the same name. The same in both databases.
ALTER TABLE payment_intents ADD COLUMN provider TEXT NOT NULL DEFAULT 'stripe';
