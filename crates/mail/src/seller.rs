//! The seller details at the end of emails.

/// The seller. Unknown details are omitted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seller {
    /// Shop name.
    pub name: String,
    /// The postal address, line by line.
    pub address: Vec<String>,
    /// The telephone number for customers.
    pub phone: Option<String>,
    /// Email address for customers.
    pub email: Option<String>,
}

impl Seller {
    /// Name, address and contact details, line by line.
    pub(crate) fn lines(&self) -> Vec<&str> {
        let name = Some(self.name.as_str()).filter(|name| !name.is_empty());
        let reach = [self.phone.as_deref(), self.email.as_deref()];
        name.into_iter().chain(self.address.iter().map(String::as_str)).chain(reach.into_iter().flatten()).collect()
    }

    /// Appends the seller to a plain text, after the standard signature separator of mail programs.
    pub(crate) fn below(&self, text: &str) -> String {
        match self.lines().as_slice() {
            [] => text.to_owned(),
            lines => format!("{}\n\n-- \n{}\n", text.trim_end(), lines.join("\n")),
        }
    }
}
