DROP INDEX orders_to_erase;
DROP INDEX provider_events_by_age;
DROP INDEX idempotency_keys_by_age;
