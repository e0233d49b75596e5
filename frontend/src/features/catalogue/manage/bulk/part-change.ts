import { basisPoints as pointLimits, minimumPieces } from '../../../../api/generated-limits';
import type {
  Brand,
  Category,
  PartChangeFields,
  PartChangesReport,
} from '../../../../api/generated-types';
import { formatCount, formatDollars } from '../../../../lib/format';
import { validation } from '../../../../lib/texts';
import { CONDITIONS } from '../../shop-view';
import { priceProblem } from '../quick-edits';

/** What can be changed about many parts, with the words that stand in the menu. */
export const KINDS = {
  price_by: 'Price by per cent',
  price_to: 'Price to an amount',
  category: 'Category',
  brand: 'Brand',
  minimum_order: 'Minimum order',
  condition: 'Condition',
  hide: 'Hide',
  show: 'Show again',
} as const satisfies Record<PartChangeFields['kind'], string>;

export const ROUNDINGS = {
  cent: 'the cent',
  half_dollar: '.00 or .50',
  ninety_nine: '.99',
} as const satisfies Record<NonNullable<PartChangeFields['rounding']>, string>;

/** What stands in the dialog. */
export interface ChangeForm {
  kind: PartChangeFields['kind'];
  percent: string;
  rounding: keyof typeof ROUNDINGS;
  price: string;
  category: string;
  brand: string;
  minimum: string;
  condition: keyof typeof CONDITIONS;
}

export const BLANK_CHANGE: ChangeForm = {
  kind: 'price_by',
  percent: '',
  rounding: 'cent',
  price: '',
  category: '',
  brand: '',
  minimum: '',
  condition: 'new',
};

const PERCENT = /^[+-]?\d{1,4}([.,]\d{1,2})?\s*%?$/;

/** `+4.5 %` as 450; null when it is none. */
export function pointsOf(typed: string): number | null {
  const text = typed.trim().replace('−', '-');
  if (!PERCENT.test(text)) return null;
  const points = Math.round(Number(text.replace('%', '').replace(',', '.')) * 100);
  return points >= pointLimits.minimum && points <= pointLimits.maximum ? points : null;
}

/** The change that is meant, or what is wrong with it. */
export function changeOf(form: ChangeForm): PartChangeFields | { problem: string } {
  const { kind } = form;
  switch (kind) {
    case 'price_by': {
      const points = pointsOf(form.percent);
      if (points === null) {
        return { problem: 'per cent must be from -99 to 1,000, with at most two decimals' };
      }
      return { kind, basisPoints: points, rounding: form.rounding };
    }
    case 'price_to': {
      const problem = priceProblem(form.price.trim());
      return problem === null ? { kind, price: form.price.trim() } : { problem };
    }
    case 'minimum_order': {
      const pieces = Number(form.minimum);
      const { minimum, maximum } = minimumPieces;
      const isRight = /^\d+$/.test(form.minimum.trim()) && pieces >= minimum && pieces <= maximum;
      const problem = validation.outOfRange('pieces', formatCount(minimum), formatCount(maximum));
      return isRight ? { kind, minOrderQuantity: pieces } : { problem };
    }
    case 'category':
      return { kind, ...(form.category !== '' && { category: form.category }) };
    case 'brand':
      return { kind, ...(form.brand !== '' && { brand: form.brand }) };
    case 'condition':
      return { kind, condition: form.condition };
    case 'hide':
    case 'show':
      return { kind };
  }
}

/** A value of a preview, in words. */
export function valueInWords(
  kind: PartChangeFields['kind'],
  value: string | undefined,
  { brands, categories }: { brands: readonly Brand[]; categories: readonly Category[] },
): string {
  if (value === undefined) return 'none';
  const nameIn = (all: readonly { _id: string; name: string }[]) =>
    all.find(({ _id }) => _id === value)?.name ?? value;
  switch (kind) {
    case 'price_by':
    case 'price_to':
      return formatDollars(Number(value));
    case 'brand':
      return nameIn(brands);
    case 'category':
      return nameIn(categories);
    case 'minimum_order':
      return formatCount(Number(value));
    case 'condition':
      return CONDITIONS[value as keyof typeof CONDITIONS];
    case 'hide':
    case 'show':
      return value;
  }
}

type Reason = PartChangesReport['refused'][number]['reason'];

/** Why parts are not changed, in words. */
export const REASONS: Record<Reason, string> = {
  not_found: 'do not exist any more',
  price_out_of_range: 'would have a price that the shop does not take',
  number_taken: 'have a number that another part of the brand has',
  changed_meanwhile: 'were changed by somebody else meanwhile',
};
