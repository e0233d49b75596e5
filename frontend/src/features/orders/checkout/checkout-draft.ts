import { dropDraft, keepDraft, readDraft } from '../../../lib/drafts';
import { readPlace } from '../../../lib/places/place-storage';
import type { Person } from '../../../lib/session/session-slice';
import { blankCheckout, type CheckoutValues } from './checkout-rules';

const nameOf = (email: string) => `checkout by ${email}`;

/** The place that was chosen in the cart, as the draft remembers having met it. */
const chosenInCart = () => JSON.stringify(readPlace());

/** What was typed before a reload, the way back or signing in again; the place is the one that was chosen last. */
export function readCheckoutDraft({ name, email }: Person): CheckoutValues {
  const { chosen, ...kept } = readDraft(nameOf(email)) ?? {};
  const blank = blankCheckout(name);
  const fields = Object.keys(blank) as (keyof CheckoutValues)[];
  const values = {
    ...blank,
    ...Object.fromEntries(fields.map((field) => [field, kept[field] ?? blank[field]])),
  };
  return chosen === chosenInCart() ? values : { ...values, ...readPlace() };
}

export function keepCheckoutDraft({ name, email }: Person, values: CheckoutValues): void {
  if (JSON.stringify(values) === JSON.stringify(blankCheckout(name))) dropCheckoutDraft(email);
  else keepDraft(nameOf(email), { ...values, chosen: chosenInCart() });
}

export function dropCheckoutDraft(email: string): void {
  dropDraft(nameOf(email));
}
