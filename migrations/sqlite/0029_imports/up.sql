-- Imports. The same names and columns as in ../../postgres.

-- The progress of an import, and the report that an admin approves. The imported data itself is in other tables.
-- `position` counts the completed buckets.
CREATE TABLE imports (
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    file TEXT NOT NULL,
    format TEXT NOT NULL,
    digest TEXT NOT NULL,
    actor_id TEXT,
    scope TEXT NOT NULL,
    state TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    set_aside INTEGER NOT NULL,
    foreign_rows INTEGER NOT NULL,
    new_parts INTEGER NOT NULL,
    changed_parts INTEGER NOT NULL,
    gone_parts INTEGER NOT NULL,
    unchanged_parts INTEGER NOT NULL,
    applied_parts INTEGER NOT NULL,
    position INTEGER NOT NULL,
    error TEXT,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    CONSTRAINT imports_key PRIMARY KEY (id),
    CONSTRAINT imports_state CHECK (state IN ('reading', 'ready', 'applying', 'done', 'failed', 'stopped'))
) STRICT, WITHOUT ROWID;

-- Imports in progress or waiting, oldest first.
CREATE INDEX imports_state ON imports (state, id);

-- Import findings, in display order.
CREATE TABLE import_findings (
    import_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    line INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    words TEXT NOT NULL,
    CONSTRAINT import_findings_key PRIMARY KEY (import_id, number),
    CONSTRAINT import_findings_import FOREIGN KEY (import_id) REFERENCES imports (id)
) STRICT, WITHOUT ROWID;

-- Parts that an import would change, in the order in which they were found, until its files are deleted.
CREATE TABLE import_changes (
    import_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    part_id TEXT NOT NULL,
    change TEXT NOT NULL,
    line INTEGER NOT NULL,
    added INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    CONSTRAINT import_changes_key PRIMARY KEY (import_id, number),
    CONSTRAINT import_changes_import FOREIGN KEY (import_id) REFERENCES imports (id)
) STRICT, WITHOUT ROWID;

-- At most one row: which server works on which import, its progress, and when it last reported. The holder is empty if
-- there is none.
CREATE TABLE import_claims (
    id TEXT NOT NULL,
    holder TEXT NOT NULL,
    claimed_at INTEGER NOT NULL,
    import_id TEXT NOT NULL,
    step TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    CONSTRAINT import_claims_key PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;
