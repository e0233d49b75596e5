DELETE FROM day_numbers WHERE time_zone <> 'UTC';
ALTER TABLE day_numbers DROP CONSTRAINT day_numbers_key;
ALTER TABLE day_numbers ADD CONSTRAINT day_numbers_key PRIMARY KEY (day);
ALTER TABLE day_numbers DROP COLUMN time_zone;
