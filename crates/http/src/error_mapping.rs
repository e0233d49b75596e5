//! Maps the application's errors to problems: one exhaustive match per capability.

use crate::{
    orders::destination,
    problem::{Code, FieldProblem, LineProblem, Problem},
};
use autoparts_application::{
    accounts::{
        AccountError,
        access::{AccessDenied, AccessError},
        guests::GuestError,
    },
    catalogue::CatalogueError,
    cores::CoreError,
    fitment::FitmentError,
    imports::ImportError,
    member_documents::MemberDocumentError,
    newsletter::NewsletterError,
    orders::{cancellation::CancellationError, ordering_error::OrderingError, shipment::ShipmentError},
    payments::{
        initiation::PaymentError, messages::ProviderMessageError, refunds::RefundError, settlement::SettlementError,
    },
    pictures::PictureError,
    ports::{
        identity::TokenError,
        import_files::ImportFileError,
        part_search::SearchError,
        payment_gateway::{EventError, GatewayError},
        pictures::{PictureStoreError, ProcessingError},
        rates::RatesError,
        store_error::StoreError,
    },
    rates::ManageRatesError,
    returns::{ReturnError, policies::ManagePoliciesError},
    reviews::ReviewError,
    stock_alerts::StockAlertError,
    use_case_error::UseCaseError,
    vehicles::{choosing::VehicleError, lookups::LookupError, tables::VehicleTablesError},
};
use autoparts_domain::{
    catalogue::{QuantityRefused, category::MisplacedCategory},
    cores::CoreRefused,
    newsletter::CouponRefused,
    orders::{MoneyAway, RefundRefused, WrongState},
    returns::ReturnRefused,
    validation::ValidationError,
};

impl<R> From<UseCaseError<R>> for Problem
where
    Self: From<R>,
{
    fn from(error: UseCaseError<R>) -> Self {
        match error {
            UseCaseError::Refused(refusal) => refusal.into(),
            UseCaseError::Denied(denied) => denied.into(),
            UseCaseError::Store(store) => store.into(),
        }
    }
}

impl From<AccessError> for Problem {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Denied(denied) => denied.into(),
            AccessError::Store(store) => store.into(),
        }
    }
}

impl From<AccessDenied> for Problem {
    fn from(error: AccessDenied) -> Self {
        match error {
            AccessDenied::Unauthenticated => Self::new(Code::Unauthenticated, error),
            AccessDenied::Forbidden => Self::new(Code::Forbidden, error),
            AccessDenied::SignInRequired => Self::new(Code::SignInRequired, error),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) | StoreError::Contention => Self::ours(Code::Unavailable, error),
            StoreError::OutcomeUnknown(_) => Self::ours(Code::OutcomeUnknown, error),
            StoreError::Duplicate | StoreError::Failed(_) => Self::ours(Code::Internal, error),
        }
    }
}

impl From<TokenError> for Problem {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Invalid(_) => Self::unauthenticated(),
            TokenError::Unavailable(_) => Self::ours(Code::IdentityUnavailable, error),
        }
    }
}

impl From<GatewayError> for Problem {
    fn from(error: GatewayError) -> Self {
        match error {
            GatewayError::Unavailable(_) | GatewayError::PoisonedKey => Self::ours(Code::PaymentUnavailable, error),
            GatewayError::KeyRejected(_) => Self::ours(Code::PaymentKeyRejected, error),
            GatewayError::Refused(_) | GatewayError::Unknown | GatewayError::OtherProvider(_) => {
                Self::ours(Code::PaymentRefused, error)
            }
        }
    }
}

impl From<EventError> for Problem {
    fn from(error: EventError) -> Self {
        match error {
            EventError::BadSignature(_) => Self::new(Code::BadSignature, error),
            EventError::Malformed => Self::new(Code::MalformedBody, error),
            EventError::Unverified(error) => error.into(),
        }
    }
}

