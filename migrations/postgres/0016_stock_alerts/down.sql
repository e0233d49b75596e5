DROP TABLE stock_movement_keys;
DROP TABLE stock_alert_links;
DROP TABLE stock_alerts;
