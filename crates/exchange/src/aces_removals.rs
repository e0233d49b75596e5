//! Refuted applications as an ACES 4.2 file that deletes them from the data of their suppliers. Export only.
//!
//! The file says nothing that the shop does not know: it omits the telephone number of the sender and the versions of
//! the code tables, and part type and quantity where they are unknown.

use autoparts_application::ports::spreadsheets::{CodedCondition, CodedVehicle, RefutedFit, RefutedHeader};
use autoparts_domain::text::SupplierCode;
use quick_xml::escape::escape;

/// Elements about the vehicle that precede the engine, in the order of the schema.
const BEFORE_ENGINE: &[&str] = &["SubModel", "MfrBodyCode", "BodyNumDoors", "BodyType", "DriveType"];

/// Elements about the vehicle that follow the engine, in the order of the schema.
const AFTER_ENGINE: &[&str] = &[
    "EngineDesignation",
    "EngineVIN",
    "EngineVersion",
    "EngineMfr",
    "PowerOutput",
    "ValvesPerEngine",
    "FuelDeliveryType",
    "FuelDeliverySubType",
    "FuelSystemControlType",
    "FuelSystemDesign",
    "Aspiration",
    "CylinderHeadType",
    "FuelType",
    "IgnitionSystemType",
    "TransmissionMfrCode",
    "TransmissionBase",
    "TransmissionType",
    "TransmissionControlType",
    "TransmissionNumSpeeds",
    "TransElecControlled",
    "TransmissionMfr",
    "BedLength",
    "BedType",
    "WheelBase",
    "BrakeSystem",
    "FrontBrakeType",
    "RearBrakeType",
    "BrakeABS",
    "FrontSpringType",
    "RearSpringType",
    "SteeringSystem",
    "SteeringType",
    "Region",
];

/// The beginning of a file.
pub(crate) fn head(RefutedHeader { sender, brand, day }: &RefutedHeader) -> String {
    let (sender, day) = (escape(sender), day.iso());
    let brand = brand.as_ref().map(|code| format!("<BrandAAIAID>{}</BrandAAIAID>\n", escape(code.as_str())));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ACES version=\"4.2\">\n<Header>\n<Company>{sender}</Company>\n\
         <SenderName>{sender}</SenderName>\n<TransferDate>{day}</TransferDate>\n{}\
         <DocumentTitle>Applications of parts that came back because they did not fit</DocumentTitle>\n\
         <EffectiveDate>{day}</EffectiveDate>\n<SubmissionType>UPDATE</SubmissionType>\n</Header>\n",
        brand.unwrap_or_default()
    )
}

/// The deletion of some applications, with ids from `first`.
pub(crate) fn apps(first: u64, fits: &[RefutedFit]) -> String {
    (first..).zip(fits).map(|(id, fit)| app(id, fit)).collect()
}

/// The end of a file with `written` deletions.
pub(crate) fn end(written: u64, left_out: u64) -> String {
    let comment = match left_out {
        0 => String::new(),
        1 => "<!-- 1 application is left out, because the shop has no codes for it. -->\n".to_owned(),
        _ => format!("<!-- {left_out} applications are left out, because the shop has no codes for them. -->\n"),
    };
    format!("{comment}<Footer><RecordCount>{written}</RecordCount></Footer>\n</ACES>\n")
}

fn app(id: u64, fit: &RefutedFit) -> String {
    let mut app = format!("<App action=\"D\" id=\"{id}\">{}", vehicle(&fit.vehicle));
    app.push_str(&attributes(BEFORE_ENGINE, &fit.conditions));
    app.push_str(&fit.engine.as_ref().map(engine).unwrap_or_default());
    app.push_str(&attributes(AFTER_ENGINE, &fit.conditions));
    app.push_str(&fit.conditions.iter().filter_map(qualifier).collect::<String>());
    app.push_str(&fit.conditions.iter().filter_map(note).collect::<String>());
    let pieces = fit.pieces.map(|pieces| format!("<Qty>{}</Qty>", pieces.pieces()));
    app.push_str(&pieces.unwrap_or_default());
    app.push_str(&fit.part_type.as_ref().map(|code| coded("PartType", code.as_str())).unwrap_or_default());
    app.push_str(&fit.position.as_ref().map(|code| coded("Position", code.as_str())).unwrap_or_default());
    let (brand, number) = (escape(fit.brand.as_str()), escape(fit.number.as_str()));
    app.push_str(&format!("<Part BrandAAIAID=\"{brand}\">{number}</Part></App>\n"));
    app
}

fn coded(element: &str, code: &str) -> String {
    format!("<{element} id=\"{}\"/>", escape(code))
}

