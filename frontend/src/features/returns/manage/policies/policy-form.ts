/** Converts a policy between its form, where numbers are text, and the API. */
import { type InferType, object, string } from 'yup';
import { feePercent, returnDays } from '../../../../api/contract/generated-types';
import type {
  PartCondition,
  ReturnPolicy,
  ReturnPolicyFields,
  ReturnShippingPayer,
} from '../../../../api/contract/generated-types';
import { formatCount } from '../../../../lib/format';
import { piecesIn } from '../../../../lib/quantity';
import { validation } from '../../../../lib/texts';
import type { RowFields } from '../../../../ui/forms/list-row';

type Scope = Partial<Record<'category' | 'brand' | 'condition', string | null>>;

/** Identifies a policy: there is one for the same category, brand and condition. */
export const policyKey = ({ category, brand, condition }: Scope) =>
  [category, brand, condition].map((name) => name ?? '').join(' ');

const wholeBetween = (label: string, { minimum, maximum }: typeof returnDays) =>
  string()
    .trim()
    .required(validation.required(label))
    .test('whole', validation.numberWhole(label), (typed) => !Number.isNaN(piecesIn(typed)))
    .test(
      'range',
      validation.outOfRange(label, formatCount(minimum), formatCount(maximum)),
      (typed) => {
        const value = piecesIn(typed);
        return Number.isNaN(value) || (value >= minimum && value <= maximum);
      },
    );

/** Whether it names something that it is for. */
export const isForSomething = (form: Scope) => policyKey(form).trim() !== '';

/** @param others the other policies */
export const policySchema = (others: readonly ReturnPolicy[]) =>
  object({
    category: string()
      .default('')
      .test('new', 'another policy is for the same parts', (_, { parent }) => {
        const key = policyKey(parent as Scope);
        return !others.some((other) => policyKey(other) === key);
      }),
    brand: string().default(''),
    condition: string().default(''),
    days: wholeBetween('days', returnDays),
    returnable: string().default('yes'),
    shippingPaidBy: string().default('customer'),
    restockingPercent: wholeBetween('fee', feePercent),
  });

export type PolicyForm = InferType<ReturnType<typeof policySchema>>;

export const BLANK_POLICY: PolicyForm = {
  category: '',
  brand: '',
  condition: '',
  days: '',
  returnable: 'yes',
  shippingPaidBy: 'customer',
  restockingPercent: '0',
};

export const policyFormOf = ({ category, brand, condition, terms }: ReturnPolicy): PolicyForm => ({
  category: category ?? '',
  brand: brand ?? '',
  condition: condition ?? '',
  days: String(terms.days),
  returnable: terms.returnable ? 'yes' : 'no',
  shippingPaidBy: terms.shippingPaidBy ?? 'customer',
  restockingPercent: String(terms.restockingPercent ?? 0),
});

/** The request fields, from values cast by the schema. */
export const policyOf = (form: PolicyForm): ReturnPolicyFields => ({
  ...(form.category !== '' && { category: form.category }),
  ...(form.brand !== '' && { brand: form.brand }),
  ...(form.condition !== '' && { condition: form.condition as PartCondition }),
  terms: {
    days: piecesIn(form.days),
    returnable: form.returnable === 'yes',
    ...(form.returnable === 'yes' && {
      shippingPaidBy: form.shippingPaidBy as ReturnShippingPayer,
      restockingPercent: piecesIn(form.restockingPercent),
    }),
  },
});

export const POLICY_FIELDS: RowFields = {
  list: 'policies',
  fields: {
    category: { field: 'category', label: 'category' },
    brand: { field: 'brand', label: 'brand' },
    condition: { field: 'condition', label: 'condition' },
    'terms.days': { field: 'days', label: 'days' },
    'terms.restockingPercent': { field: 'restockingPercent', label: 'fee' },
  },
};
