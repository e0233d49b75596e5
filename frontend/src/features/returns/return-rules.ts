import type { Order, Return } from '../../api/contract/generated-types';
import { keptOf } from '../../lib/orders';
import { isReturnTimeOver } from '../../lib/promises';
import { isOpen } from './return-words';

/** A line of an order whose pieces can be returned. */
export interface ReturnableLine {
  /** Its number; 1 is the first. */
  line: number;
  product: string;
  /** How many pieces can be returned. */
  most: number;
}

/** The lines with pieces that the order keeps and no open return contains. */
export function returnableLines({ lines }: Order, returns: Return[]): ReturnableLine[] {
  const inReturns = (line: number) =>
    returns
      .filter(isOpen)
      .flatMap((each) => each.lines)
      .filter((returned) => returned.line === line)
      .reduce((sum, { pieces }) => sum + pieces, 0);
  return lines
    .map((line, position) => ({
      line: position + 1,
      product: line.product,
      most: keptOf(line) - inReturns(position + 1),
    }))
    .filter(({ most }) => most > 0);
}

/** Whether an order may have returns: before it is shipped, it can be canceled instead. */
export const mayHaveReturns = ({ status, paid, state }: Order): boolean =>
  status === 'shipped' && (paid || state === 'refunded');

/** Why nothing of an order can be returned. */
export type Obstacle = 'refunded' | 'disputed' | 'time-over' | 'nothing-left';

/** @param isOwn whether the time for returning counts: admins may take parts back later */
export function obstacleTo(order: Order, returns: Return[], isOwn: boolean): Obstacle | null {
  const { state, dispute, shippedAt, placedAt } = order;
  if (state === 'refunded') return 'refunded';
  if (dispute === 'open' || dispute === 'lost') return 'disputed';
  if (returnableLines(order, returns).length === 0) return 'nothing-left';
  // Earlier releases did not store when an order was shipped.
  return isOwn && isReturnTimeOver(shippedAt ?? placedAt) ? 'time-over' : null;
}
