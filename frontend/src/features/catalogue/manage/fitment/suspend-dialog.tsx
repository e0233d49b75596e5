import { Ban, RotateCcw } from 'lucide-react';
import { object, string } from 'yup';
import { adminApi } from '../../../../api/admin';
import { suspensionReason } from '../../../../api/contract/generated-types';
import { sentenceFor } from '../../../../api/contract/problem';
import { notTooLong } from '../../../../lib/text-rules';
import { validation } from '../../../../lib/texts';
import { ConfirmDialog } from '../../../../ui/controls/confirm-dialog';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { TextField } from '../../../../ui/forms/text-field';
import { type FittedModel, keysOf, nameOf } from './fitted-models';

interface SuspendDialogProps {
  part: string;
  fitted: FittedModel;
  /** Called with the success message; null if nothing was changed. */
  onClose: (message: string | null) => void;
}

const schema = object({
  reason: string()
    .trim()
    .required(validation.required('reason'))
    .test(notTooLong('reason', suspensionReason)),
});

/** Stops the shop from stating that a part fits a model. */
export function SuspendDialog({ part, fitted, onClose }: SuspendDialogProps) {
  const [suspend] = adminApi.useSuspendFitMutation();
  return (
    <FormDialog
      title={`Suspend for ${nameOf(fitted)}`}
      initialValues={{ reason: '' }}
      schema={schema}
      submit={{ label: 'Suspend', icon: <Ban className="icon" /> }}
      onSubmit={async ({ reason }) => {
        const suspensionFields = { reason: reason.trim() };
        const { error } = await suspend({ part, ...keysOf(fitted.model.id), suspensionFields });
        return error === undefined ? null : sentenceFor(error);
      }}
      onClose={(done) => {
        onClose(done ? 'Suspended' : null);
      }}
    >
      <TextField
        name="reason"
        label="Reason"
        hint="Only admins see this. Customers see “Fit not known”."
      />
    </FormDialog>
  );
}

/** Lets the shop use the listed fitment again. */
export function ResumeDialog({ part, fitted, onClose }: SuspendDialogProps) {
  const [endSuspension] = adminApi.useEndSuspensionMutation();
  const resume = async () => {
    const { error } = await endSuspension({ part, ...keysOf(fitted.model.id) });
    return error === undefined ? null : sentenceFor(error);
  };
  return (
    <ConfirmDialog
      question={`Resume for ${nameOf(fitted)}?`}
      confirm={{ label: 'Resume', icon: <RotateCcw className="icon" />, look: 'primary' }}
      onConfirm={resume}
      onClose={(done) => {
        onClose(done ? 'Resumed' : null);
      }}
    >
      {`Reason for the suspension: ${fitted.suspended ?? ''}. Customers will see the listed fit again.`}
    </ConfirmDialog>
  );
}
