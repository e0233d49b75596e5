DROP INDEX withdrawals_by_age;
ALTER TABLE orders DROP COLUMN withdrawn_at;
