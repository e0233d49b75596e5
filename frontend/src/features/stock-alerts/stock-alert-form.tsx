import { Bell } from 'lucide-react';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import type { Part } from '../../api/contract/generated-types';
import { codeOf, sentenceFor } from '../../api/contract/problem';
import { fieldSentences } from '../../api/contract/field-sentences';
import { stockAlertsApi } from '../../api/stock-alerts';
import { selectSession } from '../../lib/session/session-slice';
import { emailRefusal } from '../../lib/text-rules';
import { Button } from '../../ui/controls/button';
import { FieldError } from '../../ui/forms/field-error';
import { Alert } from '../../ui/messages/alert';
import { notify } from '../../ui/messages/notify';

/**
 * Registers for one email when the part is back in stock. The response is the same for every
 * address.
 */
export function StockAlertForm({ part }: { part: Part }) {
  const [ask, { isLoading, error, reset }] = stockAlertsApi.useAskForStockAlertMutation();
  const { person } = useSelector(selectSession);
  /** The typed address; until then a signed-in user's own address is offered. */
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** The address that will be notified. */
  const [subscribed, setSubscribed] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [fieldId, noteId] = [useId(), useId()];
  const email = typed ?? person?.email ?? '';

  const refuse = (why: string) => {
    setRefusal(why);
    field.current?.focus();
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    reset();
    const why = emailRefusal(email);
    if (why !== null) {
      refuse(why);
      return;
    }
    const address = email.trim();
    const answer = await ask({ id: part._id, stockAlertRequest: { email: address } });
    const { email: refused } = fieldSentences(answer.error, { email: 'email' });
    if (refused !== undefined) refuse(refused);
    else if (answer.error === undefined) {
      setTyped(address);
      setSubscribed(address);
    }
    // The page itself then shows how to order it.
    else if (codeOf(answer.error) === 'part_in_stock') notify.success(`${part.title} is back`);
  };

  if (subscribed !== null) {
    return (
      <Alert tone="positive">
        <p>
          We will send one email to <b>{subscribed}</b> when this part is back in stock.
        </p>
        <p>
          If this address has not confirmed stock alerts or the newsletter yet, please open the link
          that we have emailed to it. You only need to do that once.
        </p>
        <p className="hint">
          Not your address?{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => {
              setSubscribed(null);
            }}
          >
            Enter another one
          </button>
        </p>
      </Alert>
    );
  }
  return (
    <form
      className="form stock-alert"
      noValidate
      aria-label="Tell me when it is back"
      onSubmit={(event) => void submit(event)}
    >
      <div className="inline-form">
        <div className="field">
          <label htmlFor={fieldId}>Email</label>
          <input
            ref={field}
            className="input"
            id={fieldId}
            type="email"
            autoComplete="email"
            placeholder="you@garage.com"
            value={email}
            readOnly={isLoading}
            onChange={(event) => {
              setTyped(event.target.value);
              setRefusal(null);
            }}
            aria-invalid={refusal !== null || undefined}
            aria-describedby={refusal === null ? undefined : noteId}
          />
        </div>
        <Button type="submit" busy={isLoading}>
          <Bell className="icon" />
          Tell me when it is back
        </Button>
      </div>
      {refusal !== null && <FieldError id={noteId}>{refusal}</FieldError>}
      {error !== undefined && refusal === null && (
        <Alert tone="danger">
          <p>{sentenceFor(error)}</p>
        </Alert>
      )}
    </form>
  );
}
