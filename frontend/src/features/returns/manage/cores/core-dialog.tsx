import { useFormikContext } from 'formik';
import { Check } from 'lucide-react';
import { adminApi } from '../../../../api/admin';
import { codeOf, sentenceFor } from '../../../../api/contract/problem';
import type { CoreClaim } from '../../../../api/contract/generated-types';
import { lineTotal } from '../../../../lib/format';
import { piecesIn } from '../../../../lib/quantity';
import { Exact, Money } from '../../../../ui/data/exact';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { TextField } from '../../../../ui/forms/text-field';
import { CoreStates } from '../../core-states';
import { changeOf, type CoreForm, coreForm, coreSchema } from './core-form';

interface CoreDialogProps {
  claim: CoreClaim;
  onClose: (done: boolean) => void;
}

/** Decides about the old parts of a line: how many arrived, and are accepted or refused. */
export function CoreDialog({ claim, onClose }: CoreDialogProps) {
  const [decide] = adminApi.useDecideCoresMutation();
  return (
    <FormDialog<CoreForm>
      title={
        <>
          Old parts of{' '}
          <span className="nowrap">
            <Exact value={claim.orderNumber ?? claim.order.slice(-6)} />
          </span>
        </>
      }
      initialValues={coreForm(claim)}
      schema={coreSchema(claim)}
      submit={{ label: 'Save', icon: <Check className="icon" /> }}
      onSubmit={async (values) => {
        const { error } = await decide({
          id: claim.order,
          line: claim.line,
          coreChange: changeOf(values),
        });
        return error === undefined ? null : whyNotSaved(error);
      }}
      onClose={onClose}
    >
      <p>
        <b>{claim.product}</b>
      </p>
      <CoreStates of={claim} />
      <Pieces name="received" label="Received, to be checked" />
      <Pieces name="accepted" label="Accepted" />
      <Refund claim={claim} />
      <Pieces name="refused" label="Refused" />
      <TextField name="reason" label="Why? The customer reads it." autoComplete="off" />
    </FormDialog>
  );
}

function Pieces({ name, label }: { name: 'received' | 'accepted' | 'refused'; label: string }) {
  return <TextField name={name} label={label} inputMode="numeric" autoComplete="off" />;
}

/** What saving refunds. */
function Refund({ claim: { core, accepted, name } }: { claim: CoreClaim }) {
  const { values } = useFormikContext<CoreForm>();
  const pieces = piecesIn(values.accepted) - accepted;
  return (
    <p className="hint" role="status">
      {pieces > 0 && (
        <>
          Refunds <Money dollars={lineTotal(core, pieces)} /> to {name}.
        </>
      )}
    </p>
  );
}

/** It is safe to repeat: the same decision changes nothing. */
function whyNotSaved(error: unknown): string {
  switch (codeOf(error)) {
    case 'cores_not_left':
      return 'These core charges have changed in the meantime. Close this dialog to see them.';
    case 'payment_disputed':
      return 'The payment of this order is disputed, so the bank decides about its money.';
    case 'order_refunded':
      return 'This order was refunded.';
    default:
      return sentenceFor(error, 'It is safe to try again.');
  }
}
