import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { NewsletterConfirmed } from '../../api/generated-types';
import { formatDollars } from '../../lib/money';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { FocusedHeading } from '../../ui/focused-heading';
import { CouponTicket } from './coupon-ticket';
import { LetterScreen } from './letter-screen';

/** The coupon, to copy. */
export function Coupon({ coupon }: { coupon: NewsletterConfirmed }) {
  const [copied, setCopied] = useState<'yes' | 'by-hand' | null>(null);
  const code = useRef<HTMLElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(coupon.code);
      setCopied('yes');
    } catch {
      // Not every browser lets a page write there: mark the code, so that one key press copies it.
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setCopied('by-hand');
    }
  };

  return (
    <LetterScreen title="Your coupon" ticket={<CouponTicket amount={coupon.amount} />}>
      <FocusedHeading>Here is your coupon</FocusedHeading>
      <p className="coupon-code">
        <code ref={code}>{coupon.code}</code>
      </p>
      <div className="actions">
        <Button
          look="primary"
          icon={copied === 'yes' ? <Check className="icon" /> : <Copy className="icon" />}
          onClick={() => void copy()}
        >
          Copy the code
        </Button>
        <Link className="btn" to={paths.shop}>
          All parts
        </Link>
      </div>
      <p role="status">
        {copied === 'yes' && 'Copied.'}
        {copied === 'by-hand' &&
          'The code is marked: copy it with Ctrl+C, or hold it down on a phone.'}
      </p>
      <p>
        It belongs to {coupon.email} and takes {formatDollars(coupon.amount)} off one order, once.
        Checkout does not take coupons yet: keep the code for when it does.
      </p>
    </LetterScreen>
  );
}
