import { useFormikContext } from 'formik';
import { PackageCheck } from 'lucide-react';
import { returnAnswer } from '../../../api/contract/generated-types';
import type { Return, ReturnedLine } from '../../../api/contract/generated-types';
import { returnsApi } from '../../../api/returns';
import { Count, Exact, Money } from '../../../ui/data/exact';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { LongTextField, TextField } from '../../../ui/forms/text-field';
import { whyNotDecided } from '../return-words';
import {
  blankReceive,
  type Found,
  foundOf,
  type ReceiveForm,
  receiveSchema,
  restockedOf,
} from './receive-form';

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
        const { data, error } = await decide({
          id: returned._id,
          returnChange: {
            decision: 'receive',
            lines: foundOf(returned, values),
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
        {returned.fee !== undefined && (
          <>
            , less the restocking fee of <Money dollars={returned.fee} /> for all pieces
          </>
        )}
        . Refused pieces are not.
      </p>
      <div className="returns-found">
        {returned.lines.map((line) => (
          <FoundFields key={line.line} line={line} />
        ))}
      </div>
      <LongTextField
        name="answer"
        label="Message to the customer (optional)"
        rows={2}
        limit={returnAnswer.maxLength}
      />
    </FormDialog>
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
