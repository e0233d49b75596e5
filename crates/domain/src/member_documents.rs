//! Documents that the shop stores once for each member: only their owner reads and replaces them, always as a whole.
//!
//! To add a kind, add a module with its content, and a line in `member_documents!`. `CONTRIBUTING.md` has the steps in
//! the other crates; the compiler does not point to all of them, such as the HTTP routes.

pub mod addresses;
pub mod carts;
pub mod garages;

use addresses::Addresses;
use carts::{CART_LASTS, CartLines};
use garages::GarageVehicles;
use std::time::Duration;

/// A value that is replaced as a whole, with the number of its saves. A save states the revision that it is based on,
/// and is refused if the value was saved elsewhere since.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Revisioned<T> {
    /// Number of saves; 0 if it was never saved, or was purged since.
    pub revision: i64,
    /// The value.
    pub content: T,
}

impl<T> Revisioned<T> {
    /// The same revision with a converted value.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Revisioned<U> {
        Revisioned { revision: self.revision, content: convert(self.content) }
    }
}

/// The content of one kind of document. Its default is the content of a document that was never saved.
pub trait MemberDocument: Clone + Default + Into<MemberContent> + Send + Sync + 'static {
    /// The kind.
    const KIND: DocumentKind;

    /// Returns the content; `None` if it is of another kind.
    fn of(content: MemberContent) -> Option<Self>;
}

/// Declares the kinds: the description of each, its content, its name in [`MemberDocuments`], how long it is stored
/// unchanged if that is limited, and the message if a save was refused.
macro_rules! member_documents {
    ($($(#[$about:meta])+ $kind:ident($content:ty) as $name:ident $(for $lasts:ident)?, $changed:literal;)+) => {
        /// A kind of document.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum DocumentKind {
            $($(#[$about])+ $kind,)+
        }

        impl DocumentKind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// How long an unchanged document is stored; `None` without limit.
            #[must_use]
            pub const fn lasts(self) -> Option<Duration> {
                match self { $(Self::$kind => member_documents!(@lasts $($lasts)?),)+ }
            }

            /// The message if the document was saved elsewhere.
            #[must_use]
            pub const fn changed_elsewhere(self) -> &'static str {
                match self { $(Self::$kind => $changed,)+ }
            }
        }

        /// The content of a document of any kind.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum MemberContent {
            $($(#[$about])+ $kind($content),)+
        }

        impl MemberContent {
            /// The kind.
            #[must_use]
            pub const fn kind(&self) -> DocumentKind {
                match self { $(Self::$kind(_) => DocumentKind::$kind,)+ }
            }
        }

        /// All documents of a member.
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct MemberDocuments {
            $($(#[$about])+ pub $name: Revisioned<$content>,)+
        }

        impl MemberDocuments {
            /// Replaces the document of the same kind.
            pub fn set(&mut self, document: Revisioned<MemberContent>) {
                let revision = document.revision;
                match document.content {
                    $(MemberContent::$kind(content) => self.$name = Revisioned { revision, content },)+
                }
            }

            /// Whether none has any content.
            #[must_use]
            pub fn are_empty(&self) -> bool {
                $(self.$name.content == <$content>::default())&&+
            }
        }

        $(
            impl From<$content> for MemberContent {
                fn from(content: $content) -> Self {
                    Self::$kind(content)
                }
            }

            impl MemberDocument for $content {
                const KIND: DocumentKind = DocumentKind::$kind;

                fn of(content: MemberContent) -> Option<Self> {
                    if let MemberContent::$kind(content) = content { Some(content) } else { None }
                }
            }
        )+
    };
    (@lasts) => { None };
    (@lasts $lasts:ident) => { Some($lasts) };
}

member_documents! {
    /// The parts that the member intends to order.
    Cart(CartLines) as cart for CART_LASTS, "Your cart was changed on another device or in another tab.";
    /// The member's vehicles.
    Garage(GarageVehicles) as garage, "Your garage was changed on another device or in another tab.";
    /// The member's address book.
    Addresses(Addresses) as addresses, "Your addresses were changed on another device or in another tab.";
}
