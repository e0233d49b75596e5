-- What an address has told the shop and what it was told, found when its owner asks for it or leaves.
CREATE INDEX feedback_by_email ON feedback (email) WHERE email IS NOT NULL;
CREATE INDEX stock_alert_links_by_email ON stock_alert_links (email);
