import { Check, X } from 'lucide-react';
import { object, string } from 'yup';
import { fieldSentences } from '../../../api/contract/field-sentences';
import { returnAnswer } from '../../../api/contract/generated-types';
import type { Return } from '../../../api/contract/generated-types';
import { returnsApi } from '../../../api/returns';
import { notTooLong } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import { Exact } from '../../../ui/data/exact';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { refuse } from '../../../ui/forms/server-errors';
import { LongTextField } from '../../../ui/forms/text-field';
import { whyNotDecided } from '../return-words';
import { ReturnedLines } from '../returned-lines';

const answerRule = string().trim().test(notTooLong('answer', returnAnswer));
const SCHEMAS = {
  approve: object({ answer: answerRule }),
  decline: object({ answer: answerRule.required(validation.required('answer')) }),
};

interface DecideDialogProps {
  returned: Return;
  decision: 'approve' | 'decline';
  onDecided: (returned: Return) => void;
  onClose: (done: boolean) => void;
}

/** Approves or declines a return, with an answer that is emailed to the customer. */
export function DecideDialog({ returned, decision, onDecided, onClose }: DecideDialogProps) {
  const [decide] = returnsApi.useDecideReturnMutation();
  const approves = decision === 'approve';
  return (
    <FormDialog
      title={
        <>
          {approves ? 'Approve' : 'Decline'}{' '}
          <span className="nowrap">
            <Exact value={returned.number} />
          </span>
        </>
      }
      initialValues={{ answer: '' }}
      schema={SCHEMAS[decision]}
      submit={
        approves
          ? { label: 'Approve', icon: <Check className="icon" /> }
          : { label: 'Decline', icon: <X className="icon" />, look: 'danger' }
      }
      onSubmit={async (values, form) => {
        const answer = values.answer.trim();
        const { data, error } = await decide({
          id: returned._id,
          returnChange: { decision, ...(answer !== '' && { answer }) },
        });
        if (data !== undefined) {
          onDecided(data);
          return null;
        }
        return refuse(form, values, fieldSentences(error, { answer: 'answer' }))
          ? ''
          : whyNotDecided(error);
      }}
      onClose={onClose}
    >
      <ReturnedLines of={returned} />
      <LongTextField
        name="answer"
        label={approves ? 'Message to the customer (optional)' : 'Why? The customer reads it.'}
        rows={3}
        limit={returnAnswer.maxLength}
      />
    </FormDialog>
  );
}
