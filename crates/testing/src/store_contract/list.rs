//! The list of all rules by capability, in a macro that turns them into tests.

/// Makes each rule a test of one store. See [`store_contract`](mod@crate::store_contract).
#[macro_export]
macro_rules! store_contract {
    ($name:ident, $make:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "the expression may need no imports")]
            use super::*;

            $crate::store_contract!(@list rules $make);
        }
    };
    // Runs all rules one after the other in a single test.
    (@tour $make:expr) => {
        $crate::store_contract!(@list run $make);
    };
    (@list $kind:ident $make:expr) => {
            $crate::store_contract!(@$kind store $make; books:
                entries_of_several_orders_are_read_in_one_call,
                orders_that_disagree_with_their_entries_are_doubtful,
                orders_are_checked_by_ranges_of_customers,
                movements_are_found_by_time,
                held_balances_are_stored_by_part,
                the_last_check_of_the_books_is_stored,
            );
            $crate::store_contract!(@$kind store $make; numbers:
                orders_are_counted_by_day_and_customers_by_first_order,
                money_is_counted_by_the_day_on_which_it_moved,
                days_follow_the_time_zone,
                the_numbers_of_a_day_are_stored_once,
            );
            $crate::store_contract!(@$kind store $make; retention:
                old_records_are_purged_oldest_first,
                old_mails_are_purged,
                an_old_cancelled_order_keeps_only_what_the_books_need,
                a_guest_is_erased_with_their_last_order,
            );
            $crate::store_contract!(@$kind store $make; catalogue:
                a_part_is_found_as_it_was_inserted,
                extreme_values_of_a_part_survive,
                an_unknown_part_is_not_found,
                several_parts_are_read_at_once_by_id,
                a_part_is_inserted_once,
                the_catalogue_is_paged_without_gaps_or_repeats,
                a_part_added_while_paging_does_not_disturb_the_pages,
                a_hidden_part_leaves_the_catalogue_and_keeps_its_stock,
                hiding_twice_returns_false,
                taking_stock_is_all_or_nothing,
                an_unknown_part_has_no_stock,
                stock_is_never_oversold,
                returned_stock_can_be_sold_again,
                more_than_was_supplied_cannot_be_returned,
                stock_accounts_list_every_part_by_id,
            );
            $crate::store_contract!(@$kind store $make; managing:
                admins_list_parts_newest_first,
                a_managed_part_includes_what_visitors_do_not_see,
                managed_parts_come_in_the_requested_order,
            );
            $crate::store_contract!(@$kind store $make; listings:
                a_listing_is_found_as_it_was_saved,
                a_duplicate_number_is_stored_once,
                adding_parts_together_equals_adding_them_one_by_one,
                changing_parts_together_equals_changing_them_one_by_one,
                a_listing_needs_its_part_brand_and_category,
                cards_have_the_details_that_lists_show,
                cards_come_in_the_requested_order_without_hidden_parts,
                an_update_of_a_part_increments_its_revision_and_keeps_its_stock,
                changed_parts_come_in_order_of_change_each_once,
                parts_are_found_by_number_own_numbers_first,
                a_number_of_a_brand_has_one_part,
                brands_are_listed_by_id_and_kept_while_parts_have_them,
                categories_are_a_tree_and_kept_while_not_empty,
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
                consecutive_years_are_joined,
                a_part_keeps_its_fitment_in_another_category,
                only_requested_parts_and_models_are_returned,
                a_deleted_part_keeps_its_fitment_and_is_marked_deleted,
                models_and_parts_are_paged,
                a_vehicle_is_listed_when_a_part_names_it,
                a_suspension_is_returned_until_it_ends,
                a_condition_is_in_the_dictionary_once,
                a_classification_shows_in_every_application,
                parts_are_found_by_their_conditions,
            );
            $crate::store_contract!(@$kind store $make; fit_evidence:
                evidence_is_found_as_it_was_saved,
                evidence_is_saved_once_per_revision,
                misfits_are_found_by_part_and_model_latest_first,
                flags_come_by_expected_loss_without_suspended_ones,
                the_least_recently_counted_evidence_comes_first,
                shipped_lines_with_an_application_are_found_by_customer,
                changed_applications_have_no_evidence,
            );
            $crate::store_contract!(@$kind store $make; cores:
                a_record_is_found_as_it_was_saved,
                records_of_several_orders_are_found_at_once,
                a_record_is_saved_once_per_revision,
                claims_are_filtered_by_the_state_of_their_pieces_and_come_newest_first,
                core_charges_are_summed_by_the_state_of_their_pieces,
                orders_whose_customer_was_not_reminded_are_found_by_the_time_of_shipping,
                orders_with_recorded_cores_are_doubtful,
            );
            $crate::store_contract!(@$kind store $make; imports:
                an_import_is_found_as_it_was_saved,
                imports_are_listed_newest_first,
                one_holder_works_on_imports,
                unfinished_imports_are_those_being_read_or_applied,
                the_holder_reports_its_progress,
                changes_are_paged_and_deleted_in_batches,
                findings_are_paged_by_kind,
                parts_are_found_by_the_numbers_of_a_brand,
                keys_of_parts_in_files_are_read_by_part,
                stock_levels_are_read_by_part,
                models_and_engines_are_listed_by_key,
            );
            $crate::store_contract!(@$kind store $make; stock:
                available_and_supplied_pieces_change_together,
                pieces_that_orders_hold_cannot_be_written_off,
                a_part_never_has_more_pieces_than_can_be_counted,
                the_last_pieces_are_written_off_once,
                a_count_is_recorded_only_if_the_stock_is_unchanged,
                a_part_that_can_be_ordered_again_is_marked_as_changed,
                each_holder_of_a_stock_lock_sees_earlier_movements,
                moving_stock_of_parts_together_equals_moving_it_one_by_one,
                a_movement_is_found_by_its_idempotency_key,
                low_stock_is_determined_by_the_reorder_point,
            );
            $crate::store_contract!(@$kind store $make; stock_alerts:
                an_address_waits_for_its_parts_newest_first,
                an_address_waits_for_a_part_once,
                an_alert_needs_its_part,
                alerts_are_due_while_their_part_can_be_ordered,
                one_of_many_deletes_an_alert,
                concurrent_requests_create_one_alert,
                a_link_leads_to_all_alerts_of_its_address,
                old_alerts_and_links_are_purged_oldest_first,
                a_confirmed_alert_is_due_after_a_restock,
                a_part_that_is_shown_again_or_has_a_lower_minimum_is_renewed,
                an_address_confirms_once_for_all_parts,
                unconfirmed_alerts_are_purged_separately,
            );
            $crate::store_contract!(@$kind store $make; order_lists:
                orders_are_listed_newest_first_without_deleted_ones,
                orders_are_paged_without_gaps_or_repeats,
                every_list_has_the_orders_that_match_its_rule,
                orders_are_found_by_number_person_and_period,
                customers_see_their_own_orders,
                overdue_orders_are_paged,
                a_shop_knows_whether_it_ever_had_an_order,
                undecided_disputes_are_paged,
            );
            $crate::store_contract!(@$kind store $make; orders:
                an_order_is_found_as_it_was_inserted,
                a_number_belongs_to_one_order,
                concurrent_orders_get_different_numbers,
                the_milestones_of_an_order_survive,
                charges_and_destination_are_found_as_they_were_agreed,
                extreme_values_of_an_order_survive,
                every_query_returns_all_lines_of_an_order,
                every_state_survives_an_insert,
                every_state_survives_an_update,
                partial_refunds_of_an_order_survive,
                reversals_of_an_order_survive,
                an_order_is_found_only_together_with_its_owner,
                the_owner_of_an_order_is_known,
                an_order_id_is_unique_across_customers,
                an_order_needs_its_customer_and_its_part,
                an_order_needs_every_one_of_its_parts,
                an_update_increments_the_revision_and_keeps_the_snapshot,
                a_stale_update_conflicts,
                no_parallel_update_of_an_order_is_lost,
                an_order_is_cancelled_once_by_many,
                an_idempotency_key_is_remembered_for_its_customer,
                an_idempotency_key_is_used_once,
                concurrent_requests_with_one_key_place_one_order,
                the_ledger_keeps_every_movement_oldest_first,
                the_ledger_separates_orders,
                a_ledger_entry_is_written_once,
            );
            $crate::store_contract!(@$kind store $make; unpaid_orders:
                orders_that_are_neither_paid_nor_deleted_nor_shipped_are_unpaid,
                unpaid_pieces_are_counted_by_part_and_for_one_customer,
                the_paid_amount_of_a_customer_is_the_sum_over_their_orders,
                reservations_from_a_network_count_for_all_its_customers,
                a_network_is_cleared_with_the_reservation,
                orders_from_a_locked_network_see_each_other,
                money_withdrawn_by_a_bank_is_not_a_payment,
                returned_money_is_not_a_payment,
                only_an_existing_customer_can_be_locked,
                orders_of_a_locked_customer_see_each_other,
            );
            $crate::store_contract!(@$kind store $make; payments:
                attempts_survive_in_every_status,
                attempts_need_their_order,
                an_attempt_number_is_used_once,
                an_order_has_one_live_attempt,
                concurrent_requests_start_one_attempt,
                an_attempt_changes_only_from_the_expected_status,
                one_of_many_changes_an_attempt,
                live_attempts_are_paged,
                a_transaction_belongs_to_one_order,
                one_of_many_claims_a_transaction,
                a_message_is_processed_once_for_each_order,
                one_of_many_processes_a_message,
                refunds_survive_for_every_reason,
                a_transaction_is_fully_refunded_once,
                a_transaction_has_any_number_of_partial_refunds,
                a_refund_is_found_by_its_idempotency_key,
                due_refunds_are_paged,
                a_refund_changes_only_from_the_expected_state,
                a_shop_has_one_permanent_id,
                unmatched_payments_stay_open_until_they_are_closed,
            );
            $crate::store_contract!(@$kind store $make; accounts:
                a_user_is_found_as_they_were_inserted,
                a_whole_profile_survives,
                an_unknown_user_is_not_found,
                an_address_belongs_to_one_user,
                a_user_is_inserted_once,
                concurrent_sign_ins_create_one_user,
                users_are_paged_in_the_order_they_joined,
                a_subject_belongs_to_one_user,
                an_update_changes_neither_id_nor_role_nor_joining_time,
                an_update_replaces_address_and_subject,
                a_member_who_becomes_a_guest_gives_up_address_and_subject,
                an_update_cannot_take_the_address_of_another_user,
                an_update_can_clear_optional_fields,
                a_stale_update_of_a_user_conflicts,
                an_unknown_user_cannot_be_updated,
                an_address_that_would_not_be_accepted_today_stays_readable,
                setting_a_role_increments_the_revision,
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
                a_session_is_found_only_together_with_its_user,
                a_sign_in_has_one_session,
                a_session_needs_its_user,
                a_session_is_renewed_until_it_is_ended,
                all_sessions_of_one_user_end_and_no_others,
                one_of_many_ends_a_session,
                a_cutoff_never_moves_back,
                of_concurrent_cutoffs_the_latest_stays,
                expired_sessions_are_purged_oldest_first,
                the_sessions_beyond_the_newest_are_the_least_recently_used,
            );
            $crate::store_contract!(@$kind store $make; member_documents:
                a_document_is_found_as_it_was_saved,
                a_document_needs_its_owner,
                a_stale_document_conflicts,
                one_of_many_saves_a_document,
                an_address_that_would_be_refused_today_stays_readable,
                unchanged_documents_are_purged_oldest_first,
            );
            $crate::store_contract!(@$kind store $make; guests:
                a_guest_claims_no_address_and_is_no_member,
                a_guest_link_is_found_by_its_digest,
                links_are_revoked_by_order_by_guest_and_by_address,
                guests_who_never_ordered_are_purged,
            );
            $crate::store_contract!(@$kind store $make; returns:
                a_return_is_found_as_it_was_written,
                returns_need_their_order,
                the_returns_of_an_order_come_oldest_first,
                several_returns_are_read_at_once_by_id,
                returns_are_filtered_and_come_newest_first,
                returns_that_wait_for_the_shop_are_counted,
                an_update_of_a_return_saves_its_inspection,
                a_stale_update_of_a_return_changes_nothing,
                approved_returns_are_found_by_the_time_of_their_approval,
                return_policies_are_found_as_they_were_saved,
                stale_return_policies_conflict,
                a_change_of_return_policies_raises_the_generation_of_every_part,
                the_notes_of_an_erased_member_are_erased,
            );
            $crate::store_contract!(@$kind store $make; billing:
                dates_ascend_with_the_numbers,
                more_tax_than_money_is_refused,
                a_document_is_found_as_it_was_issued,
                each_kind_of_document_is_numbered_from_one,
                a_document_is_issued_once_and_a_failure_leaves_no_gap,
                documents_issued_at_once_have_consecutive_numbers,
            );
            $crate::store_contract!(@$kind store $make; withdrawals:
                a_withdrawal_is_found_as_it_was_written,
                withdrawals_are_paged_newest_first,
                withdrawals_are_found_by_address_and_by_customer,
                personal_data_in_withdrawals_can_be_erased,
                old_withdrawals_without_a_return_are_purged,
            );
            $crate::store_contract!(@$kind store $make; personal_data:
                the_reviews_of_one_author_are_found_newest_first,
                an_erased_member_keeps_orders_and_subject,
                a_concurrently_changed_member_is_not_erased,
                an_erased_member_can_be_restored_by_an_update,
                an_erased_subscription_frees_its_address,
                a_customer_with_an_unpaid_order_owes_money,
                data_submitted_by_an_address_is_found_and_erased,
            );
            $crate::store_contract!(@$kind store $make; rates:
                rates_are_found_as_they_were_saved,
                rates_are_replaced_as_a_whole,
                rates_of_postal_codes_are_found_as_they_were_saved,
                stale_rates_conflict,
                a_change_of_rates_raises_its_generation,
                the_weights_of_several_parts_are_read_at_once,
            );
            $crate::store_contract!(@$kind store $make; generations:
                a_change_of_a_part_or_its_stock_raises_generations,
                a_change_of_a_listing_a_brand_or_a_category_raises_generations,
                a_change_of_reviews_raises_their_generation,
                a_rolled_back_change_raises_no_generation,
                only_the_committed_attempt_raises_generations,
                a_generation_never_runs_ahead_of_the_data,
            );
            $crate::store_contract!(@$kind store $make; reviews:
                a_review_is_found_as_it_was_inserted,
                reviews_are_paged_newest_first,
                a_review_is_deleted_once,
                a_person_reviews_once_a_day,
                another_day_or_person_is_another_review,
                one_of_many_reviews_is_stored,
                a_review_needs_its_author,
            );
            $crate::store_contract!(@$kind store $make; newsletter:
                a_subscription_is_found_as_it_was_inserted,
                an_unknown_subscription_is_not_found,
                an_address_is_subscribed_once,
                concurrent_requests_create_one_subscription,
                subscriptions_are_paged_newest_first_with_their_coupons,
                an_update_of_a_subscription_keeps_address_and_coupon,
                a_stale_update_of_a_subscription_conflicts,
                a_subscription_gets_only_one_coupon,
                a_coupon_code_belongs_to_one_coupon,
                a_coupon_needs_its_subscription,
                one_of_many_gives_the_coupon,
                a_coupon_is_used_once_and_can_be_freed,
                one_of_many_orders_uses_the_coupon,
                a_mailbox_that_received_a_coupon_is_recorded_permanently,
                a_redemption_belongs_to_one_order,
                a_newsletter_link_is_found_by_its_digest,
                only_confirmation_links_are_revoked,
                only_expired_confirmation_links_are_purged,
            );
            $crate::store_contract!(@$kind store $make; servers:
                one_server_has_a_task_until_its_lease_ends,
                giving_a_lease_overrides_its_current_holder,
                one_of_many_servers_gets_a_lease,
                uses_by_clients_are_counted_by_minute_and_purged,
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
                due_mails_are_paged_oldest_first,
                late_mails_are_counted_and_paged_newest_first,
                a_delivery_changes_only_from_the_expected_state,
                a_mail_loses_its_secrets_once_sent_or_given_up,
                one_of_many_claims_a_mail,
                waiting_order_mails_are_found_by_address,
                unasked_mails_are_counted_by_their_mailbox,
                decisions_about_a_mailbox_are_serialized,
                mails_not_about_orders_are_counted_by_owner,
            );
            $crate::store_contract!(@$kind identity_store $make; identity_accounts:
                an_account_is_found_as_it_was_inserted,
                an_unknown_account_is_not_found,
                an_address_belongs_to_one_account,
                an_update_changes_neither_id_nor_address_nor_creation_time,
                a_stale_update_of_an_account_conflicts,
                an_unknown_account_cannot_be_updated,
                no_concurrent_change_of_an_account_is_lost,
                google_accounts_come_oldest_first,
                a_signing_key_is_stored_once,
                signing_keys_are_separated_by_purpose,
                concurrent_requests_create_one_signing_key,
                an_account_moves_only_to_a_free_address,
                a_deleted_account_leaves_nothing,
            );
            $crate::store_contract!(@$kind identity_store $make; identity_sign_ins:
                a_refresh_token_is_found_as_it_was_inserted,
                a_refresh_token_lives_until_it_is_ended,
                a_family_of_refresh_tokens_ends_together,
                one_of_many_replaces_a_refresh_token,
                refresh_tokens_of_old_sign_ins_are_purged_oldest_first,
                a_refresh_token_is_inserted_once,
                refresh_tokens_and_codes_need_their_account,
                a_reset_code_survives,
                a_reset_code_is_inserted_once,
                one_of_many_uses_a_reset_code,
                a_sign_in_racing_a_password_change_leaves_no_token,
                expired_reset_codes_are_purged_oldest_first,
            );
            $crate::store_contract!(@$kind store $make; units_of_work:
                the_store_is_ready,
                a_unit_sees_what_it_wrote,
                a_refused_unit_leaves_nothing,
                a_dry_run_returns_what_it_would_do_and_leaves_nothing,
                a_read_writes_nothing,
                a_read_sees_one_moment,
                a_read_of_one_statement_refuses_a_second,
                a_panic_leaves_nothing_and_the_store_keeps_working,
                a_unit_that_continues_after_a_failure_is_rolled_back,
                after_a_failure_every_statement_fails,
                a_conflict_is_retried,
                a_conflict_found_by_the_work_is_retried,
                retries_are_limited,
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
            #[allow(unused_imports, reason = "the expression may need no imports")]
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
