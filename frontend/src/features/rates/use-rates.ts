import { adminApi } from '../../api/admin';
import type {
  Country,
  Rates,
  RatesRequest,
  ShippingMethod,
  ShippingMethodFields,
  TaxRate,
  TaxRateFields,
} from '../../api/contract/generated-types';
import { codeOf } from '../../api/contract/problem';

/** The lists to replace; omitted lists stay as they are. */
export type Changed = Partial<Omit<RatesRequest, 'revision'>>;

export type Outcome =
  | { saved: true }
  /** `now` is what another admin has saved in the meantime, if it could be read. */
  | { saved: false; error: unknown; now?: Rates };

/** The saved rates, and the function to change them. */
export interface RatesEditor {
  rates: Rates;
  /** A save is pending. */
  busy: boolean;
  save: (changed: Changed) => Promise<Outcome>;
}

/** A row in request format; the server only sends valid country codes. */
export const methodFields = (method: ShippingMethod): ShippingMethodFields => ({
  ...method,
  countries: method.countries as Country[],
});
export const taxFields = (tax: TaxRate): TaxRateFields => ({
  ...tax,
  country: tax.country as Country,
});

/**
 * The rates, which are saved as a whole: two admins who save at the same time must not create a mix
 * that neither has seen.
 */
export function useRates() {
  const query = adminApi.useGetRatesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [saveRates, { isLoading: busy }] = adminApi.useSaveRatesMutation();
  const { data: rates, refetch } = query;

  const save = async (from: Rates, changed: Changed): Promise<Outcome> => {
    const { error } = await saveRates({
      ratesRequest: {
        revision: from.revision,
        shippingMethods: from.shippingMethods.map(methodFields),
        taxRates: from.taxRates.map(taxFields),
        ...changed,
      },
    });
    if (error === undefined) return { saved: true };
    if (codeOf(error) !== 'changed_meanwhile') return { saved: false, error };
    const { data: now } = await refetch();
    return { saved: false, error, now };
  };

  const editor: RatesEditor | undefined = rates && {
    rates,
    busy,
    save: (changed) => save(rates, changed),
  };
  return { query, editor };
}
