import type { Amounts } from '../../../lib/amounts';
import type { Placed } from '../placed-order';

/** An order that was just placed, as the customer agreed to it. */
export interface CheckedOut extends Placed {
  amounts: Amounts;
}
