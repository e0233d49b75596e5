import { useRef } from 'react';
import type { Rates, TaxRate } from '../../api/contract/generated-types';
import { placeName } from '../../lib/places/regions';
import { CheckField } from '../../ui/forms/choice-fields';
import { FormDialog } from '../../ui/forms/form-dialog';
import { merged, placed } from '../../ui/forms/list-row';
import { TextField } from '../../ui/forms/text-field';
import { notify } from '../../ui/messages/notify';
import { PlaceFields } from './place-fields';
import { CHANGED, GONE, whyNotSaved } from './rates-form';
import { TAX_FIELDS, type TaxForm, taxFormOf, taxKey, taxOf, taxSchema } from './tax-form';
import { type RatesEditor, taxFields } from './use-rates';

interface TaxDialogProps {
  editor: RatesEditor;
  /** The tax to change; undefined to add one. */
  tax?: TaxRate;
  start: TaxForm;
  onClose: (done: boolean) => void;
}

const positionIn = ({ taxRates }: Rates, tax: TaxRate | undefined) =>
  tax === undefined ? -1 : taxRates.findIndex((other) => taxKey(other) === taxKey(tax));

/** Changes or adds a tax. */
export function TaxDialog({ editor, tax, start, onClose }: TaxDialogProps) {
  /** The form's values without the user's changes. */
  const saved = useRef(start);
  const { taxRates } = editor.rates;
  const position = positionIn(editor.rates, tax);
  const schema = taxSchema(taxRates.filter((_, other) => other !== position));
  return (
    <FormDialog
      title={tax ? `Edit tax for ${placeName(tax.country, tax.region)}` : 'Add tax'}
      initialValues={start}
      schema={schema}
      onSubmit={async (values, form) => {
        const fields = taxOf(schema.cast(values));
        const outcome = await editor.save({
          taxRates: placed(taxRates.map(taxFields), fields, position),
        });
        if (outcome.saved) {
          notify.success(tax ? 'Tax saved' : 'Tax added');
          return null;
        }
        const { error, now } = outcome;
        if (now !== undefined) {
          const row = now.taxRates[positionIn(now, tax)];
          if (row === undefined) return tax ? GONE : CHANGED;
          const current = taxFormOf(row);
          void form.setValues(merged(saved.current, values, current));
          saved.current = current;
          return CHANGED;
        }
        const sent = position < 0 ? taxRates.length : position;
        return whyNotSaved(error, TAX_FIELDS, sent, values, form, position < 0);
      }}
      onClose={onClose}
    >
      <PlaceFields none="The rest of the country" hint="Empty for the rest of the country" />
      <TextField
        name="postalPrefixes"
        label="Postal codes that begin with"
        autoComplete="off"
        hint="Such as 35, 38 for the Canary Islands; empty for all. They take precedence over the region"
      />
      <TextField
        name="rate"
        label="Rate in %"
        inputMode="decimal"
        hint="Up to four decimals, such as 5.75"
      />
      <CheckField name="onShipping">On shipping</CheckField>
      <CheckField name="onCore">On core charge</CheckField>
    </FormDialog>
  );
}
