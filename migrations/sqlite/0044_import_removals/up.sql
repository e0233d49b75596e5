-- How much an import takes away, and what has to be agreed to before it does. A report of the release before does not say: its
-- file is to be read again. The same names and columns as in ../../postgres.
ALTER TABLE imports ADD COLUMN removed_entries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN brake TEXT NOT NULL DEFAULT 'unknown';