impl From<WrongState> for Problem {
    fn from(error: WrongState) -> Self {
        let code = match error {
            WrongState::Paid => Code::OrderAlreadyPaid,
            WrongState::Shipped => Code::OrderAlreadyShipped,
            WrongState::Cancelled => Code::OrderDeleted,
            WrongState::Refunded => Code::OrderRefunded,
            WrongState::Unpaid => Code::OrderNotPaid,
            WrongState::Expired => Code::ReservationLapsed,
            WrongState::Reserved => Code::ReservationHeld,
        };
        Self::new(code, error)
    }
}

impl From<RefundRefused> for Problem {
    fn from(error: RefundRefused) -> Self {
        match error {
            RefundRefused::State(state) => state.into(),
            RefundRefused::TooMuchMoney { .. } => Self::new(Code::TooMuchMoney, error),
            RefundRefused::NoSuchLine { .. } => unknown("lines"),
            RefundRefused::TooManyPieces { .. } => Self::new(Code::PiecesNotKept, error),
            RefundRefused::TooManyCores { .. } => Self::new(Code::CoresNotLeft, error),
        }
    }
}

impl From<ReturnError> for Problem {
    fn from(error: ReturnError) -> Self {
        match error {
            ReturnError::NoSuchOrder | ReturnError::NoSuchReturn => Self::new(Code::NotFound, error),
            ReturnError::TooMany => Self::new(Code::TooManyReturns, error),
            ReturnError::Refused(refused) => refused.into(),
            ReturnError::Refund(refund) => refund.into(),
            ReturnError::Randomness(_) => Self::ours(Code::Internal, error),
        }
    }
}

impl From<ReturnRefused> for Problem {
    fn from(error: ReturnRefused) -> Self {
        match error {
            ReturnRefused::Empty => Self::refused_field(FieldProblem::new("lines", ValidationError::Missing)),
            ReturnRefused::NoSuchLine { .. } => unknown("lines"),
            ReturnRefused::NotShipped => Self::new(Code::OrderNotShipped, error),
            ReturnRefused::Order(state) => state.into(),
            ReturnRefused::Disputed => Self::new(Code::PaymentDisputed, error),
            ReturnRefused::WindowOver { .. } => Self::new(Code::ReturnWindowOver, error),
            ReturnRefused::NotReturnable { .. } => Self::new(Code::NotReturnable, error),
            ReturnRefused::TooManyPieces { .. } => Self::new(Code::PiecesNotKept, error),
            ReturnRefused::NotCounted { .. } | ReturnRefused::ReasonFixed => Self::new(Code::FieldsRefused, error),
            ReturnRefused::Unexplained => Self::refused_field(FieldProblem::new("answer", ValidationError::Missing)),
            ReturnRefused::State(_) => Self::new(Code::ReturnState, error),
        }
    }
}

impl From<CoreError> for Problem {
    fn from(error: CoreError) -> Self {
        match error {
            CoreError::NoSuchOrder | CoreError::NoClaim => Self::new(Code::NotFound, error),
            CoreError::Refused(refused) => refused.into(),
            CoreError::Refund(refund) => refund.into(),
        }
    }
}

impl From<CoreRefused> for Problem {
    fn from(error: CoreRefused) -> Self {
        match error {
            CoreRefused::AcceptedIsFinal { .. } | CoreRefused::TooManyPieces { .. } => {
                Self::new(Code::CoresNotLeft, error)
            }
            CoreRefused::NoReason => Self::refused_field(FieldProblem::new("reason", ValidationError::Missing)),
        }
    }
}

impl From<QuantityRefused> for Problem {
    fn from(error: QuantityRefused) -> Self {
        let code = match error {
            QuantityRefused::BelowMinimum { .. } => Code::BelowMinimum,
            QuantityRefused::NotWholePacks { .. } => Code::NotAPack,
            QuantityRefused::OutOfStock { .. } => Code::OutOfStock,
        };
        Self::new(code, error)
    }
}

