import type { ReactNode } from 'react';
import { FocusedHeading } from '../../ui/layout/focused-heading';

interface NewsletterScreenProps {
  /** For the window. */
  title: string;
  /** The coupon's ticket, on the screens that are about it. */
  ticket?: ReactNode;
  children: ReactNode;
}

/** The frame of the screens that a mail of the newsletter leads to. */
export function NewsletterScreen({ title, ticket, children }: NewsletterScreenProps) {
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

interface InvalidLinkProps {
  /** The server did not take the token; otherwise there was none. */
  refused: boolean;
  /** The way on. */
  children: ReactNode;
}

/** A link of a mail that leads nowhere. */
export function InvalidLink({ refused, children }: InvalidLinkProps) {
  return (
    <NewsletterScreen title="Link not valid">
      <FocusedHeading>
        {refused ? 'This link is not valid' : 'This link is not complete'}
      </FocusedHeading>
      <p>
        {refused
          ? 'It is too old, or was not copied as it stands in the mail.'
          : 'Some mail programs break long links. Copy the whole address from the mail.'}
      </p>
      {children}
    </NewsletterScreen>
  );
}
