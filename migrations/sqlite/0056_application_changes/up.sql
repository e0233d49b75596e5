-- When the applications of a part for a model last changed: earlier sales and returns say nothing about them. No row if
-- they never changed. The same names and columns as in ../../postgres.
CREATE TABLE application_changes (
    part_id TEXT NOT NULL,
    model_id TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    CONSTRAINT application_changes_key PRIMARY KEY (part_id, model_id),
    CONSTRAINT application_changes_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT application_changes_model FOREIGN KEY (model_id) REFERENCES models (id)
) STRICT, WITHOUT ROWID;
