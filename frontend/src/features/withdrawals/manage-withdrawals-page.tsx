import { adminApi } from '../../api/admin';
import type { Withdrawal } from '../../api/contract/generated-types';
import { useAdminList } from '../../api/session/use-admin-list';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { EmailText } from '../../ui/data/email';
import { Exact } from '../../ui/data/exact';
import { Moment } from '../../ui/data/moment';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { type Column, DataTable } from '../../ui/lists/data-table';
import { ListFrame } from '../../ui/lists/list-frame';
import { EmptyState } from '../../ui/messages/empty-state';
import './withdrawals.css';

/** What the shop found about a withdrawal, and what is left to do. */
const OUTCOMES: Record<Withdrawal['outcome'], string> = {
  approved: 'Approved as a return.',
  not_shipped: 'Not shipped when it arrived: cancel the order, and refund it if it is paid.',
  unknown_order: 'No order has this number.',
  other_email: 'The order has another email address.',
  no_right: 'The order does not go to the EU or the EEA, or its country is not known.',
  period_over: 'The period is over.',
  nothing_to_return:
    'All parts were refunded or are being returned, the order is not paid, or its payment is disputed.',
};

/** All withdrawals from contracts, newest first. */
export function ManageWithdrawalsPage() {
  const list = useAdminList(
    adminApi.useWithdrawalsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true }),
  );
  return (
    <div>
      <DashboardHeading title="Withdrawals">
        From contracts, by customers in the EU and the EEA. Please answer those that match no order.{' '}
        <Link className="text-link" to={paths.manageReturns}>
          Manage Returns
        </Link>
      </DashboardHeading>
      <ListFrame
        list={list}
        noun="withdrawals"
        empty={
          <EmptyState
            drawing="empty"
            title="No withdrawals"
            action={
              <Link className="btn" to={paths.manageReturns}>
                Manage Returns
              </Link>
            }
          >
            Withdrawals that customers send appear here.
          </EmptyState>
        }
      >
        {(withdrawals) => (
          <DataTable
            label="Withdrawals"
            columns={COLUMNS}
            rows={withdrawals}
            keyOf={({ _id }) => _id}
          />
        )}
      </ListFrame>
    </div>
  );
}

const COLUMNS: Column<Withdrawal>[] = [
  {
    label: 'Order',
    kind: 'lead',
    cell: ({ orderNumber, order }) =>
      order === undefined ? (
        <Exact value={orderNumber} />
      ) : (
        <Link className="text-link" to={paths.order(order)}>
          <Exact value={orderNumber} />
        </Link>
      ),
  },
  {
    label: 'Customer',
    kind: 'person',
    cell: ({ name, email }) => (
      <div>
        {name !== undefined && <span className="withdrawals-cell">{name}</span>}
        <EmailText>{email}</EmailText>
      </div>
    ),
  },
  { label: 'Parts', cell: ({ parts }) => parts ?? 'The whole order' },
  {
    label: 'Result',
    cell: ({ outcome, returnNumber }) => (
      <div>
        {OUTCOMES[outcome]}
        {returnNumber !== undefined && (
          <Link className="text-link withdrawals-cell" to={paths.returnToManage(returnNumber)}>
            <Exact value={returnNumber} />
          </Link>
        )}
      </div>
    ),
  },
  { label: 'Received', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
];
