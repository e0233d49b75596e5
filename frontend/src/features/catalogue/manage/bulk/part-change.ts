import {
  basisPoints as pointLimits,
  minimumPieces,
} from '../../../../api/contract/generated-types';
import type {
  Brand,
  Category,
  PartChangeFields,
  PartChangesReport,
} from '../../../../api/contract/generated-types';
import { formatCount, formatDollars } from '../../../../lib/format';
import { validation } from '../../../../lib/texts';
import { CONDITIONS } from '../../shop-view';
import { priceProblem } from '../quick-edits';

/** The kinds of bulk changes, with their menu labels. */
export const KINDS = {
  price_by: 'Change price by %',
  price_to: 'Set price to an amount',
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

/** The option for no brand or no category; not a key. */
export const NONE = '-';

/** The dialog's values, as text. */
export interface ChangeForm extends Record<string, string> {
  kind: PartChangeFields['kind'];
  percent: string;
  rounding: keyof typeof ROUNDINGS;
  price: string;
  /** Empty until chosen; the same for the brand. */
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

const IN_THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?\s*%?$/;

/** Removes thousands separators: `1,000` is 1000. */
const withoutThousands = (typed: string) => {
  const text = typed.trim().replace('−', '-');
  return IN_THOUSANDS.test(text) ? text.replaceAll(',', '') : text;
};

/** A percentage in hundredths of a percent: `+4.5 %` is 450; null if it is not a percentage. */
export function pointsOf(typed: string): number | null {
  const text = withoutThousands(typed);
  if (!PERCENT.test(text)) return null;
  const points = Math.round(Number(text.replace('%', '').replace(',', '.')) * 100);
  return points >= pointLimits.minimum && points <= pointLimits.maximum ? points : null;
}

/** An invalid field. */
interface FormProblem {
  field: keyof ChangeForm & string;
  problem: string;
}

/** The change that the form describes, or its error. */
export function changeOf(form: ChangeForm): PartChangeFields | FormProblem {
  const { kind } = form;
  switch (kind) {
    case 'price_by': {
      const points = pointsOf(form.percent);
      if (points === null) {
        const problem = 'percent must be from -99 to 1,000, with at most two decimals';
        return { field: 'percent', problem };
      }
      return { kind, basisPoints: points, rounding: form.rounding };
    }
    case 'price_to': {
      const price = withoutThousands(form.price);
      const problem = priceProblem(price);
      return problem === null ? { kind, price } : { field: 'price', problem };
    }
    case 'minimum_order': {
      const typed = withoutThousands(form.minimum);
      const pieces = Number(typed);
      const { minimum, maximum } = minimumPieces;
      const isRight = /^\d+$/.test(typed) && pieces >= minimum && pieces <= maximum;
      const problem = validation.outOfRange('pieces', formatCount(minimum), formatCount(maximum));
      return isRight ? { kind, minOrderQuantity: pieces } : { field: 'minimum', problem };
    }
    case 'category':
    case 'brand': {
      const chosen = form[kind];
      if (chosen === '') return { field: kind, problem: `choose a ${kind}, or None` };
      return { kind, ...(chosen !== NONE && { [kind]: chosen }) };
    }
    case 'condition':
      return { kind, condition: form.condition };
    case 'hide':
    case 'show':
      return { kind };
  }
}

/** The form's errors, by field. */
export function changeProblems(form: ChangeForm): Record<string, string> {
  const change = changeOf(form);
  return 'problem' in change ? { [change.field]: change.problem } : {};
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
  not_found: 'not found',
  price_out_of_range: 'the new price is outside the allowed range',
  not_a_pack: 'sold in packs, and this minimum is not a whole number of packs',
  number_taken: 'another part of the brand has the same number',
  changed_meanwhile: 'since changed by another admin',
};
