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
        {refused ? 'This link is invalid or has expired' : 'This link is incomplete'}
      </FocusedHeading>
      <p>
        {refused
          ? 'It may have expired, or was not copied in full.'
          : 'Some email programs break long links. Copy the whole address from the email.'}
      </p>
      {children}
    </NewsletterScreen>
  );
}
