//! Every rule by capability, as the macro that turns them into tests.

/// Lists every rule as a test of one store. See [`store_contract`](mod@crate::store_contract).
#[macro_export]
macro_rules! store_contract {
    ($name:ident, $make:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "the expression may need nothing from outside")]
            use super::*;

            $crate::store_contract!(@list rules $make);
        }
    };
    // Runs every rule once, one after the other, inside a single test.
    (@tour $make:expr) => {
        $crate::store_contract!(@list run $make);
    };
    (@list $kind:ident $make:expr) => {
            $crate::store_contract!(@$kind store $make; books:
                entries_of_several_orders_are_read_in_one_call,
                orders_that_disagree_with_their_entries_are_suspect,
                orders_are_looked_at_some_customers_at_a_time,
                what_moved_is_found_by_time,
                balances_are_kept_by_part,
                the_last_check_of_the_books_is_remembered,
            );
            $crate::store_contract!(@$kind store $make; numbers:
                orders_are_counted_by_the_day_and_customers_by_their_first_order,
                money_is_counted_by_the_day_on_which_it_moved,
                days_are_counted_by_the_clocks_of_a_time_zone,
                the_numbers_of_a_day_are_kept_once,
            );
            $crate::store_contract!(@$kind store $make; retention:
                what_is_old_is_forgotten_oldest_first,
                old_mails_are_forgotten_however_far_they_came,
                of_an_old_cancelled_order_only_the_books_remain,
                a_guest_is_erased_with_the_last_of_their_orders,
            );
            $crate::store_contract!(@$kind store $make; catalogue:
                a_part_is_found_as_it_was_inserted,
                the_bounds_of_a_part_survive,
                an_unknown_part_is_not_found,
                several_parts_are_read_at_once_by_id,
                a_part_is_inserted_once,
                the_catalogue_is_paged_without_gaps_or_repeats,
                a_part_added_while_paging_disturbs_nothing,
                a_hidden_part_leaves_the_catalogue_and_keeps_its_stock,
                hiding_twice_answers_no,
                taking_stock_is_all_or_nothing,
                an_unknown_part_has_no_stock,
                stock_is_never_oversold,
                returned_stock_can_be_sold_again,
                more_than_was_supplied_cannot_come_back,
                stock_accounts_hold_every_part_by_id,
            );
            $crate::store_contract!(@$kind store $make; managing:
                admins_list_parts_newest_first,
                a_managed_part_says_what_visitors_do_not_see,
                managed_parts_come_in_the_order_of_their_ids,
            );
            $crate::store_contract!(@$kind store $make; listings:
                a_listing_is_found_as_it_was_saved,
                a_number_that_stands_there_twice_is_kept_once,
                parts_are_added_at_once_as_they_are_one_by_one,
                parts_are_changed_at_once_as_they_are_one_by_one,
                a_listing_needs_its_part_brand_and_category,
                cards_tell_what_lists_show_of_a_listing,
                cards_come_in_the_order_they_are_asked_for_without_hidden_parts,
                an_update_of_a_part_counts_its_revision_and_keeps_its_stock,
                changes_come_in_their_order_and_each_part_once,
                a_number_leads_to_its_parts_own_ones_first,
                a_number_of_a_brand_has_one_part,
                brands_are_listed_by_id_and_kept_while_parts_have_them,
                categories_are_a_tree_and_kept_while_something_is_in_them,
                pictures_and_attributes_keep_their_order,
            );
            $crate::store_contract!(@$kind store $make; vehicles:
                vehicles_are_found_as_they_were_saved,
                vehicles_are_renamed_and_their_engines_replaced,
                a_model_needs_its_make,
                models_have_the_years_in_which_they_were_built,
                codes_are_listed_by_scheme_and_kind,
            );
            $crate::store_contract!(@$kind store $make; fitment:
                a_part_without_data_is_known_to_have_none,
                applications_are_found_as_they_were_written,
                applications_of_one_model_are_replaced_alone,
                all_applications_are_replaced_together,
                applications_need_their_part_model_and_conditions,
                years_that_follow_one_another_are_kept_as_one,
                a_part_keeps_its_fitment_in_another_category,
                only_requested_parts_and_models_are_returned,
                a_deleted_part_keeps_its_fitment_and_is_marked_deleted,
                models_and_parts_are_paged,
                a_vehicle_is_listed_when_a_part_names_it,
                a_suspension_is_returned_until_it_ends,
                a_condition_is_in_the_dictionary_once,
                what_a_condition_is_about_shows_in_every_application,
                parts_are_found_by_their_conditions,
            );
            $crate::store_contract!(@$kind store $make; imports:
                an_import_is_found_as_it_was_saved,
                imports_are_listed_newest_first,
                one_holder_works_on_imports,
                unfinished_imports_are_those_being_read_or_applied,
                the_holder_says_how_far_it_is,
                changes_are_paged_and_deleted_bit_by_bit,
                findings_are_paged_by_kind,
                parts_are_found_by_the_numbers_of_a_brand,
                parts_say_by_what_files_name_them,
                parts_say_how_much_there_is_of_them,
                models_and_engines_are_listed_by_key,
            );
            $crate::store_contract!(@$kind store $make; stock:
                stock_moves_together_with_what_was_supplied,
                pieces_that_orders_hold_cannot_be_written_off,
                a_part_never_has_more_pieces_than_can_be_counted,
                of_many_who_write_off_the_last_pieces_one_does,
                what_was_counted_is_written_down_while_the_stock_is_as_it_was_seen,
                a_part_that_can_be_ordered_again_has_changed,
                of_those_who_lock_stock_each_sees_what_the_others_did,
                the_stock_of_several_parts_moves_at_once_as_it_does_one_by_one,
                a_movement_is_remembered_by_its_key,
                low_stock_is_determined_by_the_reorder_point,
            );
            $crate::store_contract!(@$kind store $make; stock_alerts:
                an_address_waits_for_its_parts_newest_first,
                an_address_waits_for_a_part_once,
                an_alert_needs_its_part,
                alerts_are_due_while_their_part_can_be_ordered,
                one_of_many_takes_an_alert_away,
                one_alert_is_made_however_many_ask,
                a_link_leads_to_all_that_an_address_waits_for,
                old_alerts_and_links_are_forgotten_oldest_first,
                a_confirmed_alert_is_due_after_a_restock,
                a_part_that_is_shown_again_or_has_a_lower_minimum_is_renewed,
                an_address_confirms_once_for_all_parts,
                unconfirmed_alerts_are_purged_separately,
            );
            $crate::store_contract!(@$kind store $make; order_lists:
                orders_are_listed_newest_first_without_deleted_ones,
                orders_are_paged_without_gaps_or_repeats,
                every_list_has_the_orders_that_its_rule_says,
                orders_are_found_by_number_person_and_period,
                customers_see_their_own_orders,
                overdue_orders_come_page_by_page,
                a_shop_knows_whether_it_ever_had_an_order,
                undecided_disputes_come_page_by_page,
            );
            $crate::store_contract!(@$kind store $make; orders:
                an_order_is_found_as_it_was_inserted,
                a_number_belongs_to_one_order,
                orders_at_once_get_different_numbers,
                the_milestones_of_an_order_survive,
                charges_and_destination_are_found_as_they_were_agreed,
                the_bounds_of_an_order_survive,
                the_lines_of_an_order_survive_in_every_way_of_reading_it,
                every_state_survives_an_insert,
                every_state_survives_an_update,
                what_was_given_back_in_parts_survives,
                what_went_back_without_the_shop_survives,
                an_order_is_found_only_together_with_its_owner,
                the_owner_of_an_order_is_known,
                an_order_id_is_unique_across_customers,
                an_order_needs_its_customer_and_its_part,
                an_order_needs_every_one_of_its_parts,
                an_update_counts_the_revision_and_keeps_the_facts,
                a_stale_update_collides,
                parallel_updates_of_one_order_are_all_kept,
                an_order_is_cancelled_once_by_many,
                an_idempotency_key_is_remembered_for_its_customer,
                an_idempotency_key_is_used_once,
                one_key_places_one_order_however_many_ask,
                the_ledger_keeps_every_movement_oldest_first,
                the_ledger_tells_orders_apart,
                a_ledger_entry_is_written_once,
            );
            $crate::store_contract!(@$kind store $make; unpaid_orders:
                orders_that_are_neither_paid_nor_deleted_nor_shipped_are_unpaid,
                unpaid_pieces_are_counted_by_part_and_for_one_customer,
                the_paid_amount_of_a_customer_is_the_sum_over_their_orders,
                reservations_from_a_network_count_for_all_its_customers,
                a_network_is_cleared_with_the_reservation,
                orders_from_a_locked_network_see_each_other,
                money_that_a_bank_has_taken_is_no_payment,
                money_that_went_back_is_no_payment,
                only_a_customer_who_exists_can_be_locked,
                orders_of_a_locked_customer_see_each_other,
            );
            $crate::store_contract!(@$kind store $make; payments:
                attempts_survive_in_every_status,
                attempts_need_their_order,
                an_attempt_number_is_used_once,
                an_order_has_one_live_attempt,
                one_attempt_is_started_however_many_ask,
                an_attempt_changes_only_from_the_expected_status,
                one_of_many_changes_an_attempt,
                live_attempts_come_page_by_page,
                a_transaction_belongs_to_one_order,
                one_of_many_claims_a_transaction,
                a_message_is_taken_in_once_for_each_order,
                one_of_many_takes_in_a_message,
                refunds_survive_for_every_reason,
                the_whole_of_a_transaction_is_refunded_once,
                a_transaction_has_any_number_of_partial_refunds,
                a_refund_is_remembered_by_its_key,
                due_refunds_come_page_by_page,
                how_far_a_refund_has_come_is_noted_once,
                a_shop_has_one_name_for_ever,
                payments_without_an_order_wait_until_they_are_closed,
            );
            $crate::store_contract!(@$kind store $make; accounts:
                a_user_is_found_as_they_were_inserted,
                a_whole_profile_survives,
                an_unknown_user_is_not_found,
                an_address_belongs_to_one_user,
                a_user_is_inserted_once,
                one_user_is_made_however_many_sign_in,
                users_are_paged_in_the_order_they_joined,
                a_subject_belongs_to_one_user,
                an_update_changes_neither_id_nor_role_nor_birth,
                an_update_moves_address_and_subject_along,
                a_member_who_becomes_a_guest_gives_up_address_and_subject,
                an_update_takes_no_address_of_another,
                an_update_can_clear_optional_fields,
                a_stale_update_of_a_user_collides,
                an_unknown_user_cannot_be_updated,
                an_address_that_would_not_be_accepted_today_stays_readable,
                a_role_is_set_and_counts_as_a_change,
                admins_are_counted,
                two_admins_cannot_demote_each_other,
                addresses_are_found_by_id,
            );
            $crate::store_contract!(@$kind store $make; audit:
                an_audit_entry_is_found_as_it_was_written,
                the_audit_log_is_paged_newest_first,
                the_audit_log_is_filtered,
                an_audit_entry_is_written_once,
            );
            $crate::store_contract!(@$kind store $make; sessions:
                a_session_is_found_as_it_was_inserted,
                a_session_is_found_only_together_with_its_person,
                a_sign_in_has_one_session,
                a_session_needs_its_person,
                a_session_is_renewed_until_it_is_ended,
                all_sessions_of_one_user_end_and_no_others,
                one_of_many_ends_a_session,
                a_cutoff_never_moves_back,
                cutoffs_set_at_once_leave_the_latest,
                sessions_that_expired_are_forgotten_first_ones_first,
                the_sessions_beyond_the_newest_are_the_least_recently_used,
            );
            $crate::store_contract!(@$kind store $make; member_documents:
                a_document_is_found_as_it_was_saved,
                a_document_needs_its_owner,
                a_stale_document_conflicts,
                one_of_many_saves_a_document,
                an_address_that_would_be_refused_today_stays_readable,
                unchanged_carts_are_purged_oldest_first,
            );
            $crate::store_contract!(@$kind store $make; guests:
                a_guest_claims_no_address_and_is_no_member,
                a_guest_link_is_found_by_its_digest,
                links_are_revoked_by_order_by_guest_and_by_address,
                guests_who_never_ordered_are_forgotten,
            );
            $crate::store_contract!(@$kind store $make; returns:
                a_return_is_found_as_it_was_written,
                returns_need_their_order,
                the_returns_of_an_order_come_oldest_first,
                returns_are_filtered_and_come_newest_first,
                returns_that_wait_for_the_shop_are_counted,
                an_update_of_a_return_saves_what_became_of_its_pieces,
                a_stale_update_of_a_return_changes_nothing,
                approved_returns_are_found_by_the_time_of_their_approval,
                the_notes_of_an_erased_member_are_erased,
            );
            $crate::store_contract!(@$kind store $make; withdrawals:
                a_withdrawal_is_found_as_it_was_written,
                withdrawals_are_paged_newest_first,
                withdrawals_are_found_by_address_and_by_customer,
                the_person_in_a_withdrawal_can_be_erased,
            );
            $crate::store_contract!(@$kind store $make; personal_data:
                the_reviews_of_one_author_are_found_newest_first,
                an_erased_member_leaves_orders_and_a_subject,
                a_concurrently_changed_member_is_not_erased,
                an_erased_member_comes_back_with_the_next_save,
                an_erased_subscription_frees_its_address,
                who_has_ordered_and_not_paid_owes,
                data_submitted_by_an_address_is_found_and_erased,
            );
            $crate::store_contract!(@$kind store $make; rates:
                rates_are_found_as_they_were_saved,
                rates_are_replaced_whole,
                rates_of_postal_codes_are_found_as_they_were_saved,
                stale_rates_collide,
                a_change_of_rates_counts,
                the_weights_of_several_parts_are_read_at_once,
            );
            $crate::store_contract!(@$kind store $make; generations:
                a_change_of_a_part_or_its_stock_counts,
                a_change_of_a_listing_a_brand_or_a_category_counts,
                a_change_of_reviews_counts,
                what_is_not_kept_does_not_count,
                only_the_run_that_is_kept_counts,
                a_number_never_runs_ahead_of_the_data,
            );
            $crate::store_contract!(@$kind store $make; reviews:
                a_review_is_found_as_it_was_inserted,
                reviews_are_paged_newest_first,
                a_review_is_deleted_once,
                a_person_reviews_once_a_day,
                another_day_or_person_is_another_review,
                one_of_many_reviews_is_kept,
                a_review_needs_its_author,
            );
            $crate::store_contract!(@$kind store $make; newsletter:
                a_subscription_is_found_as_it_was_inserted,
                an_unknown_subscription_is_not_found,
                an_address_is_subscribed_once,
                one_subscription_is_made_however_many_ask,
                subscriptions_are_paged_newest_first_with_their_coupons,
                an_update_of_a_subscription_keeps_address_and_coupon,
                a_stale_update_of_a_subscription_collides,
                a_subscription_has_one_coupon_for_ever,
                a_coupon_code_belongs_to_one_coupon,
                a_coupon_needs_its_subscription,
                one_of_many_gives_the_coupon,
                a_coupon_is_used_once_and_can_be_freed,
                one_of_many_orders_uses_the_coupon,
                a_mailbox_that_received_a_coupon_is_recorded_permanently,
                a_claim_belongs_to_one_order,
                a_newsletter_link_is_found_by_its_digest,
                only_the_links_that_confirm_are_taken_back,
                only_links_that_confirmed_and_have_ended_are_forgotten,
            );
            $crate::store_contract!(@$kind store $make; servers:
                one_server_has_a_task_until_its_lease_ends,
                giving_a_lease_overrides_its_current_holder,
                of_servers_that_want_a_task_at_once_one_gets_it,
                what_clients_did_is_added_up_by_the_minute_and_forgotten,
            );
            $crate::store_contract!(@$kind store $make; feedback:
                a_message_is_found_as_it_was_written,
                messages_are_paged_newest_first,
                a_message_is_written_once,
            );
            $crate::store_contract!(@$kind store $make; outbox:
                a_mail_is_found_as_it_was_written,
                mails_are_paged_newest_first,
                the_mails_about_an_order_are_found,
                a_mail_is_written_once,
                a_mail_needs_no_user,
                a_mail_is_rolled_back_with_its_cause,
                due_mails_come_page_by_page_oldest_first,
                a_delivery_changes_only_from_what_was_seen,
                a_mail_loses_its_secrets_when_it_has_gone_or_never_will,
                one_of_many_claims_a_mail,
                order_mails_that_wait_are_found_by_their_address,
                unasked_mails_are_counted_by_their_mailbox,
                decisions_about_a_mailbox_are_serialized,
                mails_about_anything_but_orders_are_counted_for_their_owner,
            );
            $crate::store_contract!(@$kind identity_store $make; identity_accounts:
                an_account_is_found_as_it_was_inserted,
                an_unknown_account_is_not_found,
                an_address_belongs_to_one_account,
                an_update_changes_neither_id_nor_address_nor_birth,
                a_stale_update_of_an_account_collides,
                an_unknown_account_cannot_be_updated,
                of_many_who_change_an_account_none_is_forgotten,
                google_accounts_come_oldest_first,
                a_signing_key_is_kept_once,
                signing_keys_are_separated_by_purpose,
                one_signing_key_is_made_however_many_ask,
                an_account_moves_to_an_address_that_is_free,
                a_deleted_account_leaves_nothing,
            );
            $crate::store_contract!(@$kind identity_store $make; identity_sign_ins:
                a_refresh_token_is_found_as_it_was_inserted,
                a_refresh_token_lives_until_it_is_ended,
                a_family_of_refresh_tokens_ends_together,
                one_of_many_replaces_a_refresh_token,
                refresh_tokens_of_old_sign_ins_are_forgotten_oldest_first,
                a_refresh_token_is_made_once,
                refresh_tokens_and_codes_need_their_account,
                a_reset_code_survives,
                a_reset_code_is_made_once,
                one_of_many_uses_a_reset_code,
                a_sign_in_racing_a_password_change_leaves_no_token,
                reset_codes_that_ended_are_forgotten_first_ones_first,
            );
            $crate::store_contract!(@$kind store $make; units_of_work:
                the_store_is_ready,
                a_unit_sees_what_it_wrote,
                a_refused_unit_leaves_nothing,
                a_dry_run_returns_what_it_would_do_and_leaves_nothing,
                a_read_writes_nothing,
                a_read_sees_one_moment,
                a_read_of_one_statement_gets_no_second,
                a_panic_leaves_nothing_and_the_store_lives_on,
                a_unit_that_goes_on_after_a_failure_is_not_kept,
                after_a_failure_nothing_more_is_answered,
                a_collision_leads_to_another_run,
                a_collision_that_the_work_finds_leads_to_another_run,
                endless_collisions_end,
                many_writers_all_succeed,
                a_cancelled_caller_does_not_affect_others,
            );
    };
    (@run $view:ident $make:expr; $capability:ident: $($rule:ident),* $(,)?) => {
        $({
            let fixture: $crate::store_contract::Fixture = $make;
            $crate::store_contract::$capability::$rule(fixture.$view()).await;
        })*
    };
    (@rules $view:ident $make:expr; $capability:ident: $($rule:ident),* $(,)?) => {
        mod $capability {
            #[allow(unused_imports, reason = "the expression may need nothing from outside")]
            use super::*;

            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $rule() {
                    let fixture: $crate::store_contract::Fixture = $make;
                    $crate::store_contract::$capability::$rule(fixture.$view()).await;
                }
            )*
        }
    };
}
