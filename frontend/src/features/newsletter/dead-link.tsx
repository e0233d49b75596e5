import type { ReactNode } from 'react';
import { FocusedHeading } from '../../ui/focused-heading';
import { LetterScreen } from './letter-screen';

interface DeadLinkProps {
  /** The server did not take the token; otherwise there was none. */
  refused: boolean;
  /** The way on. */
  children: ReactNode;
}

/** A link of a mail that leads nowhere. */
export function DeadLink({ refused, children }: DeadLinkProps) {
  return (
    <LetterScreen title="Link not valid">
      <FocusedHeading>
        {refused ? 'This link is not valid' : 'This link is not complete'}
      </FocusedHeading>
      <p>
        {refused
          ? 'It is too old, or was not copied as it stands in the mail.'
          : 'Some mail programs break long links. Copy the whole address from the mail.'}
      </p>
      {children}
    </LetterScreen>
  );
}
