-- Invoices and credit notes. The same names and columns as in ../../sqlite.

-- The last number of each series. Taking the next one updates this row, so other transactions wait until this one ends.
CREATE TABLE billing_series (
    kind TEXT COLLATE "C" NOT NULL,
    last_number BIGINT NOT NULL,
    CONSTRAINT billing_series_key PRIMARY KEY (kind),
    CONSTRAINT billing_series_kind CHECK (kind IN ('invoice', 'credit_note'))
);
INSERT INTO billing_series (kind, last_number) VALUES ('invoice', 0), ('credit_note', 0);

CREATE TABLE billing_documents (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    -- Empty for an invoice, so that an order has only one.
    refund_id TEXT COLLATE "C" NOT NULL,
    amount_cents BIGINT NOT NULL,
    tax_cents BIGINT NOT NULL,
    -- The seller's name, address and tax number when it was issued.
    seller TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    CONSTRAINT billing_documents_key PRIMARY KEY (kind, number),
    CONSTRAINT billing_documents_kind CHECK (kind IN ('invoice', 'credit_note')),
    CONSTRAINT billing_documents_number CHECK (number >= 1),
    CONSTRAINT billing_documents_refund CHECK ((kind = 'invoice') = (refund_id = '')),
    CONSTRAINT billing_documents_tax CHECK (tax_cents >= 0 AND tax_cents <= amount_cents)
);
CREATE UNIQUE INDEX billing_documents_by_order ON billing_documents (user_id, order_id, refund_id);

-- The tax in a refund; NULL if it is not for specific pieces, as in refunds of earlier releases.
ALTER TABLE refunds ADD COLUMN tax_cents BIGINT;
-- The rate of the tax on a line, in millionths; NULL without tax, and for orders of earlier releases.
ALTER TABLE order_lines ADD COLUMN tax_ppm BIGINT;
