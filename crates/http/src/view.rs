//! Response bodies, each field declared once. From a list of fields, [`response!`] creates the type, its JSON, its
//! OpenAPI schema and its conversion from a value of the application; [`words!`] does the same for an enum.

/// Declares objects of responses, with their names in the OpenAPI document, if different, and the values they are
/// converted from, if there is one conversion.
///
/// Names are in camel case on the wire. An `Option` that is `None` is left out, and never null. [`Dollars`] are numbers.
///
/// ```text
/// response! {
///     /// A review.
///     pub(crate) ReviewView as Review from |review| Review {
///         /// The text.
///         text: String = review.text.to_string(),
///     }
/// }
/// ```
///
/// [`Dollars`]: crate::dollars::Dollars
macro_rules! response {
    // Fields with an attribute that follows from their type; then all others.
    (@field $head:tt [$($type:tt)*] [$($value:tt)*]
        $(#[$meta:meta])* $vis:vis $field:ident: Option<Dollars> $(= $made:expr)?, $($rest:tt)*) => {
        $crate::view::response! { @field $head [$($type)*
            $(#[$meta])*
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(value_type = Option<f64>, nullable = false)]
            $vis $field: Option<$crate::dollars::Dollars>,
        ] [$($value)* $($field: $made,)?] $($rest)* }
    };
    (@field $head:tt [$($type:tt)*] [$($value:tt)*]
        $(#[$meta:meta])* $vis:vis $field:ident: Option<$inner:ty> $(= $made:expr)?, $($rest:tt)*) => {
        $crate::view::response! { @field $head [$($type)*
            $(#[$meta])*
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            $vis $field: Option<$inner>,
        ] [$($value)* $($field: $made,)?] $($rest)* }
    };
    (@field $head:tt [$($type:tt)*] [$($value:tt)*]
        $(#[$meta:meta])* $vis:vis $field:ident: Dollars $(= $made:expr)?, $($rest:tt)*) => {
        $crate::view::response! { @field $head [$($type)*
            $(#[$meta])*
            #[schema(value_type = f64)]
            $vis $field: $crate::dollars::Dollars,
        ] [$($value)* $($field: $made,)?] $($rest)* }
    };
    (@field $head:tt [$($type:tt)*] [$($value:tt)*]
        $(#[$meta:meta])* $vis:vis $field:ident: $other:ty $(= $made:expr)?, $($rest:tt)*) => {
        $crate::view::response! { @field $head [$($type)*
            $(#[$meta])*
            $vis $field: $other,
        ] [$($value)* $($field: $made,)?] $($rest)* }
    };
    (@field {
        [$($about:tt)*] $vis:vis $name:ident
        $(|$source:pat_param| $from:ty)?
    } [$($type:tt)*] [$($value:tt)*]) => {
        #[derive(Debug, serde::Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        $($about)*
        $vis struct $name { $($type)* }

        $crate::view::response! { @from $name [$(|$source| $from)?] [$($value)*] }
    };
    (@from $name:ident [] []) => {};
    (@from $name:ident [|$source:pat_param| $from:ty] [$($value:tt)*]) => {
        impl From<$from> for $name {
            fn from($source: $from) -> Self {
                Self { $($value)* }
            }
        }
    };
    ($(
        $(#[$about:meta])+
        $vis:vis $name:ident $(as $schema:ident)? $(from |$source:pat_param| $from:ty)? { $($fields:tt)* }
    )+) => {$(
        $crate::view::response! {
            @field {
                [$(#[$about])+ $(#[schema(as = $schema)])?] $vis $name
                $(|$source| $from)?
            } [] [] $($fields)*
        }
    )+};
}
pub(crate) use response;

/// Declares an enum of a response whose variants are those of an enum of the application, in snake case.
///
/// ```text
/// words! {
///     /// The condition of a part.
///     pub(crate) ConditionView as PartCondition from Condition {
///         /// Never used.
///         New,
///     }
/// }
/// ```
macro_rules! words {
    ($($(#[$about:meta])+ $vis:vis $name:ident $(as $schema:ident)? from $from:ident {
        $($(#[$meaning:meta])+ $item:ident,)+
    })+) => {$(
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        $(#[$about])+
        $(#[schema(as = $schema)])?
        $vis enum $name {
            $($(#[$meaning])+ $item,)+
        }

        impl From<$from> for $name {
            fn from(from: $from) -> Self {
                match from { $($from::$item => Self::$item,)+ }
            }
        }
    )+};
}
pub(crate) use words;
