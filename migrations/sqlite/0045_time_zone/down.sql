ALTER TABLE day_numbers RENAME TO day_numbers_after;
CREATE TABLE day_numbers (
    day INTEGER NOT NULL,
    orders INTEGER NOT NULL,
    new_customers INTEGER NOT NULL,
    revenue_cents INTEGER NOT NULL,
    refunded_cents INTEGER NOT NULL,
    counted_at INTEGER NOT NULL,
    CONSTRAINT day_numbers_key PRIMARY KEY (day)
) STRICT;
INSERT INTO day_numbers (day, orders, new_customers, revenue_cents, refunded_cents, counted_at)
    SELECT day, orders, new_customers, revenue_cents, refunded_cents, counted_at FROM day_numbers_after WHERE time_zone = 'UTC';
DROP TABLE day_numbers_after;
