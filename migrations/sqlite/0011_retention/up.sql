-- Forgetting what is old needs to find it. What an earlier release kept of an order under its key, address
-- and telephone number in clear, is erased; from now on it is a digest. The same names as in
-- ../../postgres.

UPDATE idempotency_keys SET fingerprint = '';
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (used_at);
CREATE INDEX provider_events_by_age ON provider_events (received_at);
CREATE INDEX orders_to_erase ON orders (placed_at) WHERE state = 'cancelled' AND address <> 'erased';
