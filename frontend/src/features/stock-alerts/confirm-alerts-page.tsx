import { codeOf, sentenceFor } from '../../api/contract/problem';
import { stockAlertsApi } from '../../api/stock-alerts';
import { paths } from '../../lib/paths';
import { useLinkValues } from '../../lib/use-link-values';
import { Link } from '../../ui/controls/link';
import { FocusedHeading } from '../../ui/layout/focused-heading';
import { EmailLinkScreen, InvalidLink, LinkAction } from '../../ui/layout/email-link-screen';

/** Requires a click, because programs may open the link. */
export function ConfirmAlertsPage() {
  const token = useLinkValues('token').get('token') ?? '';
  const [confirm, { isSuccess, error, isLoading }] = stockAlertsApi.useConfirmStockAlertsMutation();
  const onwards = (
    <Link className="btn" to={paths.shop}>
      All parts
    </Link>
  );

  if (token === '' || codeOf(error) === 'stock_alert_link_invalid') {
    return (
      <InvalidLink refused={token !== ''}>
        <p>The link works for seven days. You can request a new one on the part’s page.</p>
        {onwards}
      </InvalidLink>
    );
  }
  if (isSuccess) {
    return (
      <EmailLinkScreen title="Stock alert confirmed">
        <FocusedHeading>We will email you when the part is back</FocusedHeading>
        <p>Each email has a link that stops all alerts.</p>
        {onwards}
      </EmailLinkScreen>
    );
  }
  return (
    <EmailLinkScreen title="Confirm your stock alert">
      <h1>Confirm your stock alert</h1>
      <p>
        We will email you when the parts you asked about are back in stock. You only need to confirm
        once, not for each part.
      </p>
      <LinkAction
        label="Confirm"
        busy={isLoading}
        problem={error === undefined ? null : sentenceFor(error)}
        onPress={() => void confirm({ linkRequest: { token } })}
      />
    </EmailLinkScreen>
  );
}
