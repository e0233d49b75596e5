ALTER TABLE payment_intents DROP COLUMN provider;
