-- For the filters of the audit log.
CREATE INDEX audit_by_action ON audit (action, id);
CREATE INDEX audit_by_actor ON audit (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_by_subject ON audit (subject_id, id);

-- Money received or returned, by time. Partial, because pieces move more often, and covering, because it is summed.
CREATE INDEX ledger_money ON ledger (happened_at, movement, origin, cents) WHERE part_id IS NULL;

-- The numbers of past days in UTC, one row per day: they are counted once, because they no longer change. A day is the
-- number of days since 1970-01-01.
CREATE TABLE day_numbers (
    day BIGINT NOT NULL,
    orders BIGINT NOT NULL,
    new_customers BIGINT NOT NULL,
    revenue_cents BIGINT NOT NULL,
    refunded_cents BIGINT NOT NULL,
    counted_at BIGINT NOT NULL,
    CONSTRAINT day_numbers_key PRIMARY KEY (day)
);
