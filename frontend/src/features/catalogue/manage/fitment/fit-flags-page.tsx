import { Ban, Inbox, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { adminApi } from '../../../../api/admin';
import type { FitFlag } from '../../../../api/contract/generated-types';
import { sentenceFor } from '../../../../api/contract/problem';
import { useReport } from '../../../../api/report-hooks';
import { useAdminList } from '../../../../api/session/use-admin-list';
import { paths } from '../../../../lib/paths';
import { Button } from '../../../../ui/controls/button';
import { CsvButton } from '../../../../ui/controls/csv-button';
import { Link } from '../../../../ui/controls/link';
import { Count, Exact, Money, Things } from '../../../../ui/data/exact';
import { DashboardHeading } from '../../../../ui/layout/dashboard-heading';
import { type Column, DataTable } from '../../../../ui/lists/data-table';
import { ListFrame } from '../../../../ui/lists/list-frame';
import { Alert } from '../../../../ui/messages/alert';
import { EmptyState } from '../../../../ui/messages/empty-state';
import { notify } from '../../../../ui/messages/notify';
import { MisfitsDialog } from './misfits-dialog';
import { keysOf } from './fitted-models';

/** Parts that probably do not fit a car they are listed for, because they came back. */
export function FitFlagsPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState<FitFlag | null>(null);
  const csv = useReport('fit-warnings', {}, notify.error);
  const aces = useReport('fit-warnings', { format: 'aces' }, notify.error, 'xml');
  const list = useAdminList(
    adminApi.useEveryFitFlagInfiniteQuery(undefined, { refetchOnMountOrArgChange: true }),
  );
  const actions: Column<FitFlag> = {
    label: 'Actions',
    kind: 'actions',
    quiet: true,
    cell: (flag) => (
      <FlagActions
        flag={flag}
        onOpen={() => {
          setOpened(flag);
        }}
        onDone={() => heading.current?.focus()}
      />
    ),
  };
  return (
    <>
      <DashboardHeading title="Fit warnings" ref={heading}>
        {list.rows ? (
          <Things of={list.rows.length} more={list.hasMore} one="warning" many="warnings" />
        ) : (
          ''
        )}
      </DashboardHeading>
      <div className="fit-flags-tools">
        {list.rows !== undefined && list.rows.length > 0 && (
          <p className="hint">
            These parts probably do not fit: too many came back. Suspend a part until you have
            checked it, or dismiss the warning.
          </p>
        )}
        {/* Both files are for the suppliers of the data, and include suspended parts. */}
        <div className="actions">
          <CsvButton busy={csv.busy} what="all fit warnings" onClick={csv.download} />
          <Button
            busy={aces.busy}
            aria-label="ACES: download the suspended parts, to be removed from the data"
            onClick={aces.download}
          >
            ACES
          </Button>
        </div>
      </div>
      <ListFrame
        list={list}
        noun="warnings"
        first="first"
        empty={
          <EmptyState
            drawing="empty"
            title="No fit warnings"
            action={
              <Link className="btn" to={paths.manageReturns}>
                Manage Returns
              </Link>
            }
          >
            When parts come back because they do not fit, this page shows which ones to check.
          </EmptyState>
        }
      >
        {(flags) => (
          <DataTable
            label="Fit warnings"
            columns={[...COLUMNS, actions]}
            rows={flags}
            keyOf={({ _id }) => _id}
          />
        )}
      </ListFrame>
      {opened && (
        <MisfitsDialog
          flag={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

const COLUMNS: Column<FitFlag>[] = [
  {
    label: 'Part',
    kind: 'lead',
    cell: ({ part, title, number, partSuspect }) => (
      <div>
        <Link className="text-link" to={paths.editProduct(part)}>
          {title}
        </Link>
        {number !== undefined && (
          <>
            {' '}
            <Exact value={number} />
          </>
        )}
        {partSuspect && (
          <Alert tone="info">
            <p>It has warnings for several models. Its number or picture may be wrong.</p>
          </Alert>
        )}
      </div>
    ),
  },
  { label: 'Car', cell: ({ make, model }) => `${make.name} ${model.name}` },
  {
    label: 'What came back',
    cell: ({ misfits, sold }) => (
      <span>
        <Count of={misfits} /> of <Count of={sold} /> sold for this car came back because they did
        not fit.
      </span>
    ),
  },
  {
    label: 'Probably wrong',
    kind: 'number',
    cell: ({ percentWrong }) => <Exact value={percentWrong}>{`${percentWrong}%`}</Exact>,
  },
  {
    label: 'Expected cost, 90 days',
    kind: 'number',
    cell: ({ expectedLoss }) => <Money dollars={expectedLoss} />,
  },
];

interface FlagActionsProps {
  flag: FitFlag;
  onOpen: () => void;
  /** Called when the flag was suspended or dismissed. */
  onDone: () => void;
}

function FlagActions({ flag, onOpen, onDone }: FlagActionsProps) {
  const [suspend, { isLoading: suspending }] = adminApi.useSuspendFitMutation();
  const [dismiss, { isLoading: dismissing }] = adminApi.useDismissFitFlagMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const { part, title, misfits, sold } = flag;
  const keys = { part, ...keysOf(flag.model.id) };
  const subject = `${title} for ${flag.make.name} ${flag.model.name}`;

  const finish = (error: Parameters<typeof sentenceFor>[0], done: string) => {
    if (error !== undefined) {
      setProblem(sentenceFor(error));
      return;
    }
    notify.success(done);
    onDone();
  };
  const suspendIt = async () => {
    setProblem(null);
    const reason = `${misfits} of ${sold} came back because they did not fit.`;
    const { error } = await suspend({ ...keys, suspensionFields: { reason } });
    finish(error, 'Suspended');
  };
  const dismissIt = async () => {
    setProblem(null);
    const { error } = await dismiss({ ...keys, misfits });
    finish(error, 'Dismissed');
  };

  return (
    <>
      <div className="actions">
        <Button
          size="small"
          icon={<Inbox className="icon" />}
          aria-label={`Returns of ${subject}`}
          onClick={onOpen}
        >
          Returns
        </Button>
        <Button
          size="small"
          icon={<Ban className="icon" />}
          aria-label={`Suspend ${subject}`}
          busy={suspending}
          onClick={() => void suspendIt()}
        >
          Suspend
        </Button>
        <Button
          size="small"
          icon={<X className="icon" />}
          aria-label={`Dismiss the warning about ${subject}`}
          busy={dismissing}
          onClick={() => void dismissIt()}
        >
          Dismiss
        </Button>
      </div>
      {problem !== null && (
        <Alert tone="danger">
          <p>{problem}</p>
        </Alert>
      )}
    </>
  );
}
