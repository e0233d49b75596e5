import { Ban, CirclePlus, Copy, Pencil, RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { adminApi } from '../../../../api/admin';
import type { Application, PartRecord } from '../../../../api/contract/generated-types';
import { sentenceFor } from '../../../../api/contract/problem';
import { useEndedSession } from '../../../../api/session/session-hooks';
import { formatCount } from '../../../../lib/format';
import { paths } from '../../../../lib/paths';
import { Button } from '../../../../ui/controls/button';
import { useDialogFor } from '../../../../ui/controls/confirm-dialog';
import { Link } from '../../../../ui/controls/link';
import { Count } from '../../../../ui/data/exact';
import { type Column, DataTable } from '../../../../ui/lists/data-table';
import { ListFrame } from '../../../../ui/lists/list-frame';
import { Alert } from '../../../../ui/messages/alert';
import { notify } from '../../../../ui/messages/notify';
import { CopyDialog } from './copy-dialog';
import { ModelDialog } from './model-dialog';
import { ResumeDialog, SuspendDialog } from './suspend-dialog';
import { type FittedModel, modelsIn, nameOf } from './fitted-models';

type DialogAction =
  { kind: 'add' | 'copy' } | { kind: 'edit' | 'suspend' | 'resume'; model: FittedModel };

/** A part's fitment, model by model, and whether it is suspended. */
export function FitmentSection({ record: { part } }: { record: PartRecord }) {
  const id = part._id;
  const query = adminApi.useEveryFitmentInfiniteQuery(id, { refetchOnMountOrArgChange: true });
  useEndedSession(query.error, [401]);
  const heading = useRef<HTMLHeadingElement>(null);
  const { row: action, open, close } = useDialogFor<DialogAction>(heading);
  const pages = query.data?.pages ?? [];
  const last = pages.at(-1);
  const models = modelsIn(pages, !query.hasNextPage);
  const done = (message: string | null) => {
    if (message !== null) notify.success(message);
    close(message !== null);
  };

  return (
    <section className="dash-section" aria-labelledby="fits">
      <div className="dash-head">
        <h2 id="fits" ref={heading} tabIndex={-1}>
          Fits
        </h2>
        {last && (
          <div className="actions">
            <Button
              size="small"
              icon={<Copy className="icon" />}
              onClick={() => {
                open({ kind: 'copy' });
              }}
            >
              Copy from another part
            </Button>
            <Button
              size="small"
              icon={<CirclePlus className="icon" />}
              onClick={() => {
                open({ kind: 'add' });
              }}
            >
              Add model
            </Button>
          </div>
        )}
      </div>
      <p className="hint">
        {last && last.total > 0 && (
          <>
            <Count of={last.total} /> in total.{' '}
          </>
        )}
        Classify a supplier’s conditions under <Link to={paths.conditions}>Conditions</Link>.
      </p>
      {last && last.setAside > 0 && (
        <Alert tone="warning">
          <p>
            <Count of={last.setAside} /> more from the supplier could not be read, so the shop never
            says that this part does not fit.
          </p>
        </Alert>
      )}
      <ListFrame
        list={{
          rows: query.data && models,
          loaded: models.length,
          problem: query.error === undefined ? null : sentenceFor(query.error),
          fetching: query.isFetching,
          hasMore: query.hasNextPage,
          refetch: () => void query.refetch(),
          fetchMore: () => void query.fetchNextPage(),
        }}
        noun="models"
        first="first"
        empty={<p className="hint">No models are listed, so the shop cannot say what it fits.</p>}
      >
        {(rows) => (
          <DataTable
            label="Models it fits"
            columns={columns((kind, model) => {
              open({ kind, model });
            })}
            rows={rows}
            keyOf={({ model }) => model.id}
          />
        )}
      </ListFrame>
      {last && action?.kind === 'add' && (
        <ModelDialog part={id} revision={last.revision} onClose={done} />
      )}
      {last && action?.kind === 'edit' && (
        <ModelDialog part={id} revision={last.revision} fitted={action.model} onClose={done} />
      )}
      {last && action?.kind === 'copy' && (
        <CopyDialog part={id} revision={last.revision} replaces={last.total} onClose={done} />
      )}
      {action?.kind === 'suspend' && (
        <SuspendDialog part={id} fitted={action.model} onClose={done} />
      )}
      {action?.kind === 'resume' && <ResumeDialog part={id} fitted={action.model} onClose={done} />}
    </section>
  );
}

const columns = (
  open: (kind: 'edit' | 'suspend' | 'resume', model: FittedModel) => void,
): Column<FittedModel>[] => [
  {
    label: 'Model',
    kind: 'lead',
    cell: (fitted) => (
      <>
        {nameOf(fitted)}
        {fitted.suspended !== undefined && (
          <span className="id">Suspended: {fitted.suspended}</span>
        )}
      </>
    ),
  },
  {
    label: 'Applications',
    cell: ({ applications }) => (
      <ul className="applications">
        {applications.map((application, position) => (
          // Applications have no keys, and the list is always rendered as a whole.
          <li key={position}>{inWords(application)}</li>
        ))}
      </ul>
    ),
  },
  {
    label: 'Actions',
    kind: 'actions',
    quiet: true,
    cell: (fitted) => {
      const isSuspended = fitted.suspended !== undefined;
      const name = <span className="sr-only">{nameOf(fitted)}</span>;
      return (
        <div className="actions">
          <Button
            size="small"
            icon={<Pencil className="icon" />}
            onClick={() => {
              open('edit', fitted);
            }}
          >
            Edit {name}
          </Button>
          <Button
            size="small"
            icon={isSuspended ? <RotateCcw className="icon" /> : <Ban className="icon" />}
            onClick={() => {
              open(isSuspended ? 'resume' : 'suspend', fitted);
            }}
          >
            {isSuspended ? 'Resume' : 'Suspend'} {name}
          </Button>
        </div>
      );
    },
  },
];

/** `2016–2018, 2.0L L4, 2 at Front: With A/C`. */
function inWords({ from, to, engine, position, pieces, conditions }: Application): string {
  const years = from === to ? String(from) : `${from}–${to}`;
  const places = [pieces === undefined ? undefined : formatCount(pieces), position];
  const where = places.filter((text) => text !== undefined).join(' at ');
  const words = conditions.map(({ words, about }) =>
    about === 'unclassified' ? `${words} (unclassified)` : words,
  );
  const facts = [years, engine?.name, where].filter(Boolean).join(', ');
  return words.length > 0 ? `${facts}: ${words.join('; ')}` : facts;
}
