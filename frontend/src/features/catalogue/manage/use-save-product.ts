import type { FormikHelpers } from 'formik';
import { adminApi } from '../../../api/admin';
import type { PartRecord } from '../../../api/generated-types';
import { callsFor, DETAILS, detailsOf, differences, formOf, listingOf } from './product-form';
import { type ProductForm, productSchema } from './product-schema';
import { useBrandOf } from './use-brand-of';

/** What the form began with, and which revision that was. */
export interface Base {
  revision: number;
  form: ProductForm;
}

export const baseOf = (record: PartRecord): Base => ({
  revision: record.revision,
  form: formOf(record),
});

/** Whether there is a newer version, which somebody else must have made. */
export function isOutdated(base: Base, record: PartRecord): boolean {
  return record.revision > base.revision && differences(base.form, formOf(record)).length > 0;
}

interface Saved {
  /** What the shop has now, as far as it was saved. */
  base: Base;
  /** What is in the form. */
  values: ProductForm;
  error?: unknown;
}

/** Saves what differs from what the form began with; nothing when a field was refused before. */
export function useSaveProduct(id: string) {
  const [editListing] = adminApi.useEditListingMutation();
  const [editPart] = adminApi.useEditPartMutation();
  const brandOf = useBrandOf();

  return async (
    base: Base,
    values: ProductForm,
    form: FormikHelpers<ProductForm>,
  ): Promise<Saved | null> => {
    const cast = productSchema.cast(values);
    const brand = await brandOf(cast, values, form);
    if (brand === undefined) return null;
    const wanted = { ...cast, brand, newBrand: '' };
    const calls = callsFor(differences(base.form, wanted));
    let saved = base;
    // The listing first: more of it can be refused.
    if (calls.listing) {
      const listingEdit = { revision: saved.revision, listing: listingOf(wanted) };
      const { data, error } = await editListing({ id, listingEdit });
      if (!data) return { base: saved, values: { ...values, brand }, error };
      saved = { revision: data.revision, form: { ...wanted, ...detailsIn(base.form) } };
    }
    if (calls.details) {
      const partEdit = { revision: saved.revision, ...detailsOf(wanted) };
      const { data, error } = await editPart({ id, partEdit });
      if (!data) return { base: saved, values: { ...values, brand }, error };
      saved = { revision: data.revision, form: wanted };
    }
    return { base: saved, values };
  };
}

/** What of a form the listing does not hold. */
const detailsIn = (form: ProductForm) =>
  Object.fromEntries(DETAILS.map((field) => [field, form[field]])) as Pick<
    ProductForm,
    (typeof DETAILS)[number]
  >;
