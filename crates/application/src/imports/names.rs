//! The shop's names, and the meanings of codes in files; loaded once per import.

use crate::ports::{
    store::Transaction,
    store_error::StoreResult,
    vehicles::{ACES_SCHEME, Lookup, LookupKind},
};
use autoparts_domain::{
    normalization::composed,
    slug::{BrandId, EngineId, MakeId},
    text::SupplierCode,
    vehicles::ModelId,
};
use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

/// Batch size of reading.
const PAGE: u32 = 1_000;

/// Items by normalized name; `None` if the name is ambiguous.
pub(super) type ByName<K, T> = HashMap<K, Option<T>>;

/// Normalizes a name for comparison. Names saved by an earlier release may be in decomposed Unicode.
pub(super) fn folded(name: &str) -> String {
    composed(&name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase())
}

pub(super) fn note<K: Hash + Eq, T: PartialEq>(names: &mut ByName<K, T>, key: K, value: T) {
    match names.get_mut(&key) {
        Some(known) if known.as_ref() != Some(&value) => *known = None,
        Some(_) => {}
        None => {
            names.insert(key, Some(value));
        }
    }
}

/// Everything that rows may name.
#[derive(Debug, Default)]
pub(super) struct Names {
    codes: HashMap<(LookupKind, String), String>,
    brands: ByName<String, BrandId>,
    called: HashMap<BrandId, String>,
    makes: ByName<String, MakeId>,
    models: HashSet<ModelId>,
    models_by_name: ByName<(MakeId, String), ModelId>,
    engines: HashSet<EngineId>,
    engines_by_name: ByName<String, EngineId>,
}

impl Names {
    pub(super) fn read(tx: &mut dyn Transaction) -> StoreResult<Self> {
        let mut names = Self::default();
        for brand in tx.brands()? {
            note(&mut names.brands, folded(brand.name.as_str()), brand.id.clone());
            names.called.insert(brand.id, brand.name.to_string());
        }
        for make in tx.makes()? {
            note(&mut names.makes, folded(make.name.as_str()), make.id);
        }
        names.read_models(tx)?;
        names.read_engines(tx)?;
        for kind in LookupKind::ALL {
            names.read_codes(tx, kind)?;
        }
        // A key names only its own item.
        for brand in tx.brands()? {
            names.brands.insert(brand.id.to_string(), Some(brand.id));
        }
        for make in tx.makes()? {
            names.makes.insert(make.id.to_string(), Some(make.id));
        }
        Ok(names)
    }

    fn read_models(&mut self, tx: &mut dyn Transaction) -> StoreResult<()> {
        let mut after = None;
        loop {
            let page = tx.all_models(after.as_ref(), PAGE)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.id.clone());
            for model in page {
                let name = (model.id.make.clone(), folded(model.name.as_str()));
                note(&mut self.models_by_name, name, model.id.clone());
                self.models.insert(model.id);
            }
        }
    }

    fn read_engines(&mut self, tx: &mut dyn Transaction) -> StoreResult<()> {
        let mut after = None;
        loop {
            let page = tx.all_engines(after.as_ref(), PAGE)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.id.clone());
            for engine in page {
                note(&mut self.engines_by_name, folded(engine.name.as_str()), engine.id.clone());
                self.engines.insert(engine.id);
            }
        }
    }

    fn read_codes(&mut self, tx: &mut dyn Transaction, kind: LookupKind) -> StoreResult<()> {
        let Ok(scheme) = ACES_SCHEME.parse::<SupplierCode>() else { return Ok(()) };
        let mut after: Option<SupplierCode> = None;
        loop {
            let page = tx.lookups(&scheme, kind, after.as_ref(), PAGE)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.code.clone());
            let code = |lookup: Lookup| ((kind, lookup.code.to_string()), lookup.value);
            self.codes.extend(page.into_iter().map(code));
        }
    }

    /// Returns the meaning of a code.
    pub(super) fn meaning(&self, kind: LookupKind, code: &str) -> Option<&str> {
        // Codes are stored trimmed.
        self.codes.get(&(kind, code.trim().to_owned())).map(String::as_str)
    }

    pub(super) fn brand(&self, name: &str) -> Option<BrandId> {
        self.brands.get(&folded(name)).cloned().flatten()
    }

    /// Returns the name of a brand.
    pub(super) fn brand_name(&self, brand: &BrandId) -> String {
        self.called.get(brand).cloned().unwrap_or_else(|| brand.to_string())
    }

    pub(super) fn make(&self, name: &str) -> Option<MakeId> {
        self.makes.get(&folded(name)).cloned().flatten()
    }

    /// Returns a model of a make by its key or name.
    pub(super) fn model(&self, make: &MakeId, name: &str) -> Option<ModelId> {
        let by_key = name.parse().ok().map(|model| ModelId { make: make.clone(), model });
        let by_key = by_key.filter(|model| self.models.contains(model));
        by_key.or_else(|| self.models_by_name.get(&(make.clone(), folded(name))).cloned().flatten())
    }

    pub(super) fn knows_model(&self, model: &ModelId) -> bool {
        self.models.contains(model)
    }

    /// Returns an engine by its key or name.
    pub(super) fn engine(&self, name: &str) -> Option<EngineId> {
        let by_key = name.parse().ok().filter(|engine| self.engines.contains(engine));
        by_key.or_else(|| self.engines_by_name.get(&folded(name)).cloned().flatten())
    }
}
