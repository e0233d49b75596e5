import type { ReactNode } from 'react';
import { CouponTicket } from './coupon-ticket';

interface LetterScreenProps {
  /** For the window. */
  title: string;
  /** What the ticket is worth, in dollars, when it is not the promised sum. */
  amount?: number;
  children: ReactNode;
}

/** The frame of the screens that a mail of the newsletter leads to. */
export function LetterScreen({ title, amount, children }: LetterScreenProps) {
  return (
    <div className="page section letter">
      <title>{`${title} | Autoparts`}</title>
      <div className="offer">
        <CouponTicket amount={amount} />
        <div className="say">{children}</div>
      </div>
    </div>
  );
}
