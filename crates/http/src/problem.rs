//! Errors on the wire: `application/problem+json` (RFC 9457) with a stable `code`.
//!
//! Texts of 4xx problems come from the application's errors and are meant for people. A 5xx contains only the request's
//! id; its cause is logged, once, by the access log.

mod fields;
mod lines;

pub use fields::{FieldCode, FieldProblem};
pub use lines::{LineCode, LineProblem};

use crate::{request_id, view::response};
use actix_web::{HttpResponse, ResponseError, http::StatusCode, http::header};
use autoparts_application::error_chain::error_chain;
use autoparts_domain::validation::ValidationError;
use serde::Serialize;
use std::{error::Error, fmt, sync::Arc};
use utoipa::ToSchema;

/// The media type of every problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

macro_rules! codes {
    ($($name:ident $code:literal $status:ident $title:literal;)*) => {
        /// The code of a problem: a stable word for programs, with its status and title.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The code on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The HTTP status.
            #[must_use]
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status,)* }
            }

            /// The general meaning.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }
        }
    };
}

codes! {
    MalformedBody "malformed_body" BAD_REQUEST "The body cannot be read";
    InvalidFields "invalid_fields" UNPROCESSABLE_ENTITY "Some fields are invalid";
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE "The body is of another type";
    BodyTooLarge "body_too_large" PAYLOAD_TOO_LARGE "The body is too large";
    UriTooLong "uri_too_long" URI_TOO_LONG "The address is too long";
    HeadersTooLarge "headers_too_large" REQUEST_HEADER_FIELDS_TOO_LARGE "The headers are too large";
    RequestTimeout "request_timeout" REQUEST_TIMEOUT "The request took too long";
    NotFound "not_found" NOT_FOUND "Not found";
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED "This method is not allowed here";
    Unauthenticated "unauthenticated" UNAUTHORIZED "Sign in first";
    SignInOver "sign_in_over" UNAUTHORIZED "The sign-in has ended";
    Forbidden "forbidden" FORBIDDEN "This is not allowed";
    SignInRequired "sign_in_required" FORBIDDEN "Sign in with an account first";
    GuestLinkInvalid "guest_link_invalid" NOT_FOUND "This link is invalid or has expired";
    LinkRevoked "link_revoked" GONE "This link has been revoked";
    NotYourAddress "not_your_address" FORBIDDEN "The sign-in is for another address";
    AddressTaken "address_taken" CONFLICT "The address belongs to another account";
    AddressNotConfirmed "address_not_confirmed" CONFLICT "The address has not been confirmed";
    LastAdmin "last_admin" CONFLICT "The shop needs an admin";
    UnpaidOrders "unpaid_orders" CONFLICT "Some orders are not paid";
    SignInTooOld "sign_in_too_old" FORBIDDEN "Sign in again first";
    RateLimited "rate_limited" TOO_MANY_REQUESTS "Too many requests";
    PriceChanged "price_changed" CONFLICT "The price has changed";
    ChangedMeanwhile "changed_meanwhile" CONFLICT "Someone else has changed it";
    FitNotConfirmed "fit_not_confirmed" CONFLICT "The fit has to be confirmed";
    NoSuchVehicle "no_such_vehicle" NOT_FOUND "There is no such vehicle";
    TooManyApplications "too_many_applications" CONFLICT "More applications than a part can have";
    NumberTaken "number_taken" CONFLICT "Another part of the brand has the number";
    KeyTaken "key_taken" CONFLICT "Another one has the key";
    TooManyParts "too_many_parts" CONFLICT "Too many parts to change at once";
    AttributesOfList "attributes_of_list" CONFLICT "This list cannot be narrowed down by attributes";
    FieldsRefused "fields_refused" CONFLICT "The shop cannot take some fields";
    PageGone "page_gone" NOT_FOUND "There is no such page of the list";
    PiecesReserved "pieces_reserved" CONFLICT "Orders hold the pieces";
    StockChanged "stock_changed" CONFLICT "The stock has changed";
    TooManyPieces "too_many_pieces" CONFLICT "More pieces than a part can have";
    InUse "in_use" CONFLICT "Something is still in it";
    MisplacedCategory "misplaced_category" CONFLICT "The category cannot be there";
    BelowMinimum "below_minimum" UNPROCESSABLE_ENTITY "Too few pieces";
    NotAPack "not_a_pack" UNPROCESSABLE_ENTITY "Not whole packs";
    OutOfStock "out_of_stock" CONFLICT "Too many pieces";
    LineProblems "line_problems" UNPROCESSABLE_ENTITY "Some lines cannot be ordered";
    TooManyLines "too_many_lines" UNPROCESSABLE_ENTITY "Too many lines";
    CheckoutRequired "checkout_required" CONFLICT "The order has to go through the checkout";
    NoShipping "no_shipping" CONFLICT "The goods cannot be sent there in this way";
    CouponUnknown "coupon_unknown" NOT_FOUND "There is no such coupon";
    CouponUsed "coupon_used" CONFLICT "The coupon has been used";
    CouponExpired "coupon_expired" CONFLICT "The coupon has expired";
    CouponMinimum "coupon_minimum" CONFLICT "The goods are below the coupon's minimum";
    CouponRedeemed "coupon_redeemed" CONFLICT "The customer or the destination has redeemed a coupon";
    RatesUnavailable "rates_unavailable" SERVICE_UNAVAILABLE "Shipping and tax cannot be computed at the moment";
    UnpaidLimit "unpaid_limit" CONFLICT "Too much has been ordered and not paid for";
    TotalNotPayable "total_not_payable" UNPROCESSABLE_ENTITY "No card can be charged this total";
    IdempotencyKeyReused "idempotency_key_reused" CONFLICT "The key was used for something else";
    WhichOrder "which_order" CONFLICT "It is not clear which order is meant";
    RefundUnderWay "refund_under_way" CONFLICT "The refund is under way";
    TooMuchMoney "too_much_money" CONFLICT "So much of the order's money is not left";
    PiecesNotKept "pieces_not_kept" CONFLICT "The order does not keep so many pieces";
    CoresNotLeft "cores_not_left" CONFLICT "So many cores of the order are not left to be paid back";
    PaymentDisputed "payment_disputed" CONFLICT "The payment is disputed";
    DisputeLost "dispute_lost" CONFLICT "The dispute was lost";
    ShippingNeedsConfirmation "shipping_needs_confirmation" CONFLICT "Part of the order's money is missing or disputed";
    OrderAlreadyPaid "order_already_paid" CONFLICT "The order is paid";
    OrderAlreadyShipped "order_already_shipped" CONFLICT "The order is shipped";
    OrderDeleted "order_deleted" CONFLICT "The order was deleted";
    OrderRefunded "order_refunded" CONFLICT "The order was refunded";
    OrderNotShipped "order_not_shipped" CONFLICT "The order is not shipped";
    ReturnWindowOver "return_window_over" CONFLICT "The time for returning a line is over";
    NotReturnable "not_returnable" CONFLICT "A line can only be returned if something is wrong with it";
    ReturnState "return_state" CONFLICT "The return is in another state";
    TooManyReturns "too_many_returns" CONFLICT "The order had too many returns";
    OrderNotPaid "order_not_paid" CONFLICT "The order is not paid";
    ReservationLapsed "reservation_lapsed" CONFLICT "The reservation has lapsed";
    ReservationHeld "reservation_held" CONFLICT "The reservation has not ended";
    PaymentNotCompleted "payment_not_completed" PAYMENT_REQUIRED "The money has not arrived";
    PaymentMismatch "payment_mismatch" CONFLICT "The payment is not for this order";
    PaymentGivenBack "payment_given_back" CONFLICT "The payment is being refunded";
    PaymentRefused "payment_refused" BAD_GATEWAY "The payment provider refused";
    PaymentUnavailable "payment_unavailable" SERVICE_UNAVAILABLE "The payment provider cannot be reached";
    PaymentKeyRejected "payment_key_rejected" SERVICE_UNAVAILABLE "The shop cannot take payments until its operator has replaced its key";
    BadSignature "bad_signature" BAD_REQUEST "The message is not signed by the payment provider";
    AlreadyReviewedToday "already_reviewed_today" CONFLICT "One review a day";
    NewsletterLinkInvalid "newsletter_link_invalid" NOT_FOUND "This link is invalid or has expired";
    PartInStock "part_in_stock" CONFLICT "The part is in stock";
    StockAlertLinkInvalid "stock_alert_link_invalid" NOT_FOUND "This link is invalid or has expired";
    IdentityUnavailable "identity_unavailable" SERVICE_UNAVAILABLE "Sign-ins cannot be checked at the moment";
    Unavailable "unavailable" SERVICE_UNAVAILABLE "The shop is busy or its database cannot be reached";
    SearchUnavailable "search_unavailable" SERVICE_UNAVAILABLE "The search index cannot be read";
    TooManyResults "too_many_results" UNPROCESSABLE_ENTITY "The search has to be narrowed down";
    NotAPicture "not_a_picture" UNPROCESSABLE_ENTITY "The file is no picture that the shop can read";
    TooManyPixels "too_many_pixels" UNPROCESSABLE_ENTITY "The picture has too many pixels";
    PicturesFull "pictures_full" SERVICE_UNAVAILABLE "There is no room left for pictures";
    PicturesUnavailable "pictures_unavailable" SERVICE_UNAVAILABLE "Pictures cannot be stored or read at the moment";
    ImportRunning "import_running" CONFLICT "Another import is running";
    ImportNotConfirmed "import_not_confirmed" CONFLICT "The import removes many entries and was not confirmed";
    ImportNotReady "import_not_ready" CONFLICT "The import is not in a state in which this can be done";
    ImportChanged "import_changed" CONFLICT "Something has changed since the report was made";
    FileNotKept "file_not_kept" CONFLICT "The file is not kept any more";
    FileRefused "file_refused" UNPROCESSABLE_ENTITY "The file cannot be taken in";
    ImportsUnavailable "imports_unavailable" SERVICE_UNAVAILABLE "Files cannot be kept or read at the moment";
    OutcomeUnknown "outcome_unknown" SERVICE_UNAVAILABLE "The database did not say whether this was saved";
    Internal "internal" INTERNAL_SERVER_ERROR "Something went wrong on our side";
}

