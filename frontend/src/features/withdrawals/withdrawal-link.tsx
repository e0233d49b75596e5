import type { Order } from '../../api/contract/generated-types';
import { paths } from '../../lib/paths';
import countries from '../../lib/withdrawal-countries.json';
import { Link } from '../../ui/controls/link';
import type { StatementValues } from './statement-rules';

/** The link to withdraw from an order that goes to the EU or the EEA. */
export function WithdrawalLink({ order }: { order: Order }) {
  const { destination, number, _id, email } = order;
  if (destination === undefined || !countries.includes(destination.country)) return null;
  const known: Partial<StatementValues> = { orderNumber: number ?? _id, email };
  return (
    <p className="no-print">
      <Link className="text-link" to={paths.withdraw} state={known}>
        Withdraw from contract
      </Link>
    </p>
  );
}
