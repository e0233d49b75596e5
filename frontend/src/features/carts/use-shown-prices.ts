import { useEffect, useState } from 'react';
import type { Quote } from '../../api/contract/generated-types';
import { rememberPrices, shownPrices, type Prices } from '../../lib/cart/shown-prices';

const pricesIn = (quote: Quote): Prices =>
  Object.fromEntries(
    quote.lines.flatMap(({ part, unitPrice }) =>
      unitPrice === undefined ? [] : [[part, unitPrice] as const],
    ),
  );

/** Compares a quote with the prices shown before. A change is reported until acknowledged. */
export function useShownPrices(quote: Quote | undefined) {
  const [before, setBefore] = useState(shownPrices);
  const [seen, setSeen] = useState<Quote>();
  if (quote !== undefined && quote !== seen) {
    setSeen(quote);
    setBefore({ ...pricesIn(quote), ...before });
  }

  useEffect(() => {
    if (quote) rememberPrices(pricesIn(quote));
  }, [quote]);

  return {
    /** The previous price; undefined if it has not changed. */
    priceBefore: (part: string, now: number | undefined) =>
      before[part] === now ? undefined : before[part],
    acknowledge: (part: string, now: number) => {
      setBefore({ ...before, [part]: now });
    },
  };
}
