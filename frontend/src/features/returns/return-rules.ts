import type { Order, Return, ReturnTerms } from '../../api/contract/generated-types';
import { keptOf } from '../../lib/orders';
import { isReturnTimeOver, returnableUntil } from '../../lib/promises';
import { faultyDays, termsOf } from '../../lib/return-terms';
import { isOpen } from './return-words';

/** A line of an order whose pieces can be returned. */
export interface ReturnableLine {
  /** Its number; 1 is the first. */
  line: number;
  product: string;
  /** How many pieces can be returned. */
  most: number;
  /** The agreed terms. */
  terms: ReturnTerms;
  /** It can be returned only if something is wrong with it. */
  onlyFaulty: boolean;
}

/** When the days of an order begin. Earlier releases did not store when it was shipped. */
const shippedOn = ({ shippedAt, placedAt }: Order) => shippedAt ?? placedAt;

/**
 * The lines with pieces that the order keeps and no open return contains.
 * @param isOwn whether the agreed terms count: admins may take parts back later
 */
export function returnableLines(order: Order, returns: Return[], isOwn: boolean): ReturnableLine[] {
  return keptLines(order, returns)
    .map(({ line, at, most }) => {
      const terms = termsOf(line);
      const isUnneededOver = isReturnTimeOver(shippedOn(order), terms.days);
      const onlyFaulty = isOwn && (!terms.returnable || isUnneededOver);
      return { line: at, product: line.product, most, terms, onlyFaulty };
    })
    .filter(({ terms }) => !isOwn || !isReturnTimeOver(shippedOn(order), faultyDays(terms)));
}

/** The last day on which any kept piece can be returned. */
export const lastReturnDay = (order: Order, returns: Return[]): string =>
  returnableUntil(
    shippedOn(order),
    Math.max(0, ...keptLines(order, returns).map(({ line }) => faultyDays(termsOf(line)))),
  );

function keptLines({ lines }: Order, returns: Return[]) {
  const inReturns = (line: number) =>
    returns
      .filter(isOpen)
      .flatMap((each) => each.lines)
      .filter((returned) => returned.line === line)
      .reduce((sum, { pieces }) => sum + pieces, 0);
  return lines
    .map((line, position) => ({
      line,
      at: position + 1,
      most: keptOf(line) - inReturns(position + 1),
    }))
    .filter(({ most }) => most > 0);
}

/** Whether an order may have returns: before it is shipped, it can be canceled instead. */
export const mayHaveReturns = ({ status, paid, state }: Order): boolean =>
  status === 'shipped' && (paid || state === 'refunded');

/** Why nothing of an order can be returned. */
export type Obstacle = 'refunded' | 'disputed' | 'time-over' | 'nothing-left';

/** @param isOwn whether the agreed terms count */
export function obstacleTo(order: Order, returns: Return[], isOwn: boolean): Obstacle | null {
  const { state, dispute } = order;
  if (state === 'refunded') return 'refunded';
  if (dispute === 'open' || dispute === 'lost') return 'disputed';
  if (keptLines(order, returns).length === 0) return 'nothing-left';
  return returnableLines(order, returns, isOwn).length === 0 ? 'time-over' : null;
}
