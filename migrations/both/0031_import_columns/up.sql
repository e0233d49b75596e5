-- What a file of parts makes different, as a report shows it; empty for what parts fit.
ALTER TABLE import_changes ADD COLUMN differences TEXT NOT NULL DEFAULT '';
