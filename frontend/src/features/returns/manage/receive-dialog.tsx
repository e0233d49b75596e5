import { useFormikContext } from 'formik';
import { PackageCheck } from 'lucide-react';
import { returnAnswer } from '../../../api/contract/generated-types';
import type { Return, ReturnedLine } from '../../../api/contract/generated-types';
import { returnsApi } from '../../../api/returns';
import { Count, Exact, Money } from '../../../ui/data/exact';
import { SelectField } from '../../../ui/forms/choice-fields';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { LongTextField, TextField } from '../../../ui/forms/text-field';
import { REASONS_FOR_ADMINS, whyNotDecided } from '../return-words';
import {
  blankReceive,
  type Found,
  foundOf,
  newReason,
  type ReceiveForm,
  receiveSchema,
  restockedOf,
} from './receive-form';

const CHOICES = Object.entries(REASONS_FOR_ADMINS)
  .filter(([reason]) => reason !== 'withdrawal')
  .map(([value, label]) => ({ value, label }));

interface ReceiveDialogProps {
  returned: Return;
  onDecided: (returned: Return) => void;
  onClose: (done: boolean) => void;
}

/** What arrived. All pieces go back into stock unless the admin enters something else. */
export function ReceiveDialog({ returned, onDecided, onClose }: ReceiveDialogProps) {
  const [decide] = returnsApi.useDecideReturnMutation();
  return (
    <FormDialog<ReceiveForm>
      title={
        <>
          Receive{' '}
          <span className="nowrap">
            <Exact value={returned.number} />
          </span>
        </>
      }
      initialValues={blankReceive(returned)}
      schema={receiveSchema(returned)}
      submit={{ label: 'Receive and refund', icon: <PackageCheck className="icon" /> }}
      broad
      onSubmit={async (values) => {
        const answer = values.answer.trim();
        const reason = newReason(returned, values);
        const { data, error } = await decide({
          id: returned._id,
          returnChange: {
            decision: 'receive',
            lines: foundOf(returned, values),
            ...(reason !== undefined && { reason }),
            ...(answer !== '' && { answer }),
          },
        });
        if (data === undefined) return whyNotDecided(error);
        onDecided(data);
        return null;
      }}
      onClose={onClose}
    >
      <p>
        Restocked and damaged pieces are refunded to {returned.name} at the price paid
        <FeeClause returned={returned} />. Refused pieces are not.
      </p>
      <div className="returns-found">
        {returned.lines.map((line) => (
          <FoundFields key={line.line} line={line} />
        ))}
      </div>
      {returned.reason !== 'withdrawal' && (
        <SelectField name="reason" label="Reason after inspection" choices={CHOICES} />
      )}
      <Answer reason={returned.reason} />
    </FormDialog>
  );
}

/** A changed reason needs an explanation. */
function Answer({ reason }: Pick<Return, 'reason'>) {
  const { values } = useFormikContext<ReceiveForm>();
  return (
    <LongTextField
      name="answer"
      label={
        values.reason === reason
          ? 'Message to the customer (optional)'
          : 'Why did you change the reason? The customer will see this.'
      }
      rows={2}
      limit={returnAnswer.maxLength}
    />
  );
}

/** Only parts that are not needed have a fee. The server knows it for the customer's reason. */
function FeeClause({ returned: { reason, fee } }: { returned: Return }) {
  const { values } = useFormikContext<ReceiveForm>();
  if (values.reason !== 'not_needed') return null;
  if (reason !== 'not_needed') return ', less the restocking fee that was agreed, if any';
  if (fee === undefined) return null;
  return (
    <>
      , less the restocking fee of <Money dollars={fee} /> for all pieces
    </>
  );
}

const NOTHING: Found = { damaged: '0', refused: '0' };

function FoundFields({ line: { line, product, pieces } }: { line: ReturnedLine }) {
  const { values } = useFormikContext<ReceiveForm>();
  const restocked = restockedOf(pieces, values.lines[line] ?? NOTHING);
  return (
    <div role="group" aria-label={product}>
      <div>
        <b>
          <Count of={pieces} /> × {product}
        </b>
        <span className="hint" role="status">
          {restocked >= 0 ? <Count of={restocked} /> : '–'} restocked
        </span>
      </div>
      <TextField
        name={`lines.${line}.damaged`}
        label="Damaged"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        name={`lines.${line}.refused`}
        label="Refused"
        inputMode="numeric"
        autoComplete="off"
      />
    </div>
  );
}
