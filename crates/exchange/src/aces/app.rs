//! One `App` of an ACES file.

use autoparts_application::ports::import_files::{FitmentRow, Named, RowAction, RowVehicle};

/// Nesting depth of the children of an `App`.
const CHILD: usize = 2;

/// Elements of an `App` that do not affect whether the part fits.
const IGNORED: &[&str] =
    &["MfrLabel", "DisplayOrder", "AssetName", "AssetItemOrder", "AssetItemRef", "PartType", "AppliesTo"];

const EQUIPMENT: &[&str] =
    &["EquipmentBase", "EquipmentModel", "EquipmentType", "Mfr", "VehicleType", "ProductionYears"];

/// An `App` with more qualifiers and notes than this is set aside, to bound memory: no vehicle has this many
/// conditions.
const MOST_CONDITIONS: usize = 100;

/// A child element with its id, while its text is being read.
#[derive(Debug, Default)]
struct Child {
    attributes: Vec<(String, String)>,
    /// Text of a nested `text` element.
    inner: Option<String>,
    /// Values of nested parameters.
    parameters: Vec<String>,
}

impl Child {
    fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }
}

/// An application being parsed.
#[derive(Debug, Default)]
pub(super) struct App {
    line: u64,
    attributes: Child,
    child: Child,
    base: Option<String>,
    years: Option<(String, String)>,
    make: Option<Named>,
    model: Option<Named>,
    engine: Option<Named>,
    position: Option<Named>,
    pieces: Option<String>,
    part: Option<String>,
    part_brand: Option<String>,
    conditions: Vec<Named>,
    equipment: bool,
    twice: bool,
    too_many: bool,
}

impl App {
    pub(super) fn begin(attributes: Vec<(String, String)>, line: u64) -> Self {
        let attributes = Child { attributes, ..Child::default() };
        Self { line, attributes, ..Self::default() }
    }

    pub(super) fn id(&self) -> Option<&str> {
        self.attributes.attribute("id")
    }

    /// Handles a start tag. `before` is the text of its parent that precedes it.
    pub(super) fn open(&mut self, depth: usize, name: &str, attributes: Vec<(String, String)>, before: &str) {
        if depth == CHILD {
            self.child = Child { attributes, ..Child::default() };
            return;
        }
        if name == "param" {
            let inner = Child { attributes, ..Child::default() };
            let unit = inner.attribute("uom").map(|unit| format!(" {unit}")).unwrap_or_default();
            let more = usize::from(self.child.parameters.len() < MOST_CONDITIONS);
            self.child
                .parameters
                .extend(inner.attribute("value").map(|value| format!("{value}{unit}")).into_iter().take(more));
        }
        if self.child.inner.is_none() && !before.trim().is_empty() {
            self.child.inner = Some(before.trim().to_owned());
        }
    }

    /// Handles an end tag.
    pub(super) fn close(&mut self, depth: usize, name: &str, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if depth > CHILD {
            if name == "text" && !text.is_empty() {
                self.child.inner = Some(text);
            }
            return;
        }
        let child = std::mem::take(&mut self.child);
        let text = if text.is_empty() { child.inner.clone().unwrap_or_default() } else { text };
        let id = child.attribute("id").map(ToOwned::to_owned);
        match name {
            "BaseVehicle" => once(&mut self.base, id.or_else(|| words(&text)), &mut self.twice),
            "Years" => {
                let year = |name| child.attribute(name).unwrap_or_default().to_owned();
                once(&mut self.years, Some((year("from"), year("to"))), &mut self.twice);
            }
            "Year" => {
                let year = id.or_else(|| words(&text)).unwrap_or_default();
                once(&mut self.years, Some((year.clone(), year)), &mut self.twice);
            }
            "Make" => once(&mut self.make, named(id, &text), &mut self.twice),
            "Model" => once(&mut self.model, named(id, &text), &mut self.twice),
            // An engine element without a value must not be read as any engine.
            "EngineBase" | "EngineBlock" if id.is_none() && text.is_empty() => {
                self.condition(Named::Code(format!("{name}:")));
            }
            "EngineBase" => once(&mut self.engine, named(id, &text), &mut self.twice),
            "EngineBlock" => {
                let id = id.map(|id| format!("EngineBlock:{id}"));
                once(&mut self.engine, named(id, &text), &mut self.twice);
            }
            "Position" => once(&mut self.position, named(id, &text), &mut self.twice),
            "Qty" => once(&mut self.pieces, words(&text), &mut self.twice),
            "Part" => {
                once(&mut self.part, words(&text), &mut self.twice);
                self.part_brand = child.attribute("BrandAAIAID").map(ToOwned::to_owned);
            }
            "Note" => {
                let code = id.map(|id| format!("Note:{id}")).filter(|_| text.is_empty());
                if let Some(note) = named(code, &text) {
                    self.condition(note);
                }
            }
            "Qual" => self.condition(qualifier(&child, id, &text)),
            _ if EQUIPMENT.contains(&name) => self.equipment = true,
            _ if IGNORED.contains(&name) => {}
            _ => {
                let value = id.or_else(|| words(&text)).unwrap_or_default();
                self.condition(Named::Code(format!("{name}:{value}")));
            }
        }
    }

