//! Compares `/fits` with a naive evaluation of the same data: for random cars and parts, the verdict must match what
//! holds in every possible world. A world sets each condition to true or false and chooses the car's engine.

use crate::support::{Running, app, call, limited};
use autoparts_application::catalogue::indexing::IndexFollower;
use autoparts_domain::{
    catalogue::listing::Listing,
    id::{PartId, UserId},
};
use autoparts_http::limits::RateLimits;
use autoparts_testing::{samples, test_shop::TestShop};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const MODELS: [&str; 3] = ["honda/civic", "honda/accord", "ford/f-150"];
const ENGINES: [&str; 2] = ["2.0l-l4-gas", "1.5l-l4-turbo-gas"];
const ABOUT_VEHICLES: [&str; 4] = ["With A/C", "Without A/C", "Built in Ohio", "With sunroof"];
const ABOUT_PARTS: [&str; 2] = ["Sold in pairs", "Coated"];
const UNCLASSIFIED: [&str; 2] = ["See note 7", "Exc. SP"];

/// Pseudorandom numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    fn choose<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// The fitment data of a part.
#[derive(Default)]
struct Written {
    universal: bool,
    suspended: BTreeSet<&'static str>,
    /// By model.
    applications: BTreeMap<&'static str, Vec<Row>>,
}

#[derive(Clone)]
struct Row {
    from: usize,
    to: usize,
    engine: Option<&'static str>,
    position: Option<&'static str>,
    pieces: Option<usize>,
    conditions: BTreeSet<&'static str>,
}

impl Row {
    fn random(numbers: &mut Numbers) -> Self {
        let from = 2014 + numbers.below(8);
        let mut conditions = BTreeSet::new();
        for (words, rarity) in [(&ABOUT_VEHICLES[..], 2), (&ABOUT_VEHICLES, 3), (&ABOUT_PARTS, 4), (&UNCLASSIFIED, 6)] {
            if numbers.one_in(rarity) {
                conditions.insert(numbers.choose(words));
            }
        }
        Self {
            from,
            to: from + numbers.below(5),
            engine: numbers.one_in(3).then(|| numbers.choose(&ENGINES)),
            position: (!numbers.one_in(3)).then(|| numbers.choose(&["Front", "Rear"])),
            pieces: (!numbers.one_in(4)).then(|| 1 + numbers.below(2)),
            conditions,
        }
    }

    fn json(&self) -> Value {
        json!({
            "from": self.from, "to": self.to, "engine": self.engine, "position": self.position, "pieces": self.pieces,
            "conditions": self.conditions,
        })
    }

    fn has(&self, words: &[&str]) -> bool {
        words.iter().any(|words| self.conditions.contains(words))
    }
}

struct Car {
    year: usize,
    model: &'static str,
    engine: Option<&'static str>,
}

impl Car {
    fn random(numbers: &mut Numbers) -> Self {
        let model = numbers.choose(&MODELS);
        // The Civic was made from 2016 to 2021, with both engines; for the others, nothing is recorded.
        let year = if model == "honda/civic" { 2016 + numbers.below(6) } else { 2013 + numbers.below(14) };
        Self { year, model, engine: (!numbers.one_in(2)).then(|| numbers.choose(&ENGINES)) }
    }

    fn key(&self) -> String {
        let engine = self.engine.map(|engine| format!("/{engine}")).unwrap_or_default();
        format!("{}/{}{engine}", self.year, self.model)
    }

    fn may_have(&self, engine: &str) -> bool {
        self.engine.is_none_or(|known| known == engine)
    }
}

/// A possible world: the engine, which may be an unknown one, and the conditions about the car that hold.
struct World {
    engine: Option<&'static str>,
    holds: BTreeSet<&'static str>,
}

fn worlds(car: &Car) -> Vec<World> {
    let engines = [None, Some(ENGINES[0]), Some(ENGINES[1])];
    let possible = engines.into_iter().filter(|engine| car.engine.is_none() || *engine == car.engine);
    let subsets = 0..1_u32 << ABOUT_VEHICLES.len();
    let holds = |subset: u32| {
        let held = ABOUT_VEHICLES.iter().enumerate().filter(move |(place, _)| subset >> place & 1 == 1);
        held.map(|(_, words)| *words).collect::<BTreeSet<_>>()
    };
    possible.flat_map(|engine| subsets.clone().map(move |subset| World { engine, holds: holds(subset) })).collect()
}

/// Whether a required engine and conditions hold.
fn is_so<'a>(world: &World, engine: Option<&str>, mut conditions: impl Iterator<Item = &'a str>) -> bool {
    engine.is_none_or(|asked| world.engine == Some(asked)) && conditions.all(|words| world.holds.contains(words))
}

fn fits_in(world: &World, row: &Row) -> bool {
    let about_car = row.conditions.iter().copied().filter(|words| ABOUT_VEHICLES.contains(words));
    is_so(world, row.engine, about_car)
}

