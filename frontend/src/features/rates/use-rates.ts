import { adminApi } from '../../api/admin';
import type {
  Country,
  Rates,
  RatesRequest,
  ShippingMethod,
  ShippingMethodFields,
  TaxRate,
  TaxRateFields,
} from '../../api/generated-types';
import { codeOf } from '../../api/problem';

/** What is to be in the place of what is saved; a list that is not named stays as it is. */
export type Changed = Partial<Omit<RatesRequest, 'revision'>>;

export type Outcome =
  | { saved: true }
  /** `now` is what someone else has saved meanwhile, as far as it could be read. */
  | { saved: false; error: unknown; now?: Rates };

/** The rates as they are saved, and the way to save others. */
export interface RatesDesk {
  rates: Rates;
  /** Something is being saved. */
  busy: boolean;
  save: (changed: Changed) => Promise<Outcome>;
}

/** A row as it is sent: the codes that the server tells are countries. */
export const methodFields = (method: ShippingMethod): ShippingMethodFields => ({
  ...method,
  countries: method.countries as Country[],
});
export const taxFields = (tax: TaxRate): TaxRateFields => ({
  ...tax,
  country: tax.country as Country,
});

/** The rates, which are saved whole: two admins at once must not make what neither has seen. */
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

  const desk: RatesDesk | undefined = rates && {
    rates,
    busy,
    save: (changed) => save(rates, changed),
  };
  return { query, desk };
}
