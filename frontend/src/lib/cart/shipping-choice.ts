import { useEffect, useState } from 'react';
import type { Quote } from '../../api/contract/generated-types';
import { deleteDraft, readDraft, saveDraft } from '../drafts';

const NAME = 'shipping';

/** The id of the last chosen shipping method; null for the cheapest. */
export const readShipping = (): string | null => readDraft(NAME)?.method ?? null;

/** @param method null to use the cheapest again */
export function saveShipping(method: string | null): void {
  if (method === null) deleteDraft(NAME);
  else saveDraft(NAME, { method });
}

/**
 * The shipping method: chosen in the cart or the checkout, it is shared by both and survives a
 * reload.
 */
export function useShipping(): [string | null, (method: string | null) => void] {
  const [method, setMethod] = useState(readShipping);
  return [
    method,
    (chosen) => {
      saveShipping(chosen);
      setMethod(chosen);
    },
  ];
}

interface LatestQuote {
  /** Whether the quote is for the current request. */
  current: boolean;
  quote?: Quote;
}

/** Drops a chosen method that is no longer offered; then the cheapest applies again. */
export function useOfferedOnly(
  { current, quote }: LatestQuote,
  chosen: string | null,
  drop: () => void,
) {
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
