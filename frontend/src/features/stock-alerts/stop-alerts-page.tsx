import { codeOf, sentenceFor } from '../../api/problem';
import { stockAlertsApi } from '../../api/stock-alerts';
import { paths } from '../../lib/paths';
import { useLinkValues } from '../../lib/use-link-values';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { FocusedHeading } from '../../ui/layout/focused-heading';
import { InvalidLink, LetterScreen } from '../../ui/layout/letter-screen';
import { Alert } from '../../ui/messages/alert';

/** Takes a press as well: the link alone may be opened by a program. */
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
        <p>Every email about a part that is back ends with such a link, which works for a year.</p>
        {onwards}
      </InvalidLink>
    );
  }
  if (isSuccess) {
    return (
      <LetterScreen title="Alerts stopped">
        <FocusedHeading>You will not be told about any part</FocusedHeading>
        <p>To be told again, ask on the page of a part that is sold out.</p>
        {onwards}
      </LetterScreen>
    );
  }
  return (
    <LetterScreen title="Stop alerts">
      <h1>Stop stock alerts?</h1>
      <p>You get one email for each part. This cancels all alerts you are still waiting for.</p>
      <Button look="primary" busy={isLoading} onClick={() => void stop({ linkRequest: { token } })}>
        Stop alerts
      </Button>
      {error !== undefined && (
        <Alert tone="danger">
          <p>{sentenceFor(error)}</p>
        </Alert>
      )}
    </LetterScreen>
  );
}
