import { Check, PackageCheck, X } from 'lucide-react';
import type { Return } from '../../../api/contract/generated-types';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { Exact, Money } from '../../../ui/data/exact';
import { Moment } from '../../../ui/data/moment';
import { type Column, DataTable } from '../../../ui/lists/data-table';
import { ReturnStateBadge } from '../return-state';
import { REASONS_FOR_ADMINS } from '../return-words';
import { ReturnedLines } from '../returned-lines';
import { type Action, actionsFor } from './return-actions';

interface ReturnsTableProps {
  returns: Return[];
  onAct: (returned: Return, action: Action) => void;
}

export function ReturnsTable({ returns, onAct }: ReturnsTableProps) {
  const actions: Column<Return> = {
    label: 'Actions',
    kind: 'actions',
    quiet: true,
    cell: (returned) => (
      <div className="actions">
        {actionsFor(returned.state).map((action) => (
          <ActionButton
            key={action}
            action={action}
            number={returned.number}
            onClick={() => {
              onAct(returned, action);
            }}
          />
        ))}
      </div>
    ),
  };
  return (
    <DataTable
      label="Returns"
      columns={[...COLUMNS, actions]}
      rows={returns}
      keyOf={({ _id }) => _id}
    />
  );
}

const COLUMNS: Column<Return>[] = [
  {
    label: 'Number and order',
    kind: 'lead',
    cell: ({ number, order, orderNumber }) => (
      <>
        <b>
          <Exact value={number} />
        </b>
        <span className="returns-cell">
          <Link className="text-link" to={paths.order(order)}>
            <Exact value={orderNumber ?? order.slice(-6)} />
          </Link>
        </span>
      </>
    ),
  },
  { label: 'Customer', kind: 'person', cell: ({ name }) => name },
  { label: 'Parts', cell: (returned) => <ReturnedLines of={returned} /> },
  {
    label: 'Reason',
    cell: ({ reason, foundReason, note }) => (
      <div>
        {REASONS_FOR_ADMINS[reason]}
        {foundReason !== undefined && (
          <span className="returns-cell">Found: {REASONS_FOR_ADMINS[foundReason]}</span>
        )}
        {note !== undefined && <span className="hint returns-cell">{note}</span>}
      </div>
    ),
  },
  {
    label: 'State',
    cell: ({ state, answer, refund }) => (
      <div>
        <ReturnStateBadge state={state} />
        {refund && (
          <span className="returns-cell">
            <Money dollars={refund.amount} />
          </span>
        )}
        {answer !== undefined && <span className="hint returns-cell">{answer}</span>}
      </div>
    ),
  },
  { label: 'Requested', cell: ({ requestedAt }) => <Moment at={requestedAt} day /> },
];

const LABELS = {
  approve: { label: 'Approve', icon: Check },
  decline: { label: 'Decline', icon: X },
  receive: { label: 'Receive', icon: PackageCheck },
};

interface ActionButtonProps {
  action: Action;
  /** The number of the return. */
  number: string;
  onClick: () => void;
}

function ActionButton({ action, number, onClick }: ActionButtonProps) {
  const { label, icon: Icon } = LABELS[action];
  return (
    <Button
      size="small"
      icon={<Icon className="icon" />}
      aria-label={`${label} ${number}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
