//! Requests, declared once. From a list of fields, [`request!`] creates the type that a handler gets, its JSON parser
//! and its OpenAPI schema.
//!
//! Every invalid field is reported, by name.

use crate::problem::{FieldProblem, Problem};
use serde_json::{Map, Value};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, schema::SchemaType};

/// Declares the body of a call.
///
/// On the wire, a field has the same name in camel case. `Option` makes it optional; [`crate::input`] has the parser
/// and the schema of each type. Fields under `ignored` may be sent and have no effect.
///
/// ```text
/// request! {
///     /// A part to add.
///     NewPart {
///         /// The title.
///         title: PartTitle,
///     }
/// }
/// ```
macro_rules! request {
    (
        $(#[doc = $about:literal])+
        $name:ident {
            $($(#[doc = $description:literal])+ $field:ident: $type:ty,)*
        }
        $(ignored {
            $($(#[doc = $why:literal])+ $unread:ident,)+
        })?
    ) => {
        $(#[doc = $about])+
        #[derive(Debug)]
        pub(crate) struct $name {
            $($(#[doc = $description])+ pub(crate) $field: $type,)*
        }

        impl $crate::form::Request for $name {
            fn fields() -> Vec<$crate::form::FieldSchema> {
                vec![
                    $($crate::form::FieldSchema::new::<$type>(stringify!($field), &[$($description),+]),)*
                    $($($crate::form::FieldSchema::ignored(stringify!($unread), &[$($why),+]),)+)?
                ]
            }

            fn read(form: &mut $crate::form::Form<'_>) -> Result<Self, $crate::problem::Problem> {
                $(let $field = form.field(stringify!($field));)*
                let read = || Some(Self { $($field: $field?,)* });
                form.finish(read())
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $crate::form::schema::<Self>(&[$($about),+])
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schemas(schemas: &mut Vec<$crate::form::Component>) {
                schemas.extend(<Self as $crate::form::Request>::fields().into_iter().flat_map(|field| field.components));
            }
        }
    };
}
pub(crate) use request;

/// A field of a request: `T` when it is required, `Option<T>` when it is not.
pub(crate) trait Field: Sized {
    /// Whether the OpenAPI document marks it as required.
    const REQUIRED: bool;

    /// Parses the value sent; `sent` is `None` if it was omitted or null. Errors are added to `wrong`.
    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self>;

    /// The schema of the field, with a description.
    fn property(description: String) -> RefOr<Schema>;

    /// The schemas that it refers to.
    fn components() -> Vec<Component>;
}

/// A request body declared with [`request!`].
pub(crate) trait Request: Sized {
    /// The schema of each field.
    fn fields() -> Vec<FieldSchema>;

    /// Parses the fields; the problem names all that are invalid.
    fn read(form: &mut Form<'_>) -> Result<Self, Problem>;
}

/// The fields of one request, and the errors found so far.
#[derive(Debug)]
pub(crate) struct Form<'a> {
    sent: &'a Map<String, Value>,
    wrong: Vec<FieldProblem>,
}

impl<'a> Form<'a> {
    pub(crate) fn new(sent: &'a Map<String, Value>) -> Self {
        Self { sent, wrong: Vec::new() }
    }

    /// Parses a field; if it is invalid, notes the error and returns `None`.
    pub(crate) fn field<T: Field>(&mut self, name: &str) -> Option<T> {
        let name = wire_name(name);
        let sent = self.sent.get(&name).filter(|sent| !sent.is_null());
        T::take(sent, &name, &mut self.wrong)
    }

    /// Returns the request, or the problem with its fields.
    pub(crate) fn finish<T>(&mut self, request: Option<T>) -> Result<T, Problem> {
        request.ok_or_else(|| Problem::fields(std::mem::take(&mut self.wrong)))
    }
}

/// A named schema of the OpenAPI document.
pub(crate) type Component = (String, RefOr<Schema>);

/// The schema of a field.
pub(crate) struct FieldSchema {
    name: String,
    required: bool,
    property: RefOr<Schema>,
    /// The schemas that it refers to.
    pub(crate) components: Vec<Component>,
}

impl FieldSchema {
    pub(crate) fn new<T: Field>(name: &str, description: &[&str]) -> Self {
        Self {
            name: wire_name(name),
            required: T::REQUIRED,
            property: T::property(paragraph(description)),
            components: T::components(),
        }
    }

    /// A field that may be sent with any value, and has no effect.
    pub(crate) fn ignored(name: &str, description: &[&str]) -> Self {
        let anything = ObjectBuilder::new().schema_type(SchemaType::AnyValue);
        Self {
            name: wire_name(name),
            required: false,
            property: anything.description(Some(paragraph(description))).into(),
            components: Vec::new(),
        }
    }
}

/// The schema of a request.
pub(crate) fn schema<T: Request>(about: &[&str]) -> RefOr<Schema> {
    let object = ObjectBuilder::new().description(Some(paragraph(about)));
    let object = T::fields().into_iter().fold(object, |object, field| {
        let object = object.property(&field.name, field.property);
        if field.required { object.required(field.name) } else { object }
    });
    object.into()
}

/// Joins the lines of a doc comment.
fn paragraph(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

/// Returns the wire name of a field: `min_order_quantity` becomes `minOrderQuantity`.
fn wire_name(field: &str) -> String {
    let mut words = field.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at_checked(1).unwrap_or_default();
        name + &initial.to_ascii_uppercase() + rest
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_domain::{
        email::Email,
        money::Price,
        quantity::Quantity,
        text::{PartTitle, PhoneNumber},
    };
    use serde_json::json;
    use utoipa::PartialSchema;

    request! {
        /// Some fields.
        Sample {
            /// Required.
            title: PartTitle,
            /// Required.
            unit_price: Price,
            /// Optional.
            email: Option<Email>,
            /// Optional.
            quantity: Option<Quantity>,
            /// Optional.
            phone: Option<PhoneNumber>,
        }
        ignored {
            /// Ignored.
            paid,
        }
    }

    fn read(sent: Value) -> Result<Sample, Vec<(String, String)>> {
        let Value::Object(sent) = sent else { panic!("{sent} is not an object") };
        let mut form = Form::new(&sent);
        Sample::read(&mut form).map_err(|problem| {
            let fields = serde_json::to_value(problem.field_problems()).unwrap();
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            fields.as_array().unwrap().iter().map(|field| (text(&field["field"]), text(&field["code"]))).collect()
        })
    }

    fn with(field: &str, value: Value) -> Result<Sample, Vec<(String, String)>> {
        let mut sent = json!({ "title": "Disc", "unitPrice": "10", "paid": {} });
        sent[field] = value;
        read(sent)
    }

    #[test]
    fn fields_are_parsed_as_domain_types() {
        let sample = with("email", json!("Ann@example.com")).unwrap();
        assert_eq!((sample.title.as_str(), sample.unit_price.amount().cents()), ("Disc", 1000));
        assert_eq!(sample.email.unwrap().as_str(), "ann@example.com");
    }

    #[test]
    fn every_error_names_its_field_as_sent() {
        let wrong = read(json!({ "title": 7, "unitPrice": "1.234", "quantity": "x" })).unwrap_err();
        let wrong: Vec<_> = wrong.iter().map(|(field, code)| (field.as_str(), code.as_str())).collect();
        assert_eq!(wrong, [("title", "not_text"), ("unitPrice", "too_many_decimals"), ("quantity", "not_a_number")]);
        assert_eq!(read(json!({ "title": null })).unwrap_err().len(), 2, "null counts as missing");
    }

    #[test]
    fn the_length_limit_of_a_phone_number_includes_white_space() {
        let phone = |value| with("phone", value).map(|sample| sample.phone.unwrap().to_string());
        assert_eq!(phone(json!(" 555 0100\n")).unwrap(), "555 0100");
        assert_eq!(phone(json!(5_550_100)).unwrap(), "5550100");
        let too_long = phone(json!(format!("{} ", "5".repeat(40)))).unwrap_err();
        assert_eq!(too_long, [("phone".to_owned(), "too_long".to_owned())]);
    }

    #[test]
    fn optional_fields_may_be_missing_but_not_invalid() {
        let nothing = with("email", json!(null)).unwrap();
        assert!(nothing.email.is_none() && nothing.quantity.is_none());
        assert!(with("email", json!("")).is_err(), "as the API document states");
        assert!(with("quantity", json!("")).unwrap().quantity.is_none(), "an empty form field");
        assert!(with("quantity", json!("x")).is_err());
        assert_eq!(with("unitPrice", json!("")).unwrap_err(), [("unitPrice".to_owned(), "required".to_owned())]);
    }

    #[test]
    fn the_schema_lists_required_fields() {
        let schema = serde_json::to_value(Sample::schema()).unwrap();
        assert_eq!(schema["required"], json!(["title", "unitPrice"]));
        assert_eq!(schema["properties"]["unitPrice"]["$ref"], "#/components/schemas/PriceDollars");
        assert_eq!(schema["properties"]["paid"]["description"], "Ignored.");
        assert!(schema["properties"]["paid"].get("type").is_none(), "any value may be sent");
    }
}
