DROP INDEX stock_alert_links_by_email;
DROP INDEX feedback_by_email;
