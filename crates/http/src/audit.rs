//! `/audit`: the audit log of changes to users' rights, orders and money, and to the catalog.

use crate::{
    extract::{Caller, PageQuery, Parameters, day, parameter},
    input::{EmailAddress, schema},
    problem::Problem,
    responses::{AuthenticatedErrors, list, rfc3339},
    state::Api,
    view::{response, words},
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Query},
};
use autoparts_application::audit::{AuditSearch, NamedAuditEntry};
use autoparts_domain::{
    audit::AuditAction as Action, email::Email, id::UserId, time_zone::TimeZone, validation::ValidationError,
};
use utoipa::{
    IntoParams, ToSchema,
    openapi::{
        Ref,
        path::{Parameter, ParameterIn},
    },
};

words! {
    /// An audited action.
    pub(crate) AuditAction from Action {
        /// A customer became an admin. Detail: whether the address was confirmed.
        GrantAdmin,
        /// An admin became a customer. Detail: whether the address was confirmed.
        RevokeAdmin,
        /// An account's email address changed. Detail: whether the new one was confirmed.
        MoveAddress,
        /// An account lost its email address to another account that confirmed it.
        LoseAddress,
        /// A sign-in was linked to an account that had none. Detail: whether the address was confirmed.
        BindSignIn,
        /// An account's data was set aside, because another sign-in confirmed its address for the first time.
        SetAside,
        /// An admin deleted a review. Detail: its `_id`.
        DeleteReview,
        /// An admin refunded a paid order. Detail: its `_id`.
        RefundOrder,
        /// An admin refunded part of a paid order. Detail: its `_id`, and the amount.
        RefundPart,
        /// An admin closed a refund because the money was returned in another way. Detail: the order's `_id`.
        CloseRefund,
        /// An admin refunded a payment without an order. Detail: the provider's id of the payment.
        RefundUnmatched,
        /// An admin requested, approved, declined, received or canceled a return. Detail: the order's `_id`, the return's
        /// number, and what changed.
        DecideReturn,
        /// An admin decided about the old parts of a line. Detail: the order's `_id`, the line, and what changed.
        DecideCores,
        /// An admin revoked the emailed links of an order. Detail: its `_id`.
        RevokeOrderLinks,
        /// An admin ended all sessions of another account.
        EndSessions,
        /// A member deleted their own account.
        DeleteAccount,
        /// An admin shipped an order, or changed its tracking. Detail: its `_id`, and the carrier.
        ShipOrder,
        /// An admin deleted an unpaid order. Detail: its `_id`.
        DeleteOrder,
        /// An admin added a part. Detail: its `_id`, price, initial stock, and other fields.
        AddPart,
        /// An admin removed a part from the catalog. Detail: its `_id`.
        HidePart,
        /// An admin restored a part to the catalog. Detail: its `_id`.
        ShowPart,
        /// An admin changed the price or the core charge of a part. Detail: its `_id`, and the value before and after.
        ChangePrice,
        /// An admin changed other fields of a part. Detail: its `_id`, and each field before and after.
        EditPart,
        /// An admin changed the reorder point of a part. Detail: its `_id`, and the number before and after.
        ChangeReorderPoint,
        /// An admin uploaded a picture. Detail: its id.
        AddPicture,
        /// An admin added, renamed or deleted a brand. Detail: its key, and the name before and after.
        ChangeBrand,
        /// An admin added, renamed, moved or deleted a category. Detail: its key, and each field before and after.
        ChangeCategory,
        /// An admin mapped supplier codes. Detail: each code, with its meaning before and after.
        ChangeLookups,
        /// An admin classified a condition. Detail: its `_id` and text, and its classification before and after.
        ChangeCondition,
        /// An admin recorded a stock movement. Detail: the part's `_id`, the reason, and the number of pieces.
        MoveStock,
        /// An admin uploaded a file to import, or had one read again. Detail: the import's `_id`, its kind, and the file
        /// name.
        AddImport,
        /// An admin stopped an import. Detail: its `_id`, its kind, and the file name.
        StopImport,
        /// An admin exported data as a file, or the operator exported a member's data. Detail: what was exported, and its
        /// filters.
        Export,
        /// An admin approved an import. Detail: its `_id`, its kind, and the file name.
        ApplyImport,
        /// An admin changed many parts at once. Detail: the change, and the number of parts.
        ChangeParts,
        /// An admin changed shipping rates or taxes. Detail: each rate before and after.
        ChangeRates,
        /// An admin changed the return policies. Detail: each policy before and after.
        ChangeReturnPolicies,
        /// An admin changed a part's fitment. Detail: the part's `_id`, the model or the `_id` of the part that was copied,
        /// and the applications before and after.
        ChangeFitment,
        /// An admin suspended a part for a model. Detail: the part's `_id`, the model and the reason.
        SuspendFit,
        /// An admin ended a suspension. Detail: the part's `_id` and the model.
        EndSuspension,
        /// An admin dismissed the warning that a part may not fit a model. Detail: the part's `_id`, the model and the
        /// evidence.
        DismissFitFlag,
        /// An action of a newer release that this one does not know.
        Unknown,
    }
}

