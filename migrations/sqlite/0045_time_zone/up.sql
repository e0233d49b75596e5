-- Daily numbers depend on a time zone. The same names and columns as in ../../postgres; the table is written again,
-- since SQLite cannot change a primary key.
ALTER TABLE day_numbers RENAME TO day_numbers_before;
CREATE TABLE day_numbers (
    day INTEGER NOT NULL,
    orders INTEGER NOT NULL,
    new_customers INTEGER NOT NULL,
    revenue_cents INTEGER NOT NULL,
    refunded_cents INTEGER NOT NULL,
    counted_at INTEGER NOT NULL,
    time_zone TEXT NOT NULL DEFAULT 'UTC',
    CONSTRAINT day_numbers_key PRIMARY KEY (time_zone, day)
) STRICT;
INSERT INTO day_numbers (day, orders, new_customers, revenue_cents, refunded_cents, counted_at)
    SELECT day, orders, new_customers, revenue_cents, refunded_cents, counted_at FROM day_numbers_before;
DROP TABLE day_numbers_before;
