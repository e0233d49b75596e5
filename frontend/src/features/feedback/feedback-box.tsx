import { Send } from 'lucide-react';
import { type SyntheticEvent, useRef } from 'react';
import { useSelector } from 'react-redux';
import { selectOwner } from '../../lib/session/session-slice';
import { Button } from '../../ui/controls/button';
import { FieldError } from '../../ui/forms/field-error';
import { useFeedback } from './use-feedback';

/** The footer's feedback box, one per user: it stays mounted while users change. */
export function FeedbackBox() {
  const owner = useSelector(selectOwner);
  return <FeedbackForm key={owner} owner={owner} />;
}

/** A short message to the shop, with an optional email address for the reply. */
function FeedbackForm({ owner }: { owner: string | null }) {
  const { draft, change, prepare, send, refusals, busy, notice } = useFeedback(owner);
  const message = useRef<HTMLTextAreaElement>(null);
  const email = useRef<HTMLInputElement>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    const toMend = await send();
    if (toMend === 'message') message.current?.focus();
    if (toMend === 'email') email.current?.focus();
  };

  return (
    <form noValidate aria-label="Feedback" onSubmit={(event) => void submit(event)}>
      <h2>
        <label htmlFor="feedback">Tell us what we could do better</label>
      </h2>
      <div className="field">
        <textarea
          ref={message}
          className="textarea"
          id="feedback"
          rows={3}
          placeholder="Your feedback"
          value={draft.message}
          readOnly={busy}
          onFocus={prepare}
          onChange={(event) => {
            change({ message: event.target.value });
          }}
          aria-invalid={Boolean(refusals.message) || undefined}
          aria-describedby={refusals.message ? 'feedback-note' : undefined}
        />
        {refusals.message && <FieldError id="feedback-note">{refusals.message}</FieldError>}
      </div>
      <div className="field">
        <label htmlFor="feedback-email">Your email, if you would like a reply</label>
        <input
          ref={email}
          className="input"
          id="feedback-email"
          type="email"
          autoComplete="email"
          value={draft.email}
          readOnly={busy}
          onFocus={prepare}
          onChange={(event) => {
            change({ email: event.target.value });
          }}
          aria-invalid={Boolean(refusals.email) || undefined}
          aria-describedby={refusals.email ? 'feedback-email-note' : undefined}
        />
        {refusals.email && <FieldError id="feedback-email-note">{refusals.email}</FieldError>}
      </div>
      <Button type="submit" busy={busy} icon={<Send className="icon" />}>
        Send
      </Button>
      {notice}
    </form>
  );
}
