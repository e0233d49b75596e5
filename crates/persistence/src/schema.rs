//! The tables for diesel. `migrations/` documents their meaning and their keys.

diesel::table! {
    parts (id) {
        id -> Text,
        title -> Text,
        description -> Text,
        image -> Text,
        minimum_order -> BigInt,
        price_cents -> BigInt,
        hidden -> Bool,
        revision -> BigInt,
        changed_at -> BigInt,
        pack -> BigInt,
        core_cents -> BigInt,
        renewed_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    stock (part_id) {
        part_id -> Text,
        supplied -> BigInt,
        available -> BigInt,
        reorder_at -> BigInt,
        renewed_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    brands (id) {
        id -> Text,
        name -> Text,
    }
}

diesel::table! {
    categories (id) {
        id -> Text,
        name -> Text,
        parent_id -> Nullable<Text>,
        position -> BigInt,
    }
}

diesel::table! {
    listings (part_id) {
        part_id -> Text,
        brand_id -> Nullable<Text>,
        number -> Nullable<Text>,
        category_id -> Nullable<Text>,
        condition -> Text,
        list_price_cents -> Nullable<BigInt>,
        weight_grams -> Nullable<BigInt>,
        length_mm -> Nullable<BigInt>,
        width_mm -> Nullable<BigInt>,
        height_mm -> Nullable<BigInt>,
        hazmat -> Bool,
        universal -> Bool,
        successor_id -> Nullable<Text>,
    }
}

diesel::table! {
    makes (id) {
        id -> Text,
        name -> Text,
    }
}

diesel::table! {
    models (id) {
        id -> Text,
        make_id -> Text,
        name -> Text,
    }
}

diesel::table! {
    engines (id) {
        id -> Text,
        name -> Text,
    }
}

diesel::table! {
    model_engines (model_id, engine_id, from_year) {
        model_id -> Text,
        engine_id -> Text,
        from_year -> BigInt,
        to_year -> BigInt,
    }
}

diesel::table! {
    lookups (scheme, kind, code) {
        scheme -> Text,
        kind -> Text,
        code -> Text,
        value -> Text,
    }
}

diesel::table! {
    conditions (id) {
        id -> Text,
        words -> Text,
        about -> Text,
    }
}

diesel::table! {
    imports (id) {
        id -> Text,
        kind -> Text,
        file -> Text,
        format -> Text,
        digest -> Text,
        actor_id -> Nullable<Text>,
        scope -> Text,
        state -> Text,
        row_count -> BigInt,
        set_aside -> BigInt,
        foreign_rows -> BigInt,
        new_parts -> BigInt,
        changed_parts -> BigInt,
        gone_parts -> BigInt,
        unchanged_parts -> BigInt,
        applied_parts -> BigInt,
        removed_entries -> BigInt,
        brake -> Text,
        position -> BigInt,
        error -> Nullable<Text>,
        created_at -> BigInt,
        changed_at -> BigInt,
    }
}

diesel::table! {
    import_findings (import_id, number) {
        import_id -> Text,
        number -> BigInt,
        kind -> Text,
        line -> BigInt,
        row_count -> BigInt,
        words -> Text,
    }
}

diesel::table! {
    import_claims (id) {
        id -> Text,
        holder -> Text,
        claimed_at -> BigInt,
        import_id -> Text,
        step -> Text,
        done -> BigInt,
        total -> BigInt,
    }
}

diesel::table! {
    import_changes (import_id, number) {
        import_id -> Text,
        number -> BigInt,
        part_id -> Text,
        change -> Text,
        line -> BigInt,
        added -> BigInt,
        removed -> BigInt,
        differences -> Text,
    }
}

diesel::table! {
    fitments (model_id, category_id, part_id, line) {
        model_id -> Text,
        category_id -> Text,
        part_id -> Text,
        line -> SmallInt,
        from_year -> SmallInt,
        to_year -> SmallInt,
        engine_id -> Text,
        position -> Text,
        pieces -> SmallInt,
        conditions -> Text,
    }
}

diesel::table! {
    fitment_counts (part_id) {
        part_id -> Text,
        listed -> BigInt,
        set_aside -> BigInt,
    }
}

diesel::table! {
    condition_parts (condition_id, part_id) {
        condition_id -> Text,
        part_id -> Text,
    }
}

diesel::table! {
    fit_suspensions (model_id, part_id) {
        model_id -> Text,
        part_id -> Text,
        reason -> Text,
        suspended_at -> BigInt,
    }
}

diesel::table! {
    misfits (part_id, model_id, return_id, line) {
        part_id -> Text,
        model_id -> Text,
        return_id -> Text,
        line -> BigInt,
    }
}

diesel::table! {
    application_changes (part_id, model_id) {
        part_id -> Text,
        model_id -> Text,
        changed_at -> BigInt,
    }
}

diesel::table! {
    fit_evidence (part_id, model_id) {
        part_id -> Text,
        model_id -> Text,
        misfits -> BigInt,
        sold -> BigInt,
        sold_lately -> BigInt,
        price_cents -> BigInt,
        loss_cents -> BigInt,
        flagged -> Bool,
        dismissed_misfits -> BigInt,
        counted_at -> BigInt,
        revision -> BigInt,
    }
}

diesel::table! {
    part_keys (brand_id, normal) {
        brand_id -> Text,
        normal -> Text,
        part_id -> Text,
    }
}

diesel::table! {
    part_numbers (normal, part_id, kind, maker) {
        normal -> Text,
        part_id -> Text,
        kind -> Text,
        maker -> Text,
        written -> Text,
        position -> BigInt,
    }
}

diesel::table! {
    part_attributes (part_id, position) {
        part_id -> Text,
        position -> BigInt,
        name -> Text,
        value -> Text,
        unit -> Nullable<Text>,
    }
}

diesel::table! {
    part_pictures (part_id, position) {
        part_id -> Text,
        position -> BigInt,
        image -> Text,
        alt -> Nullable<Text>,
    }
}

diesel::table! {
    stock_movements (part_id, id) {
        part_id -> Text,
        id -> Text,
        reason -> Text,
        pieces -> BigInt,
        actor_id -> Nullable<Text>,
        note -> Nullable<Text>,
        happened_at -> BigInt,
    }
}

diesel::table! {
    stock_movement_keys (user_id, request_key) {
        user_id -> Text,
        request_key -> Text,
        fingerprint -> Text,
        used_at -> BigInt,
    }
}

diesel::table! {
    stock_alerts (part_id, email) {
        part_id -> Text,
        email -> Text,
        id -> Text,
        asked_at -> BigInt,
        confirmed -> Nullable<Bool>,
    }
}

diesel::table! {
    stock_alert_links (digest) {
        digest -> Text,
        email -> Text,
        mailed_at -> BigInt,
        confirms -> Nullable<Bool>,
    }
}

diesel::table! {
    stock_alert_addresses (email) {
        email -> Text,
        confirmed_at -> BigInt,
        refused -> Bool,
    }
}

diesel::table! {
    users (id) {
        id -> Text,
        email -> Text,
        subject -> Nullable<Text>,
        account_name -> Nullable<Text>,
        role -> Text,
        profile_name -> Nullable<Text>,
        profile_address -> Nullable<Text>,
        profile_education -> Nullable<Text>,
        profile_phone -> Nullable<Text>,
        profile_linkedin -> Nullable<Text>,
        joined_at -> BigInt,
        email_verified -> Bool,
        revision -> BigInt,
        guest -> Nullable<Text>,
    }
}

diesel::table! {
    user_emails (email) {
        email -> Text,
        user_id -> Text,
    }
}

diesel::table! {
    user_subjects (subject) {
        subject -> Text,
        user_id -> Text,
    }
}

diesel::table! {
    role_changes (id) {
        id -> Text,
        counted -> BigInt,
    }
}

diesel::table! {
    audit (id) {
        id -> Text,
        actor_id -> Nullable<Text>,
        action -> Text,
        subject_id -> Text,
        happened_at -> BigInt,
        detail -> Nullable<Text>,
    }
}

diesel::table! {
    orders (user_id, id) {
        user_id -> Text,
        id -> Text,
        part_id -> Text,
        product -> Text,
        unit_price_cents -> BigInt,
        quantity -> BigInt,
        total_cents -> BigInt,
        customer_name -> Text,
        customer_email -> Text,
        address -> Text,
        phone -> Text,
        placed_at -> BigInt,
        state -> Text,
        hold_until -> Nullable<BigInt>,
        transaction_id -> Nullable<Text>,
        revision -> BigInt,
        refunded_cents -> BigInt,
        withdrawn_cents -> BigInt,
        dispute -> Nullable<Text>,
        refunded_after_shipping -> Bool,
        number -> Nullable<Text>,
        phone_digits -> Text,
        paid_at -> Nullable<BigInt>,
        shipped_at -> Nullable<BigInt>,
        carrier -> Nullable<Text>,
        tracking_number -> Nullable<Text>,
        shipping_method -> Nullable<Text>,
        shipping_cents -> BigInt,
        shipping_tax_cents -> BigInt,
        destination -> Nullable<Text>,
        postal_code_key -> Nullable<Text>,
        given_back_cents -> BigInt,
    }
}

diesel::table! {
    /// Columns of `orders` that are written separately: a Diesel table has at most 32 columns.
    #[sql_name = "orders"]
    more_of_orders (user_id, id) {
        user_id -> Text,
        id -> Text,
        network -> Nullable<Text>,
        withdrawn_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    order_lines (user_id, order_id, line) {
        user_id -> Text,
        order_id -> Text,
        line -> BigInt,
        part_id -> Text,
        product -> Text,
        unit_price_cents -> BigInt,
        quantity -> BigInt,
        core_cents -> BigInt,
        discount_cents -> BigInt,
        tax_cents -> BigInt,
        released -> BigInt,
        returned -> BigInt,
        cores_returned -> BigInt,
        fit -> Nullable<Text>,
        tax_ppm -> Nullable<BigInt>,
        return_terms -> Nullable<Text>,
        fee_pieces -> BigInt,
    }
}

diesel::table! {
    order_numbers (number) {
        number -> Text,
        user_id -> Text,
        order_id -> Text,
    }
}

diesel::table! {
    order_refs (order_id) {
        order_id -> Text,
        user_id -> Text,
    }
}

diesel::table! {
    idempotency_keys (user_id, request_key) {
        user_id -> Text,
        request_key -> Text,
        order_id -> Text,
        fingerprint -> Text,
        used_at -> BigInt,
    }
}

diesel::table! {
    payment_intents (user_id, order_id, attempt) {
        user_id -> Text,
        order_id -> Text,
        attempt -> BigInt,
        id -> Text,
        amount_cents -> BigInt,
        transaction_id -> Nullable<Text>,
        status -> Text,
        started_at -> BigInt,
        unknown_since -> Nullable<BigInt>,
        provider -> Text,
    }
}

diesel::table! {
    payment_refs (transaction_id) {
        transaction_id -> Text,
        user_id -> Text,
        order_id -> Text,
    }
}

diesel::table! {
    provider_events (user_id, order_id, event_id) {
        user_id -> Text,
        order_id -> Text,
        event_id -> Text,
        received_at -> BigInt,
    }
}

diesel::table! {
    refunds (user_id, order_id, id) {
        user_id -> Text,
        order_id -> Text,
        transaction_id -> Text,
        id -> Text,
        amount_cents -> BigInt,
        reason -> Text,
        due_at -> BigInt,
        done_at -> Nullable<BigInt>,
        failures -> BigInt,
        next_try_at -> BigInt,
        by_hand -> Bool,
        asked_at -> Nullable<BigInt>,
        note -> Nullable<Text>,
        keyed_by_transaction -> Bool,
        cause -> Nullable<Text>,
        tax_cents -> Nullable<BigInt>,
        lines -> Nullable<Text>,
        fee_cents -> BigInt,
    }
}

diesel::table! {
    refund_keys (user_id, request_key) {
        user_id -> Text,
        request_key -> Text,
        refund_id -> Text,
        fingerprint -> Text,
        used_at -> BigInt,
    }
}

diesel::table! {
    returns (user_id, order_id, id) {
        user_id -> Text,
        order_id -> Text,
        id -> Text,
        number -> Text,
        reason -> Text,
        note -> Nullable<Text>,
        answer -> Nullable<Text>,
        state -> Text,
        requested_at -> BigInt,
        decided_at -> Nullable<BigInt>,
        ended_at -> Nullable<BigInt>,
        reminded -> Bool,
        refund_id -> Nullable<Text>,
        revision -> BigInt,
        withdrawal -> Bool,
        found_reason -> Nullable<Text>,
    }
}

diesel::table! {
    core_claims (user_id, order_id, line) {
        user_id -> Text,
        order_id -> Text,
        line -> BigInt,
        received -> BigInt,
        refused -> BigInt,
        reason -> Nullable<Text>,
        reminded -> Bool,
        revision -> BigInt,
    }
}

diesel::table! {
    billing_series (kind) {
        kind -> Text,
        last_number -> BigInt,
    }
}

diesel::table! {
    billing_documents (kind, number) {
        kind -> Text,
        number -> BigInt,
        user_id -> Text,
        order_id -> Text,
        refund_id -> Text,
        amount_cents -> BigInt,
        tax_cents -> BigInt,
        seller -> Text,
        issued_at -> BigInt,
    }
}

diesel::table! {
    withdrawals (id) {
        id -> Text,
        reference -> Text,
        email -> Text,
        name -> Nullable<Text>,
        parts -> Nullable<Text>,
        outcome -> Text,
        received_at -> BigInt,
        user_id -> Nullable<Text>,
        order_id -> Nullable<Text>,
        return_id -> Nullable<Text>,
    }
}

diesel::table! {
    return_lines (user_id, order_id, return_id, line) {
        user_id -> Text,
        order_id -> Text,
        return_id -> Text,
        line -> BigInt,
        pieces -> BigInt,
        restocked -> Nullable<BigInt>,
        damaged -> Nullable<BigInt>,
        refused -> Nullable<BigInt>,
    }
}

diesel::table! {
    ledger (user_id, order_id, id) {
        user_id -> Text,
        order_id -> Text,
        id -> Text,
        part_id -> Nullable<Text>,
        movement -> Text,
        pieces -> BigInt,
        cents -> BigInt,
        happened_at -> BigInt,
        origin -> Nullable<Text>,
    }
}

diesel::table! {
    shop (name) {
        name -> Text,
        shop_id -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    unmatched_payments (transaction_id) {
        transaction_id -> Text,
        order_id -> Text,
        amount_cents -> BigInt,
        found_at -> BigInt,
        confirmed_at -> Nullable<BigInt>,
        failures -> BigInt,
        next_try_at -> BigInt,
        closed_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    outbox (user_id, id) {
        user_id -> Text,
        id -> Text,
        recipient -> Text,
        subject -> Text,
        body -> Text,
        written_at -> BigInt,
        sent_at -> Nullable<BigInt>,
        tries -> BigInt,
        next_try_at -> Nullable<BigInt>,
        good_until -> Nullable<BigInt>,
        redacted_body -> Nullable<Text>,
        order_id -> Nullable<Text>,
        mailbox -> Nullable<Text>,
        carries_code -> Nullable<Bool>,
        content -> Nullable<Text>,
    }
}

diesel::table! {
    reviews (user_id, day) {
        user_id -> Text,
        day -> BigInt,
        id -> Text,
        name -> Text,
        rating -> BigInt,
        body -> Text,
        written_at -> BigInt,
    }
}

diesel::table! {
    accounts (id) {
        id -> Text,
        email -> Text,
        name -> Nullable<Text>,
        password_hash -> Nullable<Text>,
        google_subject -> Nullable<Text>,
        email_verified -> Bool,
        created_at -> BigInt,
        last_sign_in_at -> BigInt,
    }
}

diesel::table! {
    account_emails (email) {
        email -> Text,
        account_id -> Text,
    }
}

diesel::table! {
    sessions (token_hash) {
        token_hash -> Text,
        account_id -> Text,
        provider -> Text,
        started_at -> BigInt,
        family -> Nullable<Text>,
        parent -> Nullable<Text>,
        replaced_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    shop_sessions (user_id, id) {
        user_id -> Text,
        id -> Text,
        sign_in -> Text,
        signed_in_at -> BigInt,
        renewed_at -> BigInt,
        expires_at -> BigInt,
        ended_at -> Nullable<BigInt>,
        order_id -> Nullable<Text>,
    }
}

diesel::table! {
    session_cutoffs (user_id) {
        user_id -> Text,
        cutoff -> BigInt,
    }
}

diesel::table! {
    guest_links (digest) {
        digest -> Text,
        user_id -> Text,
        order_id -> Nullable<Text>,
        revoked -> Nullable<Text>,
    }
}

diesel::table! {
    return_policies (id) {
        id -> BigInt,
        revision -> BigInt,
        policies -> Text,
    }
}

diesel::table! {
    rates (id) {
        id -> BigInt,
        revision -> BigInt,
    }
}

diesel::table! {
    shipping_methods (id) {
        id -> Text,
        position -> BigInt,
        name -> Text,
        countries -> Text,
        postal_prefixes -> Text,
        except_postal_prefixes -> Text,
        base_cents -> BigInt,
        per_kilogram_cents -> BigInt,
        free_from_cents -> Nullable<BigInt>,
        max_grams -> Nullable<BigInt>,
        takes_hazmat -> Bool,
        days_from -> BigInt,
        days_to -> BigInt,
        active -> Bool,
    }
}

diesel::table! {
    tax_rates (country, region) {
        country -> Text,
        region -> Text,
        millionths -> BigInt,
        on_shipping -> Bool,
        on_core -> Bool,
    }
}

diesel::table! {
    postal_tax_rates (position) {
        position -> BigInt,
        country -> Text,
        region -> Text,
        postal_prefixes -> Text,
        millionths -> BigInt,
        on_shipping -> Bool,
        on_core -> Bool,
    }
}

diesel::table! {
    carts (user_id) {
        user_id -> Text,
        revision -> BigInt,
        lines -> Text,
        changed_at -> BigInt,
    }
}

diesel::table! {
    garages (user_id) {
        user_id -> Text,
        revision -> BigInt,
        vehicles -> Text,
        chosen -> Text,
    }
}

diesel::table! {
    address_books (user_id) {
        user_id -> Text,
        revision -> BigInt,
        addresses -> Text,
    }
}

diesel::table! {
    reset_codes (code_hash) {
        code_hash -> Text,
        account_id -> Text,
        expires_at -> BigInt,
        purpose -> Nullable<Text>,
        new_email -> Nullable<Text>,
    }
}

diesel::table! {
    signing_keys (name) {
        name -> Text,
        material -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    subscriptions (id) {
        id -> Text,
        email -> Text,
        state -> Text,
        created_at -> BigInt,
        mailed_at -> BigInt,
        confirmed_at -> Nullable<BigInt>,
        revision -> BigInt,
    }
}

diesel::table! {
    subscription_emails (email) {
        email -> Text,
        subscription_id -> Text,
    }
}

diesel::table! {
    coupons (subscription_id) {
        subscription_id -> Text,
        code -> Text,
        amount_cents -> BigInt,
        issued_at -> BigInt,
        used_at -> Nullable<BigInt>,
        user_id -> Nullable<Text>,
        order_id -> Nullable<Text>,
        minimum_cents -> BigInt,
        valid_until -> Nullable<BigInt>,
        recipient -> Nullable<Text>,
    }
}

diesel::table! {
    coupon_recipients (digest) {
        digest -> Text,
        issued_at -> BigInt,
    }
}

diesel::table! {
    coupon_redemptions (digest) {
        digest -> Text,
        user_id -> Text,
        order_id -> Text,
    }
}

diesel::table! {
    coupon_codes (code) {
        code -> Text,
        subscription_id -> Text,
    }
}

diesel::table! {
    newsletter_links (digest) {
        digest -> Text,
        subscription_id -> Text,
        purpose -> Text,
        ends_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    feedback (id) {
        id -> Text,
        message -> Text,
        email -> Nullable<Text>,
        written_at -> BigInt,
    }
}

diesel::table! {
    day_numbers (time_zone, day) {
        day -> BigInt,
        orders -> BigInt,
        new_customers -> BigInt,
        revenue_cents -> BigInt,
        refunded_cents -> BigInt,
        counted_at -> BigInt,
        time_zone -> Text,
    }
}

diesel::table! {
    books_checks (id) {
        id -> Text,
        checked_at -> BigInt,
        whole_at -> BigInt,
        balanced_until -> BigInt,
        wrong_orders -> BigInt,
        wrong_parts -> BigInt,
    }
}

diesel::table! {
    network_locks (bucket) {
        bucket -> Text,
    }
}

diesel::table! {
    held_balances (part_id) {
        part_id -> Text,
        pieces -> BigInt,
    }
}

diesel::allow_tables_to_appear_in_same_query!(orders, order_lines, ledger, payment_intents, refunds);
diesel::allow_tables_to_appear_in_same_query!(returns, return_lines);
diesel::allow_tables_to_appear_in_same_query!(orders, core_claims);
diesel::joinable!(stock -> parts (part_id));
diesel::joinable!(listings -> brands (brand_id));
diesel::joinable!(listings -> parts (part_id));
diesel::joinable!(part_numbers -> parts (part_id));
diesel::joinable!(stock_alerts -> parts (part_id));
diesel::joinable!(fitment_counts -> parts (part_id));
diesel::allow_tables_to_appear_in_same_query!(
    parts,
    stock,
    listings,
    brands,
    part_numbers,
    stock_alerts,
    fitment_counts,
    fit_suspensions,
    fitments
);
diesel::joinable!(coupons -> subscriptions (subscription_id));
diesel::allow_tables_to_appear_in_same_query!(fit_evidence, fit_suspensions);
diesel::allow_tables_to_appear_in_same_query!(subscriptions, coupons);
diesel::allow_tables_to_appear_in_same_query!(shop_sessions, session_cutoffs);
