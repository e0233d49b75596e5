import { Link, useSearchParams } from 'react-router-dom';
import { shopApi } from '../../api/index';
import { codeOf, sentenceFor } from '../../api/problem';
import { paths } from '../../lib/paths';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Coupon } from './coupon';
import { CouponTicket } from './coupon-ticket';
import { DeadLink } from './dead-link';
import { LetterScreen } from './letter-screen';

/** Where the mail's link leads. Opening it does nothing yet: programs that look through mails open links too. */
export function CouponPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [confirm, { data, error, isLoading }] = shopApi.useConfirmNewsletterMutation();

  if (data) return <Coupon coupon={data} />;
  if (token === '' || codeOf(error) === 'newsletter_link_invalid') {
    return (
      <DeadLink refused={token !== ''}>
        <Link className="btn btn-primary" to={`${paths.home}#newsletter`}>
          Ask for a new mail
        </Link>
      </DeadLink>
    );
  }
  return (
    <LetterScreen title="Your coupon" ticket={<CouponTicket />}>
      <h1>Your coupon is waiting</h1>
      <p>
        One press says that this address is yours. The coupon then stands here, and in a mail to
        you.
      </p>
      <Button
        look="primary"
        size="large"
        busy={isLoading}
        onClick={() => void confirm({ linkRequest: { token } })}
      >
        Get my coupon
      </Button>
      {error !== undefined && (
        <Alert tone="danger">
          <p>{sentenceFor(error)}</p>
        </Alert>
      )}
    </LetterScreen>
  );
}
