-- What a mail says without its links, codes and coupons; none: it holds none, or they were erased. The
-- same name and column as in ../../sqlite.

ALTER TABLE outbox ADD COLUMN redacted_body TEXT;

-- The mails of the releases before that hold some, by the subjects they wrote.
UPDATE outbox SET redacted_body = '[an earlier release wrote this mail. Its text is hidden, because it holds a link or a coupon]'
    WHERE subject IN ('Choose a new password for Autoparts', 'Confirm your email and get your $50 coupon',
        'Your $50 coupon', 'You already have a $50 coupon');
UPDATE outbox SET body = redacted_body, redacted_body = NULL
    WHERE redacted_body IS NOT NULL AND (sent_at IS NOT NULL OR next_try_at IS NULL);
