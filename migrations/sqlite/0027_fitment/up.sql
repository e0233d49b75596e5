-- Vehicles, and which parts fit them. The same names and columns as in ../../postgres.

-- Small tables. Their keys appear in URLs. A model's key contains its make's, as in 'honda/civic'.
CREATE TABLE makes (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT makes_key PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE models (
    id TEXT NOT NULL,
    make_id TEXT NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT models_key PRIMARY KEY (id),
    CONSTRAINT models_make FOREIGN KEY (make_id) REFERENCES makes (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE engines (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT engines_key PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;

-- The engines of a model, in a range of years.
CREATE TABLE model_engines (
    model_id TEXT NOT NULL,
    engine_id TEXT NOT NULL,
    from_year INTEGER NOT NULL,
    to_year INTEGER NOT NULL,
    CONSTRAINT model_engines_key PRIMARY KEY (model_id, engine_id, from_year),
    CONSTRAINT model_engines_model FOREIGN KEY (model_id) REFERENCES models (id),
    CONSTRAINT model_engines_engine FOREIGN KEY (engine_id) REFERENCES engines (id),
    CONSTRAINT model_engines_years CHECK (from_year <= to_year)
) STRICT, WITHOUT ROWID;

-- Supplier codes: the names of vehicles, engines, categories and positions in suppliers' files.
CREATE TABLE lookups (
    scheme TEXT NOT NULL,
    kind TEXT NOT NULL,
    code TEXT NOT NULL,
    value TEXT NOT NULL,
    CONSTRAINT lookups_key PRIMARY KEY (scheme, kind, code)
) STRICT, WITHOUT ROWID;

-- The dictionary of conditions: each text is classified once, for all applications that have it.
CREATE TABLE conditions (
    id TEXT NOT NULL,
    words TEXT NOT NULL,
    about TEXT NOT NULL,
    CONSTRAINT conditions_key PRIMARY KEY (id),
    CONSTRAINT conditions_words UNIQUE (words),
    CONSTRAINT conditions_about CHECK (about IN ('vehicle', 'part', 'unclassified'))
) STRICT, WITHOUT ROWID;

-- The applications: which part fits which model, in a range of years. The model is first in the key, because most
-- queries start from a vehicle. The category is a copy of the part's, so that the parts of a category for a model are
-- one range; it is empty for a part without one. `line` numbers the rows of a part for a model. Empty texts stand for
-- any engine and no position, 0 pieces for an unknown number; `conditions` has the ids of all conditions that must
-- hold, sorted and separated by spaces.
CREATE TABLE fitments (
    model_id TEXT NOT NULL,
    category_id TEXT NOT NULL,
    part_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    from_year INTEGER NOT NULL,
    to_year INTEGER NOT NULL,
    engine_id TEXT NOT NULL,
    position TEXT NOT NULL,
    pieces INTEGER NOT NULL,
    conditions TEXT NOT NULL,
    CONSTRAINT fitments_key PRIMARY KEY (model_id, category_id, part_id, line),
    CONSTRAINT fitments_model FOREIGN KEY (model_id) REFERENCES models (id),
    CONSTRAINT fitments_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT fitments_years CHECK (from_year <= to_year),
    CONSTRAINT fitments_pieces CHECK (pieces >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX fitments_of_part ON fitments (part_id, model_id);

-- How many rows a part has in total, and how many of its supplier's applications could not be interpreted. This
-- distinguishes "does not fit" from "unknown" without reading the rows of other models.
CREATE TABLE fitment_counts (
    part_id TEXT NOT NULL,
    listed INTEGER NOT NULL,
    set_aside INTEGER NOT NULL,
    CONSTRAINT fitment_counts_key PRIMARY KEY (part_id),
    CONSTRAINT fitment_counts_part FOREIGN KEY (part_id) REFERENCES parts (id)
) STRICT, WITHOUT ROWID;

-- Which parts have a condition on any of their rows.
CREATE TABLE condition_parts (
    condition_id TEXT NOT NULL,
    part_id TEXT NOT NULL,
    CONSTRAINT condition_parts_key PRIMARY KEY (condition_id, part_id),
    CONSTRAINT condition_parts_condition FOREIGN KEY (condition_id) REFERENCES conditions (id),
    CONSTRAINT condition_parts_part FOREIGN KEY (part_id) REFERENCES parts (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX condition_parts_of_part ON condition_parts (part_id);

-- Suspensions: parts that the shop does not claim to fit a model for now, despite their applications.
CREATE TABLE fit_suspensions (
    model_id TEXT NOT NULL,
    part_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    suspended_at INTEGER NOT NULL,
    CONSTRAINT fit_suspensions_key PRIMARY KEY (model_id, part_id),
    CONSTRAINT fit_suspensions_model FOREIGN KEY (model_id) REFERENCES models (id),
    CONSTRAINT fit_suspensions_part FOREIGN KEY (part_id) REFERENCES parts (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX fit_suspensions_of_part ON fit_suspensions (part_id);
