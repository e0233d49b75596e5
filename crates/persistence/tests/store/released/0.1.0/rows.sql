-- What a shop of 0.1.0 holds: three people, two parts, an order in each state, and the money of each.
INSERT INTO users (id, email, subject, role, joined_at, email_verified, profile_name, profile_address, profile_education, profile_phone, profile_linkedin) VALUES
    ('01900000-0000-7000-8000-0000000000a1', 'marta@example.com', 's1', 'customer', 1000000, {yes}, 'Marta', '1 Road', 'None', '555 0100', 'https://www.linkedin.com/in/marta'),
    ('01900000-0000-7000-8000-0000000000a2', 'admin@example.com', 's2', 'admin', 2000000, {yes}, NULL, NULL, NULL, NULL, NULL),
    ('01900000-0000-7000-8000-0000000000a3', 'olga@example.com', 's3', 'customer', 3000000, {no}, NULL, NULL, NULL, NULL, NULL);
INSERT INTO user_emails (email, user_id) SELECT email, id FROM users;
INSERT INTO user_subjects (subject, user_id) SELECT subject, id FROM users;
INSERT INTO parts (id, title, description, image, minimum_order, price_cents, hidden) VALUES
    ('01900000-0000-7000-8000-0000000000b1', 'Brake pads', 'Front.', '/catalogue/brake-pads.svg', 2, 1050, {no}),
    ('01900000-0000-7000-8000-0000000000b2', 'Old mirror', 'Left.', '/catalogue/mirror.svg', 1, 4000, {yes});
INSERT INTO stock (part_id, supplied, available) VALUES
    ('01900000-0000-7000-8000-0000000000b1', 100, 89), ('01900000-0000-7000-8000-0000000000b2', 5, 4);
INSERT INTO orders (user_id, id, part_id, product, unit_price_cents, quantity, total_cents, customer_name, customer_email, address, phone, placed_at, state, hold_until, transaction_id, revision) VALUES
    ('01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000c1', '01900000-0000-7000-8000-0000000000b1', 'Brake pads', 1050, 2, 2100, 'Marta', 'marta@example.com', '1 Road', '555 0100', 10000000, 'held', 96400000000, NULL, 1),
    ('01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000c2', '01900000-0000-7000-8000-0000000000b1', 'Brake pads', 1000, 4, 4000, 'Marta', 'marta@example.com', '1 Road', '555 0100', 11000000, 'paid', NULL, 'pi_2', 2),
    ('01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000c3', '01900000-0000-7000-8000-0000000000b1', 'Brake pads', 1050, 5, 5250, 'Marta', 'marta@example.com', '1 Road', '555 0100', 12000000, 'shipped', NULL, 'pi_3', 3),
    ('01900000-0000-7000-8000-0000000000a3', '01900000-0000-7000-8000-0000000000c4', '01900000-0000-7000-8000-0000000000b1', 'Brake pads', 1050, 3, 3150, 'Olga', 'olga@example.com', '2 Road', '555 0101', 13000000, 'cancelled', NULL, NULL, 1),
    ('01900000-0000-7000-8000-0000000000a3', '01900000-0000-7000-8000-0000000000c5', '01900000-0000-7000-8000-0000000000b2', 'Old mirror', 4000, 1, 4000, 'Olga', 'olga@example.com', '2 Road', '555 0101', 14000000, 'refunded', NULL, 'pi_5', 3),
    ('01900000-0000-7000-8000-0000000000a3', '01900000-0000-7000-8000-0000000000c6', '01900000-0000-7000-8000-0000000000b1', 'Brake pads', 1050, 7, 7350, 'Olga', 'olga@example.com', '2 Road', '555 0101', 15000000, 'lapsed', NULL, NULL, 1),
    ('01900000-0000-7000-8000-0000000000a3', '01900000-0000-7000-8000-0000000000c7', '01900000-0000-7000-8000-0000000000b2', 'Old mirror', 4000, 1, 4000, 'Olga', 'olga@example.com', '2 Road', '555 0101', 16000000, 'shipped', NULL, NULL, 1);
INSERT INTO order_refs (order_id, user_id) SELECT id, user_id FROM orders;
INSERT INTO payment_intents (user_id, order_id, attempt, id, amount_cents, transaction_id, status, started_at) VALUES
    ('01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000c1', 1, '01900000-0000-7000-8000-0000000000d1', 2100, 'pi_1', 'open', 10500000),
    ('01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000c2', 1, '01900000-0000-7000-8000-0000000000d2', 4000, 'pi_2', 'succeeded', 11500000),
    ('01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000c3', 1, '01900000-0000-7000-8000-0000000000d3', 5250, 'pi_3', 'succeeded', 12500000),
    ('01900000-0000-7000-8000-0000000000a3', '01900000-0000-7000-8000-0000000000c5', 1, '01900000-0000-7000-8000-0000000000d5', 4000, 'pi_5', 'succeeded', 14500000);
INSERT INTO payment_refs (transaction_id, user_id, order_id) SELECT transaction_id, user_id, order_id FROM payment_intents;
INSERT INTO refunds (user_id, order_id, transaction_id, id, amount_cents, reason, due_at, done_at) VALUES
    ('01900000-0000-7000-8000-0000000000a3', '01900000-0000-7000-8000-0000000000c5', 'pi_5', '01900000-0000-7000-8000-0000000000e5', 4000, 'by_admin', 14700000, 14800000);
INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at)
    SELECT user_id, id, '01900000-0000-7000-8000-0000000000f1', part_id, 'reserved', -quantity, 0, placed_at FROM orders;
INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at)
    SELECT user_id, id, '01900000-0000-7000-8000-0000000000f2', part_id, 'released', quantity, 0, placed_at + 600000 FROM orders WHERE state IN ('cancelled', 'refunded', 'lapsed');
INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at)
    SELECT user_id, id, '01900000-0000-7000-8000-0000000000f3', part_id, 'received', 0, total_cents, placed_at + 500000 FROM orders WHERE transaction_id IS NOT NULL;
INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at)
    SELECT user_id, id, '01900000-0000-7000-8000-0000000000f4', part_id, 'refunded', 0, -total_cents, placed_at + 600000 FROM orders WHERE state = 'refunded';
INSERT INTO reviews (user_id, day, id, name, rating, body, written_at) VALUES
    ('01900000-0000-7000-8000-0000000000a1', 1, '01900000-0000-7000-8000-000000000091', 'Marta', 5, 'Good pads.', 17000000);
INSERT INTO idempotency_keys (user_id, request_key, order_id, fingerprint, used_at) VALUES
    ('01900000-0000-7000-8000-0000000000a1', 'click-1', '01900000-0000-7000-8000-0000000000c1', 'f', 10000000);
