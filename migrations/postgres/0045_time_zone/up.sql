-- Daily numbers depend on a time zone. The same names and columns as in ../../sqlite.
ALTER TABLE day_numbers ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE day_numbers DROP CONSTRAINT day_numbers_key;
ALTER TABLE day_numbers ADD CONSTRAINT day_numbers_key PRIMARY KEY (time_zone, day);
