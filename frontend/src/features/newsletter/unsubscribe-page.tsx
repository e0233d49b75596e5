import { shopApi } from '../../api/index';
import { codeOf, sentenceFor } from '../../api/contract/problem';
import { paths } from '../../lib/paths';
import { useLinkValues } from '../../lib/use-link-values';
import { Link } from '../../ui/controls/link';
import { FocusedHeading } from '../../ui/layout/focused-heading';
import { EmailLinkScreen, InvalidLink, LinkAction } from '../../ui/layout/email-link-screen';

export function UnsubscribePage() {
  const token = useLinkValues('token').get('token') ?? '';
  const [leave, { isSuccess, error, isLoading }] = shopApi.useLeaveNewsletterMutation();

  if (token === '' || codeOf(error) === 'newsletter_link_invalid') {
    return (
      <InvalidLink refused={token !== ''}>
        <p>Every newsletter ends with an unsubscribe link. Try the one in the latest email.</p>
        <Link className="btn" to={paths.home}>
          Back to Home
        </Link>
      </InvalidLink>
    );
  }
  if (isSuccess) {
    return (
      <EmailLinkScreen title="Unsubscribed">
        <FocusedHeading>You have unsubscribed</FocusedHeading>
        <p>You will not receive any more newsletters. Your coupon stays valid.</p>
        <Link className="btn" to={paths.home}>
          Back to Home
        </Link>
      </EmailLinkScreen>
    );
  }
  return (
    <EmailLinkScreen title="Unsubscribe">
      <h1>Unsubscribe?</h1>
      <p>You will not receive any more newsletters. Your coupon stays valid.</p>
      <LinkAction
        label="Unsubscribe"
        busy={isLoading}
        problem={error === undefined ? null : sentenceFor(error)}
        onPress={() => void leave({ linkRequest: { token } })}
      />
    </EmailLinkScreen>
  );
}
