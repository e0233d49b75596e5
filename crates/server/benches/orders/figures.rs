//! Prints measured figures and whether they reach their limits.

pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn figure(what: &str, value: f64, limit: &str, reached: bool) -> bool {
    println!("    {what:<66} {value:>8.2}   {limit:<14} {}", if reached { "reached" } else { "MISSED" });
    reached
}

pub(crate) fn at_least(what: &str, value: f64, limit: f64) -> bool {
    figure(what, value, &format!("at least {limit}"), value >= limit)
}

pub(crate) fn at_most(what: &str, value: f64, limit: f64) -> bool {
    figure(what, value, &format!("at most {limit}"), value <= limit)
}
