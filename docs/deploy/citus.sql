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
SELECT create_reference_table('parts');
SELECT create_reference_table('brands');
SELECT create_reference_table('categories');
SELECT create_reference_table('listings');
SELECT create_reference_table('part_numbers');
SELECT create_reference_table('part_attributes');
SELECT create_reference_table('part_pictures');
SELECT create_reference_table('makes');
SELECT create_reference_table('models');
SELECT create_reference_table('engines');
SELECT create_reference_table('model_engines');
SELECT create_reference_table('conditions');
SELECT create_reference_table('condition_parts');
SELECT create_reference_table('fitments');
SELECT create_reference_table('fitment_counts');
SELECT create_reference_table('fit_suspensions');

-- By customer.
SELECT create_distributed_table('users', 'id', colocate_with := 'none');
SELECT create_distributed_table('orders', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('order_lines', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('idempotency_keys', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('payment_intents', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('provider_events', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('refunds', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('refund_keys', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('returns', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('return_lines', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('core_claims', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('ledger', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('outbox', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('reviews', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('shop_sessions', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('session_cutoffs', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('carts', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('address_books', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('garages', 'user_id', colocate_with := 'users');
SELECT create_distributed_table('stock_movement_keys', 'user_id', colocate_with := 'users');

-- By part.
SELECT create_distributed_table('stock', 'part_id', colocate_with := 'none');
SELECT create_distributed_table('stock_movements', 'part_id', colocate_with := 'stock');
SELECT create_distributed_table('stock_alerts', 'part_id', colocate_with := 'stock');
SELECT create_distributed_table('held_balances', 'part_id', colocate_with := 'stock');
SELECT create_distributed_table('misfits', 'part_id', colocate_with := 'stock');
SELECT create_distributed_table('fit_evidence', 'part_id', colocate_with := 'stock');
SELECT create_distributed_table('application_changes', 'part_id', colocate_with := 'stock');

-- Claims, and other tables that are read by one key.
SELECT create_distributed_table('user_emails', 'email', colocate_with := 'none');
SELECT create_distributed_table('user_subjects', 'subject', colocate_with := 'none');
SELECT create_distributed_table('order_refs', 'order_id', colocate_with := 'none');
SELECT create_distributed_table('order_numbers', 'number', colocate_with := 'none');
SELECT create_distributed_table('payment_refs', 'transaction_id', colocate_with := 'none');
SELECT create_distributed_table('unmatched_payments', 'transaction_id', colocate_with := 'none');
SELECT create_distributed_table('guest_links', 'digest', colocate_with := 'none');
SELECT create_distributed_table('part_keys', 'brand_id', colocate_with := 'none');
SELECT create_distributed_table('audit', 'id', colocate_with := 'none');
SELECT create_distributed_table('feedback', 'id', colocate_with := 'none');
SELECT create_distributed_table('withdrawals', 'id', colocate_with := 'none');
SELECT create_distributed_table('subscriptions', 'id', colocate_with := 'none');
SELECT create_distributed_table('subscription_emails', 'email', colocate_with := 'none');
SELECT create_distributed_table('coupon_codes', 'code', colocate_with := 'none');
SELECT create_distributed_table('coupon_recipients', 'digest', colocate_with := 'none');
SELECT create_distributed_table('coupon_redemptions', 'digest', colocate_with := 'none');
SELECT create_distributed_table('newsletter_links', 'digest', colocate_with := 'none');
SELECT create_distributed_table('stock_alert_links', 'digest', colocate_with := 'none');
SELECT create_distributed_table('stock_alert_addresses', 'email', colocate_with := 'none');
SELECT create_distributed_table('network_locks', 'bucket', colocate_with := 'none');
SELECT create_distributed_table('mailbox_locks', 'mailbox', colocate_with := 'none');
SELECT create_distributed_table('coupons', 'subscription_id', colocate_with := 'subscriptions');

-- On the coordinator only, but known to Citus: a transaction that writes a local table and a distributed one otherwise
-- commits in one phase, and a crash between the two loses half of it.
SELECT citus_add_local_table_to_metadata('accounts', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('account_emails', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('sessions', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('reset_codes', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('signing_keys', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('shop', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('leases', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('shared_uses', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('role_changes', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('books_checks', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('day_numbers', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('imports', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('import_changes', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('import_claims', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('import_findings', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('rates', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('shipping_methods', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('tax_rates', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('postal_tax_rates', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('return_policies', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('lookups', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('billing_series', cascade_via_foreign_keys => true);
SELECT citus_add_local_table_to_metadata('billing_documents', cascade_via_foreign_keys => true);

SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', of_table, conname, definition) FROM foreign_keys \gexec
COMMIT;