    fn condition(&mut self, condition: Named) {
        self.too_many |= self.conditions.len() >= MOST_CONDITIONS;
        if !self.too_many {
            self.conditions.push(condition);
        }
    }

    /// Converts it to a row; `brand` is the file's default brand.
    pub(super) fn row(self, brand: Option<&str>) -> FitmentRow {
        let vehicle = self.vehicle();
        let action = match self.attributes.attribute("action") {
            Some(action) if action.eq_ignore_ascii_case("D") => RowAction::Delete,
            _ => RowAction::Add,
        };
        let brand = self.part_brand.or_else(|| brand.map(ToOwned::to_owned)).unwrap_or_default();
        FitmentRow {
            line: self.line,
            action,
            brand: Named::Code(brand),
            number: self.part.unwrap_or_default(),
            vehicle,
            engine: self.engine,
            position: self.position,
            pieces: self.pieces,
            conditions: self.conditions,
            set_aside: None,
        }
    }

    fn vehicle(&self) -> RowVehicle {
        if !matches!(self.attributes.attribute("action"), None | Some("A" | "a" | "D" | "d")) {
            return RowVehicle::Unreadable("its action is neither A nor D".into());
        }
        if self.equipment {
            return RowVehicle::Unreadable("it is for equipment, not for a vehicle".into());
        }
        if self.twice {
            return RowVehicle::Unreadable("it has the same element twice".into());
        }
        if self.too_many {
            return RowVehicle::Unreadable("it has more than 100 conditions".into());
        }
        match (&self.base, &self.years, &self.make, &self.model) {
            (Some(base), None, None, None) => RowVehicle::BaseVehicle(base.clone()),
            (Some(_), _, _, _) => {
                RowVehicle::Unreadable("it has a BaseVehicle and also years, a make or a model".into())
            }
            (None, Some((from, to)), Some(make), Some(model)) => {
                RowVehicle::Models { from: from.clone(), to: to.clone(), make: make.clone(), model: model.clone() }
            }
            _ => RowVehicle::Unreadable("it does not name years, a make and a model".into()),
        }
    }
}

fn words(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// A code if there is an id, words otherwise.
fn named(id: Option<String>, text: &str) -> Option<Named> {
    id.map(Named::Code).or_else(|| words(text).map(Named::Words))
}

fn once<T>(place: &mut Option<T>, value: Option<T>, twice: &mut bool) {
    *twice |= place.is_some() && value.is_some();
    if value.is_some() {
        *place = value;
    }
}

/// A qualifier with a text is used as written; otherwise its code and parameters identify it.
fn qualifier(child: &Child, id: Option<String>, text: &str) -> Named {
    if !text.is_empty() {
        return Named::Words(text.to_owned());
    }
    let id = id.unwrap_or_default();
    let code: Vec<&str> = ["Qual", &id].into_iter().chain(child.parameters.iter().map(String::as_str)).collect();
    Named::Code(code.join(":"))
}
