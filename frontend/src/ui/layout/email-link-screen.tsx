import type { ReactNode } from 'react';
import { Button } from '../controls/button';
import { Alert } from '../messages/alert';
import { FocusedHeading } from './focused-heading';

interface EmailLinkScreenProps {
  /** The title of the browser tab. */
  title: string;
  /** A picture next to the text, such as the coupon's ticket. */
  ticket?: ReactNode;
  children: ReactNode;
}

/** The frame of the screens for links in emails. */
export function EmailLinkScreen({ title, ticket, children }: EmailLinkScreenProps) {
  return (
    <div className="page section email-link">
      <title>{`${title} | Autoparts`}</title>
      <div className={ticket === undefined ? 'offer plain' : 'offer'}>
        {ticket}
        <div className="message">{children}</div>
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

/**
 * Performs the link's action. Requires a click, because email programs open links automatically.
 */
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
  /** The server refused the token; otherwise there was none. */
  refused: boolean;
  /** Links to continue. */
  children: ReactNode;
}

/** An invalid link from an email. */
export function InvalidLink({ refused, children }: InvalidLinkProps) {
  return (
    <EmailLinkScreen title="Link not valid">
      <FocusedHeading>
        {refused ? 'This link is invalid or has expired' : 'This link is incomplete'}
      </FocusedHeading>
      <p>
        {refused
          ? 'Make sure that you copied the whole link.'
          : 'Some email programs break long links. Copy the whole address from the email.'}
      </p>
      {children}
    </EmailLinkScreen>
  );
}
