-- When the applications of a part for a model last changed: earlier sales and returns say nothing about them. No row if
-- they never changed. The same names and columns as in ../../sqlite.
CREATE TABLE application_changes (
    part_id TEXT COLLATE "C" NOT NULL,
    model_id TEXT COLLATE "C" NOT NULL,
    changed_at BIGINT NOT NULL,
    CONSTRAINT application_changes_key PRIMARY KEY (part_id, model_id),
    CONSTRAINT application_changes_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT application_changes_model FOREIGN KEY (model_id) REFERENCES models (id)
);
