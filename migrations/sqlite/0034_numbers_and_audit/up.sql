-- The entries of the audit log that tell of something, or of somebody.
CREATE INDEX audit_by_action ON audit (action, id);
CREATE INDEX audit_by_actor ON audit (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_by_subject ON audit (subject_id, id);

-- Money that came in or went back, by time. Partial, because pieces move more often, and covering, because it is summed.
CREATE INDEX ledger_money ON ledger (happened_at, movement, origin, cents) WHERE part_id IS NULL;

-- The numbers of the days that are over, in UTC, one row for each: counted once, because nothing is added to them. A day
-- is the number of days since 1970-01-01.
CREATE TABLE day_numbers (
    day INTEGER NOT NULL,
    orders INTEGER NOT NULL,
    new_customers INTEGER NOT NULL,
    revenue_cents INTEGER NOT NULL,
    refunded_cents INTEGER NOT NULL,
    counted_at INTEGER NOT NULL,
    CONSTRAINT day_numbers_key PRIMARY KEY (day)
) STRICT;
