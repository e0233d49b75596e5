import { useEffect, useState } from 'react';
import type { Quote } from '../../api/generated-types';
import { dropDraft, keepDraft, readDraft } from '../drafts';

const NAME = 'shipping';

/** The id of the way to ship that was chosen last; null for the cheapest. */
export const readShipping = (): string | null => readDraft(NAME)?.method ?? null;

/** @param method null when the cheapest counts again */
export function keepShipping(method: string | null): void {
  if (method === null) dropDraft(NAME);
  else keepDraft(NAME, { method });
}

/** The way to ship: chosen in the cart or the checkout, it goes along, also through a reload. */
export function useShipping(): [string | null, (method: string | null) => void] {
  const [method, setMethod] = useState(readShipping);
  return [
    method,
    (chosen) => {
      keepShipping(chosen);
      setMethod(chosen);
    },
  ];
}

interface Asked {
  /** Whether the quote answers what is asked now. */
  current: boolean;
  quote?: Quote;
}

/** Lets go of a choice that is none of those to choose from now; then the cheapest counts again. */
export function useOfferedOnly({ current, quote }: Asked, chosen: string | null, drop: () => void) {
  const options = quote?.shippingOptions ?? [];
  const isGone =
    current &&
    chosen !== null &&
    options.length > 0 &&
    !options.some(({ method }) => method === chosen);
  useEffect(() => {
    if (isGone) drop();
  });
}
