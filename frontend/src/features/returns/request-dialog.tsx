import { useFormikContext } from 'formik';
import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import { fieldSentences } from '../../api/contract/field-sentences';
import { returnNote } from '../../api/contract/generated-types';
import type { Return } from '../../api/contract/generated-types';
import { returnsApi } from '../../api/returns';
import { piecesIn } from '../../lib/quantity';
import { Things } from '../../ui/data/exact';
import { FieldError } from '../../ui/forms/field-error';
import { FormDialog } from '../../ui/forms/form-dialog';
import { QuantityStepper } from '../../ui/forms/quantity-stepper';
import { refuse } from '../../ui/forms/server-errors';
import { LongTextField, useTextValue } from '../../ui/forms/text-field';
import { blankRequest, type RequestForm, requestOf, requestSchema } from './request-form';
import type { ReturnableLine } from './return-rules';
import { REASONS, whyNotRequested } from './return-words';
import { UnneededNote } from './unneeded-note';

interface RequestDialogProps {
  /** The order's id. */
  order: string;
  /** At least one. */
  lines: ReturnableLine[];
  onRequested: (requested: Return) => void;
  onClose: (done: boolean) => void;
}

/** The pieces to return and why, on one screen. */
export function RequestDialog({ order, lines, onRequested, onClose }: RequestDialogProps) {
  const [requestReturn] = returnsApi.useRequestReturnMutation();
  return (
    <FormDialog<RequestForm>
      title="Return parts"
      initialValues={blankRequest(lines)}
      schema={requestSchema(lines)}
      submit={{ label: 'Send request', icon: <Undo2 className="icon" /> }}
      onSubmit={async (values, form) => {
        const returnRequest = requestOf(values);
        if (returnRequest === null) return 'Choose at least one piece to return.';
        const { data, error } = await requestReturn({ id: order, returnRequest });
        if (data !== undefined) {
          onRequested(data);
          return null;
        }
        return refuse(form, values, fieldSentences(error, { note: 'note' }))
          ? ''
          : whyNotRequested(error);
      }}
      onClose={onClose}
    >
      <ul className="returns-choice" aria-label="Pieces to return">
        {lines.map((line) => (
          <LineField key={line.line} {...line} />
        ))}
      </ul>
      <ReasonField />
      <UnneededNote order={order} lines={lines} />
      <LongTextField
        name="note"
        label="What should we know? (optional)"
        rows={2}
        limit={returnNote.maxLength}
      />
    </FormDialog>
  );
}

function LineField({ line, product, most, onlyFaulty }: ReturnableLine) {
  const name = `pieces.${line}`;
  const { value, locked, error, setValue } = useTextValue(name);
  const form = useFormikContext<RequestForm>();
  const id = useId();
  return (
    <li>
      <label htmlFor={id}>
        <span className="sr-only">Pieces to return of </span>
        {product}
      </label>
      <span className="hint" id={`${id}-hint`}>
        <Things of={most} one="piece" many="pieces" /> can be returned
        {onlyFaulty && ', only if something is wrong with it'}
      </span>
      <QuantityStepper
        id={id}
        value={value}
        pieces={piecesIn(value)}
        minimum={0}
        available={most}
        of={product}
        invalid={error !== undefined}
        describedBy={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        onChange={(typed) => {
          if (!locked) setValue(typed);
        }}
        onBlur={() => void form.setFieldTouched(name)}
      />
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </li>
  );
}

/** One reason, below each other: there are too many for one line. */
function ReasonField() {
  const { value, locked, error, setValue } = useTextValue('reason');
  const id = useId();
  return (
    <div
      className="field returns-reasons"
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required="true"
      aria-disabled={locked || undefined}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <span className="label-text" id={`${id}-label`}>
        Why?
      </span>
      {Object.entries(REASONS).map(([reason, words]) => (
        <label key={reason}>
          <input
            type="radio"
            name="reason"
            value={reason}
            checked={value === reason}
            onChange={() => {
              // Radio buttons cannot be read-only, and disabled ones would lose the focus.
              if (!locked) setValue(reason);
            }}
          />
          {words}
        </label>
      ))}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
