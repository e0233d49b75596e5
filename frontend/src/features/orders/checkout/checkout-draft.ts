import { deleteDraft, readDraft, saveDraft } from '../../../lib/drafts';
import { readPlace } from '../../../lib/places/place-storage';
import { blankCheckout, type CheckoutValues } from './checkout-rules';
import { checkoutOf, type Customer } from './customer';

/** Drafts store text: this value means the address is not to be saved. */
const NO = 'no';

const AS_GUEST: Customer = { name: '', email: '', isGuest: true };

/** The place chosen in the cart that the draft was last updated with. */
const chosenInCart = () => JSON.stringify(readPlace());

/**
 * The form's values from before a reload, the back button or signing in; the place is the latest
 * one chosen. Visitors who sign in after typing keep their text.
 */
export function readCheckoutDraft(customer: Customer): CheckoutValues {
  const { chosen, saveAddress, ...kept } =
    readDraft(checkoutOf(customer)) ?? readDraft(checkoutOf(AS_GUEST)) ?? {};
  const blank = blankCheckout(customer);
  const fields = Object.keys(blank) as (keyof CheckoutValues)[];
  const values = {
    ...blank,
    ...Object.fromEntries(fields.map((field) => [field, kept[field] ?? blank[field]])),
    saveAddress: saveAddress !== NO,
  };
  return chosen === chosenInCart() ? values : { ...values, ...readPlace() };
}

export function saveCheckoutDraft(customer: Customer, values: CheckoutValues): void {
  if (JSON.stringify(values) === JSON.stringify(blankCheckout(customer))) {
    deleteDraft(checkoutOf(customer));
    return;
  }
  const { saveAddress, ...texts } = values;
  saveDraft(checkoutOf(customer), {
    ...texts,
    ...(!saveAddress && { saveAddress: NO }),
    chosen: chosenInCart(),
  });
}

export function deleteCheckoutDraft(customer: Customer): void {
  deleteDraft(checkoutOf(customer));
  deleteDraft(checkoutOf(AS_GUEST));
}