/// The problem of a field that refers to something that does not exist.
fn unknown(field: &str) -> Problem {
    Problem::refused_field(FieldProblem::new(field, ValidationError::Unknown))
}

impl From<CatalogueError> for Problem {
    fn from(error: CatalogueError) -> Self {
        match error {
            CatalogueError::NoSuchPart => Self::new(Code::NotFound, error),
            CatalogueError::ChangedMeanwhile => Self::new(Code::ChangedMeanwhile, error),
            CatalogueError::NumberTaken => Self::new(Code::NumberTaken, error),
            CatalogueError::NoSuchBrand => unknown("brand"),
            CatalogueError::NoSuchCategory => unknown("category"),
            CatalogueError::NoSuchSuccessor => unknown("successor"),
            CatalogueError::PiecesReserved { .. } => Self::new(Code::PiecesReserved, error),
            CatalogueError::StockChanged { .. } => Self::new(Code::StockChanged, error),
            CatalogueError::KeyReused => Self::new(Code::IdempotencyKeyReused, error),
            CatalogueError::TooManyPieces => Self::new(Code::TooManyPieces, error),
            CatalogueError::TooManyParts { .. } | CatalogueError::ListTooLong { .. } => {
                Self::new(Code::TooManyParts, error)
            }
            CatalogueError::AttributesOfList => Self::new(Code::AttributesOfList, error),
            CatalogueError::WhichParts => Self::refused_field(FieldProblem::new("ids", ValidationError::Missing)),
            CatalogueError::Minimum(why) => Self::refused_field(FieldProblem::new("minOrderQuantity", why)),
            CatalogueError::KeyTaken => Self::new(Code::KeyTaken, error),
            CatalogueError::InUse => Self::new(Code::InUse, error),
            CatalogueError::Misplaced(MisplacedCategory::NoSuchParent) => unknown("parent"),
            CatalogueError::NoSuchVehicle => Self::new(Code::NoSuchVehicle, error),
            CatalogueError::Search(search) => search.into(),
            CatalogueError::Misplaced(_) => Self::new(Code::MisplacedCategory, error),
        }
    }
}

impl From<FitmentError> for Problem {
    fn from(error: FitmentError) -> Self {
        match error {
            FitmentError::NoSuchVehicle => Self::new(Code::NoSuchVehicle, error),
            FitmentError::NoSuchPart
            | FitmentError::NoSuchModel
            | FitmentError::NoSuchCondition
            | FitmentError::NoEvidence => Self::new(Code::NotFound, error),
            FitmentError::NoSuchSource => unknown("from"),
            FitmentError::NoSuchEngine { application } => unknown(&format!("applications[{application}].engine")),
            FitmentError::ChangedMeanwhile => Self::new(Code::ChangedMeanwhile, error),
            FitmentError::TooManyApplications => Self::new(Code::TooManyApplications, error),
        }
    }
}

impl From<VehicleTablesError> for Problem {
    fn from(error: VehicleTablesError) -> Self {
        match error {
            VehicleTablesError::NoSuchMake | VehicleTablesError::NoSuchModel => Self::new(Code::NotFound, error),
        }
    }
}

impl From<LookupError> for Problem {
    fn from(error: LookupError) -> Self {
        match error {
            LookupError::Refused { index, why } => {
                Self::refused_field(FieldProblem::new(&format!("lookups[{index}].value"), why))
            }
        }
    }
}

impl From<VehicleError> for Problem {
    fn from(error: VehicleError) -> Self {
        match error {
            VehicleError::Search(search) => search.into(),
        }
    }
}

impl From<SearchError> for Problem {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Unavailable(_) => Self::ours(Code::SearchUnavailable, error),
            SearchError::TooFar => {
                Self::new(Code::TooManyResults, "Only the 1,000 most relevant parts are listed. Narrow your search.")
            }
            SearchError::OtherOrder => Self::page_gone(),
        }
    }
}

