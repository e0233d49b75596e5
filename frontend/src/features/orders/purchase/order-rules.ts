import { object, string } from 'yup';
import type { Part } from '../../../api/contract/generated-types';
import { isWholeNumber, wholePacks } from '../../../lib/quantity';
import { isSoldOut } from '../../../lib/stock';
import { validation } from '../../../lib/texts';
import { contactRules } from '../contact-rules';

type Limits = Pick<Part, 'minOrderQuantity' | 'available' | 'pack'>;

/** The range that can be ordered, as the quantity's hint; undefined if nothing can. */
export function limitsOf(limits: Limits): string | undefined {
  const { minOrderQuantity, available, pack } = limits;
  if (isSoldOut(limits)) return undefined;
  const packs = pack === undefined ? '' : `, in packs of ${pack}`;
  return `${minOrderQuantity} to ${available} pieces${packs}`;
}

/** The refusal of a quantity as shown on the page; the toast has its own wording. */
export function refusalOnPage(quantity: number, limits: Limits): string {
  const { minOrderQuantity, available, pack } = limits;
  const short = shortage(limits);
  if (short !== null) return short;
  const { least, most } = wholePacks(limits);
  const packs = pack === undefined ? '' : `, in packs of ${pack}`;
  const better = `enter ${least} to ${most}${packs}.`;
  if (quantity < minOrderQuantity) return `At least ${minOrderQuantity}: ${better}`;
  return quantity > available
    ? `At most ${available} are left: ${better}`
    : `Not whole packs: ${better}`;
}

/** Why no quantity is available; null if one is. */
export function shortage(limits: Limits): string | null {
  if (!isSoldOut(limits)) return null;
  const { available, minOrderQuantity } = limits;
  return available === 0
    ? 'This part is sold out.'
    : `Only ${available} pcs. are left, fewer than the minimum order of ${minOrderQuantity}.`;
}

/** The quantity's limits are not here: a toast reports them when the order is placed. */
export const orderSchema = object({
  ...contactRules,
  quantity: string().test('whole', validation.quantityWhole, (typed = '') => isWholeNumber(typed)),
});

/** The form's values. */
export interface OrderValues {
  name: string;
  email: string;
  address: string;
  phone: string;
  quantity: string;
}
