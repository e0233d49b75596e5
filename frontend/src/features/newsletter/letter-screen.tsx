import type { ReactNode } from 'react';

interface LetterScreenProps {
  /** For the window. */
  title: string;
  /** The coupon's ticket, on the screens that are about it. */
  ticket?: ReactNode;
  children: ReactNode;
}

/** The frame of the screens that a mail of the newsletter leads to. */
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