impl From<PictureError> for Problem {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::NoSuchPicture => Self::not_found(),
            PictureError::TooLarge => Self::new(Code::BodyTooLarge, error),
            PictureError::Processing(processing) => processing.into(),
            PictureError::Pictures(pictures) => pictures.into(),
        }
    }
}

impl From<ImportError> for Problem {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::NoSuchImport => Self::new(Code::NotFound, error),
            ImportError::Running => Self::new(Code::ImportRunning, error),
            ImportError::NotReady => Self::new(Code::ImportNotReady, error),
            ImportError::NotConfirmed { .. } | ImportError::NotForced { .. } => {
                Self::new(Code::ImportNotConfirmed, error)
            }
            ImportError::Changed => Self::new(Code::ImportChanged, error),
            ImportError::NotKept => Self::new(Code::FileNotKept, error),
            ImportError::File(file) => file.into(),
        }
    }
}

impl From<ImportFileError> for Problem {
    fn from(error: ImportFileError) -> Self {
        match error {
            ImportFileError::Refused(_) => Self::new(Code::FileRefused, error),
            ImportFileError::TooLarge { .. } => Self::new(Code::BodyTooLarge, error),
            ImportFileError::Interrupted => Self::ours(Code::Internal, error),
            ImportFileError::Damaged => Self::new(Code::FileNotKept, error),
            ImportFileError::Folder(_) => Self::ours(Code::ImportsUnavailable, error),
        }
    }
}

impl From<ProcessingError> for Problem {
    fn from(error: ProcessingError) -> Self {
        match error {
            ProcessingError::NotAPicture => Self::new(Code::NotAPicture, error),
            ProcessingError::TooManyPixels => Self::new(Code::TooManyPixels, error),
            ProcessingError::Busy => Self::new(Code::Unavailable, error),
            ProcessingError::Failed(_) => Self::ours(Code::Internal, error),
        }
    }
}

impl From<PictureStoreError> for Problem {
    fn from(error: PictureStoreError) -> Self {
        match error {
            PictureStoreError::Full(_) => Self::ours(Code::PicturesFull, error),
            PictureStoreError::Unavailable(_) => Self::ours(Code::PicturesUnavailable, error),
        }
    }
}

/// The problem code for a coupon that cannot be used.
pub(crate) const fn coupon_code(refused: CouponRefused) -> Code {
    match refused {
        CouponRefused::Unknown => Code::CouponUnknown,
        CouponRefused::Used => Code::CouponUsed,
        CouponRefused::Expired => Code::CouponExpired,
        CouponRefused::BelowMinimum { .. } => Code::CouponMinimum,
        CouponRefused::AlreadyRedeemed => Code::CouponRedeemed,
    }
}

impl From<OrderingError> for Problem {
    fn from(error: OrderingError) -> Self {
        match error {
            OrderingError::NoSuchPart | OrderingError::NoSuchOrder => Self::new(Code::NotFound, error),
            OrderingError::Lines(why) => Self::field("lines", why),
            OrderingError::Quantity(refused) => refused.into(),
            OrderingError::LineProblems(ref problems) => {
                Self::lines(&error, problems.iter().copied().map(LineProblem::from).collect())
            }
            OrderingError::NoSuchVehicle => Self::new(Code::NoSuchVehicle, error),
            OrderingError::FitNotConfirmed { .. } => Self::new(Code::FitNotConfirmed, error),
            OrderingError::CheckoutRequired => Self::new(Code::CheckoutRequired, error),
            OrderingError::PostalCodeMissing => {
                Self::refused_field(FieldProblem::new("destination.postalCode", ValidationError::Missing))
            }
            OrderingError::NoShipping => Self::new(Code::NoShipping, error),
            OrderingError::Coupon(refused) => Self::new(coupon_code(refused), error),
            OrderingError::Rates(rates) => rates.into(),
            OrderingError::PriceChanged { .. } => Self::new(Code::PriceChanged, error),
            OrderingError::Unpaid(_) => Self::new(Code::UnpaidLimit, error),
            OrderingError::NotPayable => Self::new(Code::TotalNotPayable, error),
            OrderingError::KeyReused => Self::new(Code::IdempotencyKeyReused, error),
            OrderingError::Deleted => Self::new(Code::OrderDeleted, error),
            OrderingError::Randomness(_) => Self::ours(Code::Internal, error),
        }
    }
}

