//! The terms for returning a part, in requests and responses.

use crate::{
    form::request,
    input::{choices, whole_numbers},
    view::{response, words},
};
use autoparts_domain::returns::{FeePercent, ReturnDays, ReturnShipping, ReturnTerms, Unneeded};

whole_numbers! {
    ReturnDays, "ReturnDays";
    FeePercent, "FeePercent";
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
        /// For how many days after the day of shipping, in UTC, it can be returned. With a fault, at least as many as by the
        /// setting of the shop.
        days: u16,
        /// Whether it can be returned only because the customer does not need it.
        returnable: bool,
        /// Who pays for sending it back in that case; absent if it cannot be returned then.
        shipping_paid_by: Option<ShippingPayerView>,
        /// The restocking fee in that case, in percent of the price paid, without core charges; absent if there is none.
        restocking_percent: Option<i64>,
    }
}

impl From<ReturnTerms> for ReturnTermsView {
    fn from(ReturnTerms { days, unneeded }: ReturnTerms) -> Self {
        let days = days.days();
        match unneeded {
            Unneeded::NotReturnable => {
                Self { days, returnable: false, shipping_paid_by: None, restocking_percent: None }
            }
            Unneeded::Returnable { shipping, fee } => Self {
                days,
                returnable: true,
                shipping_paid_by: Some(shipping.into()),
                restocking_percent: Some(fee.percent()).filter(|percent| *percent > 0),
            },
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
        /// The restocking fee in that case, in percent of the price paid, without core charges; none if absent.
        restocking_percent: Option<FeePercent>,
    }
}

impl From<ReturnTermsFields> for ReturnTerms {
    fn from(fields: ReturnTermsFields) -> Self {
        let ReturnTermsFields { days, returnable, shipping_paid_by, restocking_percent } = fields;
        let shipping = shipping_paid_by.unwrap_or(ReturnShipping::Customer);
        let fee = restocking_percent.unwrap_or_default();
        let unneeded = if returnable { Unneeded::Returnable { shipping, fee } } else { Unneeded::NotReturnable };
        Self { days, unneeded }
    }
}
