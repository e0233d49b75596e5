-- Issued numbers are lost: they start at 1 again.
ALTER TABLE order_lines DROP COLUMN tax_ppm;
ALTER TABLE refunds DROP COLUMN tax_cents;
DROP TABLE billing_documents;
DROP TABLE billing_series;
