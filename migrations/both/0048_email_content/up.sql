-- The content of a waiting email as JSON, without its links, codes and coupons, from which its HTML is rendered. Null for emails that
-- the previous release wrote, which are sent as text only, and for those that this release has sent or given up. The same in both databases.
ALTER TABLE outbox ADD COLUMN content TEXT;
