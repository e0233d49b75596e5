import { Check } from 'lucide-react';
import { sentenceFor } from '../../api/contract/problem';
import { withdrawalsApi } from '../../api/withdrawals';
import { Button } from '../../ui/controls/button';
import { FocusedHeading } from '../../ui/layout/focused-heading';
import { Alert } from '../../ui/messages/alert';
import { StatementFields } from './statement-fields';
import { statementOf, type StatementValues } from './statement-rules';

interface ReviewStepProps {
  values: StatementValues;
  /** Back to the form. */
  onChange: () => void;
  /** @param at when the shop received it */
  onReceived: (at: string) => void;
}

/** The second step: shows the statement for review, and sends it. */
export function ReviewStep({ values, onChange, onReceived }: ReviewStepProps) {
  const [withdraw, { isLoading, error }] = withdrawalsApi.useWithdrawMutation();
  const confirm = async () => {
    const { data } = await withdraw({ withdrawalStatement: statementOf(values) });
    if (data !== undefined) onReceived(data.receivedAt);
  };
  return (
    <>
      <header>
        <FocusedHeading>Is this right?</FocusedHeading>
        <p>I withdraw from the contract about this order:</p>
      </header>
      <StatementFields values={values} />
      {error !== undefined && (
        <Alert tone="danger">
          <p>Not sent. {sentenceFor(error, 'It is safe to send it again.')}</p>
        </Alert>
      )}
      <div className="actions">
        <Button
          look="primary"
          busy={isLoading}
          icon={<Check className="icon" />}
          onClick={() => void confirm()}
        >
          Confirm withdrawal
        </Button>
        <Button disabled={isLoading} onClick={onChange}>
          Change
        </Button>
      </div>
    </>
  );
}
