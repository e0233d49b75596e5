ALTER TABLE imports DROP COLUMN brake;
ALTER TABLE imports DROP COLUMN removed_entries;
