-- The previous release would send unconfirmed alerts, and treat links that confirm alerts as links that end them.
DELETE FROM stock_alerts WHERE confirmed = FALSE;
DELETE FROM stock_alert_links WHERE confirms = TRUE;
ALTER TABLE parts DROP COLUMN renewed_at;
ALTER TABLE stock DROP COLUMN renewed_at;
DROP TABLE stock_alert_addresses;
ALTER TABLE stock_alert_links DROP COLUMN confirms;
DROP INDEX stock_alerts_unconfirmed;
ALTER TABLE stock_alerts DROP COLUMN confirmed;
DROP TABLE mailbox_locks;
DROP INDEX outbox_erased;
DROP INDEX outbox_by_mailbox;
ALTER TABLE outbox DROP COLUMN carries_code;
ALTER TABLE outbox DROP COLUMN mailbox;
