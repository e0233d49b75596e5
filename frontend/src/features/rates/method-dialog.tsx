import { useRef } from 'react';
import type { Rates, ShippingMethod } from '../../api/contract/generated-types';
import { CheckField } from '../../ui/forms/choice-fields';
import { FormDialog } from '../../ui/forms/form-dialog';
import { merged, placed } from '../../ui/forms/list-row';
import { TextField } from '../../ui/forms/text-field';
import { notify } from '../../ui/messages/notify';
import { CountriesField } from './countries-field';
import {
  METHOD_FIELDS,
  type MethodForm,
  methodFormOf,
  methodOf,
  methodSchema,
} from './method-form';
import { CHANGED, GONE, whyNotSaved } from './rates-form';
import { methodFields, type RatesEditor } from './use-rates';

interface MethodDialogProps {
  editor: RatesEditor;
  /** The method to change; undefined to add one. */
  method?: ShippingMethod;
  start: MethodForm;
  onClose: (done: boolean) => void;
}

const positionIn = ({ shippingMethods }: Rates, id: string | undefined) =>
  shippingMethods.findIndex((other) => other.id === id);

/** Changes or adds a shipping method. */
export function MethodDialog({ editor, method, start, onClose }: MethodDialogProps) {
  /** The saved values that the form's changes are relative to, for merging. */
  const saved = useRef(start);
  return (
    <FormDialog
      title={method ? `Edit ${method.name}` : 'Add shipping method'}
      initialValues={start}
      schema={methodSchema}
      onSubmit={async (values, form) => {
        const { shippingMethods } = editor.rates;
        const position = positionIn(editor.rates, method?.id);
        // A method that another admin has deleted is added again, as a new one.
        const fields = methodOf(methodSchema.cast(values), shippingMethods[position]?.id);
        const outcome = await editor.save({
          shippingMethods: placed(shippingMethods.map(methodFields), fields, position),
        });
        if (outcome.saved) {
          notify.success(method ? 'Shipping method saved' : 'Shipping method added');
          return null;
        }
        const { error, now } = outcome;
        if (now !== undefined) {
          const row = now.shippingMethods[positionIn(now, method?.id)];
          if (row === undefined) return method ? GONE : CHANGED;
          const current = methodFormOf(row);
          void form.setValues(merged(saved.current, values, current));
          saved.current = current;
          return CHANGED;
        }
        const sent = position < 0 ? shippingMethods.length : position;
        return whyNotSaved(error, METHOD_FIELDS, sent, values, form, position < 0);
      }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" hint="What customers see" />
      <CountriesField name="countries" />
      <div className="pair">
        <TextField
          name="postalPrefixes"
          label="Only to postal codes that begin with"
          autoComplete="off"
          hint="Such as IV, KW. Leave empty for all. Needs exactly one country"
        />
        <TextField
          name="exceptPostalPrefixes"
          label="Not to postal codes that begin with"
          autoComplete="off"
          hint="Such as IV, KW. Leave empty for none"
        />
      </div>
      <div className="four-columns">
        <TextField
          name="base"
          label="Base price in $"
          inputMode="decimal"
          hint="Charged for every parcel"
        />
        <TextField
          name="perKilogram"
          label="Per kg in $"
          inputMode="decimal"
          hint="Added by weight"
        />
        <TextField
          name="freeFrom"
          label="Free for orders from $"
          inputMode="decimal"
          hint="Empty for never"
        />
        <TextField
          name="maxKilograms"
          label="Maximum weight in kg"
          inputMode="decimal"
          hint="Empty for any weight"
        />
        <TextField name="daysFrom" label="Minimum days" inputMode="numeric" hint="Business days" />
        <TextField name="daysTo" label="Maximum days" inputMode="numeric" />
      </div>
      <CheckField name="takesHazmat">Takes dangerous goods</CheckField>
    </FormDialog>
  );
}
