//! `/audit`: what was done to the rights, the orders and the money of users, and to parts.

use crate::{
    extract::{Caller, PageQuery, Parameters, day, parameter},
    input::{EmailAddress, schema},
    problem::Problem,
    responses::{AuthenticatedErrors, list, rfc3339},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Query},
};
use autoparts_application::audit::{AuditSearch, NamedAuditEntry};
use autoparts_domain::{
    audit::AuditAction as Action, email::Email, id::UserId, time_zone::TimeZone, validation::ValidationError,
};
use serde::Serialize;
use utoipa::{
    IntoParams, ToSchema,
    openapi::{
        Ref,
        path::{Parameter, ParameterIn},
    },
};

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AuditAction {
    /// A customer became an admin. Detail: whether the address was confirmed.
    GrantAdmin,
    /// An admin became a customer. Detail: whether the address was confirmed.
    RevokeAdmin,
    /// An account took another e-mail address. Detail: whether it was confirmed.
    MoveAddress,
    /// An account lost its e-mail address to one that confirmed it.
    LoseAddress,
    /// A sign-in was bound to an account that had none. Detail: whether the address was confirmed.
    BindSignIn,
    /// The data of an account was set aside, because another sign-in confirmed its address for the first time.
    SetAside,
    /// An admin deleted a review. Detail: its `_id`.
    DeleteReview,
    /// An admin refunded a paid order. Detail: its `_id`.
    RefundOrder,
    /// An admin refunded a part of a paid order. Detail: its `_id`, and how much.
    RefundPart,
    /// An admin closed a refund because the money went another way. Detail: the order's `_id`.
    CloseRefund,
    /// An admin gave a payment without an order back. Detail: the provider's id of the payment.
    RefundUnmatched,
    /// An admin revoked the links that were emailed about an order. Detail: its `_id`.
    RevokeOrderLinks,
    /// An admin ended all sessions of another account.
    EndSessions,
    /// A member deleted their own account.
    DeleteAccount,
    /// An admin sent the goods of an order, or said anew how they can be followed. Detail: its `_id`, and who brings them.
    ShipOrder,
    /// An admin deleted an unpaid order. Detail: its `_id`.
    DeleteOrder,
    /// An admin added a part. Detail: its `_id`, price, initial stock, and other fields.
    AddPart,
    /// An admin took a part out of the catalogue. Detail: its `_id`.
    HidePart,
    /// An admin put a part back into the catalogue. Detail: its `_id`.
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
    /// An admin wrote down that pieces came or went. Detail: the part's `_id`, why, and how many.
    MoveStock,
    /// An admin uploaded a file to import, or had one read again. Detail: the import's `_id`, its kind, and the file name.
    AddImport,
    /// An admin stopped an import. Detail: its `_id`, its kind, and the file name.
    StopImport,
    /// An admin exported data as a file, or the operator exported the data of a member. Detail: what was exported,
    /// and its filters.
    Export,
    /// An admin agreed to the report of an import. Detail: its `_id`, what the file is of, and the file's name.
    ApplyImport,
    /// An admin changed many parts at once. Detail: what was changed, of how many parts.
    ChangeParts,
    /// An admin changed shipping rates or taxes. Detail: each rate before and after.
    ChangeRates,
    /// An admin changed what a part fits. Detail: the part's `_id`, the model or
    /// the `_id` of the part that was copied, and the applications before and after.
    ChangeFitment,
    /// An admin suspended a part for a model. Detail: the part's `_id`, the model and the reason.
    SuspendFit,
    /// An admin ended that. Detail: the part's `_id` and the model.
    EndSuspension,
    /// Something that a newer release did and this one does not know.
    Unknown,
}

