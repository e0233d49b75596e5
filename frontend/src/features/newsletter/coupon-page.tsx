import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import type { NewsletterConfirmed } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { codeOf, sentenceFor } from '../../api/contract/problem';
import { selectCartLines } from '../../lib/cart/cart-slice';
import { saveCoupon } from '../../lib/cart/coupon';
import { couponOffer } from '../../lib/coupon-offer';
import { formatDate } from '../../lib/date-time';
import { paths } from '../../lib/paths';
import { useLinkValues } from '../../lib/use-link-values';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { Money } from '../../ui/data/exact';
import { FocusedHeading } from '../../ui/layout/focused-heading';
import { EmailLinkScreen, InvalidLink, LinkAction } from '../../ui/layout/email-link-screen';
import { CouponTicket } from './coupon-ticket';

/**
 * The target of the email's link. Opening it does nothing yet: programs that scan emails open links
 * too.
 */
export function CouponPage() {
  const token = useLinkValues('token').get('token') ?? '';
  const [confirm, { data, error, isLoading }] = shopApi.useConfirmNewsletterMutation();

  if (data?.code !== undefined) return <Coupon coupon={data} code={data.code} />;
  if (data) return <NoCoupon email={data.email} />;
  if (token === '' || codeOf(error) === 'newsletter_link_invalid') {
    return (
      <InvalidLink refused={token !== ''}>
        <Link className="btn btn-primary" to={`${paths.home}#newsletter`}>
          Request a new link
        </Link>
      </InvalidLink>
    );
  }
  return (
    <EmailLinkScreen title="Your coupon" ticket={<CouponTicket />}>
      <h1>{couponOffer ? 'Your coupon is waiting' : 'Confirm your email address'}</h1>
      <p>
        Press the button to confirm your email address.
        {couponOffer && ' The coupon then appears here, and we email it to you.'}
      </p>
      <LinkAction
        label={couponOffer ? 'Get my coupon' : 'Confirm'}
        size="large"
        busy={isLoading}
        problem={error === undefined ? null : sentenceFor(error)}
        onPress={() => void confirm({ linkRequest: { token } })}
      />
    </EmailLinkScreen>
  );
}

/** The mailbox has already received one, or the shop offers none. */
function NoCoupon({ email }: { email: string }) {
  return (
    <EmailLinkScreen title="Address confirmed">
      <FocusedHeading>Your address is confirmed</FocusedHeading>
      <p>
        {email} is subscribed to our newsletter, but gets no coupon:{' '}
        {couponOffer
          ? 'each mailbox gets one, and this one has already received it.'
          : 'we offer none at the moment.'}
      </p>
      <Link className="btn" to={paths.shop}>
        All parts
      </Link>
    </EmailLinkScreen>
  );
}

/** The coupon, to copy. */
function Coupon({ coupon, code: text }: { coupon: NewsletterConfirmed; code: string }) {
  const hasCart = useSelector(selectCartLines).length > 0;
  const [copied, setCopied] = useState<'yes' | 'by-hand' | null>(null);
  const code = useRef<HTMLElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('yes');
    } catch {
      // Not every browser permits clipboard access: select the code, so that one key press copies
      // it.
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setCopied('by-hand');
    }
  };

  return (
    <EmailLinkScreen title="Your coupon" ticket={<CouponTicket amount={coupon.amount} />}>
      <FocusedHeading>Here is your coupon</FocusedHeading>
      <p className="coupon-code">
        <code ref={code}>{text}</code>
      </p>
      <div className="actions">
        <Button
          look="primary"
          icon={copied === 'yes' ? <Check className="icon" /> : <Copy className="icon" />}
          onClick={() => void copy()}
        >
          Copy the code
        </Button>
        {hasCart ? (
          <Link
            className="btn"
            to={paths.cart}
            onClick={() => {
              saveCoupon(text);
            }}
          >
            Use it in the cart
          </Link>
        ) : (
          <Link className="btn" to={paths.shop}>
            All parts
          </Link>
        )}
      </div>
      <p role="status">
        {copied === 'yes' && 'Copied.'}
        {copied === 'by-hand' &&
          'The code is selected: copy it with Ctrl+C, or press and hold it on a phone.'}
      </p>
      <p>
        It belongs to {coupon.email} and takes <Money dollars={coupon.amount ?? 0} /> off one order
        {coupon.minimum !== undefined && (
          <>
            {' '}
            of at least <Money dollars={coupon.minimum} />
          </>
        )}{' '}
        before shipping and tax
        {coupon.validUntil !== undefined && `, until ${formatDate(coupon.validUntil)}`}. Enter the
        code in the cart or at the checkout.
      </p>
      <p className="hint">One coupon for each customer, delivery address and card.</p>
    </EmailLinkScreen>
  );
}
