import { type KeyboardEvent, useRef } from 'react';
import { adminApi } from '../../api/admin';
import type {
  Import,
  ImportChange,
  ImportColumn,
  ImportFinding,
} from '../../api/contract/generated-types';
import { listOf } from '../../api/paging';
import { formatCount } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { Count } from '../../ui/data/exact';
import { type Column, DataTable } from '../../ui/lists/data-table';
import { ListFrame } from '../../ui/lists/list-frame';
import { UnknownCodes, type UnknownCodesProps } from './unknown-codes';

const TABS = [
  { key: 'changes', label: 'Changes' },
  { key: 'problems', label: 'Problems' },
  { key: 'lint', label: 'Warnings' },
] as const;

export type Tab = (typeof TABS)[number]['key'];

interface ReportProps extends UnknownCodesProps {
  /** The selected tab; it stays when a file is read again. */
  chosen: Tab | null;
  onChoose: (tab: Tab) => void;
}

/** The changes an import would make, the skipped rows, and likely typos. */
export function Report({ chosen, onChoose, ...codes }: ReportProps) {
  const { job } = codes;
  const { counts } = job;
  const badge = {
    changes: counts.new + counts.changed + counts.gone,
    problems: counts.setAside + counts.foreign,
    lint: undefined,
  } satisfies Record<Tab, number | undefined>;
  // If there are only problems, their tab is shown first.
  const isProblem = badge.changes === 0 && badge.problems > 0;
  const tab = chosen ?? (isProblem ? 'problems' : 'changes');
  const list = useRef<HTMLDivElement>(null);

  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    const place = TABS.findIndex(({ key }) => key === tab) + by;
    const next = TABS[(place + TABS.length) % TABS.length];
    if (!next) return;
    onChoose(next.key);
    list.current?.querySelector<HTMLElement>(`#tab-${next.key}`)?.focus();
  };

  return (
    <div>
      <div className="tabs" role="tablist" aria-label="Report" ref={list}>
        {TABS.map(({ key, label }) => (
          <button
            key={key}
            id={`tab-${key}`}
            type="button"
            role="tab"
            aria-selected={tab === key}
            aria-controls="report"
            tabIndex={tab === key ? 0 : -1}
            onKeyDown={step}
            onClick={() => {
              onChoose(key);
            }}
          >
            {label}{' '}
            {badge[key] !== undefined && (
              <b>
                <Count of={badge[key]} />
              </b>
            )}
          </button>
        ))}
      </div>
      <div id="report" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'changes' && <Changes job={job} count={badge.changes} />}
        {tab === 'problems' && <Problems {...codes} />}
        {tab === 'lint' && (
          <>
            <p className="hint">
              These lines will be imported as they are. Check them before you apply the file.
            </p>
            <Findings id={job._id} kind="lint" noun="warnings" />
          </>
        )}
      </div>
    </div>
  );
}

/** The labels of changes, to applications or to parts. */
const BECOMES: Record<'fits' | 'parts', Record<ImportChange['change'], string>> = {
  fits: { new: 'new', changed: 'changed', gone: 'loses all applications' },
  parts: { new: 'to be added', changed: 'changed', gone: 'gone' },
};

function PartOf({ change, isThere }: { change: ImportChange; isThere: boolean }) {
  const { part, number, title, brand, line } = change;
  const name = [number, title].filter((text) => text !== undefined).join(' ');
  return (
    <>
      {isThere && name !== '' ? (
        <Link to={paths.editProduct(part)}>{name}</Link>
      ) : (
        <b>{name || 'A part that is gone'}</b>
      )}
      <small>
        {[brand, line > 0 ? `line ${formatCount(line)}` : 'no line']
          .filter((text) => text !== undefined)
          .join(', ')}
      </small>
    </>
  );
}

/** Columns already shown next to a part. */
const IN_ITS_NAME = ['brand', 'number', 'title'];

/** `12.00 → 13.50`; a common prefix of two texts is shown once. */
function Becomes({ before, after }: ImportColumn) {
  if (before === after) return null;
  return (
    <>
      {before !== '' && <del>{before}</del>} → {after === '' ? 'nothing' : <ins>{after}</ins>}
    </>
  );
}

/** The changed columns of a part. */
function Diff({ change, columns }: ImportChange) {
  const isNew = change === 'new';
  const shown = columns.filter(({ column }) => !isNew || !IN_ITS_NAME.includes(column));
  return (
    <ul className="imports-words">
      {shown.map((changed) => (
        <li key={changed.column}>
          <b>{changed.column}</b> {isNew ? changed.after : <Becomes {...changed} />}
        </li>
      ))}
    </ul>
  );
}

const applicationsOf = ({ added, removed }: ImportChange) =>
  [added > 0 && `+${formatCount(added)}`, removed > 0 && `−${formatCount(removed)}`]
    .filter(Boolean)
    .join(' ') || 'what was set aside';

function columnsOf({ kind, state }: Import): Column<ImportChange>[] {
  const isOfParts = kind === 'parts';
  const isAdded = (change: ImportChange['change']) =>
    isOfParts && change === 'new' && state === 'done';
  return [
    {
      label: 'Part',
      kind: 'lead',
      cell: (change) => (
        <PartOf
          change={change}
          isThere={!isOfParts || change.change !== 'new' || isAdded(change.change)}
        />
      ),
    },
    {
      label: 'Change',
      cell: ({ change }) =>
        isAdded(change) ? 'added' : BECOMES[isOfParts ? 'parts' : 'fits'][change],
    },
    isOfParts ? { label: 'Columns', cell: Diff } : { label: 'Applications', cell: applicationsOf },
  ];
}

function Changes({ job, count }: { job: Import; count: number }) {
  const pages = adminApi.useImportChangesInfiniteQuery(job._id);
  return (
    <ListFrame
      list={listOf(pages)}
      noun="changes"
      first="first"
      empty={
        <p className="hint">{count === 0 ? 'There are none.' : 'They are no longer available.'}</p>
      }
    >
      {(rows) => (
        <DataTable
          label="Changes"
          density="dense"
          columns={columnsOf(job)}
          rows={rows}
          keyOf={({ place }) => place}
        />
      )}
    </ListFrame>
  );
}

function Problems(codes: UnknownCodesProps) {
  return (
    <>
      {codes.job.kind === 'aces' && <UnknownCodes {...codes} />}
      <h3>Rows that were skipped</h3>
      <Findings id={codes.job._id} kind="problem" noun="problems" />
    </>
  );
}

const FINDING_COLUMNS: Column<ImportFinding>[] = [
  { label: 'Finding', kind: 'lead', cell: ({ words }) => words },
  { label: 'Line', kind: 'number', cell: ({ line }) => (line > 0 ? <Count of={line} /> : '') },
  { label: 'Rows', kind: 'number', cell: ({ rows }) => (rows > 0 ? <Count of={rows} /> : '') },
];

interface FindingsProps {
  id: string;
  kind: 'problem' | 'lint';
  noun: string;
}

function Findings({ id, kind, noun }: FindingsProps) {
  const pages = adminApi.useImportFindingsInfiniteQuery({ id, kind });
  return (
    <ListFrame
      list={listOf(pages)}
      noun={noun}
      first="first"
      empty={<p className="hint">There are none.</p>}
    >
      {(rows) => (
        <DataTable
          label={kind === 'lint' ? 'Warnings' : 'Problems'}
          density="dense"
          columns={FINDING_COLUMNS}
          rows={rows}
          keyOf={({ place }) => place}
        />
      )}
    </ListFrame>
  );
}
