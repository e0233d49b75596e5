//! Who sells, as mails say it at their end.

/// Who sells. What is not known is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seller {
    /// The name on the door.
    pub name: String,
    /// The postal address, line by line.
    pub address: Vec<String>,
    /// The telephone number for customers.
    pub phone: Option<String>,
    /// The mail address for customers.
    pub email: Option<String>,
}

impl Seller {
    /// Name, address and how to be reached, line by line.
    pub(crate) fn lines(&self) -> Vec<&str> {
        let name = Some(self.name.as_str()).filter(|name| !name.is_empty());
        let reach = [self.phone.as_deref(), self.email.as_deref()];
        name.into_iter().chain(self.address.iter().map(String::as_str)).chain(reach.into_iter().flatten()).collect()
    }

    /// A plain text with who sells below it, behind the line by which mail programs know where a signature begins.
    pub(crate) fn below(&self, text: &str) -> String {
        match self.lines().as_slice() {
            [] => text.to_owned(),
            lines => format!("{}\n\n-- \n{}\n", text.trim_end(), lines.join("\n")),
        }
    }
}
