//! Macros that implement the parser and the schema of a type in one place, next to the type. The domain's types are in
//! [`values`](super::values).

/// Texts with a format: parsed by the domain, described by a pattern.
macro_rules! shaped_texts {
    ($($type:ty, $name:literal: $schema:expr;)*) => { $(
        impl $crate::input::Input for $type {
            const NAME: &'static str = $name;

            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $schema
            }

            fn read(sent: &serde_json::Value) -> Result<Self, autoparts_domain::validation::ValidationError> {
                $crate::input::reading::text(sent)
            }
        }
    )* };
}

/// Whole numbers from `MIN` to `MAX`.
macro_rules! whole_numbers {
    ($($type:ident, $name:literal $(, $may_be_empty:literal)?;)*) => { $(
        impl $crate::input::Input for $type {
            const NAME: &'static str = $name;
            $(const MAY_BE_EMPTY: bool = $may_be_empty;)?

            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::input::schema::whole::<{ $type::MIN }, { $type::MAX }>()
            }

            fn read(sent: &serde_json::Value) -> Result<Self, autoparts_domain::validation::ValidationError> {
                $crate::input::reading::whole(sent).and_then(Self::new)
            }
        }
    )* };
}

/// An enum whose values have names in the domain.
macro_rules! choices {
    ($($type:ident, $words:literal: $all:expr;)*) => { $(
        impl $crate::input::Input for $type {
            const NAME: &'static str = stringify!($type);

            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::input::schema::choice($all.iter().map(|choice| choice.name()))
            }

            fn read(sent: &serde_json::Value) -> Result<Self, autoparts_domain::validation::ValidationError> {
                let word = sent.as_str().ok_or(autoparts_domain::validation::ValidationError::NotText)?;
                let choice = $all.iter().find(|choice| choice.name() == word);
                choice.copied().ok_or(autoparts_domain::validation::ValidationError::NotAChoice { choices: $words })
            }
        }
    )* };
}

pub(crate) use {choices, shaped_texts, whole_numbers};
