//! Order numbers.

use crate::readable_code::readable_codes;

readable_codes! {
    /// An order number: `AP-7KQD-M2XW`. Easy to read out, and reveals nothing about the number of orders.
    OrderNumber, "AP";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::ValidationError;

    #[test]
    fn a_number_is_parsed_in_any_spelling() {
        let number = OrderNumber::from_random([0; 32]);
        assert_eq!(number.as_str(), "AP-2222-2222");
        for typed in ["AP-2222-2222", " ap-2222-2222 ", "2222-2222", "22222222", "AP 2222 2222", "ap22222222"] {
            assert_eq!(typed.parse(), Ok(number.clone()), "{typed}");
        }
        assert_eq!("APPA-2222".parse::<OrderNumber>().unwrap().as_str(), "AP-APPA-2222");
    }

    #[test]
    fn invalid_numbers_are_refused() {
        for text in ["", "AP-", "AP-2222-222", "AP-2222-22222", "AP-0000-0000", "AP-2222-222é", "éé", "AP50-2222-2222"]
        {
            assert_eq!(text.parse::<OrderNumber>(), Err(ValidationError::NotAnId), "{text}");
        }
    }

    #[test]
    fn every_random_number_is_valid() {
        for byte in 0..=u8::MAX {
            let number = OrderNumber::from_random([byte; 32]);
            assert_eq!(number.as_str().parse(), Ok(number.clone()));
        }
    }
}