fn check(car: &Car, part: &Written, said: &Value) {
    let nothing = Vec::new();
    let rows = part.applications.get(car.model).unwrap_or(&nothing).iter();
    let of_year = rows.filter(|row| (row.from..=row.to).contains(&car.year));
    let matching: Vec<&Row> = of_year.filter(|row| row.engine.is_none_or(|engine| car.may_have(engine))).collect();
    let readable: Vec<&Row> = matching.iter().copied().filter(|row| !row.has(&UNCLASSIFIED)).collect();
    let verdict = said["verdict"].as_str().unwrap();
    let why = said["why"].as_str();
    let plain = if part.suspended.contains(car.model) {
        Some(("unknown", Some("suspended")))
    } else if matching.is_empty() && part.universal {
        Some(("universal", None))
    } else if matching.is_empty() && part.applications.values().any(|rows| !rows.is_empty()) {
        Some(("does_not_fit", None))
    } else if matching.is_empty() {
        Some(("unknown", Some("no_data")))
    } else {
        readable.is_empty().then_some(("unknown", Some("unclassified")))
    };
    if let Some(plain) = plain {
        assert_eq!((verdict, why), plain);
        assert_eq!((&said["needs"], &said["anyOf"], &said["notes"]), (&json!([]), &json!([]), &json!([])));
        return;
    }
    let any_of = said["anyOf"].as_array().unwrap();
    let mut is_sure = true;
    for world in worlds(car) {
        let fits = readable.iter().any(|row| fits_in(&world, row));
        is_sure &= fits;
        let alternative = |one: &Value| {
            let conditions = one["conditions"].as_array().unwrap();
            is_so(&world, one["engine"]["id"].as_str(), conditions.iter().map(|one| one["words"].as_str().unwrap()))
        };
        assert_eq!(verdict == "fits" || any_of.iter().any(alternative), fits, "{said}");
    }
    assert_eq!((verdict, why), (if is_sure { "fits" } else { "fits_if" }, None));
    let counts = |row: &&&Row| !is_sure || worlds(car).iter().all(|world| fits_in(world, row));
    let telling: Vec<&Row> = readable.iter().filter(counts).copied().collect();
    assert_eq!(said["needs"], needs(&telling));
    let notes: BTreeSet<&str> =
        telling.iter().flat_map(|row| &row.conditions).copied().filter(|words| ABOUT_PARTS.contains(words)).collect();
    let returned: BTreeSet<&str> =
        said["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap()).collect();
    assert_eq!(returned, notes);
}

/// The number of pieces by position, for positions on which all rows agree.
fn needs(rows: &[&Row]) -> Value {
    let mut said: BTreeMap<Option<&str>, BTreeSet<usize>> = BTreeMap::new();
    for row in rows {
        said.entry(row.position).or_default().extend(row.pieces);
    }
    let agreed = said.into_iter().filter(|(_, pieces)| pieces.len() == 1);
    let need = |(position, pieces): (Option<&str>, BTreeSet<usize>)| {
        let mut need = json!({ "pieces": pieces.first() });
        if let Some(position) = position {
            need["position"] = json!(position);
        }
        need
    };
    agreed.map(need).collect()
}

async fn write(app: &Running, admin: UserId, part: PartId, numbers: &mut Numbers) -> Written {
    let mut written = Written { universal: numbers.one_in(8), ..Written::default() };
    if numbers.one_in(8) {
        return written;
    }
    for model in MODELS {
        if numbers.one_in(3) {
            continue;
        }
        let rows: Vec<Row> = (0..=numbers.below(4)).map(|_| Row::random(numbers)).collect();
        let record = app(call("GET", &format!("/parts/{part}/fitments/record")).by(admin)).await.json();
        let applications: Vec<Value> = rows.iter().map(Row::json).collect();
        let body = json!({ "revision": record["revision"], "applications": applications });
        let saved = app(call("PUT", &format!("/parts/{part}/fitments/{model}")).by(admin).json(body)).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        written.applications.insert(model, rows);
        if numbers.one_in(10) {
            let suspension = call("PUT", &format!("/suspensions/{part}/{model}")).by(admin);
            assert_eq!(app(suspension.json(json!({ "reason": "Came back" }))).await.status, 200);
            written.suspended.insert(model);
        }
    }
    written
}

async fn classify(app: &Running, admin: UserId) {
    for condition in app(call("GET", "/conditions").by(admin)).await.json().as_array().unwrap() {
        let words = condition["words"].as_str().unwrap();
        let about = match words {
            _ if ABOUT_PARTS.contains(&words) => "part",
            _ if UNCLASSIFIED.contains(&words) => "unclassified",
            _ => "vehicle",
        };
        let id = condition["_id"].as_str().unwrap();
        let saved = app(call("PUT", &format!("/conditions/{id}")).by(admin).json(json!({ "about": about }))).await;
        assert_eq!(saved.status, 200);
    }
}

/// The verdict about a part and a car must be the same in a list of parts, in a cart, and in the order.
async fn check_elsewhere(app: &Running, test_shop: &TestShop, car: &Car, all: &str, said: &Value) {
    let part = &said["part"];
    let vehicle = car.key();
    let cards = app(call("GET", &format!("/fits?vehicle={vehicle}{all}"))).await.json();
    let card = cards["verdicts"].as_array().unwrap().iter().find(|card| card["part"] == *part).unwrap();
    assert_eq!(card, said, "on a card");
    let line = |confirmed: Value| json!([{ "part": part, "quantity": 1, "vehicle": vehicle, "confirmed": confirmed }]);
    let quoted = app(call("POST", "/quotes").json(json!({ "lines": line(json!([])) }))).await.json();
    assert_eq!(quoted["lines"][0]["fit"]["verdict"], *said, "in a cart");

    let customer = test_shop.customer(&test_shop.shop.ids.next::<UserId>().to_string()).await;
    let check_out = async |confirmed: &Value| {
        let body = json!({
            "lines": line(confirmed.clone()), "phone": "555 0100", "totalPrice": quoted["total"],
            "destination": { "recipient": "Marta", "line1": "1 Road", "city": "Berlin", "country": "DE" },
        });
        app(call("POST", "/checkouts").by(customer).json(body)).await
    };
    let alternative = &said["anyOf"][0];
    let ids = alternative["conditions"].as_array().into_iter().flatten().map(|condition| condition["id"].clone());
    let engine = alternative["engine"].get("id").cloned();
    let confirmed = match said["verdict"].as_str().unwrap() {
        "does_not_fit" => json!(["not_listed"]),
        "fits_if" => ids.chain(engine).collect(),
        _ => json!([]),
    };
    let must_confirm = confirmed != json!([]);
    if must_confirm {
        let refused = check_out(&json!([])).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "fit_not_confirmed"));
    }
    let placed = check_out(&confirmed).await;
    assert_eq!(placed.status.as_u16(), 201, "{}", placed.text);
    let order = format!("/order/{}", placed.json()["insertedId"].as_str().unwrap());
    let kept = app(call("GET", &order).by(customer)).await.json()["lines"][0]["fit"].clone();
    assert_eq!((&kept["verdict"], &kept["vehicle"]), (&said["verdict"], &json!(vehicle)), "with the order");
    assert_eq!(kept["confirmed"], must_confirm);
    if must_confirm && said["verdict"] == "fits_if" {
        let stored: BTreeSet<&str> = kept["conditions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let asked = alternative["conditions"].as_array().unwrap().iter().filter_map(|one| one["words"].as_str());
        assert!(asked.clone().all(|words| stored.contains(words)), "{kept} {said}");
    }
}

