import { useFormikContext } from 'formik';
import { useRef } from 'react';
import { fieldSentences } from '../../../../api/contract/field-sentences';
import type { Brand, Category, ReturnPolicy } from '../../../../api/contract/generated-types';
import { sentenceFor } from '../../../../api/contract/problem';
import { categoryChoices } from '../../../../lib/category-choices';
import { conditions } from '../../../../lib/part-view.json';
import { RadioField, SelectField } from '../../../../ui/forms/choice-fields';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { merged, placed, refuseRow } from '../../../../ui/forms/list-row';
import { TextField } from '../../../../ui/forms/text-field';
import { notify } from '../../../../ui/messages/notify';
import {
  isForSomething,
  POLICY_FIELDS,
  type PolicyForm,
  policyFormOf,
  policyKey,
  policyOf,
  policySchema,
} from './policy-form';
import type { PoliciesEditor } from './use-policies';

const CHANGED =
  'Someone else has changed the return policies. Your changes are still here; everything else is now up to date. Save again to apply your changes.';
const GONE =
  'Someone else has changed the return policies, and this policy no longer exists. Your input is still here: save again to add it.';

interface PolicyDialogProps {
  editor: PoliciesEditor;
  categories: readonly Category[];
  brands: readonly Brand[];
  /** The policy to change; undefined to add one. */
  policy?: ReturnPolicy;
  start: PolicyForm;
  onClose: (done: boolean) => void;
}

const positionIn = (policies: readonly ReturnPolicy[], policy: ReturnPolicy | undefined) =>
  policy === undefined ? -1 : policies.findIndex((other) => policyKey(other) === policyKey(policy));

/** Changes or adds a policy. */
export function PolicyDialog(props: PolicyDialogProps) {
  const { editor, categories, brands, policy, start, onClose } = props;
  /** The form's values without the user's changes. */
  const saved = useRef(start);
  const { policies } = editor;
  const position = positionIn(policies, policy);
  const schema = policySchema(policies.filter((_, other) => other !== position));
  return (
    <FormDialog
      title={policy ? 'Edit return policy' : 'Add return policy'}
      initialValues={start}
      schema={schema}
      onSubmit={async (values, form) => {
        if (!isForSomething(values)) return 'Choose a category, a brand or a condition.';
        const fields = policyOf(schema.cast(values));
        const outcome = await editor.save(placed(policies, fields, position));
        if (outcome.saved) {
          notify.success(policy ? 'Return policy saved' : 'Return policy added');
          return null;
        }
        const { error, now } = outcome;
        if (now !== undefined) {
          const row = now.policies[positionIn(now.policies, policy)];
          if (row === undefined) return policy ? GONE : CHANGED;
          const current = policyFormOf(row);
          void form.setValues(merged(saved.current, values, current));
          saved.current = current;
          return CHANGED;
        }
        const sent = position < 0 ? policies.length : position;
        // Saving it twice is refused, so it is safe to try again.
        return refuseRow(
          (labels) => fieldSentences(error, labels),
          POLICY_FIELDS,
          sent,
          values,
          form,
        )
          ? ''
          : sentenceFor(error);
      }}
      onClose={onClose}
    >
      <SelectField
        name="category"
        label="Category"
        choices={[{ value: '', label: 'All categories' }, ...categoryChoices(categories)]}
        hint="With the categories below it"
      />
      <SelectField
        name="brand"
        label="Brand"
        choices={[
          { value: '', label: 'All brands' },
          ...brands.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      <SelectField
        name="condition"
        label="Condition"
        choices={[
          { value: '', label: 'Any condition' },
          ...Object.entries(conditions).map(([value, label]) => ({ value, label })),
        ]}
      />
      <TextField
        name="days"
        label="Days to return"
        inputMode="numeric"
        autoComplete="off"
        hint="Counted from the day of shipping, in UTC"
      />
      <RadioField
        name="returnable"
        legend="If the customer does not need the part"
        choices={[
          { value: 'yes', label: 'Returnable' },
          { value: 'no', label: 'Not returnable' },
        ]}
      />
      <Unneeded />
    </FormDialog>
  );
}

/** What only matters if unneeded parts can be returned. */
function Unneeded() {
  const { values } = useFormikContext<PolicyForm>();
  if (values.returnable !== 'yes') return null;
  return (
    <>
      <RadioField
        name="shippingPaidBy"
        legend="Return shipping is paid by"
        choices={[
          { value: 'customer', label: 'The customer' },
          { value: 'shop', label: 'The shop' },
        ]}
      />
      <TextField
        name="restockingPercent"
        label="Restocking fee in %"
        inputMode="numeric"
        autoComplete="off"
        hint="Up to 50% of the price paid, without core charges; 0 for none"
      />
    </>
  );
}
