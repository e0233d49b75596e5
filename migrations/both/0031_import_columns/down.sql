ALTER TABLE import_changes DROP COLUMN differences;