impl From<GuestError> for Problem {
    fn from(error: GuestError) -> Self {
        match error {
            GuestError::Email(why) => Self::field("email", why),
            GuestError::BadLink => Self::new(Code::GuestLinkInvalid, error),
            GuestError::Revoked => Self::new(Code::LinkRevoked, error),
            GuestError::Token(token) => token.into(),
            GuestError::Randomness(_) => Self::ours(Code::Internal, error),
        }
    }
}

impl From<MemberDocumentError> for Problem {
    fn from(error: MemberDocumentError) -> Self {
        match error {
            MemberDocumentError::ChangedElsewhere(_) => Self::new(Code::ChangedMeanwhile, error),
            MemberDocumentError::Address { position, why } => {
                destination::refused(why, &format!("addresses[{position}].destination"))
            }
        }
    }
}

impl From<RatesError> for Problem {
    fn from(error: RatesError) -> Self {
        match error {
            RatesError::Unavailable(_) => Self::ours(Code::RatesUnavailable, error),
            RatesError::Store(store) => store.into(),
        }
    }
}

impl From<ManageRatesError> for Problem {
    fn from(error: ManageRatesError) -> Self {
        match error {
            ManageRatesError::ChangedMeanwhile => Self::new(Code::ChangedMeanwhile, error),
            ManageRatesError::Shipping(why) => Self::refused_field(FieldProblem::new("shippingMethods", why)),
        }
    }
}

impl From<ManagePoliciesError> for Problem {
    fn from(error: ManagePoliciesError) -> Self {
        match error {
            ManagePoliciesError::ChangedMeanwhile => Self::new(Code::ChangedMeanwhile, error),
            ManagePoliciesError::Count(why) => Self::refused_field(FieldProblem::new("policies", why)),
            ManagePoliciesError::Refused { index, field, why } => {
                Self::refused_field(FieldProblem::new(field, why).within(&format!("policies[{index}]")))
            }
        }
    }
}

impl From<PaymentError> for Problem {
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::NoSuchOrder => Self::new(Code::NotFound, error),
            PaymentError::WhichOrder => Self::new(Code::WhichOrder, error),
            PaymentError::PriceChanged { .. } => Self::new(Code::PriceChanged, error),
            PaymentError::State(state) => state.into(),
            PaymentError::Coupon(refused) => Self::new(coupon_code(refused), error),
            PaymentError::SoldOut => Self::new(Code::OutOfStock, error),
            PaymentError::Unpaid(_) => Self::new(Code::UnpaidLimit, error),
            PaymentError::Settlement(settlement) => settlement.into(),
            PaymentError::Gateway(gateway) => gateway.into(),
        }
    }
}

impl From<SettlementError> for Problem {
    fn from(error: SettlementError) -> Self {
        match error {
            SettlementError::NoSuchOrder => Self::new(Code::NotFound, error),
            SettlementError::State(state) => state.into(),
            SettlementError::NotCompleted => Self::new(Code::PaymentNotCompleted, error),
            SettlementError::Mismatch => Self::new(Code::PaymentMismatch, error),
            SettlementError::Refunded | SettlementError::CouponReused => Self::new(Code::PaymentGivenBack, error),
            SettlementError::Gateway(gateway) => gateway.into(),
        }
    }
}