response! {
    /// A user in the audit log.
    pub(crate) AuditUser {
        /// The user's id.
        #[serde(rename = "_id")]
        id: String,
        /// The user's current address; absent if the user no longer exists.
        user: Option<String>,
    }

    /// An entry of the audit log.
    pub(crate) AuditEntryView as AuditEntry {
        /// Its id.
        #[serde(rename = "_id")]
        id: String,
        /// The action.
        action: AuditAction,
        /// Who did it; absent for the operator of the server, and for actions at sign-in.
        actor: Option<AuditUser>,
        /// The affected user.
        subject: AuditUser,
        /// Details, depending on the action. The first line identifies the object; each further line is a changed field,
        /// such as `title: Disc → Vented disc`. Long values are shortened.
        detail: Option<String>,
        /// When it happened, in UTC.
        #[schema(format = DateTime)]
        created_at: String,
    }
}

impl From<NamedAuditEntry> for AuditEntryView {
    fn from(NamedAuditEntry { entry, actor, subject }: NamedAuditEntry) -> Self {
        let user = |id: UserId, email: Option<Email>| AuditUser {
            id: id.to_string(),
            user: email.map(|email| email.to_string()),
        };
        Self {
            id: entry.id.to_string(),
            action: entry.action.into(),
            actor: entry.actor.map(|id| user(id, actor)),
            subject: user(entry.subject, subject),
            detail: entry.detail,
            created_at: rfc3339(entry.at),
        }
    }
}

fn action_called(name: &str) -> Result<Action, ValidationError> {
    let choices = "the actions that entries have";
    Action::ALL.iter().copied().find(|action| action.name() == name).ok_or(ValidationError::NotAChoice { choices })
}

/// Parses an audit search from the query.
fn read(sent: &[(String, String)], zone: &TimeZone) -> Result<AuditSearch, Problem> {
    let mut parameters = Parameters::of(sent);
    let action = parameters.one("action", action_called);
    let actor = parameters.one("actor", str::parse);
    let subject = parameters.one("subject", str::parse);
    let from = parameters.one("from", |text| day(text).map(|day| zone.begins_at(day)));
    let before = parameters.one("to", |text| day(text).map(|day| zone.ends_at(day)));
    let search =
        || Some(AuditSearch { action: action?, actor: actor?, subject: subject?, from: from?, before: before? });
    search().ok_or_else(|| parameters.refused())
}

/// The filters of the audit log.
pub(crate) struct AuditParameters;

impl IntoParams for AuditParameters {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let email = || Ref::from_schema_name(EmailAddress::name()).into();
        let mut parameters = PageQuery::into_params(place);
        parameters.extend([
            parameter("action", "The action.", schema::choice(Action::ALL.iter().map(|action| action.name()))),
            parameter("actor", "Who did it: a member's email address.", email()),
            parameter("subject", "The affected user: a member's email address.", email()),
            parameter("from", "The first day, in the shop's time zone.", schema::date()),
            parameter("to", "The last day, in the shop's time zone.", schema::date()),
        ]);
        parameters
    }
}

/// Returns the audit log, newest first, optionally filtered. Admin only.
#[utoipa::path(tag = "users", operation_id = "listAudit", params(AuditParameters), security(("bearer" = [])),
    responses((status = 200, body = [AuditEntryView]), AuthenticatedErrors))]
#[get("/audit")]
pub(crate) async fn list_audit(
    api: Data<Api>,
    caller: Caller,
    page: Query<PageQuery>,
    sent: Query<Vec<(String, String)>>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = page.page()?;
    let search = read(&sent, &api.shop.time_zone)?;
    let entries = api.shop.audit_log(caller.0, search, page).await?;
    Ok(list(&request, page.limit, entries, |entry: &AuditEntryView| &entry.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_has_the_same_name_everywhere() {
        for action in Action::ALL {
            assert_eq!(serde_json::to_value(AuditAction::from(*action)).unwrap(), action.name());
        }
    }
}
