DROP TABLE feedback;
DROP TABLE newsletter_links;
DROP TABLE coupon_codes;
DROP TABLE coupons;
DROP TABLE subscription_emails;
DROP TABLE subscriptions;