impl From<CancellationError> for Problem {
    fn from(error: CancellationError) -> Self {
        match error {
            CancellationError::NoSuchOrder => Self::new(Code::NotFound, error),
            CancellationError::State(state) => state.into(),
            CancellationError::Settlement(settlement) => settlement.into(),
            CancellationError::Gateway(gateway) => gateway.into(),
        }
    }
}

impl From<RefundError> for Problem {
    fn from(error: RefundError) -> Self {
        match error {
            RefundError::NoSuchOrder | RefundError::NoSuchRefund | RefundError::NoSuchPayment => {
                Self::new(Code::NotFound, error)
            }
            RefundError::Disputed => Self::new(Code::PaymentDisputed, error),
            RefundError::UnderWay => Self::new(Code::RefundUnderWay, error),
            RefundError::State(state) => state.into(),
            RefundError::Part(refused) => refused.into(),
            RefundError::NoRoom => Self::new(Code::TooManyPieces, error),
            RefundError::KeyReused => Self::new(Code::IdempotencyKeyReused, error),
            RefundError::Settlement(settlement) => settlement.into(),
            RefundError::Gateway(gateway) => gateway.into(),
        }
    }
}

impl From<ProviderMessageError> for Problem {
    fn from(error: ProviderMessageError) -> Self {
        match error {
            ProviderMessageError::Event(event) => event.into(),
            ProviderMessageError::Settlement(settlement) => settlement.into(),
            ProviderMessageError::Refund(refund) => refund.into(),
        }
    }
}

impl From<ShipmentError> for Problem {
    fn from(error: ShipmentError) -> Self {
        match error {
            ShipmentError::NoSuchOrder => Self::new(Code::NotFound, error),
            ShipmentError::SoldOut => Self::new(Code::OutOfStock, error),
            ShipmentError::State(state) => state.into(),
            ShipmentError::MoneyAway(MoneyAway::DisputeLost) => Self::new(Code::DisputeLost, error),
            ShipmentError::Withdrawn
            | ShipmentError::MoneyAway(MoneyAway::Disputed | MoneyAway::PartlyRefunded { .. }) => {
                Self::new(Code::ShippingNeedsConfirmation, error)
            }
        }
    }
}

impl From<AccountError> for Problem {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::NotYourAddress => Self::new(Code::NotYourAddress, error),
            AccountError::SignInOver => Self::new(Code::SignInOver, error),
            AccountError::AddressTaken => Self::new(Code::AddressTaken, error),
            AccountError::NoSuchUser => Self::new(Code::NotFound, error),
            AccountError::AddressNotConfirmed => Self::new(Code::AddressNotConfirmed, error),
            AccountError::LastAdmin | AccountError::LastAdminLeaves => Self::new(Code::LastAdmin, error),
            AccountError::UnpaidOrders => Self::new(Code::UnpaidOrders, error),
            AccountError::SignInTooOld => Self::new(Code::SignInTooOld, error),
            AccountError::Token(token) => token.into(),
        }
    }
}

impl From<ReviewError> for Problem {
    fn from(error: ReviewError) -> Self {
        match error {
            ReviewError::AlreadyToday => Self::new(Code::AlreadyReviewedToday, error),
        }
    }
}

impl From<NewsletterError> for Problem {
    fn from(error: NewsletterError) -> Self {
        match error {
            NewsletterError::Email(why) => Self::field("email", why),
            NewsletterError::BadLink => Self::new(Code::NewsletterLinkInvalid, error),
            NewsletterError::Randomness(_) => Self::ours(Code::Internal, error),
        }
    }
}

impl From<StockAlertError> for Problem {
    fn from(error: StockAlertError) -> Self {
        match error {
            StockAlertError::Email(why) => Self::field("email", why),
            StockAlertError::NoSuchPart => Self::new(Code::NotFound, error),
            StockAlertError::InStock => Self::new(Code::PartInStock, error),
            StockAlertError::BadLink => Self::new(Code::StockAlertLinkInvalid, error),
            StockAlertError::Randomness(_) => Self::ours(Code::Internal, error),
        }
    }
}
