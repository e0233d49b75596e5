import type { FormikHelpers } from 'formik';
import { adminApi } from '../../../api/admin';
import type { PartRecord } from '../../../api/contract/generated-types';
import { callsFor, DETAILS, detailsOf, differences, formOf, listingOf } from './product-form';
import { type ProductForm, productSchema } from './product-schema';
import { useBrandOf } from './use-brand-of';

/** The form's initial values and their revision. */
export interface Base {
  revision: number;
  form: ProductForm;
}

export const baseOf = (record: PartRecord): Base => ({
  revision: record.revision,
  form: formOf(record),
});

/** Whether there is a newer version, made by another user. */
export function isOutdated(base: Base, record: PartRecord): boolean {
  return record.revision > base.revision && differences(base.form, formOf(record)).length > 0;
}

interface Saved {
  /** The version in the shop, as far as it was saved. */
  base: Base;
  /** The form's values. */
  values: ProductForm;
  error?: unknown;
}

/** Saves the fields that have changed; does nothing if an earlier step refused a field. */
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
    // The listing first, because it has more fields that can be refused.
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

/** The form's fields that are not in the listing. */
const detailsIn = (form: ProductForm) =>
  Object.fromEntries(DETAILS.map((field) => [field, form[field]])) as Pick<
    ProductForm,
    (typeof DETAILS)[number]
  >;
