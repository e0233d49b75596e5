//! The terms for returning a part as structured data.

use super::Site;
use autoparts_domain::returns::{FeePercent, ReturnShipping, ReturnTerms, Unneeded};
use serde_json::{Value, json};

/// Returns the terms as a schema.org policy.
pub(super) fn facts(terms: ReturnTerms, site: &Site) -> Value {
    let name = |name: &str| format!("https://schema.org/{name}");
    let link = site.address("/return-policy");
    match terms.unneeded {
        Unneeded::NotReturnable => json!({
            "@type": "MerchantReturnPolicy",
            "returnPolicyCategory": name("MerchantReturnNotPermitted"),
            "merchantReturnLink": link,
        }),
        Unneeded::Returnable { shipping, fee } => {
            let has_fee = fee > FeePercent::NONE;
            let mut policy = json!({
                "@type": "MerchantReturnPolicy",
                "returnPolicyCategory": name("MerchantReturnFiniteReturnWindow"),
                "merchantReturnDays": terms.days.days(),
                "merchantReturnLink": link,
                "returnMethod": name("ReturnByMail"),
                "customerRemorseReturnFees": name(match shipping {
                    _ if has_fee => "RestockingFees",
                    ReturnShipping::Shop => "FreeReturn",
                    ReturnShipping::Customer => "ReturnFeesCustomerResponsibility",
                }),
            });
            if let Some(policy) = policy.as_object_mut().filter(|_| has_fee) {
                policy.insert("restockingFee".to_owned(), json!(fee.percent()));
            }
            policy
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_domain::returns::ReturnDays;

    #[test]
    fn the_policy_states_days_and_who_pays() {
        let site = Site::new("https://shop.example");
        let of = |unneeded| facts(ReturnTerms { days: ReturnDays::new(30).unwrap(), unneeded }, &site);
        let returnable = |shipping| of(Unneeded::Returnable { shipping, fee: FeePercent::NONE });
        let by_customer = returnable(ReturnShipping::Customer);
        assert_eq!(by_customer["merchantReturnDays"], 30);
        assert_eq!(by_customer["customerRemorseReturnFees"], "https://schema.org/ReturnFeesCustomerResponsibility");
        assert_eq!(by_customer["merchantReturnLink"], "https://shop.example/return-policy");
        assert_eq!(returnable(ReturnShipping::Shop)["customerRemorseReturnFees"], "https://schema.org/FreeReturn");
        assert!(by_customer.get("restockingFee").is_none());
        let fee = FeePercent::new(15).unwrap();
        let with_fee = of(Unneeded::Returnable { shipping: ReturnShipping::Shop, fee });
        assert_eq!(with_fee["restockingFee"], 15, "in percent");
        assert_eq!(with_fee["customerRemorseReturnFees"], "https://schema.org/RestockingFees");
        let refused = of(Unneeded::NotReturnable);
        assert_eq!(refused["returnPolicyCategory"], "https://schema.org/MerchantReturnNotPermitted");
        assert!(refused.get("merchantReturnDays").is_none());
    }
}
