import { codeOf, sentenceFor } from '../../api/contract/problem';
import { stockAlertsApi } from '../../api/stock-alerts';
import { paths } from '../../lib/paths';
import { useLinkValues } from '../../lib/use-link-values';
import { Link } from '../../ui/controls/link';
import { FocusedHeading } from '../../ui/layout/focused-heading';
import { EmailLinkScreen, InvalidLink, LinkAction } from '../../ui/layout/email-link-screen';

export function StopAlertsPage() {
  const token = useLinkValues('token').get('token') ?? '';
  const [stop, { isSuccess, error, isLoading }] = stockAlertsApi.useStopStockAlertsMutation();
  const onwards = (
    <Link className="btn" to={paths.shop}>
      All parts
    </Link>
  );

  if (token === '' || codeOf(error) === 'stock_alert_link_invalid') {
    return (
      <InvalidLink refused={token !== ''}>
        <p>Every stock alert ends with a link to stop all alerts. It works for a year.</p>
        {onwards}
      </InvalidLink>
    );
  }
  if (isSuccess) {
    return (
      <EmailLinkScreen title="Alerts stopped">
        <FocusedHeading>You will not get any more stock alerts</FocusedHeading>
        <p>To get alerts again, sign up on the page of a sold-out part.</p>
        {onwards}
      </EmailLinkScreen>
    );
  }
  return (
    <EmailLinkScreen title="Stop alerts">
      <h1>Stop stock alerts?</h1>
      <p>This cancels all alerts you are still waiting for.</p>
      <LinkAction
        label="Stop alerts"
        busy={isLoading}
        problem={error === undefined ? null : sentenceFor(error)}
        onPress={() => void stop({ linkRequest: { token } })}
      />
    </EmailLinkScreen>
  );
}
