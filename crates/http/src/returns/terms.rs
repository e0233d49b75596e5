//! The terms for returning a part, in requests and responses.

use crate::{
    form::request,
    input::{choices, whole_numbers},
    view::{response, words},
};
use autoparts_domain::returns::{FeePercent, ReturnDays, ReturnShipping, ReturnTerms, Unneeded};

whole_numbers! {
    ReturnDays, "ReturnDays";
}

choices! {
    ReturnShipping, "shop or customer": ReturnShipping::ALL;
}

words! {
    /// Who pays for sending pieces back.
    ShippingPayerView as ReturnShippingPayer from ReturnShipping {
        /// The shop.
        Shop,
        /// The customer.
        Customer,
    }
}

response! {
    /// The terms for returning a part. Pieces that do not fit, are wrong, damaged or not as described can always be
    /// returned within the days.
    pub(crate) ReturnTermsView as ReturnTerms {
        /// For how many days after the day of shipping, in UTC, it can be returned.
        days: u16,
        /// Whether it can be returned only because the customer does not need it.
        returnable: bool,
        /// Who pays for sending it back in that case; absent if it cannot be returned then.
        shipping_paid_by: Option<ShippingPayerView>,
    }
}

impl From<ReturnTerms> for ReturnTermsView {
    fn from(ReturnTerms { days, unneeded }: ReturnTerms) -> Self {
        let days = days.days();
        match unneeded {
            Unneeded::NotReturnable => Self { days, returnable: false, shipping_paid_by: None },
            Unneeded::Returnable { shipping, fee: _ } => {
                Self { days, returnable: true, shipping_paid_by: Some(shipping.into()) }
            }
        }
    }
}

request! {
    /// The terms of a policy.
    ReturnTermsFields {
        /// For how many days after the day of shipping, in UTC, the parts can be returned.
        days: ReturnDays,
        /// Whether they can be returned only because the customer does not need them.
        returnable: bool,
        /// Who pays for sending them back in that case; the customer if absent.
        shipping_paid_by: Option<ReturnShipping>,
    }
}

impl From<ReturnTermsFields> for ReturnTerms {
    fn from(ReturnTermsFields { days, returnable, shipping_paid_by }: ReturnTermsFields) -> Self {
        let shipping = shipping_paid_by.unwrap_or(ReturnShipping::Customer);
        let unneeded =
            if returnable { Unneeded::Returnable { shipping, fee: FeePercent::NONE } } else { Unneeded::NotReturnable };
        Self { days, unneeded }
    }
}
