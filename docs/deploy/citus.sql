-- Distributes the tables of a shop on Citus. Run it once on the coordinator as the owner of the tables, after `autoparts
-- migrate`, with the shop stopped, as docs/scaling.md describes: psql --file=citus.sql shop
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL client_min_messages = warning;
SET LOCAL citus.multi_shard_modify_mode = 'sequential';

-- Foreign keys cannot be kept while tables are distributed one by one: they are dropped here and added again below.
CREATE TEMPORARY TABLE foreign_keys AS
    SELECT conrelid::regclass::text AS of_table, conname, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0;
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', of_table, conname) FROM foreign_keys \gexec

-- The catalog, which every node has.
SELECT create_reference_table(name) FROM unnest(ARRAY[
    'parts', 'brands', 'categories', 'listings', 'part_numbers', 'part_attributes', 'part_pictures', 'makes', 'models',
    'engines', 'model_engines', 'conditions', 'condition_parts', 'fitments', 'fitment_counts', 'fit_suspensions'
]) AS name;

-- By customer.
SELECT create_distributed_table('users', 'id', colocate_with := 'none');
SELECT create_distributed_table(name, 'user_id', colocate_with := 'users') FROM unnest(ARRAY[
    'orders', 'order_lines', 'idempotency_keys', 'payment_intents', 'provider_events', 'refunds', 'refund_keys', 'returns',
    'return_lines', 'ledger', 'outbox', 'reviews', 'shop_sessions', 'session_cutoffs', 'carts', 'address_books', 'garages',
    'stock_movement_keys'
]) AS name;

-- By part.
SELECT create_distributed_table('stock', 'part_id', colocate_with := 'none');
SELECT create_distributed_table(name, 'part_id', colocate_with := 'stock')
    FROM unnest(ARRAY['stock_movements', 'stock_alerts', 'held_balances']) AS name;

-- Claims, and other tables that are read by one key.
SELECT create_distributed_table(name, key, colocate_with := 'none') FROM (VALUES
    ('user_emails', 'email'), ('user_subjects', 'subject'), ('order_refs', 'order_id'), ('order_numbers', 'number'),
    ('payment_refs', 'transaction_id'), ('unmatched_payments', 'transaction_id'), ('guest_links', 'digest'),
    ('part_keys', 'brand_id'), ('audit', 'id'), ('feedback', 'id'), ('withdrawals', 'id'), ('subscriptions', 'id'),
    ('subscription_emails', 'email'), ('coupon_codes', 'code'), ('coupon_recipients', 'digest'),
    ('coupon_redemptions', 'digest'), ('newsletter_links', 'digest'), ('stock_alert_links', 'digest'),
    ('stock_alert_addresses', 'email'), ('network_locks', 'bucket'), ('mailbox_locks', 'mailbox')
) AS claims (name, key);
SELECT create_distributed_table('coupons', 'subscription_id', colocate_with := 'subscriptions');

-- On the coordinator only, but known to Citus: a transaction that writes a local table and a distributed one otherwise
-- commits in one phase, and a crash between the two loses half of it.
SELECT citus_add_local_table_to_metadata(name) FROM unnest(ARRAY[
    'accounts', 'account_emails', 'sessions', 'reset_codes', 'signing_keys', 'shop', 'leases', 'shared_uses',
    'role_changes', 'books_checks', 'day_numbers', 'imports', 'import_changes', 'import_claims', 'import_findings', 'rates',
    'shipping_methods', 'tax_rates', 'postal_tax_rates', 'lookups'
]) AS name;

SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', of_table, conname, definition) FROM foreign_keys \gexec
COMMIT;
