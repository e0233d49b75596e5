import { dropDraft, keepDraft, readDraft } from '../../../lib/drafts';
import { readPlace } from '../../../lib/places/place-storage';
import { blankCheckout, type CheckoutValues } from './checkout-rules';
import { checkoutOf, type Customer } from './customer';

/** Drafts hold texts: that an address is not to be kept is this one. */
const NO = 'no';

const AS_GUEST: Customer = { name: '', email: '', isGuest: true };

/** The place that was chosen in the cart, as the draft remembers having met it. */
const chosenInCart = () => JSON.stringify(readPlace());

/**
 * What was typed before a reload, the way back or signing in; the place is the one that was chosen last. Who typed
 * first and signed in afterwards finds it again.
 */
export function readCheckoutDraft(customer: Customer): CheckoutValues {
  const { chosen, keepAddress, ...kept } =
    readDraft(checkoutOf(customer)) ?? readDraft(checkoutOf(AS_GUEST)) ?? {};
  const blank = blankCheckout(customer);
  const fields = Object.keys(blank) as (keyof CheckoutValues)[];
  const values = {
    ...blank,
    ...Object.fromEntries(fields.map((field) => [field, kept[field] ?? blank[field]])),
    keepAddress: keepAddress !== NO,
  };
  return chosen === chosenInCart() ? values : { ...values, ...readPlace() };
}

export function keepCheckoutDraft(customer: Customer, values: CheckoutValues): void {
  if (JSON.stringify(values) === JSON.stringify(blankCheckout(customer))) {
    dropDraft(checkoutOf(customer));
    return;
  }
  const { keepAddress, ...texts } = values;
  keepDraft(checkoutOf(customer), {
    ...texts,
    ...(!keepAddress && { keepAddress: NO }),
    chosen: chosenInCart(),
  });
}

export function dropCheckoutDraft(customer: Customer): void {
  dropDraft(checkoutOf(customer));
  dropDraft(checkoutOf(AS_GUEST));
}