response! {
    /// An error, as defined by RFC 9457.
    pub ProblemDocument as Problem {
        /// The code as a URN.
        #[serde(rename = "type")]
        kind: String,
        /// The general meaning of the code.
        title: &'static str,
        /// The HTTP status.
        status: u16,
        /// A stable code for programs.
        code: Code,
        /// The specific error, for people.
        detail: String,
        /// The fields that are invalid.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        fields: Vec<FieldProblem>,
        /// The order lines that cannot be ordered.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        lines: Vec<LineProblem>,
    }
}

/// An error while answering a request.
#[derive(Debug, Clone)]
pub struct Problem {
    code: Code,
    detail: String,
    fields: Vec<FieldProblem>,
    lines: Vec<LineProblem>,
    retry_after: Option<u32>,
    allow: Option<Box<str>>,
    cause: Option<Arc<dyn Error + Send + Sync>>,
}

impl Problem {
    /// Creates a problem with a text for people.
    pub fn new(code: Code, detail: impl fmt::Display) -> Self {
        Self {
            code,
            detail: detail.to_string(),
            fields: Vec::new(),
            lines: Vec::new(),
            retry_after: (code.status() == StatusCode::SERVICE_UNAVAILABLE).then_some(2),
            allow: None,
            cause: None,
        }
    }

