import type { ReactNode } from 'react';
import { Button } from '../controls/button';
import { Alert } from '../messages/alert';
import { FocusedHeading } from './focused-heading';

interface LetterScreenProps {
  /** For the window. */
  title: string;
  /** A picture beside the words, such as the coupon's ticket. */
  ticket?: ReactNode;
  children: ReactNode;
}

/** The frame of the screens that a link in an email leads to. */
export function LetterScreen({ title, ticket, children }: LetterScreenProps) {
  return (
    <div className="page section letter">
      <title>{`${title} | Autoparts`}</title>
      <div className={ticket === undefined ? 'offer plain' : 'offer'}>
        {ticket}
        <div className="say">{children}</div>
      </div>
    </div>
  );
}

interface LinkActionProps {
  label: string;
  size?: 'large';
  busy: boolean;
  /** Why the last attempt failed; `null` if it did not. */
  problem: string | null;
  onPress: () => void;
}

/** Does what the link is for. Takes a press, because email programs open links by themselves. */
export function LinkAction({ label, size, busy, problem, onPress }: LinkActionProps) {
  return (
    <>
      <Button look="primary" size={size} busy={busy} onClick={onPress}>
        {label}
      </Button>
      {problem !== null && (
        <Alert tone="danger">
          <p>{problem}</p>
        </Alert>
      )}
    </>
  );
}

interface InvalidLinkProps {
  /** The server did not take the token; otherwise there was none. */
  refused: boolean;
  /** The way on. */
  children: ReactNode;
}

/** A link of a mail that leads nowhere. */
export function InvalidLink({ refused, children }: InvalidLinkProps) {
  return (
    <LetterScreen title="Link not valid">
      <FocusedHeading>
        {refused ? 'This link is invalid or has expired' : 'This link is incomplete'}
      </FocusedHeading>
      <p>
        {refused
          ? 'It may have expired, or was not copied in full.'
          : 'Some email programs break long links. Copy the whole address from the email.'}
      </p>
      {children}
    </LetterScreen>
  );
}