impl From<Action> for AuditAction {
    fn from(action: Action) -> Self {
        match action {
            Action::GrantAdmin => Self::GrantAdmin,
            Action::RevokeAdmin => Self::RevokeAdmin,
            Action::MoveAddress => Self::MoveAddress,
            Action::LoseAddress => Self::LoseAddress,
            Action::BindSignIn => Self::BindSignIn,
            Action::SetAside => Self::SetAside,
            Action::DeleteReview => Self::DeleteReview,
            Action::RefundOrder => Self::RefundOrder,
            Action::RefundPart => Self::RefundPart,
            Action::CloseRefund => Self::CloseRefund,
            Action::RefundUnmatched => Self::RefundUnmatched,
            Action::RevokeOrderLinks => Self::RevokeOrderLinks,
            Action::EndSessions => Self::EndSessions,
            Action::DeleteAccount => Self::DeleteAccount,
            Action::ShipOrder => Self::ShipOrder,
            Action::DeleteOrder => Self::DeleteOrder,
            Action::AddPart => Self::AddPart,
            Action::HidePart => Self::HidePart,
            Action::ShowPart => Self::ShowPart,
            Action::ChangePrice => Self::ChangePrice,
            Action::EditPart => Self::EditPart,
            Action::ChangeReorderPoint => Self::ChangeReorderPoint,
            Action::AddPicture => Self::AddPicture,
            Action::ChangeBrand => Self::ChangeBrand,
            Action::ChangeCategory => Self::ChangeCategory,
            Action::ChangeLookups => Self::ChangeLookups,
            Action::ChangeCondition => Self::ChangeCondition,
            Action::MoveStock => Self::MoveStock,
            Action::AddImport => Self::AddImport,
            Action::StopImport => Self::StopImport,
            Action::Export => Self::Export,
            Action::ApplyImport => Self::ApplyImport,
            Action::ChangeParts => Self::ChangeParts,
            Action::ChangeRates => Self::ChangeRates,
            Action::ChangeFitment => Self::ChangeFitment,
            Action::SuspendFit => Self::SuspendFit,
            Action::EndSuspension => Self::EndSuspension,
            Action::Unknown => Self::Unknown,
        }
    }
}

/// A user as the audit log names them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditUser {
    /// The user's id.
    #[serde(rename = "_id")]
    id: String,
    /// The address the user has now; absent when the shop does not know them any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    user: Option<String>,
}

/// An entry of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditEntry)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditEntryView {
    /// Its id.
    #[serde(rename = "_id")]
    id: String,
    /// What was done.
    action: AuditAction,
    /// Who did it; absent for the operator of the server, and for what happens at sign-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    actor: Option<AuditUser>,
    /// To whom.
    subject: AuditUser,
    /// Details, depending on the action. The first line says what the entry is about; each further line is a changed field,
    /// such as `title: Disc → Vented disc`. Long values are shortened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    detail: Option<String>,
    /// When, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
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

/// Which entries an admin looks for, as it stands in the address.
fn read(sent: &[(String, String)], zone: &TimeZone) -> Result<AuditSearch, Problem> {
    let mut parameters = Parameters::of(sent);
    let action = parameters.one("action", action_called);
    let (actor, subject) = (parameters.one("actor", str::parse), parameters.one("subject", str::parse));
    let from = parameters.one("from", |text| day(text).map(|day| zone.begins_at(day)));
    let before = parameters.one("to", |text| day(text).map(|day| zone.ends_at(day)));
    let search =
        || Some(AuditSearch { action: action?, actor: actor?, subject: subject?, from: from?, before: before? });
    search().ok_or_else(|| parameters.refused())
}

/// What an admin may look for.
pub(crate) struct AuditParameters;

impl IntoParams for AuditParameters {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let email = || Ref::from_schema_name(EmailAddress::name()).into();
        let mut parameters = PageQuery::into_params(place);
        parameters.extend([
            parameter("action", "What was done.", schema::choice(Action::ALL.iter().map(|action| action.name()))),
            parameter("actor", "Who did it: the e-mail address of a member.", email()),
            parameter("subject", "To whom: the e-mail address of a member.", email()),
            parameter("from", "The first day, in the shop's time zone.", schema::date()),
            parameter("to", "The last day, in the shop's time zone.", schema::date()),
        ]);
        parameters
    }
}

/// The audit log, newest first: all of it, or the entries that are looked for; for admins.
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
    let (page, search) = (page.page()?, read(&sent, &api.shop.time_zone)?);
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
