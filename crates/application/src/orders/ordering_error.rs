//! Errors of placing and reading orders.

use crate::{
    ports::{rates::RatesError, secrets::NoRandomness},
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    catalogue::QuantityRefused,
    money::Money,
    newsletter::CouponRefused,
    orders::{
        pricing::{LineProblem, LineRefused, OrderRefused},
        unpaid::UnpaidLimitReached,
    },
    validation::ValidationError,
};

/// Why an order could not be placed or shown.
#[derive(Debug, thiserror::Error)]
pub enum OrderingError {
    /// The part does not exist or was deleted.
    #[error("This part does not exist.")]
    NoSuchPart,
    /// No lines at all, or too many.
    #[error("lines {0}")]
    Lines(#[from] ValidationError),
    /// Too few or too many pieces.
    #[error(transparent)]
    Quantity(#[from] QuantityRefused),
    /// Some lines cannot be ordered: lists all of them, in the order of the request.
    #[error("{}", in_words(.0))]
    LineProblems(Vec<LineProblem>),
    /// The customer was shown another total.
    #[error("The price has changed: the total is now ${total}.")]
    PriceChanged {
        /// The current total.
        total: Money,
    },
    /// There are charges in addition to the parts, which the customer has to see first.
    #[error("This order has to go through the checkout, because shipping, tax or a core charge may be added.")]
    CheckoutRequired,
    /// Charges in the country depend on the postal code, and it is missing.
    #[error("postal code is required")]
    PostalCodeMissing,
    /// The shop offers no shipping of these goods to the destination, or not the chosen method.
    #[error("We cannot ship these parts there with this method. Please choose another shipping method or address.")]
    NoShipping,
    /// The coupon cannot be used.
    #[error(transparent)]
    Coupon(#[from] CouponRefused),
    /// A line names a vehicle that does not exist, or no longer exists.
    #[error("This vehicle does not exist.")]
    NoSuchVehicle,
    /// Some lines do not fit their vehicles or fit on conditions, and the customer has not confirmed that.
    #[error("{} Please confirm that before you order.", doubtful(*.lines))]
    FitNotConfirmed {
        /// How many lines.
        lines: usize,
    },
    /// Shipping or tax cannot be computed.
    #[error(transparent)]
    Rates(#[from] RatesError),
    /// The total is outside the range of a single card payment.
    #[error("The total of an order must be between $0.50 and $999,999.99.")]
    NotPayable,
    /// The customer's unpaid orders would exceed a limit.
    #[error(transparent)]
    Unpaid(#[from] UnpaidLimitReached),
    /// The idempotency key belongs to another order.
    #[error("This idempotency key was used for another order.")]
    KeyReused,
    /// The order placed under this key has been deleted.
    #[error("The order that was placed under this idempotency key was deleted. Use a new key for a new order.")]
    Deleted,
    /// There is no such order, or it is not the caller's; the response is the same.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// The system random generator failed.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
}

impl Refusal for OrderingError {}

/// The result of a use case that can fail with [`OrderingError`].
pub type OrderingResult<T> = Result<T, UseCaseError<OrderingError>>;

impl OrderingError {
    /// Reduces several line problems to the first one, as the specification refuses an order.
    pub(super) fn about_one_line(self) -> Self {
        match self {
            Self::LineProblems(problems) => match problems.first().map(|problem| problem.refused) {
                Some(LineRefused::PartGone) => Self::NoSuchPart,
                Some(LineRefused::Quantity(refused)) => refused.into(),
                None => Self::LineProblems(problems),
            },
            other => other,
        }
    }
}

impl From<OrderRefused> for OrderingError {
    fn from(refused: OrderRefused) -> Self {
        match refused {
            OrderRefused::Count(why) => Self::Lines(why),
            OrderRefused::Lines(problems) => Self::LineProblems(problems),
            OrderRefused::NotPayable => Self::NotPayable,
        }
    }
}

fn doubtful(lines: usize) -> String {
    match lines {
        1 => "One part may not fit your vehicle.".to_owned(),
        several => format!("{several} parts may not fit your vehicles."),
    }
}

fn in_words(problems: &[LineProblem]) -> String {
    match problems {
        [only] => only.refused.to_string(),
        several => format!("{} lines cannot be ordered as they are.", several.len()),
    }
}