    /// Creates a problem that is not the caller's fault: its text contains only the request's id, and the cause is
    /// logged.
    pub fn ours(code: Code, cause: impl Error + Send + Sync + 'static) -> Self {
        let advice = match code {
            Code::OutcomeUnknown => "Please check whether it was before you try again",
            _ => "Please try again",
        };
        let detail = request_id::current().map_or_else(
            || format!("{}.", code.title()),
            |id| format!("{}. {advice}; if it happens again, tell us this number: {id}", code.title()),
        );
        Self { cause: Some(Arc::new(cause)), ..Self::new(code, detail) }
    }

    /// Some fields are invalid.
    #[must_use]
    pub fn fields(fields: Vec<FieldProblem>) -> Self {
        let sentences: Vec<_> = fields.iter().map(|field| field.message.as_str()).collect();
        let detail = sentences.join("; ");
        Self { fields, ..Self::new(Code::InvalidFields, detail) }
    }

    /// One field is invalid.
    #[must_use]
    pub fn field(field: &str, why: ValidationError) -> Self {
        Self::fields(vec![FieldProblem::new(field, why)])
    }

    /// A field is valid but refused by a rule of the shop: it refers to something that does not exist, or has a wrong
    /// check digit.
    #[must_use]
    pub fn refused_field(problem: FieldProblem) -> Self {
        let detail = problem.message.clone();
        Self { fields: vec![problem], ..Self::new(Code::FieldsRefused, detail) }
    }