fn vehicle(vehicle: &CodedVehicle) -> String {
    match vehicle {
        CodedVehicle::BaseVehicle(code) => coded("BaseVehicle", code.as_str()),
        CodedVehicle::Models { years, make, model } => {
            let years = format!("<Years from=\"{}\" to=\"{}\"/>", years.from(), years.to());
            [years, coded("Make", make.as_str()), coded("Model", model.as_str())].concat()
        }
    }
}

/// Codes of engine blocks are prefixed, because they are of another table.
fn engine(code: &SupplierCode) -> String {
    let block = code.as_str().strip_prefix("EngineBlock:");
    block.map_or_else(|| coded("EngineBase", code.as_str()), |block| coded("EngineBlock", block))
}

/// The element and the id of a condition about the vehicle; `None` if it is not one, or the schema does not know it.
fn attribute(condition: &CodedCondition) -> Option<(&str, &str)> {
    let (element, id) = condition.code.as_ref()?.as_str().split_once(':')?;
    let is_known = BEFORE_ENGINE.contains(&element) || AFTER_ENGINE.contains(&element);
    let is_id = !id.is_empty() && id.bytes().all(|digit| digit.is_ascii_digit());
    (is_known && is_id).then_some((element, id))
}

fn attributes(elements: &[&str], conditions: &[CodedCondition]) -> String {
    let known: Vec<(&str, &str)> = conditions.iter().filter_map(attribute).collect();
    let of_element = |element: &&str| {
        let theirs = known.iter().filter(|(known, _)| known == element);
        theirs.map(|(element, id)| coded(element, id)).collect::<String>()
    };
    elements.iter().map(of_element).collect()
}

/// The id and the parameters of a qualifier; `None` for other conditions.
fn qualifier_code(condition: &CodedCondition) -> Option<(&str, Vec<&str>)> {
    let mut parts = condition.code.as_ref()?.as_str().strip_prefix("Qual:")?.split(':');
    Some((parts.next().filter(|id| !id.is_empty())?, parts.collect()))
}

fn qualifier(condition: &CodedCondition) -> Option<String> {
    let (id, parameters) = qualifier_code(condition)?;
    let parameter = |value: &str| format!("<param value=\"{}\"/>", escape(value));
    let parameters: String = parameters.into_iter().map(parameter).collect();
    let (id, words) = (escape(id), escape(condition.words.as_str()));
    Some(format!("<Qual id=\"{id}\">{parameters}<text>{words}</text></Qual>"))
}

