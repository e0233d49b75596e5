import { adminApi } from '../../../../api/admin';
import type { FitFlag, Misfit } from '../../../../api/contract/generated-types';
import { sentenceFor } from '../../../../api/contract/problem';
import { paths } from '../../../../lib/paths';
import { Link } from '../../../../ui/controls/link';
import { Modal } from '../../../../ui/controls/modal';
import { Exact } from '../../../../ui/data/exact';
import { Moment } from '../../../../ui/data/moment';
import { type Column, DataTable } from '../../../../ui/lists/data-table';
import { LoadError } from '../../../../ui/messages/load-error';
import { LoadingRows } from '../../../../ui/messages/loading-rows';
import { keysOf } from './fitted-models';

interface MisfitsDialogProps {
  flag: FitFlag;
  onClose: () => void;
}

/** The returns behind a fit warning, with what the customers wrote. */
export function MisfitsDialog({ flag, onClose }: MisfitsDialogProps) {
  const { part, title, make, model } = flag;
  const { data, error, isFetching, refetch } = adminApi.useGetFitFlagQuery(
    { part, ...keysOf(model.id) },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Modal title={`${title} for ${make.name} ${model.name}`} busy={false} broad onCancel={onClose}>
      {data ? (
        <DataTable
          label="Returns"
          columns={COLUMNS}
          rows={data.returns}
          keyOf={({ number }) => number}
        />
      ) : error ? (
        <LoadError
          title="The returns did not load"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {sentenceFor(error)}
        </LoadError>
      ) : (
        <LoadingRows>Loading the returns</LoadingRows>
      )}
      <div className="actions">
        <button type="button" className="btn" onClick={onClose}>
          close
        </button>
      </div>
    </Modal>
  );
}

const COLUMNS: Column<Misfit>[] = [
  {
    label: 'Return',
    kind: 'lead',
    cell: ({ number }) => (
      <Link className="text-link" to={paths.returnToManage(number)}>
        <Exact value={number} />
      </Link>
    ),
  },
  { label: 'Received', cell: ({ receivedAt }) => <Moment at={receivedAt} day /> },
  { label: 'The customer wrote', cell: ({ note }) => note ?? '–' },
];