    /// Some lines cannot be ordered.
    #[must_use]
    pub fn lines(detail: impl fmt::Display, lines: Vec<LineProblem>) -> Self {
        Self { lines, ..Self::new(Code::LineProblems, detail) }
    }

    /// The same, with its own code if a body has more lines than an order may have.
    #[must_use]
    pub(crate) fn of_lines(self) -> Self {
        let is_too_long = |field: &FieldProblem| field.field == "lines" && field.code == FieldCode::TooMany;
        let code = if self.fields.iter().any(is_too_long) { Code::TooManyLines } else { self.code };
        Self { code, ..self }
    }

    /// The cursor of a page does not belong to this list.
    #[must_use]
    pub fn page_gone() -> Self {
        Self::new(Code::PageGone, "There is no such page of this list. Please begin with the first one.")
    }

    /// Nothing exists at this address.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(Code::NotFound, "There is nothing here.")
    }

    /// The caller is not signed in.
    #[must_use]
    pub fn unauthenticated() -> Self {
        Self::new(Code::Unauthenticated, "Please sign in.")
    }

    /// Adds a hint when to try again, in seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// Adds the allowed methods.
    #[must_use]
    pub fn allow(self, methods: &str) -> Self {
        Self { allow: Some(methods.into()), ..self }
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The fields that are invalid.
    #[must_use]
    pub fn field_problems(&self) -> &[FieldProblem] {
        &self.fields
    }

    /// The body on the wire.
    fn document(&self) -> ProblemDocument {
        ProblemDocument {
            kind: format!("urn:autoparts:problem:{}", self.code.as_str()),
            title: self.code.title(),
            status: self.code.status().as_u16(),
            code: self.code,
            detail: self.detail.clone(),
            fields: self.fields.clone(),
            lines: self.lines.clone(),
        }
    }

    /// The chain of causes, for the log; `None` if the caller is at fault.
    #[must_use]
    pub fn error_chain(&self) -> Option<String> {
        Some(error_chain(self.cause.as_deref()?))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code.status().as_u16(), self.code.as_str())
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.code.status()
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.code.status());
        if let Some(seconds) = self.retry_after {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        if let Some(methods) = &self.allow {
            response.insert_header((header::ALLOW, &**methods));
        }
        if self.code.status() == StatusCode::UNAUTHORIZED {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        response.content_type(MEDIA_TYPE).body(serde_json::to_vec(&self.document()).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_on_the_wire_is_the_one_in_the_document() {
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
    }

    #[test]
    fn internal_causes_are_logged_but_not_returned() {
        let problem = Problem::ours(Code::Internal, std::io::Error::other("password of the database"));
        assert_eq!(problem.error_chain().unwrap(), "password of the database");
        let body = serde_json::to_string(&problem.document()).unwrap();
        assert!(!body.contains("password"), "{body}");
    }

    #[test]
    fn every_wrong_field_is_named() {
        let problem = Problem::fields(vec![
            FieldProblem::new("price", ValidationError::NotANumber),
            FieldProblem::new("email", ValidationError::NotAnEmail),
        ]);
        let body = serde_json::to_value(problem.document()).unwrap();
        assert_eq!(body["status"], 422);
        assert_eq!(body["detail"], "price must be a number; provide a valid email");
        assert_eq!(body["fields"][0]["field"], "price");
    }
}
