import type { FormikHelpers } from 'formik';
import { adminApi } from '../../../api/admin';
import { shopApi } from '../../../api/index';
import { sentenceFor } from '../../../api/contract/problem';
import { refuse } from '../../../ui/forms/server-errors';
import { keyFor, refusedFields } from './product-form';
import { NEW_BRAND, type ProductForm } from './product-schema';

/**
 * Creates the typed brand, if any, before the product that refers to it.
 * @returns the key of the product's brand; undefined if the brand was refused, with the error at
 *   its field
 */
export function useBrandOf() {
  const [listBrands] = shopApi.useLazyListBrandsQuery();
  const [addBrand] = adminApi.useAddBrandMutation();

  return async (
    cast: ProductForm,
    values: ProductForm,
    form: FormikHelpers<ProductForm>,
  ): Promise<string | undefined> => {
    if (cast.brand !== NEW_BRAND) return cast.brand;
    const name = cast.newBrand;
    const { data: brands = [], error: unknown } = await listBrands();
    if (unknown !== undefined) {
      refuse(form, values, { newBrand: sentenceFor(unknown) });
      return undefined;
    }
    const alike = (other: string) => other.toLowerCase() === name.toLowerCase();
    const known = brands.find((brand) => alike(brand.name));
    const id =
      known?._id ??
      keyFor(
        name,
        brands.map((brand) => brand._id),
      );
    if (!known) {
      const { error } = await addBrand({ newBrand: { key: id, name } });
      if (error !== undefined) {
        refuse(form, values, { newBrand: refusedFields(error).name ?? sentenceFor(error) });
        return undefined;
      }
    }
    await form.setValues({ ...values, brand: id, newBrand: '' }, false);
    return id;
  };
}
