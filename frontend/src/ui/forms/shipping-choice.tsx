import type { Quote, ShippingOffer } from '../../api/contract/generated-types';
import { Money } from '../data/exact';
import { Alert } from '../messages/alert';

/** `2 to 4 business days`. */
export function daysOf({ daysFrom, daysTo }: Pick<ShippingOffer, 'daysFrom' | 'daysTo'>): string {
  if (daysTo === 0) return 'the same day';
  const days = daysTo === 1 ? 'business day' : 'business days';
  if (daysFrom === daysTo) return `${daysTo} ${days}`;
  return daysFrom === 0 ? `up to ${daysTo} ${days}` : `${daysFrom} to ${daysTo} ${days}`;
}

interface ShippingChoiceProps {
  quote: Quote;
  /** Whether the quote matches the form. */
  current: boolean;
  /** Why nothing can be shipped there. */
  problem: string | undefined;
  /** The id of the chosen method; null for the cheapest. */
  method: string | null;
  onChoose: (method: string) => void;
}

/**
 * The shipping methods, with the cheapest preselected. Renders nothing in a shop without shipping
 * charges.
 */
export function ShippingChoice(props: ShippingChoiceProps) {
  const { quote, current, problem, method: wanted, onChoose } = props;
  const { shippingOptions, shippingMethod, placeMissing } = quote;
  if (shippingOptions === undefined && !placeMissing) return null;
  const chosen = wanted ?? shippingMethod;
  return (
    <fieldset className="shipping-methods" aria-busy={!current}>
      <legend>Shipping method</legend>
      {shippingOptions === undefined && (
        <p className="hint">Enter country, state and postal code to see shipping and tax.</p>
      )}
      {shippingOptions?.map(({ method, name, price, ...days }) => (
        <label key={method}>
          <input
            type="radio"
            name="shipping"
            value={method}
            checked={method === chosen}
            onChange={() => {
              onChoose(method);
            }}
          />
          <span>
            <b>{name}</b> <span className="hint">{daysOf(days)}</span>
          </span>{' '}
          <b>{price === 0 ? 'free' : <Money dollars={price} />}</b>
        </label>
      ))}
      {shippingOptions?.length === 0 && problem !== undefined && (
        <Alert tone="warning">
          <p>{problem}</p>
        </Alert>
      )}
    </fieldset>
  );
}