#[actix_web::test]
async fn a_thousand_verdicts_are_what_the_data_says() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.add_vehicles(samples::vehicles()).await.unwrap();
    let app = app(&limited(&test_shop, RateLimits::OFF)).await;
    let mut numbers = Numbers(42);
    let mut parts = Vec::new();
    for _ in 0..40 {
        let part = test_shop.part(1, 1_000, 100).await;
        let written = write(&app, admin, part, &mut numbers).await;
        let listing = Listing { universal: written.universal, ..Listing::default() };
        test_shop.shop.store.write(move |tx| tx.save_listing(&part, &listing)).await.unwrap();
        parts.push((part, written));
    }
    classify(&app, admin).await;
    IndexFollower::new(test_shop.shop.clone()).follow().await.unwrap();
    let all: Vec<String> = parts.iter().map(|(part, _)| part.to_string()).collect();
    let all = format!("&parts={}", all.join("&parts="));
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..1_000 {
        let car = Car::random(&mut numbers);
        let (part, written) = &parts[numbers.below(parts.len())];
        let answer = app(call("GET", &format!("/fits?vehicle={}&parts={part}", car.key()))).await.json();
        let said = &answer["verdicts"][0];
        check(&car, written, said);
        let found = app(call("GET", &format!("/search?limit=100&vehicle={}", car.key()))).await.json();
        let is_found = found["parts"].as_array().unwrap().iter().any(|card| card["_id"] == said["part"]);
        let may_fit = ["fits", "fits_if", "universal"].contains(&said["verdict"].as_str().unwrap());
        assert_eq!(is_found, may_fit, "a search finds what may fit: {said}");
        check_elsewhere(&app, &test_shop, &car, &all, said).await;
        let kind = format!("{} {}", said["verdict"], said["why"]);
        *seen.entry(kind).or_default() += 1;
    }
    assert_eq!(seen.len(), 7, "every verdict and every reason came up: {seen:?}");
    assert!(seen.values().all(|count| *count > 10), "{seen:?}");
}
