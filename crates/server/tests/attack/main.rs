//! Attacks on the shop from outside, as a stranger or customer: the real binary, over the network. Each suite is a
//! test; each case prints one line, `refused` or `GOT THROUGH`.
//!
//! `make test` runs the quick suites. `make attack` runs all suites against the release binary and ends with `N
//! refused of N`. Most cases are table rows, so adding one takes one line. A suite first proves its preconditions:
//! the genuine token works, the honest order is placed. These are not cases; if one fails, the suite fails.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "what goes wrong here fails the test")]

mod access;
mod assignment;
#[path = "../binary/attackers.rs"]
mod attackers;
mod coupons;
mod files;
mod floods;
mod framing;
mod headers;
mod hoarding;
mod hops;
mod identity;
mod imports;
mod issuer;
mod links;
mod money;
mod planted;
mod provider;
mod rates;
mod raw;
mod report;
mod roles;
#[path = "../binary/scene.rs"]
#[expect(dead_code, reason = "shared with the tests of the binary, which need more of it")]
mod scene;
mod shop;
mod slow;
mod stalled;
mod strangers;
#[path = "../binary/support.rs"]
#[expect(dead_code, reason = "shared with the tests of the binary, which need more of it")]
mod support;
mod tokens;
mod webhooks;

use libtest_mimic::{Arguments, Trial};
use report::Report;
use std::{future::Future, pin::Pin, process::ExitCode};

type Running = Pin<Box<dyn Future<Output = Report>>>;

/// A set of attacks, each on its own shop.
struct Suite {
    name: &'static str,
    /// Whether it takes a minute or more, and so runs only in `make attack`.
    slow: bool,
    run: fn(Report) -> Running,
}

macro_rules! suites {
    ($($speed:ident $name:literal $run:path;)*) => {
        &[$(Suite { name: $name, slow: suites!(@$speed), run: |report| Box::pin($run(report)) },)*]
    };
    (@quick) => { false };
    (@slow) => { true };
}

const SUITES: &[Suite] = suites! {
    quick "tokens::forged_access_tokens" tokens::forged_access_tokens;
    quick "tokens::forged_id_tokens" tokens::forged_id_tokens;
    quick "access::data_of_other_users" access::data_of_other_users;
    quick "assignment::fields_that_are_not_the_callers" assignment::fields_that_are_not_the_callers;
    quick "money::prices_and_quantities" money::prices_and_quantities;
    quick "money::payments_of_others" money::payments_of_others;
    quick "webhooks::forged_messages" webhooks::forged_messages;
    quick "framing::smuggled_requests" framing::smuggled_requests;
    quick "framing::malformed_requests" framing::malformed_requests;
    quick "identity::people_who_change_their_address" identity::people_who_change_their_address;
    quick "identity::unverified_addresses" identity::unverified_addresses;
    quick "identity::thieves_after_a_new_password" identity::thieves_after_a_new_password;
    quick "identity::google_on_a_password_account" identity::google_on_a_password_account;
    quick "planted::data_of_an_unconfirmed_sign_in" planted::data_of_an_unconfirmed_sign_in;
    quick "links::links_to_orders" links::links_to_orders;
    quick "identity::twins" identity::twins;
    quick "identity::information_for_strangers_and_admins" identity::information_for_strangers_and_admins;
    quick "provider::money_that_goes_back_without_the_shop" provider::money_that_goes_back_without_the_shop;
    quick "provider::orders_missing_from_a_backup" provider::orders_missing_from_a_backup;
    quick "provider::money_refunded_at_the_same_time" provider::money_refunded_at_the_same_time;
    quick "roles::roles_that_were_revoked" roles::roles_that_were_revoked;
    quick "hoarding::one_account_that_orders_the_whole_stock" hoarding::one_account_that_orders_the_whole_stock;
    quick "hoarding::mails_to_a_victim" hoarding::mails_to_a_victim;
    quick "files::formulas_in_exported_orders" files::formulas_in_exported_orders;
    quick "files::control_sequences_in_imported_files" files::control_sequences_in_imported_files;
    quick "hoarding::every_form_for_one_victim" hoarding::every_form_for_one_victim;
    slow "hoarding::stock_alerts_for_a_victim" hoarding::stock_alerts_for_a_victim;
    quick "hoarding::addresses_that_block_the_outbox" hoarding::addresses_that_block_the_outbox;
    quick "coupons::one_person_with_many_coupons" coupons::one_person_with_many_coupons;
    quick "rates::taxes_of_another_state" rates::taxes_of_another_state;
    quick "imports::files_that_delete" imports::files_that_delete;
    quick "strangers::all_parts_at_once" strangers::all_parts_at_once;
    quick "strangers::part_by_part" strangers::part_by_part;
    quick "strangers::intents_without_a_card" strangers::intents_without_a_card;
    quick "strangers::everything_after_one_payment" strangers::everything_after_one_payment;
    quick "strangers::sessions_in_bulk" strangers::sessions_in_bulk;
    quick "floods::compressed_responses_on_a_keep_alive_connection" floods::compressed_responses_on_a_keep_alive_connection;
    slow "floods::log_that_fills_the_disk" floods::log_that_fills_the_disk;
    slow "floods::sign_ins_starved" floods::sign_ins_starved;
    slow "floods::the_most_expensive_list" floods::the_most_expensive_list;
    slow "slow::slow_clients" slow::slow_clients;
    quick "hops::clients_that_claim_other_addresses" hops::clients_that_claim_other_addresses;
    quick "stalled::readers_of_a_small_catalogue" stalled::readers_of_a_small_catalogue;
    slow "stalled::readers_of_every_public_route" stalled::readers_of_every_public_route;
    quick "headers::browser_security_headers" headers::browser_security_headers;
};

/// Whether to run the slow suites as well.
#[expect(clippy::disallowed_methods, reason = "the setting of a test, not of the shop")]
fn everything() -> bool {
    std::env::var("ATTACK").is_ok_and(|what| what == "all")
}

fn trial(suite: &'static Suite) -> Trial {
    Trial::test(suite.name, move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let report = runtime.block_on((suite.run)(Report::new(suite.name)));
        report.outcome().map_err(Into::into)
    })
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let all = everything();
    let trials = SUITES.iter().filter(|suite| all || !suite.slow).map(trial).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        report::print_total();
    }
    conclusion.exit_code()
}
