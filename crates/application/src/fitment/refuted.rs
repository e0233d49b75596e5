//! Refuted applications for their suppliers: flagged ones that an admin has suspended, by the codes of ACES files
//! (ADR 0057).

use super::{FitmentResult, flags};
use crate::{
    accounts::access,
    ports::{
        page::MAX_PAGE,
        spreadsheets::{CodedCondition, CodedVehicle, RefutedFit, RefutedHeader, ReportedFit},
        store::Transaction,
        store_error::StoreResult,
        vehicles::{ACES_SCHEME, LookupKind},
    },
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    catalogue::part_number::PartNumber,
    fitment::Application,
    id::{PartId, UserId},
    slug::BrandId,
    text::{ConditionWords, SupplierCode},
    vehicles::{ModelId, Vehicle, Years},
};
use std::{collections::BTreeMap, sync::Arc};

/// The code of each meaning in ACES files; `None` if several codes have the meaning, because a deletion must not name
/// another application of the supplier.
#[derive(Debug, Default)]
pub struct AcesCodes(BTreeMap<(LookupKind, String), Option<SupplierCode>>);

impl AcesCodes {
    fn read(tx: &mut dyn Transaction) -> StoreResult<Self> {
        let mut codes = Self::default();
        let Ok(scheme) = ACES_SCHEME.parse::<SupplierCode>() else { return Ok(codes) };
        for kind in LookupKind::ALL {
            let mut after = None;
            loop {
                let page = tx.lookups(&scheme, kind, after.as_ref(), MAX_PAGE)?;
                let Some(last) = page.last() else { break };
                after = Some(last.code.clone());
                for lookup in page {
                    let meaning = codes.0.entry((kind, lookup.value));
                    meaning.and_modify(|code| *code = None).or_insert(Some(lookup.code));
                }
            }
        }
        Ok(codes)
    }

    fn of(&self, kind: LookupKind, meaning: &impl ToString) -> Option<SupplierCode> {
        self.0.get(&(kind, meaning.to_string()))?.clone()
    }

    /// The vehicles of an application: one year each, or all of them together if some years have no code. `None` if
    /// make or model have none either.
    fn vehicles(&self, model: &ModelId, years: Years) -> Option<Vec<CodedVehicle>> {
        let of_year = |year| {
            let vehicle = Vehicle { year, model: model.clone(), engine: None };
            self.of(LookupKind::BaseVehicle, &vehicle).map(CodedVehicle::BaseVehicle)
        };
        let of_years: Option<Vec<CodedVehicle>> = years.iter().map(of_year).collect();
        of_years.or_else(|| {
            let make = self.of(LookupKind::Make, &model.make)?;
            let model = self.of(LookupKind::Model, model)?;
            Some(vec![CodedVehicle::Models { years, make, model }])
        })
    }

    /// The deletions of an application; `None` if it cannot be named by codes.
    fn fits(&self, part: &CodedPart, model: &ModelId, application: Application) -> Option<Vec<RefutedFit>> {
        let Application { years, engine, position, pieces, conditions } = application;
        let vehicles = self.vehicles(model, years)?;
        let code_of = |kind, meaning: Option<String>| match meaning {
            Some(meaning) => self.of(kind, &meaning).map(Some),
            None => Some(None),
        };
        let engine = code_of(LookupKind::Engine, engine.map(|engine| engine.to_string()))?;
        let position = code_of(LookupKind::Position, position.map(|position| position.to_string()))?;
        let coded = |words: &ConditionWords| CodedCondition {
            words: words.clone(),
            code: self.of(LookupKind::Condition, words),
        };
        let conditions: Vec<CodedCondition> = conditions.iter().map(|condition| coded(&condition.words)).collect();
        let of_vehicles = |vehicle| RefutedFit {
            brand: part.brand.clone(),
            number: part.number.clone(),
            part_type: part.part_type.clone(),
            vehicle,
            engine: engine.clone(),
            position: position.clone(),
            pieces,
            conditions: conditions.clone(),
        };
        Some(vehicles.into_iter().map(of_vehicles).collect())
    }
}

/// A part by its codes.
struct CodedPart {
    brand: SupplierCode,
    number: PartNumber,
    part_type: Option<SupplierCode>,
}

impl CodedPart {
    /// `None` if it has no number, or no brand with a code.
    fn of(reported: &ReportedFit, codes: &AcesCodes) -> Option<Self> {
        let listing = &reported.part.listing;
        let brand = codes.of(LookupKind::Brand, listing.brand.as_ref()?)?;
        let part_type = listing.category.as_ref().and_then(|category| codes.of(LookupKind::PartType, category));
        Some(Self { brand, number: listing.number.clone()?, part_type })
    }
}

/// A page of a file of refuted applications.
#[derive(Debug, Default)]
pub struct RefutedPage {
    /// The deletions.
    pub fits: Vec<RefutedFit>,
    /// Number of applications that no single code names.
    pub left_out: u64,
    /// The part and model after which the next page begins; `None` at the end.
    pub next: Option<(PartId, ModelId)>,
}

impl Shop {
    /// Returns the codes of ACES files, and the header of a file of refuted applications. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn begin_refuted(
        &self,
        caller: UserId,
        brand: Option<BrandId>,
    ) -> FitmentResult<(Arc<AcesCodes>, RefutedHeader)> {
        let read = move |tx: &mut dyn Transaction| {
            access::require_admin(tx, &caller)?;
            Ok::<_, UseCaseError<_>>(AcesCodes::read(tx)?)
        };
        let codes = self.store.read(read).await?;
        let brand = brand.and_then(|brand| codes.of(LookupKind::Brand, &brand));
        let head = RefutedHeader { sender: self.public_url.to_string(), brand, day: self.time_zone.day_of(self.now()) };
        Ok((Arc::new(codes), head))
    }

    /// Returns the flagged and suspended applications of a brand, or of all brands, after those of a given part and
    /// model. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn refuted_page(
        &self,
        caller: UserId,
        brand: Option<BrandId>,
        codes: Arc<AcesCodes>,
        after: Option<(PartId, ModelId)>,
    ) -> FitmentResult<RefutedPage> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let (reported, next) = flags::reported(tx, brand.as_ref(), after.as_ref())?;
                let mut page = RefutedPage { next, ..RefutedPage::default() };
                for reported in reported.into_iter().filter(|reported| reported.is_suspended) {
                    page.add(tx, &codes, &reported)?;
                }
                Ok(page)
            })
            .await
    }
}

impl RefutedPage {
    fn add(&mut self, tx: &mut dyn Transaction, codes: &AcesCodes, reported: &ReportedFit) -> StoreResult<()> {
        let model = &reported.model.id;
        let part = CodedPart::of(reported, codes);
        let applications = tx.applications(&reported.part.record.part.id, std::slice::from_ref(model))?;
        for (_, application) in applications {
            match part.as_ref().and_then(|part| codes.fits(part, model, application)) {
                Some(fits) => self.fits.extend(fits),
                None => self.left_out += 1,
            }
        }
        Ok(())
    }
}
