-- Invoices and credit notes. The same names and columns as in ../../postgres.

-- The last number of each series. Taking the next one updates this row, so other transactions wait until this one ends.
CREATE TABLE billing_series (
    kind TEXT NOT NULL,
    last_number INTEGER NOT NULL,
    CONSTRAINT billing_series_key PRIMARY KEY (kind),
    CONSTRAINT billing_series_kind CHECK (kind IN ('invoice', 'credit_note'))
) STRICT, WITHOUT ROWID;
INSERT INTO billing_series (kind, last_number) VALUES ('invoice', 0), ('credit_note', 0);

CREATE TABLE billing_documents (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    -- Empty for an invoice, so that an order has only one.
    refund_id TEXT NOT NULL,
    amount_cents INTEGER NOT NULL,
    tax_cents INTEGER NOT NULL,
    -- The seller's name, address and tax number when it was issued.
    seller TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    CONSTRAINT billing_documents_key PRIMARY KEY (kind, number),
    CONSTRAINT billing_documents_kind CHECK (kind IN ('invoice', 'credit_note')),
    CONSTRAINT billing_documents_number CHECK (number >= 1),
    CONSTRAINT billing_documents_refund CHECK ((kind = 'invoice') = (refund_id = '')),
    CONSTRAINT billing_documents_tax CHECK (tax_cents >= 0 AND tax_cents <= amount_cents)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX billing_documents_by_order ON billing_documents (user_id, order_id, refund_id);

-- The tax in a refund; NULL if it is not for specific pieces, as in refunds of earlier releases.
ALTER TABLE refunds ADD COLUMN tax_cents INTEGER;
-- The rate of the tax on a line, in millionths; NULL without tax, and for orders of earlier releases.
ALTER TABLE order_lines ADD COLUMN tax_ppm INTEGER;
