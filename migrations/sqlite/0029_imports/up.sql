-- Files that are taken in. The same names and columns as in ../../postgres.

-- What is changed by an import is kept in its own tables, part by part; here is how far it came, and what was shown
-- before somebody agreed. `position` counts the buckets that are done wholly.
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

-- Those that are being worked on, or wait for that; oldest first.
CREATE INDEX imports_state ON imports (state, id);

-- What whoever imports a file should know, in the order in which it is shown.
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

-- One row at most: who works on which import, how far they are, and when they last said so. The holder is empty while nobody
-- does.
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
