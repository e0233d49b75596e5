-- Evidence from returns about applications. The same names and columns as in ../../postgres.

-- Lines of received returns that did not fit a model, although an application said so when they were ordered.
CREATE TABLE misfits (
    part_id TEXT NOT NULL,
    model_id TEXT NOT NULL,
    return_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    CONSTRAINT misfits_key PRIMARY KEY (part_id, model_id, return_id, line),
    CONSTRAINT misfits_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT misfits_model FOREIGN KEY (model_id) REFERENCES models (id),
    CONSTRAINT misfits_line CHECK (line > 0)
) STRICT, WITHOUT ROWID;

-- The evidence about each part and model with misfits.
CREATE TABLE fit_evidence (
    part_id TEXT NOT NULL,
    model_id TEXT NOT NULL,
    misfits INTEGER NOT NULL,
    -- Shipped order lines for which the application held, and their pieces in the last 90 days; as of counted_at.
    sold INTEGER NOT NULL,
    sold_lately INTEGER NOT NULL,
    price_cents INTEGER NOT NULL,
    -- The price of the pieces that are expected to be returned; flags are sorted by it.
    loss_cents INTEGER NOT NULL,
    -- Whether an admin should look at the application: probably wrong, with more misfits than when a flag was dismissed.
    flagged INTEGER NOT NULL,
    dismissed_misfits INTEGER NOT NULL,
    -- 0 if the sales were never counted.
    counted_at INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    CONSTRAINT fit_evidence_key PRIMARY KEY (part_id, model_id),
    CONSTRAINT fit_evidence_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT fit_evidence_model FOREIGN KEY (model_id) REFERENCES models (id),
    CONSTRAINT fit_evidence_sold CHECK (misfits > 0 AND sold >= misfits)
) STRICT, WITHOUT ROWID;
CREATE INDEX fit_evidence_flagged ON fit_evidence (loss_cents DESC, part_id, model_id) WHERE flagged;
CREATE INDEX fit_evidence_counted ON fit_evidence (counted_at, part_id, model_id);
