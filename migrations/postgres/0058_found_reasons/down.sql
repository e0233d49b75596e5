-- The customers' own reasons then apply again.
ALTER TABLE returns DROP COLUMN found_reason;
