-- How many entries an import removes, and which confirmation it needs. Reports of the previous release have neither: their
-- files have to be read again. The same names and columns as in ../../sqlite.
ALTER TABLE imports ADD COLUMN removed_entries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN brake TEXT NOT NULL DEFAULT 'unknown';
