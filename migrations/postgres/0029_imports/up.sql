-- Imports. The same names and columns as in ../../sqlite.

-- The progress of an import, and the report that an admin approves. The imported data itself is in other tables.
-- `position` counts the completed buckets.
CREATE TABLE imports (
    id TEXT COLLATE "C" NOT NULL,
    kind TEXT NOT NULL,
    file TEXT NOT NULL,
    format TEXT NOT NULL,
    digest TEXT NOT NULL,
    actor_id TEXT COLLATE "C",
    scope TEXT NOT NULL,
    state TEXT NOT NULL,
    row_count BIGINT NOT NULL,
    set_aside BIGINT NOT NULL,
    foreign_rows BIGINT NOT NULL,
    new_parts BIGINT NOT NULL,
    changed_parts BIGINT NOT NULL,
    gone_parts BIGINT NOT NULL,
    unchanged_parts BIGINT NOT NULL,
    applied_parts BIGINT NOT NULL,
    position BIGINT NOT NULL,
    error TEXT,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    CONSTRAINT imports_key PRIMARY KEY (id),
    CONSTRAINT imports_state CHECK (state IN ('reading', 'ready', 'applying', 'done', 'failed', 'stopped'))
);

-- Imports in progress or waiting, oldest first.
CREATE INDEX imports_state ON imports (state, id);

-- Import findings, in display order.
CREATE TABLE import_findings (
    import_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,
    line BIGINT NOT NULL,
    row_count BIGINT NOT NULL,
    words TEXT NOT NULL,
    CONSTRAINT import_findings_key PRIMARY KEY (import_id, number),
    CONSTRAINT import_findings_import FOREIGN KEY (import_id) REFERENCES imports (id)
);

-- Parts that an import would change, in the order in which they were found, until its files are deleted.
CREATE TABLE import_changes (
    import_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    part_id TEXT COLLATE "C" NOT NULL,
    change TEXT NOT NULL,
    line BIGINT NOT NULL,
    added BIGINT NOT NULL,
    removed BIGINT NOT NULL,
    CONSTRAINT import_changes_key PRIMARY KEY (import_id, number),
    CONSTRAINT import_changes_import FOREIGN KEY (import_id) REFERENCES imports (id)
);

-- At most one row: which server works on which import, its progress, and when it last reported. The holder is empty if
-- there is none.
CREATE TABLE import_claims (
    id TEXT COLLATE "C" NOT NULL,
    holder TEXT NOT NULL,
    claimed_at BIGINT NOT NULL,
    import_id TEXT COLLATE "C" NOT NULL,
    step TEXT NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    CONSTRAINT import_claims_key PRIMARY KEY (id)
);