/// A condition that has no element of its own, in words.
fn note(condition: &CodedCondition) -> Option<String> {
    let is_coded = attribute(condition).is_some() || qualifier_code(condition).is_some();
    (!is_coded).then(|| format!("<Note>{}</Note>", escape(condition.words.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aces;
    use autoparts_application::ports::import_files::{FileSummary, FitmentRow, Named, RowAction, RowVehicle, Scope};
    use autoparts_domain::{fitment::PiecesNeeded, numbers::Day};
    use autoparts_testing::samples::years;

    fn code(code: &str) -> SupplierCode {
        code.parse().unwrap()
    }

    fn condition(words: &str, code: Option<&str>) -> CodedCondition {
        CodedCondition { words: words.parse().unwrap(), code: code.map(|code| code.parse().unwrap()) }
    }

    fn fit(vehicle: CodedVehicle) -> RefutedFit {
        RefutedFit {
            brand: code("ZZZA"),
            number: "IP-100".parse().unwrap(),
            part_type: None,
            vehicle,
            engine: None,
            position: None,
            pieces: None,
            conditions: Vec::new(),
        }
    }

    fn file(fits: &[RefutedFit], left_out: u64) -> String {
        let sender = "https://shop.example/?a&b".to_owned();
        let opening = head(&RefutedHeader { sender, brand: Some(code("ZZZA")), day: Day::from_number(20_454) });
        let count = u64::try_from(fits.len()).unwrap();
        [opening, apps(1, fits), end(count, left_out)].concat()
    }

    /// What the shop's own reader makes of a file.
    fn read(file: &str) -> (Vec<FitmentRow>, FileSummary) {
        let mut rows = Vec::new();
        let summary = aces::read(file.as_bytes(), &mut |row| {
            rows.push(row);
            Ok(())
        });
        (rows, summary.unwrap())
    }

    fn words(words: &str) -> Named {
        Named::Words(words.to_owned())
    }

    #[test]
    fn a_file_deletes_an_application_per_app() {
        let whole = RefutedFit {
            engine: Some(code("901")),
            position: Some(code("22")),
            part_type: Some(code("1684")),
            pieces: PiecesNeeded::new(2).ok(),
            conditions: vec![
                condition("With A/C", None),
                condition("From 06/15/2012", Some("Qual:606:06/15/2012")),
                condition("California", Some("Region:5")),
                condition("Sport", Some("SubModel:77")),
            ],
            ..fit(CodedVehicle::BaseVehicle(code("900001")))
        };
        let text = file(std::slice::from_ref(&whole), 0);
        let app = "<App action=\"D\" id=\"1\"><BaseVehicle id=\"900001\"/><SubModel id=\"77\"/><EngineBase id=\"901\"/>\
                   <Region id=\"5\"/><Qual id=\"606\"><param value=\"06/15/2012\"/><text>From 06/15/2012</text></Qual>\
                   <Note>With A/C</Note><Qty>2</Qty><PartType id=\"1684\"/><Position id=\"22\"/>\
                   <Part BrandAAIAID=\"ZZZA\">IP-100</Part></App>\n";
        assert!(text.contains(app), "{text}");
        assert!(text.contains("<TransferDate>2026-01-01</TransferDate>"), "{text}");
        let (rows, summary) = read(&text);
        assert_eq!((summary.format.as_str(), summary.scope, summary.rows), ("ACES 4.2", Scope::Changes, 1));
        assert_eq!((summary.findings, summary.is_doubtful), (vec![], false));
        assert_eq!((rows[0].action, rows[0].number.as_str()), (RowAction::Delete, "IP-100"));
        assert_eq!(rows[0].vehicle, RowVehicle::BaseVehicle("900001".to_owned()));
        assert_eq!(
            (&rows[0].engine, &rows[0].position),
            (&Some(Named::Code("901".to_owned())), &Some(Named::Code("22".to_owned())))
        );
        let codes = ["SubModel:77", "Region:5"].map(|code| Named::Code(code.to_owned()));
        let [first, second] = codes;
        assert_eq!(rows[0].conditions, [first, second, words("From 06/15/2012"), words("With A/C")]);
    }

    #[test]
    fn years_makes_and_models_are_named_by_their_codes() {
        let models = CodedVehicle::Models { years: years(2016, 2018), make: code("59"), model: code("700") };
        let block = RefutedFit { engine: Some(code("EngineBlock:44")), ..fit(models) };
        let (rows, _) = read(&file(&[block], 0));
        let vehicle = RowVehicle::Models {
            from: "2016".to_owned(),
            to: "2018".to_owned(),
            make: Named::Code("59".to_owned()),
            model: Named::Code("700".to_owned()),
        };
        assert_eq!((&rows[0].vehicle, &rows[0].engine), (&vehicle, &Some(Named::Code("EngineBlock:44".to_owned()))));
    }

    #[test]
    fn markup_in_names_is_text() {
        let hostile = "</Note></App><App action=\"A\">&lt;\"'";
        let risky = RefutedFit {
            brand: code("A\"/><x>"),
            number: "IP-<1>&\"2\"".parse().unwrap(),
            position: Some(code("\"><Part>X</Part>")),
            conditions: vec![
                condition(hostile, None),
                condition("A <b>", Some("Qual:\"/>:<x>&")),
                condition("Odd element", Some("a onload=\"x\":1")),
                condition("Odd id", Some("SubModel:1\"/><Part>X</Part>")),
            ],
            ..fit(CodedVehicle::BaseVehicle(code("1\"/><Note>x</Note>")))
        };
        let (rows, summary) = read(&file(&[risky], 0));
        assert_eq!((rows.len(), summary.rows, summary.findings), (1, 1, vec![]));
        assert_eq!((rows[0].number.as_str(), &rows[0].brand), ("IP-<1>&\"2\"", &Named::Code("A\"/><x>".to_owned())));
        assert_eq!(rows[0].vehicle, RowVehicle::BaseVehicle("1\"/><Note>x</Note>".to_owned()));
        assert_eq!(rows[0].position, Some(Named::Code("\"><Part>X</Part>".to_owned())));
        assert_eq!(rows[0].conditions, [words("A <b>"), words(hostile), words("Odd element"), words("Odd id")]);
    }

    #[test]
    fn a_file_says_how_many_applications_are_left_out() {
        let comment = |left_out| file(&[], left_out).lines().find(|line| line.starts_with("<!--")).map(str::to_owned);
        assert_eq!(comment(0), None);
        assert_eq!(comment(1).unwrap(), "<!-- 1 application is left out, because the shop has no codes for it. -->");
        assert_eq!(
            comment(7).unwrap(),
            "<!-- 7 applications are left out, because the shop has no codes for them. -->"
        );
        let (rows, summary) = read(&file(&[], 7));
        assert_eq!((rows.len(), summary.is_doubtful), (0, false));
    }
}
